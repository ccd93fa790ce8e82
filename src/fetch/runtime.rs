// SPDX-License-Identifier: MIT OR Apache-2.0
//! The event loop of one thread: lazily built, safe across a fork, and the place where a call waits.
//!
//! It starts no thread: the tokio runtime is `current_thread`, its blocking pool is never asked for one, and names are
//! resolved by an asynchronous resolver. Nothing of a call outlives it: when a step of a call is over, [`Runtime`]
//! polls what the DNS library left behind until it is gone, so that no socket stays open between two calls.

use std::{
    cell::{Cell, RefCell},
    future::Future,
    io, process,
    rc::Rc,
    time::Duration,
};

use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::{deadline::Deadline, interrupt::Interrupt, trust::TrustStore};

/// How often a wait looks at the caller's interrupt flag.
const POLL: Duration = Duration::from_millis(20);

/// Turns of the event loop that the tasks of a finished lookup get. They need two or three: one to notice that nobody waits
/// for them, one or two to end.
const CLOSING_TURNS: usize = 32;

thread_local! {
    static RUNTIME: RefCell<Option<Rc<Runtime>>> = const { RefCell::new(None) };
}

/// The event loop of this thread, and what is worth keeping between calls: the trust store, no connection.
pub(super) struct Runtime {
    tokio: tokio::runtime::Runtime,
    trust: TrustStore,
    pid: u32,
    calls: Cell<usize>,
    littered: Cell<bool>,
}

/// Why a wait ended without its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The deadline passed.
    Expired,
    /// The caller's code asked to stop, or forked and this is the child: the sockets of the call are the parent's.
    Interrupted,
}

/// One call, from its first wait to its last. While any is open on a thread, connections may be.
pub(super) struct Call {
    runtime: Rc<Runtime>,
}

impl Runtime {
    /// Begins a call on this thread's event loop, building it if there is none or if it is a parent process's.
    pub(super) fn call() -> io::Result<Call> {
        // The slot is never borrowed while a caller's code can run.
        let runtime = RUNTIME.with_borrow_mut(|slot| match slot {
            Some(runtime) if runtime.pid == process::id() => Ok(Rc::clone(runtime)),
            _ => {
                let runtime = Rc::new(Self::new()?);
                // Dropping a parent's event loop would deregister descriptors in the epoll set shared with it.
                std::mem::forget(slot.replace(Rc::clone(&runtime)));
                Ok::<_, io::Error>(runtime)
            }
        })?;
        runtime.calls.set(runtime.calls.get() + 1);
        Ok(Call { runtime })
    }

    fn new() -> io::Result<Self> {
        Ok(Self {
            tokio: tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .enable_time()
                .max_blocking_threads(1)
                .build()?,
            trust: TrustStore::default(),
            pid: process::id(),
            calls: Cell::new(0),
            littered: Cell::new(false),
        })
    }
}

impl Call {
    /// The trust store of this thread.
    pub(super) fn trust(&self) -> &TrustStore {
        &self.runtime.trust
    }

    /// Waits for `future`, no longer than `deadline`, serving `interrupt` meanwhile. However it ends, the sockets that
    /// belong to `future` alone are closed when it returns.
    pub(super) fn wait<F: Future>(
        &self,
        future: F,
        deadline: Deadline,
        interrupt: &mut dyn Interrupt,
    ) -> Result<F::Output, Stop> {
        // A resolver or handler of the caller's may have forked since the call began.
        if process::id() != self.runtime.pid {
            return Err(Stop::Interrupted);
        }
        let mut future = Box::pin(future);
        loop {
            let pause = self.runtime.tokio.block_on(async {
                // Not at once: a flag that stays up must not keep the step from going on.
                let mut ticks = interval_at(Instant::now() + POLL, POLL);
                ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
                loop {
                    // In this order, so that a step that never has to wait cannot starve the other two.
                    tokio::select! {
                        biased;
                        () = sleep_until(deadline.instant().into()) => return Pause::Over(Err(Stop::Expired)),
                        _ = ticks.tick() => if interrupt.pending() { return Pause::Interrupt },
                        output = &mut future => return Pause::Over(Ok(output)),
                    }
                }
            });
            let outcome = match pause {
                Pause::Over(outcome) => outcome,
                // Outside the event loop: the caller's code may fetch a page of its own here.
                Pause::Interrupt => match interrupt.service() {
                    _ if process::id() != self.runtime.pid => {
                        // The child must not touch descriptors that the parent still waits for.
                        std::mem::forget(future);
                        return Err(Stop::Interrupted);
                    }
                    true => Err(Stop::Interrupted),
                    false => continue,
                },
            };
            drop(future);
            self.end_tasks();
            return outcome;
        }
    }

