// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the model is told about a block: its own text, its neighbours, the parts around it and the page.
//!
//! Lines measures up, in an order that the fitted model relies on. Counts go in as they are: the model only asks whether
//! one is above a threshold.

use super::{
    super::{
        block::{Block, Kind, Marker, Outline, Part, Regions},
        element::Element,
    },
    parts::Landscape,
    together,
    words::{Title, Words},
};

macro_rules! features {
    ($($name:ident)*) => {
        /// A feature, by its place in a row.
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "the places within a group of blocks are written one after the other")]
        enum Feature { $($name),* }

        /// The names of the features in their order.
        pub(in super::super) const NAMES: &[&str] = &[$(stringify!($name)),*];
        /// How many features there are.
        pub(super) const FEATURES: usize = NAMES.len();
    };
}

features! {
    // The block itself.
    Words WordLength LinkShare Punctuation EndsSentence Digits Capitals TitleCovered OfTitle Images
    Heading Marked IsParagraph IsItem IsDivision InTable Depth
    // The tags around it.
    InNavigation InAside InBanner InContent InFirstMain InFirstArticle
    InFooter InHeader InForm InArticle InSection InFigure InDetails
    // What the parts around it are called.
    HintLow HintHigh HintLowNear HintHighNear HintLowThird HintHighThird HintLowAround HintHighAround HintSum
    // The group it stands in, the next wider one and the one around that.
    GroupWords GroupLinks GroupAverage GroupPunctuation GroupProse GroupProseShare GroupBlocks GroupShare
    WiderWords WiderLinks WiderAverage WiderPunctuation WiderProse WiderProseShare WiderBlocks WiderShare
    WidestWords WidestLinks WidestAverage WidestPunctuation WidestProse WidestProseShare WidestBlocks WidestShare
    Alike AlikeWords
    // Where it stands from the core.
    CoreUp CoreOut MeetingLinks MeetingProse
    // Where it stands on the page.
    Place WordsBefore ShareBefore WordsAfter FromFirstHeading FromTitle SinceHeading SinceProse UntilProse
    // Its neighbours.
    WordsOneBefore WordsTwoBefore WordsOneAfter WordsTwoAfter LinksOneBefore LinksOneAfter
    PunctuationOneBefore HeadingOneAfter SamePartBefore SamePartAfter
    // The page.
    PageWords PageLinks PageBlocks PageAverage PageProse PageProseShare PageArticles PageTopHeadings PageMostAlike
    TitleWords CoreProse CoreWords MainWords MainProse ArticleWords ArticleProse
    AddressDepth AddressHyphens AddressDigits AddressLength
}

/// The first feature of those that are the same for all blocks of a page.
pub(super) const COMMON: usize = Feature::PageWords as usize;

/// Blocks that are measured together, so that the processor can compare several at once.
pub(super) const TOGETHER: usize = 16;

/// Blocks of a page that are measured; of the pages that the model was fitted on none has half as many.
const MOST_MEASURED: usize = 8192;

/// The features of some blocks: for each feature its value for each of them.
pub(super) type Columns = [[f32; TOGETHER]; FEATURES];

/// What is measured of three groups together.
const GROUPS: usize = Feature::Alike as usize - Feature::GroupWords as usize;

/// Blocks on either side in which a heading, the title or prose is looked for.
const NEAR: usize = 99;

/// What is known of a page before its content is chosen.
pub(in super::super) struct Page<'p> {
    /// Its blocks and parts.
    pub(in super::super) outline: &'p Outline<'p>,
    /// What each block's text is made of; nothing for a block that is not to be read.
    pub(in super::super) words: &'p [Words],
    /// Its title.
    pub(in super::super) title: &'p Title<'p>,
    /// Its address.
    pub(in super::super) url: Option<&'p str>,
}

