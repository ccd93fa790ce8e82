// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts of a page as a landscape: how much text each holds, of what kind, what it is called and where the most prose
//! stands.
//!
//! Measures only. Each part comes behind the one around it, so every sum is one pass forwards or backwards.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    super::{
        block::{Names, Outline, same},
        element::Element,
    },
    hints,
    words::Words,
};

/// A part with more of the page's words than this is the page itself: what it is called says nothing.
const WHOLE_PAGE: f32 = 0.97;
/// Alike neighbours that make a repetition.
const REPETITION: u32 = 3;
/// Parts around a part that are asked for a wider one.
const WIDER_WITHIN: usize = 32;

/// What stands in a part, the parts inside included, and what stands around it.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    /// Words.
    pub(super) words: u32,
    /// Words within links.
    pub(super) linked: f32,
    /// Blocks.
    pub(super) blocks: u32,
    /// Words of blocks that read like prose.
    pub(super) prose: u32,
    /// Marks that part or end sentences.
    pub(super) punctuation: u32,
    /// The lowest weight of its names, zero or below.
    pub(super) lowest: f32,
    /// The highest, zero or above.
    pub(super) highest: f32,
    /// The lowest of it and all parts around.
    pub(super) lowest_around: f32,
    /// The highest.
    pub(super) highest_around: f32,
    /// The sum of its weights and, fading, of those around.
    pub(super) sum_around: f32,
    /// Which elements it is or stands in.
    pub(super) inside: Elements,
    /// How many parts stand around it.
    pub(super) depth: u32,
    /// How many neighbours alike the nearest repeated part around it has; zero for none.
    pub(super) alike: u32,
    /// Words of that repeated part.
    pub(super) alike_words: u32,
    /// The outermost repetition that it stands in, by its first part; zero for none.
    pub(super) repetition: u32,
    /// Its place within an item of that, the same in every item that is built alike.
    pub(super) place: u64,
    /// The nearest part around, itself included, that holds two blocks or more.
    pub(super) group: u32,
    /// How many parts one leaves to reach a part that holds the core, too.
    pub(super) out: u32,
    /// That part.
    pub(super) meeting: u32,
}

impl Facts {
    /// How much of the words is links, 0 to 1.
    pub(super) fn link_share(&self) -> f32 {
        self.linked / self.words.max(1) as f32
    }
}

/// A set of elements that say where text stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Elements(u8);

impl Elements {
    /// Those that are told apart.
    const TOLD_APART: [Element; 7] = [
        Element::Header,
        Element::Footer,
        Element::Article,
        Element::Form,
        Element::Figure,
        Element::Section,
        Element::Details,
    ];

    /// Whether the element is in the set.
    pub(super) fn has(self, element: Element) -> bool {
        self.0 & Elements::of(element).0 != 0
    }

    fn of(element: Element) -> Elements {
        Elements(Elements::TOLD_APART.iter().position(|told| *told == element).map_or(0, |position| 1 << position))
    }
}

/// All parts of a page.
pub(super) struct Landscape {
    /// One for each part.
    pub(super) facts: Vec<Facts>,
    /// The part around each.
    outer: Vec<u32>,
    /// The part in which the most prose stands next to each other.
    pub(super) core: u32,
    /// For each part around the core, how far it is from it.
    to_core: Vec<u32>,
    /// The most neighbours alike.
    pub(super) most_alike: u32,
}

impl Landscape {
    /// Measures the parts.
    pub(super) fn of(outline: &Outline<'_>, words: &[Words], weight: &dyn Fn(&str) -> Option<f32>) -> Self {
        let count = outline.parts.len();
        let outer: Vec<u32> = outline.parts.iter().map(|part| part.outer).collect();
        let mut landscape = Landscape {
            facts: vec![Facts::default(); count],
            outer,
            core: 0,
            to_core: vec![u32::MAX; count],
            most_alike: 0,
        };
        let own_prose = landscape.fill(outline, words);
        landscape.find_core(&own_prose);
        landscape.name(outline, weight);
        landscape.find_repetitions(outline);
        landscape.pass_down(outline);
        landscape
    }

    /// The part around a part.
    pub(super) fn outer(&self, part: u32) -> u32 {
        self.outer[part as usize]
    }

    /// The facts of a part.
    pub(super) fn at(&self, part: u32) -> &Facts {
        &self.facts[part as usize]
    }

    /// How far the part where one meets the core is from it.
    pub(super) fn distance_to_core(&self, meeting: u32) -> u32 {
        self.to_core[meeting as usize]
    }

    /// The next part around that is markedly wider.
    pub(super) fn wider(&self, part: u32) -> u32 {
        let enough = self.at(part).words + self.at(part).words / 2 + 5;
        let mut wider = part;
        for _ in 0..WIDER_WITHIN {
            if wider == 0 || self.at(wider).words >= enough {
                break;
            }
            wider = self.outer(wider);
        }
        wider
    }

    /// Adds up the text; answers the prose that stands in each part itself.
    fn fill(&mut self, outline: &Outline<'_>, words: &[Words]) -> Vec<u32> {
        for (block, words) in outline.blocks.iter().zip(words) {
            let facts = &mut self.facts[block.part as usize];
            facts.words += words.words;
            facts.linked += words.words as f32 * words.link_share();
            facts.blocks += 1;
            facts.punctuation += words.punctuation;
            facts.prose += if words.is_prose() { words.words } else { 0 };
        }
        let own_prose = self.facts.iter().map(|facts| facts.prose).collect();
        for part in (1..self.facts.len()).rev() {
            let inner = self.facts[part];
            let facts = &mut self.facts[self.outer[part] as usize];
            facts.words += inner.words;
            facts.linked += inner.linked;
            facts.blocks += inner.blocks;
            facts.punctuation += inner.punctuation;
            facts.prose += inner.prose;
        }
        own_prose
    }

