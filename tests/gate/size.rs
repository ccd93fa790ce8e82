// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large and hostile inputs: linear time, an error or the fail-closed answer, never a crash.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use portcullis::gate::{
    AllowList, Availability, ConfiguredGroups, Declaration, GateInput, Reading, Setting, Skill, Tool, ToolGate,
    ToolRegistry, TrustFloor, TrustLevel, TrustZone, resolve_allow_list,
};

/// How much longer than linear a time may look on a loaded machine, whose caches hold the few and not the many. Ten times
/// the input in quadratic time looks ten times longer.
const NOISE: u32 = 5;

fn gate_of(tools: usize) -> ToolGate {
    let names = (0..tools).map(|number| format!("tool_{number}"));
    let registry = ToolRegistry::new(names.clone().map(|name| Tool::new(name, "content"))).unwrap();
    let declaration = Declaration::Tools(names.collect());
    let skill = Skill { enabled: true, trust: TrustLevel::Verified, declaration, ..Skill::default() };
    let groups = ConfiguredGroups::read(Setting::of(Some("system,content")));
    let input = GateInput { skills: vec![skill], groups, zone: TrustZone::Local, ..GateInput::default() };
    ToolGate::new(Arc::new(registry), &Availability::default(), &input)
}

/// One comparison at a time: two would measure each other.
static ALONE: Mutex<()> = Mutex::new(());

/// The shortest of several runs of each, which alternate, so that what else the machine does hits both.
fn times(mut few_run: impl FnMut(), mut many_run: impl FnMut()) -> (Duration, Duration) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let once = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let shorter = |(few, many): (Duration, Duration), _| (few.min(once(&mut few_run)), many.min(once(&mut many_run)));
    (0..8).fold((Duration::MAX, Duration::MAX), shorter)
}

#[test]
fn explaining_and_offering_are_linear_up_to_1000_tools() {
    let (few, many) = (gate_of(100), gate_of(1_000));
    assert_eq!(many.offerable_enabled().len(), 1_000);
    // Often enough that a call of microseconds outlasts what else the machine does.
    let ten_times =
        |of: fn(&ToolGate)| times(|| (0..1_000).for_each(|_| of(&few)), || (0..100).for_each(|_| of(&many)));
    for (name, of) in [
        ("explain", (|gate| drop(gate.explain_enabled())) as fn(&ToolGate)),
        ("offerable", |gate| drop(gate.offerable_enabled())),
        ("unavailable", |gate| drop(gate.unavailable())),
    ] {
        let (few, many) = ten_times(of);
        println!("{name}: 1,000 x 100 tools in {few:?}, 100 x 1,000 tools in {many:?}");
        assert!(many < few * NOISE, "{name}: {many:?} against {few:?}");
    }
}

#[test]
fn a_gate_for_1000_tools_is_built_in_linear_time() {
    let built = |number: usize, tools: usize| (0..number).for_each(|_| drop(gate_of(tools)));
    let (few, many) = times(|| built(100, 100), || built(10, 1_000));
    assert!(many < few * NOISE, "{many:?} against {few:?}");
}

fn skills(number: usize, identifier: impl Fn(usize) -> String, declaration: &Declaration) -> Vec<Skill> {
    let skill = |index| Skill {
        source: 1,
        identifier: identifier(index),
        enabled: true,
        orphaned: false,
        trust: TrustLevel::Verified,
        declaration: declaration.clone(),
    };
    (0..number).map(skill).collect()
}

#[test]
fn a_hundred_thousand_skills_are_resolved_in_linear_time() {
    let names = Declaration::Tools(vec!["a".to_owned(), "b".to_owned()]);
    let resolved = |skills: &[Skill]| resolve_allow_list(skills, TrustFloor::default(), Reading::Strict);
    let few = skills(10_000, |index| index.to_string(), &names);
    let many = skills(100_000, |index| index.to_string(), &names);
    assert_eq!(resolved(&many).0, AllowList::of(["a", "b"]));
    let (few, many) = times(|| (0..10).for_each(|_| drop(resolved(&few))), || drop(resolved(&many)));
    println!("100,000 skills in {many:?}, 10 x 10,000 in {few:?}");
    assert!(many < few * NOISE, "{many:?} against {few:?}");
}

#[test]
fn a_hundred_thousand_broken_skills_allow_nothing_and_are_all_named() {
    let broken = skills(100_000, |index| index.to_string(), &Declaration::Broken);
    let (list, warnings) = resolve_allow_list(&broken, TrustFloor::default(), Reading::Strict);
    assert_eq!(list, AllowList::nothing());
    assert_eq!(warnings.len(), 100_000);
    let repeated = skills(100_000, |_| "same".to_owned(), &Declaration::Broken);
    assert_eq!(resolve_allow_list(&repeated, TrustFloor::default(), Reading::Strict).1.len(), 1);
}

#[test]
fn a_declaration_of_a_hundred_thousand_names_is_read_in_linear_time() {
    let object = |entries: usize| {
        let entries: Vec<_> = (0..entries).map(|index| format!("\"k{index}\":\"tool_{index}\"")).collect();
        format!("{{{}}}", entries.join(","))
    };
    let (few, many) = (object(10_000), object(100_000));
    let read = |text: &str| Declaration::read(Setting::of(Some(text)));
    assert!(matches!(read(&many), Declaration::Tools(names) if names.len() == 100_000));
    let (few, many) = times(|| (0..10).for_each(|_| drop(read(&few))), || drop(read(&many)));
    assert!(many < few * NOISE, "{many:?} against {few:?}");
}

#[test]
fn deep_json_allows_nothing_and_does_not_overflow_a_small_stack() {
    let small = std::thread::Builder::new().stack_size(128 * 1024);
    let run = small.spawn(|| {
        for depth in [500, 511, 512, 10_000, 1_000_000] {
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                let text = format!("[\"a\",{}1{}]", open.repeat(depth), close.repeat(depth));
                let declaration = Declaration::read(Setting::of(Some(&text)));
                assert_eq!(declaration == Declaration::Broken, depth > 510, "{depth}");
                assert_eq!(Declaration::read(Setting::of(Some(&open.repeat(depth)))), Declaration::Broken);
            }
        }
    });
    run.unwrap().join().unwrap();
}