/// The features of a page's blocks, some blocks after the other.
pub(in super::super) struct Features<'p> {
    page: &'p Page<'p>,
    landscape: Landscape,
    next: usize,
    /// The group that the last block stands in, and what is measured of it and of the wider ones around.
    group: (u32, [f32; GROUPS]),
    first_heading: Option<usize>,
    title: Option<usize>,
    until_prose: Vec<u8>,
    since_prose: usize,
    since_heading: usize,
    words_before: u32,
}

impl<'p> Features<'p> {
    /// Prepares to measure; `weight` tells what a word in a part's names hints at.
    pub(in super::super) fn of(page: &'p Page<'p>, weight: &dyn Fn(&str) -> Option<f32>) -> Self {
        let landscape = Landscape::of(page.outline, page.words, weight);
        let blocks = &page.outline.blocks;
        let first_heading = blocks.iter().position(|block| block.kind == Kind::Heading(1));
        let mut until_prose = vec![NEAR as u8; blocks.len()];
        let mut distance = NEAR as u8;
        for (until, words) in until_prose.iter_mut().zip(page.words).rev() {
            distance = if words.is_prose() { 0 } else { (distance + 1).min(NEAR as u8) };
            *until = distance;
        }
        Features {
            page,
            landscape,
            next: 0,
            group: (u32::MAX, [0.0; GROUPS]),
            first_heading,
            title: title_of(page),
            until_prose,
            since_prose: NEAR,
            since_heading: NEAR,
            words_before: 0,
        }
    }

    /// Columns for [`Features::measure`], in which what is the same for all blocks stands already.
    pub(super) fn columns(&self) -> Columns {
        let mut columns = [[0.0; TOGETHER]; FEATURES];
        let mut set = |feature, value: f32| columns[feature as usize] = [value; TOGETHER];
        let outline = self.page.outline;
        let whole = self.landscape.facts[0];
        let (words, prose) = (whole.words.max(1) as f32, whole.prose.max(1) as f32);
        set(Feature::PageWords, whole.words as f32);
        set(Feature::PageLinks, whole.link_share());
        set(Feature::PageBlocks, outline.blocks.len() as f32);
        set(Feature::PageAverage, whole.words as f32 / outline.blocks.len().max(1) as f32);
        set(Feature::PageProse, whole.prose as f32);
        set(Feature::PageProseShare, whole.prose as f32 / words);
        let articles =
            || outline.parts.iter().zip(&self.landscape.facts).filter(|(part, _)| part.element == Element::Article);
        set(Feature::PageArticles, articles().count() as f32);
        let top = outline.blocks.iter().filter(|block| block.kind == Kind::Heading(1)).count();
        set(Feature::PageTopHeadings, top as f32);
        set(Feature::PageMostAlike, self.landscape.most_alike as f32);
        set(Feature::TitleWords, self.page.title.len() as f32);
        let core = self.landscape.at(self.landscape.core);
        set(Feature::CoreProse, core.prose as f32 / prose);
        set(Feature::CoreWords, core.words as f32 / words);
        let is_main = |part: &Part| part.element == Element::Main || outline.names_of(part).role == "main";
        let main = outline.parts.iter().zip(&self.landscape.facts).find(|(part, _)| is_main(part));
        set(Feature::MainWords, main.map_or(-1.0, |(_, facts)| facts.words as f32 / words));
        set(Feature::MainProse, main.map_or(-1.0, |(_, facts)| facts.prose as f32 / prose));
        set(Feature::ArticleWords, articles().next().map_or(-1.0, |(_, facts)| facts.words as f32 / words));
        let most = articles().map(|(_, facts)| facts.prose).max();
        set(Feature::ArticleProse, most.map_or(-1.0, |most| most as f32 / prose));
        let address = self.page.url.map(Address::of);
        let measure =
            |measured: fn(&Address) -> usize| address.as_ref().map_or(-1.0, |address| measured(address) as f32);
        set(Feature::AddressDepth, measure(|address| address.depth));
        set(Feature::AddressHyphens, measure(|address| address.hyphens));
        set(Feature::AddressDigits, measure(|address| address.digits));
        set(Feature::AddressLength, measure(|address| address.last));
        columns
    }

