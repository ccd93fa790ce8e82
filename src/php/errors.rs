// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exception classes, and the one place where an error of a room becomes one of them.
//!
//! The classes have no Rust object behind them: they keep `Exception`'s own constructor, so that PHP code can create,
//! throw and extend them, and message, code, previous, file and line are the engine's.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use ext_php_rs::{
    args::ArgInfoTables,
    builders::{ClassBuilder, FunctionBuilder},
    class::ClassEntryInfo,
    convert::IntoZval,
    exception::PhpException,
    ffi::zend_class_entry,
    flags::{DataType, MethodFlags, PropertyFlags},
    types::{ZendObject, Zval},
    zend::{ClassEntry, ExecuteData},
    zend_fastcall,
};

use super::enums::RefusalReason;
use crate::fetch::{ReadError, ResolveError};

unsafe extern "C" {
    static spl_ce_RuntimeException: *mut zend_class_entry;

    /// Writes a property as if from inside `scope`: the only way to a protected one.
    fn zend_update_property(
        scope: *const ClassEntry,
        object: *mut ZendObject,
        name: *const c_char,
        name_length: usize,
        value: *const Zval,
    ) -> *mut c_void;
}

const REASON: &str = "reason";
const HOP: &str = "hop";

/// What MINIT stores of a class. Some servers run MINIT twice, so it may be stored again.
pub struct ExceptionClass {
    entry: AtomicPtr<ClassEntry>,
    /// The engine borrows the tables for the life of the process.
    tables: AtomicPtr<ArgInfoTables>,
}

impl ExceptionClass {
    const fn new() -> Self {
        Self { entry: AtomicPtr::new(std::ptr::null_mut()), tables: AtomicPtr::new(std::ptr::null_mut()) }
    }

    fn store(&self, entry: &'static mut ClassEntry, tables: ArgInfoTables) {
        self.tables.store(Box::into_raw(Box::new(tables)), Ordering::Release);
        self.entry.store(entry, Ordering::Release);
    }

    fn ce(&self) -> &'static ClassEntry {
        // SAFETY: set in MINIT before any PHP code runs; class entries live as long as the module.
        unsafe { self.entry.load(Ordering::Acquire).as_ref() }.expect("MINIT has registered the class")
    }

    /// An exception of this class, ready to be thrown.
    pub fn exception(&self, message: impl Into<String>) -> PhpException {
        PhpException::new(message.into(), 0, self.ce())
    }
}

static PORTCULLIS: ExceptionClass = ExceptionClass::new();
static FETCH: ExceptionClass = ExceptionClass::new();
static REFUSED: ExceptionClass = ExceptionClass::new();
static DEADLINE: ExceptionClass = ExceptionClass::new();
/// `Portcullis\ConfigurationException`: this server lacks what the module needs.
pub static CONFIGURATION: ExceptionClass = ExceptionClass::new();

fn runtime_exception() -> &'static ClassEntry {
    // SAFETY: SPL is always compiled in and registered before other modules.
    unsafe { spl_ce_RuntimeException.as_ref() }.expect("SPL is always there")
}

fn portcullis() -> &'static ClassEntry {
    PORTCULLIS.ce()
}

fn fetch() -> &'static ClassEntry {
    FETCH.ce()
}

