// A Sendable normalizer in Rust. `cargo new normalizer && cd normalizer && cargo add serde_json`, this as src/main.rs:
// sendable run --normalizer 'exec:cargo run -q --release'
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, Write};

fn about() -> Value {
    json!({
        "name": "my-normalizer", "version": "1.0", "language": "rust",
        "contracts": ["flat"], // flat: answer messages; send: answer a request body
        "accepts": ["messages"],
        "targets": ["*"],
    })
}

/// Your code: from the stored history to what you would send.
fn normalize(request: &Value) -> Result<Value, String> {
    Ok(json!({ "messages": request["history"]["messages"] }))
}

fn answer(request: &Value) -> Value {
    let refused = |why| json!({ "refused": { "type": "error", "message": why } });
    let mut answer = normalize(request).unwrap_or_else(refused);
    answer["seq"] = request["seq"].clone();
    answer
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        match request["op"].as_str() {
            Some("stop") => break,
            Some("start") => writeln!(stdout(), "{}", about())?,
            _ => writeln!(stdout(), "{}", answer(&request))?,
        }
    }
    Ok(())
}