    /// Measures the next blocks: for each column the number of blocks that it stands for, zero behind the last one.
    ///
    /// On a page of very many blocks one stands for its neighbours of the same kind in the same group.
    pub(super) fn measure(&mut self, columns: &mut Columns) -> [usize; TOGETHER] {
        let blocks = &self.page.outline.blocks;
        let most = blocks.len().div_ceil(MOST_MEASURED);
        let mut counts = [0; TOGETHER];
        for (lane, count) in counts.iter_mut().enumerate() {
            let Some(block) = blocks.get(self.next) else { break };
            self.measure_next(columns, lane);
            let is_alike = |next: &Block| next.kind == block.kind && self.landscape.at(next.part).group == self.group.0;
            let alike = blocks[self.next..].iter().take(most - 1).take_while(|next| is_alike(next)).count();
            (0..alike).for_each(|_| self.pass());
            *count = 1 + alike;
        }
        counts
    }

    /// For each block the number of those that it is content together with, zero for none.
    pub(in super::super) fn groups(&self) -> Vec<u32> {
        together::groups(self.page.outline, &self.landscape)
    }

    /// All features, block after block.
    pub(in super::super) fn rows(mut self) -> impl Iterator<Item = [f32; FEATURES]> {
        let mut columns = self.columns();
        let blocks = self.page.outline.blocks.len() - self.next;
        (0..blocks).map(move |_| {
            self.measure_next(&mut columns, 0);
            columns.map(|column| column[0])
        })
    }

    fn measure_next(&mut self, columns: &mut Columns, lane: usize) {
        assert!(lane < TOGETHER);
        let (at, words_before) = (self.next, self.words_before);
        self.pass();
        let block = &self.page.outline.blocks[at];
        let group = self.landscape.at(block.part).group;
        if self.group.0 != group {
            self.group = (group, self.measure_groups(group));
        }
        self.fill(columns, lane, at, words_before);
    }

    /// Goes on to the next block.
    fn pass(&mut self) {
        let (block, words) = (&self.page.outline.blocks[self.next], &self.page.words[self.next]);
        self.since_heading = match block.kind {
            Kind::Heading(_) => 0,
            _ => (self.since_heading + 1).min(NEAR),
        };
        self.since_prose = if words.is_prose() { 0 } else { (self.since_prose + 1).min(NEAR) };
        self.words_before += words.words;
        self.next += 1;
    }

    /// What is measured of the group of this number, of the next wider one and the one around that.
    fn measure_groups(&self, mut group: u32) -> [f32; GROUPS] {
        let land = &self.landscape;
        let whole = land.facts[0];
        let (all_words, all_prose) = (whole.words.max(1) as f32, whole.prose.max(1) as f32);
        let mut measures = [0.0; GROUPS];
        for measures in measures.chunks_exact_mut(GROUPS / 3) {
            let facts = land.at(group);
            let words = facts.words.max(1) as f32;
            measures.copy_from_slice(&[
                facts.words as f32,
                facts.link_share(),
                words / facts.blocks.max(1) as f32,
                facts.punctuation as f32 / words,
                facts.prose as f32 / words,
                facts.prose as f32 / all_prose,
                facts.blocks as f32,
                facts.words as f32 / all_words,
            ]);
            group = land.wider(group);
        }
        measures
    }

