// SPDX-License-Identifier: MIT OR Apache-2.0
//! `web/proxy.jsonl`: when a proxy applies.

use std::collections::BTreeMap;

use portcullis::egress::{Configured, ConfiguredValue, EnvironmentView, ProxyView};
use serde::Deserialize;
use serde_json::Value;

use crate::rows::{Tally, expect_eq, json_lines, shared};

/// How the vectors write the inputs of a [`ProxyView`].
#[derive(Deserialize)]
pub struct Setup {
    configured: Value,
    environment: BTreeMap<String, String>,
    process: BTreeMap<String, String>,
    sapi: String,
}

impl Setup {
    pub fn view(&self) -> ProxyView {
        let view = |variables: &BTreeMap<String, String>| {
            EnvironmentView::read(|name| variables.get(name).map(|value| value.clone().into_bytes()))
        };
        let cli = self.sapi == "cli";
        ProxyView::new(configured(&self.configured), view(&self.environment), view(&self.process), cli)
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(flatten)]
    setup: Setup,
    scheme: String,
    host: String,
    applies: bool,
    #[serde(default)]
    stricter: bool,
}

#[test]
fn a_proxy_applies_as_labelled_and_where_the_rules_are_stricter_always() {
    let Some(text) = shared("web/proxy.jsonl") else { return };
    let mut tally = Tally::of("proxy.jsonl");
    for row in json_lines::<Row>(&text) {
        let applies = row.setup.view().applies_to(row.scheme.as_bytes(), row.host.as_bytes());
        if row.stricter {
            tally.stricter_row(&row.id, expect_eq("applies", &applies, &true));
        } else {
            tally.row(&row.id, expect_eq("applies", &applies, &row.applies));
        }
    }
    tally.finish();
}

fn configured(value: &Value) -> Configured {
    match value {
        Value::Null => Configured::Absent,
        Value::String(text) => Configured::Text(text.clone().into_bytes()),
        Value::Array(values) => {
            let numbered = values.iter().enumerate();
            Configured::Map(numbered.map(|(at, value)| (at.to_string().into_bytes(), entry(value))).collect())
        }
        Value::Object(entries) => {
            Configured::Map(entries.iter().map(|(key, value)| (key.clone().into_bytes(), entry(value))).collect())
        }
        Value::Bool(_) | Value::Number(_) => Configured::Other,
    }
}

fn entry(value: &Value) -> ConfiguredValue {
    match value {
        Value::String(text) => ConfiguredValue::Text(text.clone().into_bytes()),
        Value::Array(values) => {
            let texts = values.iter().map(|value| value.as_str().map(|text| text.as_bytes().to_vec()));
            texts.collect::<Option<_>>().map_or(ConfiguredValue::Other, ConfiguredValue::Texts)
        }
        _ => ConfiguredValue::Other,
    }
}