/// Registers the classes, parents first. Runs in MINIT.
///
/// # Errors
///
/// Those of the engine when it cannot register a class.
pub fn register() -> ext_php_rs::error::Result<()> {
    class("Portcullis\\PortcullisException", (runtime_exception, "\\RuntimeException"))
        .registration(|entry, tables| PORTCULLIS.store(entry, tables))
        .register()?;
    class("Portcullis\\FetchException", (portcullis, "\\Portcullis\\PortcullisException"))
        .registration(|entry, tables| FETCH.store(entry, tables))
        .register()?;
    class("Portcullis\\RefusedException", (fetch, "\\Portcullis\\FetchException"))
        .property(protected(REASON, || Ok(Zval::null())))
        .property(protected(HOP, || 0_i64.into_zval(true)))
        .method(
            FunctionBuilder::new(REASON, reason).returns(DataType::object("Portcullis\\RefusalReason"), false, true),
            MethodFlags::Public,
        )
        .method(FunctionBuilder::new(HOP, hop).returns(DataType::Long, false, false), MethodFlags::Public)
        .registration(|entry, tables| REFUSED.store(entry, tables))
        .register()?;
    class("Portcullis\\DeadlineException", (fetch, "\\Portcullis\\FetchException"))
        .registration(|entry, tables| DEADLINE.store(entry, tables))
        .register()?;
    class("Portcullis\\ConfigurationException", (portcullis, "\\Portcullis\\PortcullisException"))
        .registration(|entry, tables| CONFIGURATION.store(entry, tables))
        .register()
}

fn class(name: &str, parent: ClassEntryInfo) -> ClassBuilder {
    ClassBuilder::new(name).extends(parent)
}

fn protected(name: &str, default: fn() -> ext_php_rs::error::Result<Zval>) -> ext_php_rs::builders::ClassProperty {
    ext_php_rs::builders::ClassProperty {
        name: name.into(),
        flags: PropertyFlags::Protected,
        default: Some(Box::new(default)),
        docs: &[],
        ty: None,
        nullable: true,
        readonly: false,
        default_stub: None,
    }
}

zend_fastcall! {
    extern fn reason(call: &mut ExecuteData, result: &mut Zval) {
        property(call, result, REASON);
    }
}

zend_fastcall! {
    extern fn hop(call: &mut ExecuteData, result: &mut Zval) {
        property(call, result, HOP);
    }
}

/// Copies a property of `$this` into the method's result. A subclass that unset the property gets null.
fn property(call: &mut ExecuteData, result: &mut Zval, name: &str) {
    let (parser, this) = call.parser_object();
    if parser.parse().is_err() {
        return;
    }
    if let Some(value) = this.and_then(|object| object.get_property::<&Zval>(name).ok()) {
        *result = value.shallow_clone();
    }
}

/// The exception for an error of the fetch. Where PHP code has thrown one already, that is the one that arrives: throwing
/// over it does nothing.
pub fn from_read(error: &ReadError) -> PhpException {
    let message = error.to_string();
    match error {
        ReadError::Refused { refusal, at } => refused(message, refusal.reason().into(), at.number()),
        ReadError::Deadline { .. } => DEADLINE.exception(message),
        ReadError::Misconfigured(_) => CONFIGURATION.exception(message),
        ReadError::Failed { .. } | ReadError::Interrupted { .. } | ReadError::Resolver => FETCH.exception(message),
    }
}

/// The exception for a resolver that failed in a way that says nothing about the name.
pub fn from_resolver(error: ResolveError) -> PhpException {
    from_read(&match error {
        ResolveError::Misconfigured(what) => ReadError::Misconfigured(what),
        _ => ReadError::Resolver,
    })
}

fn refused(message: String, reason: RefusalReason, hop: u32) -> PhpException {
    let class = REFUSED.ce();
    let mut object = ZendObject::new(class);
    if let Err(error) = object.try_call_method("__construct", vec![&message]) {
        return error.into();
    }
    let values = [(REASON, reason.into_zval(false)), (HOP, i64::from(hop).into_zval(false))];
    for (name, value) in values {
        if let Ok(value) = value {
            // SAFETY: class, object and value are alive; the name's pointer and length belong together.
            unsafe {
                zend_update_property(class, &raw mut *object, name.as_ptr().cast(), name.len(), &raw const value)
            };
        }
    }
    let fallback = PhpException::new(message, 0, class);
    match object.into_zval(false) {
        Ok(object) => fallback.with_object(object),
        Err(_) => fallback,
    }
}
