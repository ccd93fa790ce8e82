// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `html`.
#![forbid(unsafe_code)]
