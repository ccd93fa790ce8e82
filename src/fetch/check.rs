// SPDX-License-Identifier: MIT OR Apache-2.0
//! Asks every rule of the guard about one URL, with a resolver in between: what a read does before each request, and all
//! that a caller needs who only wants the verdict. Never connects to the host.

use super::{
    deadline::Deadline,
    interrupt::Interrupt,
    resolver::{Resolve, ResolveError},
};
use crate::egress::{Guard, Pinned, Refusal};

/// The guard's verdict about a URL: the addresses it may be fetched from, or why not. `group` is the tool's group, `url`
/// bytes as they came. `deadline` bounds the resolver.
///
/// # Errors
/// The resolver failed in a way that says nothing about the name: it was interrupted, out of time, or is not there.
pub fn check(
    guard: &Guard,
    group: &[u8],
    url: &[u8],
    deadline: &Deadline,
    resolver: &mut dyn Resolve,
    interrupt: &mut dyn Interrupt,
) -> Result<Result<Pinned, Refusal>, ResolveError> {
    let admitted = match guard.admit(group, url) {
        Ok(admitted) => admitted,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let answers = match admitted.name_to_resolve().map(|name| resolver.resolve(name, deadline, interrupt)) {
        None => Vec::new(),
        Some(Ok(answers)) => answers,
        Some(Err(ResolveError::Unresolved)) => return Ok(Err(guard.unresolved(&admitted))),
        Some(Err(ResolveError::NotAnAddress)) => return Ok(Err(guard.no_address(&admitted))),
        Some(Err(error)) => return Err(error),
    };
    Ok(guard.pin(admitted, &answers))
}