    /// Prose counts for the part around its own, and half for the two next to that; links count against it.
    fn find_core(&mut self, own_prose: &[u32]) {
        let mut near = vec![0.0; own_prose.len()];
        for (part, prose) in own_prose.iter().enumerate().skip(1).filter(|(_, prose)| **prose > 0) {
            let around = self.outer[part] as usize;
            near[part] += *prose as f32 / 2.0;
            near[around] += *prose as f32;
            near[self.outer[around] as usize] += *prose as f32 / 2.0;
        }
        let mut best = 0.0;
        for (part, (near, facts)) in near.iter().zip(&self.facts).enumerate() {
            let score = near * (1.0 - facts.link_share());
            if score > best {
                (best, self.core) = (score, part as u32);
            }
        }
        let (mut part, mut distance) = (self.core, 0);
        loop {
            self.to_core[part as usize] = distance;
            if part == 0 {
                break;
            }
            (part, distance) = (self.outer(part), distance + 1);
        }
    }

    /// Weighs the names of every part that holds text and is not the whole page.
    fn name(&mut self, outline: &Outline<'_>, weight: &dyn Fn(&str) -> Option<f32>) {
        let whole = self.facts[0].words as f32 * WHOLE_PAGE;
        let mut weighed = vec![None; outline.names.len()];
        for (facts, part) in self.facts.iter_mut().zip(&outline.parts) {
            if facts.words > 0 && facts.words as f32 <= whole {
                let weights = weighed[part.names as usize].get_or_insert_with(|| weigh(outline.names_of(part), weight));
                (facts.lowest, facts.highest, facts.sum_around) = *weights;
            }
        }
    }

    /// Counts neighbours alike: of the same element and class, one next to the other.
    fn find_repetitions(&mut self, outline: &Outline<'_>) {
        let mut last_inside = vec![0_u32; outline.parts.len()];
        // For each part the first of its row of neighbours alike; for that one, their number.
        let mut first = vec![0_u32; outline.parts.len()];
        let mut alike = vec![0_u32; outline.parts.len()];
        for (number, part) in
            outline.parts.iter().enumerate().skip(1).filter(|(number, _)| self.facts[*number].words > 0)
        {
            let last = std::mem::replace(&mut last_inside[part.outer as usize], number as u32) as usize;
            let is_alike = last != 0 && {
                let neighbour = &outline.parts[last];
                neighbour.element == part.element
                    && same(outline.names_of(neighbour).class, outline.names_of(part).class)
            };
            first[number] = if is_alike { first[last] } else { number as u32 };
            alike[first[number] as usize] += 1;
        }
        for (number, part) in outline.parts.iter().enumerate().skip(1) {
            let alike = alike[first[number] as usize];
            if alike >= REPETITION && !matches!(part.element, Element::P | Element::Td | Element::Tr) {
                (self.facts[number].alike, self.facts[number].repetition) = (alike, first[number]);
                self.most_alike = self.most_alike.max(alike);
            }
        }
    }

    /// Hands every part what it has from those around.
    fn pass_down(&mut self, outline: &Outline<'_>) {
        let mut classes = vec![None; outline.names.len()];
        for (number, part) in outline.parts.iter().enumerate() {
            let around = self.facts[part.outer as usize];
            if number > 0 && around.repetition != 0 {
                let class = outline.names_of(part).class;
                let class = classes[part.names as usize].get_or_insert_with(|| number_of(&class));
                let facts = &mut self.facts[number];
                facts.repetition = around.repetition;
                facts.place = number_of(&(around.place, part.element as u8, *class));
            }
            let on_the_way = self.to_core[number] != u32::MAX;
            let facts = &mut self.facts[number];
            facts.inside = Elements(around.inside.0 | Elements::of(part.element).0);
            facts.lowest_around = facts.lowest.min(around.lowest_around);
            facts.highest_around = facts.highest.max(around.highest_around);
            facts.group = if facts.blocks >= 2 || number == 0 { number as u32 } else { around.group };
            (facts.out, facts.meeting) = (0, number as u32);
            if number > 0 {
                facts.sum_around += around.sum_around * 0.8;
                facts.depth = around.depth + 1;
                if facts.alike > around.alike {
                    facts.alike_words = facts.words;
                } else {
                    (facts.alike, facts.alike_words) = (around.alike, around.alike_words);
                }
                if !on_the_way {
                    (facts.out, facts.meeting) = (around.out + 1, around.meeting);
                }
            }
        }
    }
}

/// A number for something, the same in every run.
fn number_of(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// What the names of a part weigh: the lowest, zero or below, the highest, zero or above, and all together.
fn weigh(names: &Names<'_>, weight: &dyn Fn(&str) -> Option<f32>) -> (f32, f32, f32) {
    let (mut lowest, mut highest, mut sum, mut weighed) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    hints::words_of(names, |word| {
        if let Some(weight) = weight(word) {
            lowest = lowest.min(weight);
            highest = highest.max(weight);
            sum += weight;
            weighed += 1.0;
        }
    });
    (lowest, highest, sum / weighed.max(1.0).sqrt())
}
