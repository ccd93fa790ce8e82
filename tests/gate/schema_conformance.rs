// SPDX-License-Identifier: MIT OR Apache-2.0
//! Remote schemas and remote names against upstream's answers.

use portcullis::gate::{Answer, RemoteSchema, RemoteServer, SchemaRefusal, Value};
use serde_json::{Value as Json, json};

use crate::row::{bytes, id, rows};

#[test]
fn remote_schemas_and_names_are_accepted_as_upstream_accepts_them() {
    let Some(rows) = rows("remote_schema.jsonl") else { return };
    let (mut schemas, mut names) = (0, 0);
    for row in rows {
        if row.get("remoteName").is_some() {
            assert_name(&row);
            names += 1;
        } else {
            assert_schema(&row);
            schemas += 1;
        }
    }
    println!("remote_schema.jsonl: {schemas} schemas and {names} names equal");
}

fn assert_name(row: &Json) {
    let server = RemoteServer::new(row["server"].as_str().unwrap(), None, Answer::Required);
    let local_name = server.local_name(&bytes(&row["remoteName"]));
    assert_eq!(json!(local_name), row["expect"]["localName"], "{}", id(row));
    assert_eq!(server.group(), row["expect"]["group"], "{}", id(row));
}

fn assert_schema(row: &Json) {
    let (row_id, expected, text) = (id(row), &row["expect"], schema_text(row));
    match RemoteSchema::from_json(&text) {
        Err(refusal) => {
            assert_eq!(expected["accepted"], false, "{row_id}: {refusal}");
            assert_eq!(refusal.as_str(), expected["reason"], "{row_id}");
            let keyword = if let SchemaRefusal::Keyword(keyword) = refusal { Some(keyword) } else { None };
            assert_eq!(json!(keyword), expected.get("keyword").cloned().unwrap_or_default(), "{row_id}");
        }
        Ok(schema) => {
            assert_eq!(expected["accepted"], true, "{row_id}: accepted");
            assert_eq!(schema.json().len(), expected["bytes"].as_u64().unwrap() as usize, "{row_id}");
            let Value::Map(entries) = schema.schema() else { panic!("{row_id}: no object") };
            let keys: Vec<_> = entries.iter().map(|(key, _)| key).collect();
            assert_eq!(json!(keys), expected["keys"], "{row_id}");
            // Where upstream's answer is a hash, it is of the described schema unchanged.
            let normalised = expected.get("normalised").cloned();
            let normalised = normalised.unwrap_or_else(|| serde_json::from_slice(&text).unwrap());
            assert!(is_same(schema.schema(), &normalised), "{row_id}: {:?}", schema.schema());
            let again = RemoteSchema::new(schema.schema()).unwrap();
            assert_eq!(again, schema, "{row_id}: accepting changes nothing the second time");
        }
    }
}

fn schema_text(row: &Json) -> Vec<u8> {
    if let Some(json) = row.get("schemaJson") {
        return json.as_str().unwrap().as_bytes().to_vec();
    }
    if let Some(describe) = row.get("describe") {
        let text = |of: &Json, fill: &str, count: &str| {
            let fill = of.get(fill).and_then(Json::as_str).unwrap_or_default();
            fill.repeat(of.get(count).and_then(Json::as_u64).unwrap_or_default() as usize)
        };
        let description = text(describe, "fill", "count") + &text(describe, "pad", "padCount");
        let mut schema = json!({"type": "object", "description": description});
        if let Some(title) = describe.get("title") {
            schema["title"] = Json::from(text(title, "fill", "count"));
        }
        return serde_json::to_vec(&schema).unwrap();
    }
    match row["bytes"].as_str().unwrap() {
        "property name" => b"{\"type\":\"object\",\"properties\":{\"\xff\":{\"type\":\"string\"}}}".to_vec(),
        "required" => b"{\"type\":\"object\",\"required\":[\"\xe4\"]}".to_vec(),
        "description" => b"{\"type\":\"object\",\"description\":\"\xe4\"}".to_vec(),
        other => panic!("a byte in {other}"),
    }
}

/// Whether both are one value, to PHP, which has one empty array and one kind of number for 1.0 and 1.
fn is_same(ours: &Value, theirs: &Json) -> bool {
    match (ours, theirs) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(ours), Json::Bool(theirs)) => ours == theirs,
        (Value::Integer(ours), Json::Number(theirs)) => theirs.as_i64() == Some(*ours),
        (Value::Float(ours), Json::Number(theirs)) => theirs.as_f64() == Some(*ours),
        (Value::Text(ours), Json::String(theirs)) => ours == theirs,
        (Value::List(ours), Json::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| is_same(ours, theirs))
        }
        (Value::Map(ours), Json::Object(theirs)) => {
            let same = |(key, ours): &(String, Value)| theirs.get(key).is_some_and(|theirs| is_same(ours, theirs));
            ours.len() == theirs.len() && ours.iter().all(same)
        }
        (Value::Map(ours), Json::Array(theirs)) => ours.is_empty() && theirs.is_empty(),
        (Value::List(ours), Json::Object(theirs)) => ours.is_empty() && theirs.is_empty(),
        _ => false,
    }
}
