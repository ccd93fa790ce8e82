// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the page's own CSS says about whether text is seen: `style` attributes and `style` elements.
//!
//! Decides which declarations apply to an element (CSS Cascade 5: importance, layers, specificity, order) and whether
//! what they set hides its text. It reads compound selectors only, never loads a sheet, and where it cannot tell whether
//! a rule applies it lets that rule hide and never show.

mod cascade;
mod colour;
mod compound;
mod declaration;
mod feature;
mod length;
mod media;
mod name;
mod plausible;
mod property;
mod reader;
mod rules;
mod selector;
mod shape;
mod sheet;
mod utility;
mod value;

/// Pixels of the reader's screen.
const SCREEN_WIDTH: f32 = 1280.0;
const SCREEN_HEIGHT: f32 = 800.0;

pub(super) use self::{
    cascade::{Cascade, Ink, Judgement, Subject, Veil},
    sheet::{Certainty, Sheet},
};
