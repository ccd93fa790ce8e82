// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a call that waits lets its caller step in.
//!
//! This room knows nothing of PHP. It asks [`Interrupt::pending`] every 20 ms while it waits, and when that says yes it
//! leaves the event loop and lets [`Interrupt::service`] run, which may run the caller's own code (signal handlers).
//! What that code decides is the caller's: this room only goes on or stops.

/// Something that may want to end a wait. Both methods are called on the thread of the call.
pub trait Interrupt {
    /// Whether something waits to be served. Cheap: a flag is read.
    fn pending(&self) -> bool;

    /// Serves it. True when the call must stop. No lock and no borrow of this room is held meanwhile, so it may run
    /// any code, another fetch included.
    fn service(&mut self) -> bool;
}

/// For a caller that never steps in.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoInterrupt;

impl Interrupt for NoInterrupt {
    fn pending(&self) -> bool {
        false
    }

    fn service(&mut self) -> bool {
        false
    }
}
