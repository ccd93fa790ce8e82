// SPDX-License-Identifier: MIT OR Apache-2.0
//! The built-in tools against the table of the specification, row for row.

use portcullis::gate::{Answer, Effect, Tool, catalogue};

use crate::row::shared_file;

#[test]
fn the_built_in_tools_are_the_specified_ones_row_for_row() {
    let Some(text) = shared_file("behaviour/gate.md") else { return };
    let cells =
        |line: &str| -> Vec<String> { line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect() };
    let is_row = |cells: &Vec<String>| cells.len() == 7 && matches!(cells[3].as_str(), "yes" | "no");
    let specified: Vec<_> = text.lines().map(cells).filter(is_row).collect();
    let built_in: Vec<_> = catalogue::builtin(Answer::Required).map(|tool| written(&tool)).collect();
    assert_eq!(built_in, specified);
    println!("behaviour/gate.md: {} built-in tools equal", built_in.len());
}

fn written(tool: &Tool) -> Vec<String> {
    let yes = |flag: bool| if flag { "yes" } else { "no" };
    let approval = match tool.effect() {
        Effect::IdempotentWrite | Effect::NonIdempotentWrite => "write",
        Effect::Read if tool.needs_input() => "human input",
        Effect::Read if tool.approval_answer().is_some() => "configurable",
        Effect::Read => "\u{2013}",
    };
    let class = tool.data_class();
    let is_declared = class != portcullis::gate::DataClass::of_group(tool.group()) || tool.group() == "accounts";
    let class = if is_declared { format!("**{class}**") } else { class.to_string() };
    let cells = [
        tool.name(),
        tool.group(),
        tool.effect().as_str(),
        yes(tool.requires_admin()),
        yes(tool.is_enabled_by_default()),
        approval,
        &class,
    ];
    cells.map(str::to_owned).to_vec()
}
