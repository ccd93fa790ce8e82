// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rule Portcullis brings: no URL in a call's arguments that the egress guard would refuse.
//!
//! Applies to tools whose group has the scope `external_filtered`, and asks the guard's rules that need no DNS. It
//! never resolves, and what passes here is checked again, with DNS, by whoever fetches.

use super::invocation::{Failure, Invocation, InvocationRule, Judgement, RuleId, Target};
use super::value::Value;
use crate::egress::{Guard, Scope};

/// The id of [`UrlRule`].
const ID: &str = "portcullis.url";

/// Denies a call whose arguments contain a URL the guard refuses.
#[derive(Debug, Clone)]
pub struct UrlRule {
    id: RuleId,
    guard: Guard,
}

impl UrlRule {
    /// The rule with this guard.
    #[must_use]
    pub fn new(guard: Guard) -> Self {
        Self { id: RuleId::new(ID).expect("the constant has the form of an id"), guard }
    }
}

impl InvocationRule for UrlRule {
    fn id(&self) -> &RuleId {
        &self.id
    }

    fn judge(&self, call: &Invocation<'_>, _: Option<&Target>) -> Result<Judgement, Failure> {
        let group = call.tool.group().as_bytes();
        if self.guard.policy().scope_for(group) != Scope::ExternalFiltered {
            return Ok(Judgement::Allow);
        }
        let arguments = call.arguments.ok_or(Failure)?;
        for url in urls_in(arguments) {
            if let Err(refusal) = self.guard.admit(group, url.as_bytes()) {
                return Ok(Judgement::Deny { message: refusal.to_string() });
            }
        }
        Ok(Judgement::Allow)
    }
}

/// The strings at any depth that begin with `http://` or `https://`, in any case, once trimmed. Walks without
/// recursion: the arguments are a model's.
fn urls_in(arguments: &Value) -> impl Iterator<Item = &str> {
    let mut waiting = vec![arguments];
    std::iter::from_fn(move || {
        while let Some(value) = waiting.pop() {
            let place = waiting.len();
            waiting.extend(value.children());
            waiting[place..].reverse();
            if let Value::Text(text) = value
                && let Some(url) = as_url(text)
            {
                return Some(url);
            }
        }
        None
    })
}

fn as_url(text: &str) -> Option<&str> {
    let text = text.trim_matches(|character: char| character.is_whitespace() || character.is_control());
    let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    (begins("http://") || begins("https://")).then_some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::egress::{EgressPolicy, FetchSettings, OwnSites, ProxyView};
    use crate::gate::{History, Tool};

    fn judge(group: &str, arguments: Option<&Value>) -> Result<Judgement, Failure> {
        let policy = EgressPolicy::new(OwnSites::default());
        let settings = FetchSettings::new(b"", b"", false, false);
        let rule = UrlRule::new(Guard::new(policy, settings, ProxyView::none()));
        let tool = Tool::new("fetch_external_url", group);
        rule.judge(&Invocation { tool: &tool, arguments, history: History::Complete }, None)
    }

    fn denied(group: &str, json: &str) -> bool {
        let arguments = Value::from_json(json.as_bytes()).unwrap();
        judge(group, Some(&arguments)) != Ok(Judgement::Allow)
    }

    #[test]
    fn a_url_the_guard_admits_passes() {
        assert!(!denied("web", r#"{"url":"https://example.net/page"}"#));
        assert!(!denied("web", r#"{"query":"who is at 127.0.0.1?","n":1}"#));
    }

    #[test]
    fn a_url_the_guard_refuses_denies_the_call_with_the_guards_reason() {
        let arguments = Value::from_json(br#"{"url":"http://127.0.0.1/"}"#).unwrap();
        let Ok(Judgement::Deny { message }) = judge("web", Some(&arguments)) else {
            panic!("a loopback address must be denied");
        };
        assert!(message.contains("127.0.0.1"), "{message}");
    }

    #[test]
    fn a_string_at_any_depth_is_checked() {
        assert!(denied("web", r#"{"a":[{"b":["x",{"c":"http://10.0.0.1/"}]}]}"#));
        assert!(denied("web", r#"["https://example.net/","http://192.168.1.1/"]"#));
        assert!(denied("web", r#""http://localhost/""#));
    }

    #[test]
    fn a_url_counts_after_trimming_and_in_any_case() {
        for url in
            [" http://10.0.0.1/", "\\n\\thttps://10.0.0.1/", "HTTP://10.0.0.1/", "\\u00a0\\u0000http://10.0.0.1/"]
        {
            assert!(denied("web", &format!("{{\"url\":\"{url}\"}}")), "{url}");
        }
    }

    #[test]
    fn a_group_of_another_scope_is_not_asked_about() {
        for group in ["system", "rag", "content"] {
            assert!(!denied(group, r#"{"url":"http://127.0.0.1/"}"#), "{group}");
        }
    }

    #[test]
    fn arguments_that_cannot_be_read_fail_the_rule() {
        assert_eq!(judge("web", None), Err(Failure));
        assert_eq!(judge("content", None), Ok(Judgement::Allow));
    }
}
