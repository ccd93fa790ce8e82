#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes named.rs beside this file: the named character references of HTML Standard 13.5, from Python's own copy of the table."""
import html.entities
import pathlib

table = html.entities.html5
names = sorted({name.rstrip(";") for name in table})
entries = []
for name in names:
    text = table.get(name + ";", table.get(name))
    bare = "true" if name in table else "false"
    entries.append('("%s", "%s", %s),' % (name, "".join("\\u{%X}" % ord(c) for c in text), bare))

lines, line = [], "   "
for entry in entries:
    if len(line) + 1 + len(entry) > 120:
        lines.append(line)
        line = "   "
    line += " " + entry
lines.append(line)

pathlib.Path(__file__).with_name("named.rs").write_text(
    """// SPDX-License-Identifier: MIT OR Apache-2.0
//! The named character references of the HTML Standard, section 13.5, sorted by name (bytes).
//!
//! Made by `named.py` beside this file from the table in Python's standard library (`html.entities.html5`). It decides
//! nothing and is never edited by hand.

/// Name without `&` and `;`, the text it stands for, and whether it also counts without a semicolon.
#[rustfmt::skip]
pub(super) static NAMED: [(&str, &str, bool); %d] = [
%s
];
""" % (len(entries), "\n".join(lines)), encoding="ascii")
