// SPDX-License-Identifier: MIT OR Apache-2.0
//! Notices PHP's signals and time limit while Rust waits. Both flags are set by signal handlers; the waiting loop of
//! room `fetch` asks for them and decides nothing about them.

use std::sync::atomic::{AtomicBool, Ordering};

use ext_php_rs::{
    ffi::{zend_atomic_bool, zend_execute_data},
    zend::ExecutorGlobals,
};

use crate::fetch::Interrupt;

unsafe extern "C" {
    static zend_interrupt_function: Option<unsafe extern "C" fn(*mut zend_execute_data)>;
}

/// The two flags of this thread's executor.
pub struct EngineFlags {
    interrupt: *const AtomicBool,
    timed_out: *const AtomicBool,
}

impl EngineFlags {
    /// Fetched once per call; the guard of the executor globals is not held.
    pub fn of_this_thread() -> Self {
        let globals = ExecutorGlobals::get();
        let interrupt: *const zend_atomic_bool = &raw const globals.vm_interrupt;
        let timed_out: *const zend_atomic_bool = &raw const globals.timed_out;
        Self { interrupt: interrupt.cast(), timed_out: timed_out.cast() }
    }

    fn interrupted(&self) -> &AtomicBool {
        // SAFETY: the executor globals of this thread outlive the call, and `zend_atomic_bool` is an atomic bool.
        unsafe { &*self.interrupt }
    }

    fn timed_out(&self) -> &AtomicBool {
        // SAFETY: as above.
        unsafe { &*self.timed_out }
    }
}

impl Interrupt for EngineFlags {
    fn pending(&self) -> bool {
        self.interrupted().load(Ordering::Acquire) || self.timed_out().load(Ordering::Acquire)
    }

    /// Runs PHP's signal handlers, as the VM would at its next opcode. True when the call must stop.
    fn service(&mut self) -> bool {
        if self.timed_out().load(Ordering::Acquire) {
            return true; // the VM raises the fatal error itself when the call has returned
        }
        self.interrupted().store(false, Ordering::Release);
        let frame = ExecutorGlobals::get().current_execute_data;
        // SAFETY: the frame is the one of the running method; no Rust borrow or lock is held while PHP code runs.
        unsafe {
            if let Some(run) = zend_interrupt_function {
                run(frame);
            }
        }
        ExecutorGlobals::has_exception()
    }
}
