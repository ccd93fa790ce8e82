// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the invocation rules with rules and resolvers of fixed answers.
#![allow(clippy::unwrap_used)]

use super::*;

struct Fixed {
    id: RuleId,
    needs_history: bool,
    answer: Result<Judgement, Failure>,
}

impl InvocationRule for Fixed {
    fn id(&self) -> &RuleId {
        &self.id
    }

    fn needs_complete_history(&self) -> bool {
        self.needs_history
    }

    fn judge(&self, _: &Invocation<'_>, target: Option<&Target>) -> Result<Judgement, Failure> {
        match target {
            Some(target) => Ok(Judgement::Deny { message: target.identifier.clone() }),
            None => self.answer.clone(),
        }
    }
}

struct Claims(Result<Option<&'static str>, Failure>);

impl TargetResolver for Claims {
    fn claim(&self, _: &Invocation<'_>) -> Result<Option<Target>, Failure> {
        self.0.map(|claim| claim.map(|of| Target { kind: "table".to_owned(), identifier: of.to_owned() }))
    }
}

fn rule(id: &str, answer: Result<Judgement, Failure>) -> Box<dyn InvocationRule> {
    Box::new(Fixed { id: RuleId::new(id).unwrap(), needs_history: false, answer })
}

fn denies(id: &str) -> Box<dyn InvocationRule> {
    rule(id, Ok(Judgement::Deny { message: format!("{id} says no") }))
}

fn judge(rules: Vec<Box<dyn InvocationRule>>, claims: Vec<Claims>) -> Result<(), Denial> {
    let resolvers = claims.into_iter().map(|claim| Box::new(claim) as Box<dyn TargetResolver>).collect();
    let tool = Tool::new("a", "content");
    let call = Invocation { tool: &tool, arguments: Some(&Value::Null), history: History::Incomplete };
    InvocationPolicy::new(rules, resolvers).unwrap().judge(&call)
}

#[test]
fn a_rule_id_has_its_form() {
    for id in ["a", "a.b-c_9", &"x".repeat(64)] {
        assert_eq!(RuleId::new(id).unwrap().as_str(), id);
    }
    for text in ["", "A", "9a", "a b", "a\n", "\u{e4}", "-a", &"x".repeat(65)] {
        assert_eq!(RuleId::new(text), Err(PolicyError::RuleId { text: text.to_owned() }), "{text:?}");
    }
}

#[test]
fn rule_ids_are_unique() {
    let error = InvocationPolicy::new(vec![denies("a"), denies("b"), denies("a")], vec![]).err().unwrap();
    assert_eq!(error.to_string(), "two rules have the id \"a\"");
}

#[test]
fn no_rules_allow_every_call() {
    assert_eq!(judge(vec![], vec![]), Ok(()));
}

#[test]
fn the_first_denial_wins_and_carries_the_id_of_its_rule() {
    let denial = judge(vec![rule("a", Ok(Judgement::Allow)), denies("b"), denies("c")], vec![]).unwrap_err();
    assert_eq!(denial.code, DenialCode::Denied);
    assert_eq!(denial.rule, Some(RuleId::new("b").unwrap()));
    assert_eq!(denial.to_string(), "b says no");
}

#[test]
fn all_rules_have_to_allow() {
    let allow = |id| rule(id, Ok(Judgement::Allow));
    assert_eq!(judge(vec![allow("a"), allow("b")], vec![]), Ok(()));
    assert!(judge(vec![allow("a"), allow("b"), denies("c")], vec![]).is_err());
}

#[test]
fn a_rule_that_needs_the_complete_history_denies_without_it() {
    let answer = Ok(Judgement::Allow);
    let needs = Box::new(Fixed { id: RuleId::new("past").unwrap(), needs_history: true, answer });
    let tool = Tool::new("a", "content");
    let policy = InvocationPolicy::new(vec![needs], vec![]).unwrap();
    let call = |history| Invocation { tool: &tool, arguments: None, history };
    let denial = policy.judge(&call(History::Incomplete)).unwrap_err();
    assert_eq!(denial.code.as_str(), "history_incomplete");
    assert_eq!(denial.rule.unwrap().as_str(), "past");
    assert_eq!(policy.judge(&call(History::Complete)), Ok(()));
}

#[test]
fn a_rule_that_fails_denies() {
    let denial = judge(vec![rule("a", Err(Failure))], vec![]).unwrap_err();
    assert_eq!(denial.code.as_str(), "rule_failed");
    assert_eq!(denial.rule.unwrap().as_str(), "a");
}

#[test]
fn two_resolvers_that_both_claim_a_target_deny() {
    let denial = judge(vec![rule("a", Ok(Judgement::Allow))], vec![Claims(Ok(Some("x"))), Claims(Ok(Some("x")))]);
    let denial = denial.unwrap_err();
    assert_eq!(denial.code.as_str(), "policy_failed");
    assert_eq!(denial.rule, None);
}

#[test]
fn a_resolver_that_fails_denies() {
    let denial = judge(vec![rule("a", Ok(Judgement::Allow))], vec![Claims(Ok(Some("x"))), Claims(Err(Failure))]);
    assert_eq!(denial.unwrap_err().code, DenialCode::PolicyFailed);
}

#[test]
fn the_one_claimed_target_reaches_the_rules() {
    let claims = vec![Claims(Ok(None)), Claims(Ok(Some("tt_content:7"))), Claims(Ok(None))];
    let denial = judge(vec![rule("a", Ok(Judgement::Allow))], claims).unwrap_err();
    assert_eq!(denial.message, "tt_content:7");
}