    fn fill(&self, columns: &mut Columns, lane: usize, at: usize, words_before: u32) {
        let (outline, words) = (self.page.outline, &self.page.words[at]);
        let block = &outline.blocks[at];
        for (column, measure) in columns[Feature::GroupWords as usize..].iter_mut().zip(self.group.1) {
            column[lane] = measure;
        }
        let land = &self.landscape;
        let part = &outline.parts[block.part as usize];
        let facts = land.at(block.part);
        let whole = land.facts[0];
        let mut set = |feature: Feature, value: f32| columns[feature as usize][lane] = value;

        let count = words.words.max(1) as f32;
        set(Feature::Words, words.words as f32);
        set(Feature::WordLength, words.bytes as f32 / count);
        set(Feature::LinkShare, words.link_share());
        set(Feature::Punctuation, words.punctuation as f32 / count);
        set(Feature::EndsSentence, flag(words.ends_sentence));
        set(Feature::Digits, words.digits as f32 / words.bytes.max(1) as f32);
        set(Feature::Capitals, words.capitals as f32 / count);
        set(Feature::TitleCovered, words.of_title as f32 / self.page.title.len().max(1) as f32);
        set(Feature::OfTitle, words.of_title as f32 / count);
        set(Feature::Images, (block.notes.end - block.notes.start) as f32);
        set(Feature::Heading, heading(block));
        set(
            Feature::Marked,
            match self.page.outline.markers_of(block).last() {
                None => 0.0,
                Some((Marker::Bullet, _)) => 1.0,
                Some((Marker::Definition, _)) => 3.0,
                Some(_) => 2.0,
            },
        );
        set(Feature::IsParagraph, flag(part.element == Element::P));
        set(Feature::IsItem, flag(part.element == Element::Li));
        set(Feature::IsDivision, flag(part.element == Element::Div));
        set(Feature::InTable, flag(block.table > 0));
        set(Feature::Depth, facts.depth as f32);

        set(Feature::InNavigation, flag(block.regions.meets(Regions::NAVIGATION)));
        set(Feature::InAside, flag(block.regions.meets(Regions::ASIDE)));
        set(Feature::InBanner, flag(block.regions.meets(Regions::BANNER)));
        set(Feature::InContent, flag(block.regions.meets(Regions::CONTENT)));
        set(Feature::InFirstMain, flag(block.regions.meets(Regions::FIRST_MAIN)));
        set(Feature::InFirstArticle, flag(block.regions.meets(Regions::FIRST_ARTICLE)));
        for (feature, element) in [
            (Feature::InFooter, Element::Footer),
            (Feature::InHeader, Element::Header),
            (Feature::InForm, Element::Form),
            (Feature::InArticle, Element::Article),
            (Feature::InSection, Element::Section),
            (Feature::InFigure, Element::Figure),
            (Feature::InDetails, Element::Details),
        ] {
            set(feature, flag(facts.inside.has(element)));
        }

        let around = land.outer(block.part);
        let second = land.outer(around);
        let third = land.outer(second);
        let near = [facts, land.at(around), land.at(second)];
        set(Feature::HintLow, facts.lowest);
        set(Feature::HintHigh, facts.highest);
        set(Feature::HintLowNear, near.iter().fold(0.0, |low, facts| low.min(facts.lowest)));
        set(Feature::HintHighNear, near.iter().fold(0.0, |high, facts| high.max(facts.highest)));
        set(Feature::HintLowThird, land.at(third).lowest);
        set(Feature::HintHighThird, land.at(third).highest);
        set(Feature::HintLowAround, facts.lowest_around);
        set(Feature::HintHighAround, facts.highest_around);
        set(Feature::HintSum, facts.sum_around);

        let (all_words, all_prose) = (whole.words.max(1) as f32, whole.prose.max(1) as f32);
        set(Feature::Alike, facts.alike as f32);
        set(Feature::AlikeWords, facts.alike_words as f32);

        let meeting = land.at(facts.meeting);
        set(Feature::CoreUp, land.distance_to_core(facts.meeting) as f32);
        set(Feature::CoreOut, facts.out as f32);
        set(Feature::MeetingLinks, meeting.link_share());
        set(Feature::MeetingProse, meeting.prose as f32 / all_prose);

        let blocks = &outline.blocks;
        set(Feature::Place, at as f32 / blocks.len() as f32);
        set(Feature::WordsBefore, words_before as f32);
        set(Feature::ShareBefore, words_before as f32 / all_words);
        set(Feature::WordsAfter, (whole.words - words_before) as f32);
        set(Feature::FromFirstHeading, distance(at, self.first_heading));
        set(Feature::FromTitle, distance(at, self.title));
        set(Feature::SinceHeading, self.since_heading as f32);
        set(Feature::SinceProse, self.since_prose as f32);
        set(Feature::UntilProse, f32::from(self.until_prose[at]));

        let neighbour = |by: isize| at.checked_add_signed(by).filter(|at| *at < blocks.len());
        let counted = |by, measure: fn(&Words) -> f32| neighbour(by).map_or(-1.0, |at| measure(&self.page.words[at]));
        set(Feature::WordsOneBefore, counted(-1, |words| words.words as f32));
        set(Feature::WordsTwoBefore, counted(-2, |words| words.words as f32));
        set(Feature::WordsOneAfter, counted(1, |words| words.words as f32));
        set(Feature::WordsTwoAfter, counted(2, |words| words.words as f32));
        set(Feature::LinksOneBefore, counted(-1, Words::link_share));
        set(Feature::LinksOneAfter, counted(1, Words::link_share));
        set(Feature::PunctuationOneBefore, counted(-1, |words| words.punctuation as f32 / words.words.max(1) as f32));
        set(Feature::HeadingOneAfter, neighbour(1).map_or(-1.0, |at| heading(&blocks[at])));
        let kinship = |by| match neighbour(by).map(|at| blocks[at].part) {
            None => -1.0,
            Some(other) if other == block.part => 1.0,
            Some(other) if land.outer(other) == around => 0.5,
            Some(_) => 0.0,
        };
        set(Feature::SamePartBefore, kinship(-1));
        set(Feature::SamePartAfter, kinship(1));
    }
}

