// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `egress`.
#![forbid(unsafe_code)]