    /// Lets the tasks of a finished lookup notice that they are alone, and end with their sockets; an HTTP connection has no
    /// task, and is gone by now. In a call within a call the outer one's tasks stay: they are the outer one's to end.
    fn end_tasks(&self) {
        if self.runtime.calls.get() > 1 {
            return;
        }
        let alone = self.runtime.tokio.block_on(async {
            let metrics = tokio::runtime::Handle::current().metrics();
            for _ in 0..CLOSING_TURNS {
                if metrics.num_alive_tasks() == 0 {
                    return true;
                }
                tokio::task::yield_now().await;
            }
            false
        });
        if !alone {
            self.runtime.littered.set(true);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if process::id() != self.runtime.pid {
            return;
        }
        let open = self.runtime.calls.get() - 1;
        self.runtime.calls.set(open);
        // A task that would not end goes with its event loop; the next call builds another.
        if open == 0 && self.runtime.littered.get() {
            RUNTIME.take();
        }
    }
}

enum Pause<T> {
    Over(Result<T, Stop>),
    Interrupt,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{future::pending, sync::Arc};

    use super::*;
    use crate::fetch::interrupt::NoInterrupt;

    /// Raises its flag from the start and stops at the given service.
    struct StopAt {
        served: usize,
        stop_at: usize,
    }

    impl Interrupt for StopAt {
        fn pending(&self) -> bool {
            true
        }

        fn service(&mut self) -> bool {
            self.served += 1;
            self.served == self.stop_at
        }
    }

    fn soon() -> Deadline {
        Deadline::after(Duration::from_secs(5))
    }

    #[test]
    fn a_wait_ends_at_the_deadline() {
        let begun = Instant::now();
        let deadline = Deadline::after(Duration::from_millis(60));
        let outcome = Runtime::call().unwrap().wait(pending::<()>(), deadline, &mut NoInterrupt);
        assert_eq!(outcome, Err(Stop::Expired));
        assert!(begun.elapsed() >= Duration::from_millis(60));
        assert!(begun.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_future_that_never_waits_is_stopped_at_the_deadline_too() {
        let busy = async {
            loop {
                tokio::task::yield_now().await;
            }
        };
        let deadline = Deadline::after(Duration::from_millis(40));
        let outcome: Result<(), _> = Runtime::call().unwrap().wait(busy, deadline, &mut NoInterrupt);
        assert_eq!(outcome, Err(Stop::Expired));
    }

    #[test]
    fn an_interrupt_is_served_and_the_same_wait_resumed_or_ended() {
        let call = Runtime::call().unwrap();
        let step = async {
            tokio::time::sleep(Duration::from_millis(90)).await;
            7
        };
        let mut never = StopAt { served: 0, stop_at: usize::MAX };
        assert_eq!(call.wait(step, soon(), &mut never), Ok(7));
        assert!((2..=5).contains(&never.served), "served {} times in 90 ms", never.served);

        let mut third = StopAt { served: 0, stop_at: 3 };
        assert_eq!(call.wait(pending::<()>(), soon(), &mut third), Err(Stop::Interrupted));
    }

    #[test]
    fn a_call_within_a_call_leaves_the_outer_one_whole() {
        struct Nested;
        impl Interrupt for Nested {
            fn pending(&self) -> bool {
                true
            }
            fn service(&mut self) -> bool {
                let inner = Runtime::call().unwrap();
                inner.wait(async { 1 }, soon(), &mut NoInterrupt) != Ok(1)
            }
        }
        let step = async {
            let task = tokio::spawn(async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                2
            });
            task.await.unwrap()
        };
        assert_eq!(Runtime::call().unwrap().wait(step, soon(), &mut Nested), Ok(2));
    }

    #[test]
    fn a_task_that_will_not_end_goes_with_its_event_loop() {
        let socket = Arc::new(());
        let held = Arc::clone(&socket);
        let call = Runtime::call().unwrap();
        let step = async move {
            tokio::spawn(async move {
                pending::<()>().await;
                drop(held);
            });
        };
        call.wait(step, soon(), &mut NoInterrupt).unwrap();
        drop(call);
        assert_eq!(Arc::strong_count(&socket), 1);
    }
}
