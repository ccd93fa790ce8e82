// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which part of a page is its content.
//!
//! Decides block by block: a page of some length by what the fitted model finds likely, a short one by its tags. It never
//! looks at hidden text: there is none in an outline.

use super::{
    block::{Block, Kind, Regions},
    parser::Parsed,
    score::{
        self,
        words::{self, Title, Words},
    },
};

/// A `noscript` counts when it holds at least this many words, and more than the rest of the page.
const NOSCRIPT_WORDS: u32 = 40;
/// A page with fewer words than this is judged by its tags: there is too little to measure.
const FEW_TO_MEASURE: u32 = 120;
/// Content with fewer words than this is doubted …
const FEW_WORDS: u32 = 25;
/// … and given up when the page holds this many times more.
const MANY_TIMES: u32 = 10;

/// Parts of a page that are never the content of a short one.
const AROUND: Regions = Regions::NAVIGATION.and(Regions::ASIDE).and(Regions::BANNER);

/// What was chosen.
pub(super) struct Selection {
    /// For each block, whether it belongs to the content.
    pub(super) keep: Vec<bool>,
    /// Whether the markup holds almost no text.
    pub(super) thin: bool,
}

/// Chooses the content of the page `title` at `url`.
pub(super) fn content(parsed: &Parsed<'_>, title: &str, url: Option<&str>) -> Selection {
    let title = Title::new(title);
    let (words, present) = readable(parsed, &title);
    let total = words.iter().map(|words| words.words).sum::<u32>();
    let keep = if total < FEW_TO_MEASURE {
        by_tags(parsed, &words, &present)
    } else {
        let page = score::Page { outline: &parsed.outline, words: &words, title: &title, url };
        let probabilities = score::probabilities(&page);
        let enough = cut(&probabilities, &words);
        probabilities.iter().zip(&present).map(|(probability, present)| *present && *probability >= enough).collect()
    };
    Selection { keep, thin: total == 0 || (total < FEW_WORDS && parsed.has_script) }
}

/// The words of each block and whether it is there to be read. Of a `noscript`'s blocks and the others, one side is.
pub(super) fn readable(parsed: &Parsed<'_>, title: &Title<'_>) -> (Vec<Words>, Vec<bool>) {
    let blocks = &parsed.outline.blocks;
    let mut words = words::count(&parsed.outline, title);
    let in_noscript = |block: &Block| block.regions.meets(Regions::NO_SCRIPT);
    let (mut unscripted, mut scripted) = (0, 0);
    for (block, words) in blocks.iter().zip(&words) {
        *(if in_noscript(block) { &mut unscripted } else { &mut scripted }) += words.words;
    }
    let read_noscript = unscripted >= NOSCRIPT_WORDS && unscripted > scripted;
    let present: Vec<bool> = blocks.iter().map(|block| read_noscript || !in_noscript(block)).collect();
    for (words, _) in words.iter_mut().zip(&present).filter(|(_, present)| !**present) {
        *words = Words::default();
    }
    (words, present)
}

/// Everything a reader with scripts sees, chosen or not.
pub(super) fn everything(parsed: &Parsed<'_>) -> Vec<bool> {
    parsed.outline.blocks.iter().map(|block| !block.regions.meets(Regions::NO_SCRIPT)).collect()
}

/// What the tags say: the first `main`, else a sole `article`, without what stands around. Where that holds too little, all
/// that does not stand around; where nothing else is there, what stands around.
fn by_tags(parsed: &Parsed<'_>, words: &[Words], present: &[bool]) -> Vec<bool> {
    let root = match (parsed.has_main, parsed.has_sole_article) {
        (true, _) => Some(Regions::FIRST_MAIN),
        (false, true) => Some(Regions::FIRST_ARTICLE),
        (false, false) => None,
    };
    let in_body = |block: &Block| !block.regions.meets(AROUND);
    let in_root = |block: &Block| in_body(block) && root.is_none_or(|root| block.regions.meets(root));
    let blocks = || parsed.outline.blocks.iter().zip(words);
    let total = |chosen: &dyn Fn(&Block) -> bool| -> u32 {
        blocks().filter(|(block, _)| chosen(block)).map(|(_, words)| words.words).sum()
    };
    let only_heads = |chosen: &dyn Fn(&Block) -> bool| {
        blocks().all(|(block, words)| matches!(block.kind, Kind::Heading(_)) || words.words == 0 || !chosen(block))
    };
    let (root_words, body_words) = (total(&in_root), total(&in_body));
    let root_is_doubtful = only_heads(&in_root) || (root_words < FEW_WORDS && body_words >= MANY_TIMES * root_words);
    let chosen: &dyn Fn(&Block) -> bool = match (root_is_doubtful, body_words) {
        (_, 0) => &|_| true,
        (true, _) => &in_body,
        (false, _) => &in_root,
    };
    parsed.outline.blocks.iter().zip(present).map(|(block, present)| *present && chosen(block)).collect()
}