/// The block that repeats the title: a first-level heading if there is one, else the one that covers most of it.
fn title_of(page: &Page<'_>) -> Option<usize> {
    let repeats =
        |words: &Words| words.of_title * 5 > words.words * 3 && words.of_title as usize * 5 > page.title.len() * 2;
    let candidates = page.outline.blocks.iter().zip(page.words).enumerate().filter(|(_, (_, words))| repeats(words));
    candidates
        .min_by_key(|(at, (block, words))| (block.kind != Kind::Heading(1), u32::MAX - words.of_title, *at))
        .map(|(at, _)| at)
}

/// Blocks from a landmark, negative before it.
fn distance(at: usize, landmark: Option<usize>) -> f32 {
    const FARTHEST: f32 = 50.0;
    landmark.map_or(FARTHEST + 10.0, |landmark| (at as f32 - landmark as f32).clamp(-FARTHEST, FARTHEST))
}

fn heading(block: &Block) -> f32 {
    match block.kind {
        Kind::Line => 0.0,
        Kind::Heading(level) => f32::from(level),
        Kind::Preformatted => 9.0,
    }
}

fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

/// What the path of a page's address tells: articles have long names of many words, front pages none.
struct Address {
    depth: usize,
    hyphens: usize,
    digits: usize,
    last: usize,
}

impl Address {
    fn of(url: &str) -> Self {
        let behind_scheme = url.split_once("://").map_or(url, |(_, behind)| behind);
        let path = behind_scheme.split_once('/').map_or("", |(_, path)| path);
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let segments = || path.split('/').filter(|segment| !segment.is_empty());
        let last = segments().next_back().unwrap_or_default();
        let count = |text: &str, is: fn(&u8) -> bool| text.bytes().filter(is).count();
        Address {
            depth: segments().count(),
            hyphens: count(last, |byte| matches!(byte, b'-' | b'_')),
            digits: count(path, u8::is_ascii_digit),
            last: last.len(),
        }
    }
}