/// How likely a block must be to be kept: the threshold with the best expected F1 of words.
///
/// Taking the blocks from the most likely on, the words expected to be content grow more slowly than the words taken; F1
/// weighs what is gained against what is taken along. So an article, whose blocks are likely or not, is cut sharply, and
/// a page of many half-likely ones is kept wide.
fn cut(probabilities: &[f32], words: &[Words]) -> f32 {
    let expected = |block: usize| probabilities[block] * words[block].words as f32;
    let mut order: Vec<usize> = (0..probabilities.len()).filter(|block| words[*block].words > 0).collect();
    order.sort_unstable_by(|one, other| probabilities[*other].total_cmp(&probabilities[*one]));
    let all: f32 = order.iter().map(|block| expected(*block)).sum();
    let (mut right, mut taken, mut best, mut threshold) = (0.0, 0.0, 0.0, f32::INFINITY);
    for block in order {
        right += expected(block);
        taken += words[block].words as f32;
        let f1 = 2.0 * right / (taken + all);
        if f1 >= best {
            (best, threshold) = (f1, probabilities[block]);
        }
    }
    threshold
}

#[cfg(test)]
mod tests {
    use super::{super::parser, *};

    fn chosen(html: &str) -> String {
        let parsed = parser::parse(html, None);
        let selection = content(&parsed, "", None);
        let kept = parsed.outline.blocks.iter().zip(&selection.keep).filter(|(_, keep)| **keep);
        let texts = kept.map(|(block, _)| &parsed.outline.text[block.text.start as usize..block.text.end as usize]);
        texts.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_short_page_is_judged_by_its_tags() {
        assert_eq!(chosen("<nav>Home</nav><main><p>Text.</main><footer>Imprint</footer>"), "Text.");
        assert_eq!(chosen("<header>Site</header><article><header>Head</header><p>Text.</article>"), "Head\nText.");
    }

    #[test]
    fn a_short_page_falls_back_where_its_tags_hold_too_little() {
        for (page, expected) in [
            ("<main></main><p>Seven words stand outside of it.", "Seven words stand outside of it."),
            ("<main></main><main><p>Second.</main>", "Second."),
            ("<article></article><nav>Home</nav><p>Hello.", "Hello."),
            ("<main><h1>Prices</h1></main><p>Beer, three.", "Prices\nBeer, three."),
            ("<main><nav>Home</nav></main><p>Text.", "Text."),
            ("<header><p>Welcome.</header>", "Welcome."),
            ("<nav>Home</nav><footer>Imprint</footer>", "Home\nImprint"),
            ("<main><h1>Title</h1></main><footer>Imprint</footer>", "Title"),
        ] {
            assert_eq!(chosen(page), expected, "{page}");
        }
    }

    #[test]
    fn a_long_page_is_judged_by_what_stands_where() {
        let links = |names: &str| -> String {
            names.split(' ').map(|name| format!("<li><a href=/{name}>{name}</a>")).collect()
        };
        let prose =
            "<p>The tide rises twice a day, because the moon pulls at the water, and the water follows it slowly. \
                     Where the coast is narrow, it rises higher than where it is wide."
                .repeat(6);
        let page = format!(
            "<div class=menu><ul>{}</ul></div><div id=content><h1>Tides</h1>{prose}</div>\
             <div class='footer-links'><ul>{}</ul><p>Copyright, all rights reserved</div>",
            links("Home Weather Harbours Boats Shop Login Contact"),
            links("Imprint Privacy Terms Jobs Newsletter Facebook"),
        );
        let text = chosen(&page);
        assert!(text.starts_with("Tides\nThe tide rises"), "{text}");
        assert_eq!(text.matches("The tide rises").count(), 6);
        for around in ["Login", "Privacy", "Copyright"] {
            assert!(!text.contains(around), "{around}: {text}");
        }
    }

    #[test]
    fn a_uniform_list_is_kept_whole_or_not_at_all() {
        for items in [60, 200, 1000] {
            let list: String = (1..=items)
                .map(|number| {
                    format!(
                        "<li><a href=https://s{number}.example/>Resource number {number}</a><p>Good for {number}.</li>"
                    )
                })
                .collect();
            let page = format!(
                "<header><a href=/>Home</a></header><main><h1>Resources</h1><p>This page lists the resources that we found \
                 useful, in no order, with a word on what each is good for.<ul>{list}</ul></main><footer>Imprint</footer>"
            );
            let text = chosen(&page);
            for line in ["Resource number", "Good for"] {
                assert!([0, items].contains(&text.matches(line).count()), "{line}: {text}");
            }
        }
    }

    #[test]
    fn on_a_page_of_very_many_blocks_some_speak_for_their_neighbours() {
        let links: String = (0..6000).map(|number| format!("<li><a href=/{number}>Harbour {number}</a>")).collect();
        let prose = "<p>The tide rises twice a day, because the moon pulls at the water, and the water follows it."
            .repeat(12_000);
        let page = format!("<div class=menu><ul>{links}</ul></div><div id=content><h1>Tides</h1>{prose}</div>");
        let text = chosen(&page);
        assert_eq!(text.matches("The tide rises").count(), 12_000);
        assert_eq!(text.matches("Harbour").count(), 0);
    }

    #[test]
    fn the_cut_falls_where_the_expected_f1_is_best() {
        let words = |counts: &[u32]| -> Vec<Words> {
            let counted = |count| {
                let mut words = Words::default();
                words.words = count;
                words
            };
            counts.iter().copied().map(counted).collect()
        };
        // Sharply parted: the likely ones alone.
        assert_eq!(cut(&[0.9, 0.1, 0.95], &words(&[100, 100, 100])), 0.9);
        // All half likely: better too much than half of it.
        assert_eq!(cut(&[0.4, 0.5, 0.45], &words(&[100, 100, 100])), 0.4);
        // A block without words decides nothing.
        assert_eq!(cut(&[0.9, 0.01], &words(&[100, 0])), 0.9);
        assert_eq!(cut(&[], &[]), f32::INFINITY);
    }
}
