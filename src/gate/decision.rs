// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the gate answers for one tool, and what that answer says.
//!
//! A message states the fact alone: never arguments, never output, and of the tool its escaped name. Decides nothing.

use std::fmt;
use std::sync::Arc;

use super::shown::Shown;
use super::warning::Warning;
use super::zone::{DataClass, TrustZone};

/// The first check a tool failed, in the order of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DenialReason {
    /// It failed none.
    None,
    /// No tool has the name.
    NotRegistered,
    /// The tool or its group is switched off.
    ToolDisabled,
    /// The tool is for administrators and the run has none.
    RequiresAdmin,
    /// The run's allow-list lacks the tool, or the configuration's groups lack its group.
    ConfigurationGroup,
    /// The tool's data class is above the ceiling of the zone.
    TrustZone,
}

impl DenialReason {
    /// Every reason, in the order of the checks.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::NotRegistered,
        Self::ToolDisabled,
        Self::RequiresAdmin,
        Self::ConfigurationGroup,
        Self::TrustZone,
    ];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::NotRegistered => "notRegistered",
            Self::ToolDisabled => "toolDisabled",
            Self::RequiresAdmin => "requiresAdmin",
            Self::ConfigurationGroup => "configurationGroup",
            Self::TrustZone => "trustZone",
        }
    }

    /// The fact in one sentence without a full stop, for a tool, the class of its data and the zone of the run.
    #[must_use]
    pub fn describe(self, tool: &str, class: DataClass, zone: TrustZone, observed_only: bool) -> String {
        let tool = Shown(tool);
        match self {
            Self::None => format!("tool \"{tool}\" is available"),
            Self::NotRegistered => format!("\"{tool}\" is not a registered tool"),
            Self::ToolDisabled => format!("tool \"{tool}\" is disabled globally or its group is switched off"),
            Self::RequiresAdmin => format!("tool \"{tool}\" is available to administrators only"),
            Self::ConfigurationGroup => {
                format!("tool \"{tool}\" is outside the tool groups this configuration allows")
            }
            Self::TrustZone => {
                let ceiling = zone.ceiling();
                let observed = if observed_only { ", allowed in observe mode" } else { "" };
                format!(
                    "tool \"{tool}\" returns data of class {class}, above {ceiling}, the ceiling of the trust zone \
                     {zone}{observed}"
                )
            }
        }
    }
}

impl fmt::Display for DenialReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The outcome of the checks: `Denied` and `Observed` carry what `Allowed` cannot have, a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Allowed,
    /// Above the ceiling, in observe mode.
    Observed,
    Denied(DenialReason),
}

impl Outcome {
    pub(super) const fn allows(self) -> bool {
        !matches!(self, Self::Denied(_))
    }
}

/// The gate's answer for one tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    tool: String,
    outcome: Outcome,
    data_class: DataClass,
    zone: TrustZone,
    warnings: Arc<[Warning]>,
}

impl Decision {
    pub(super) fn new(
        tool: &str,
        outcome: Outcome,
        data_class: DataClass,
        zone: TrustZone,
        warnings: &Arc<[Warning]>,
    ) -> Self {
        Self { tool: tool.to_owned(), outcome, data_class, zone, warnings: Arc::clone(warnings) }
    }

    /// The name that was asked about, as it was given.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Whether the run may use the tool.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.outcome.allows()
    }

    /// The first check the tool failed.
    #[must_use]
    pub fn reason(&self) -> DenialReason {
        match self.outcome {
            Outcome::Allowed => DenialReason::None,
            Outcome::Observed => DenialReason::TrustZone,
            Outcome::Denied(reason) => reason,
        }
    }

    /// Whether the tool is above the ceiling and allowed in observe mode alone.
    #[must_use]
    pub fn is_observed_only(&self) -> bool {
        self.outcome == Outcome::Observed
    }

    /// The class of the tool's data; the most sensitive for an unknown tool.
    #[must_use]
    pub fn data_class(&self) -> DataClass {
        self.data_class
    }

    /// The zone of the run.
    #[must_use]
    pub fn zone(&self) -> TrustZone {
        self.zone
    }

    /// The most sensitive class the zone may receive.
    #[must_use]
    pub fn ceiling(&self) -> DataClass {
        self.zone.ceiling()
    }

    /// The inputs of the run the gate could not read, the same for every decision of one gate.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The answer in one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        self.reason().describe(&self.tool, self.data_class, self.zone, self.is_observed_only())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(outcome: Outcome) -> Decision {
        let warnings: Arc<[Warning]> = Arc::new([]);
        Decision::new("get_log", outcome, DataClass::SystemDiagnostics, TrustZone::ExternalEu, &warnings)
    }

    #[test]
    fn reasons_have_the_order_of_the_checks() {
        assert!(DenialReason::ALL.is_sorted());
        assert_eq!(
            DenialReason::ALL.map(DenialReason::as_str),
            ["none", "notRegistered", "toolDisabled", "requiresAdmin", "configurationGroup", "trustZone"]
        );
    }

    #[test]
    fn a_message_states_the_fact() {
        let messages = [
            (Outcome::Allowed, "tool \"get_log\" is available"),
            (Outcome::Denied(DenialReason::NotRegistered), "\"get_log\" is not a registered tool"),
            (
                Outcome::Denied(DenialReason::ToolDisabled),
                "tool \"get_log\" is disabled globally or its group is switched off",
            ),
            (Outcome::Denied(DenialReason::RequiresAdmin), "tool \"get_log\" is available to administrators only"),
            (
                Outcome::Denied(DenialReason::ConfigurationGroup),
                "tool \"get_log\" is outside the tool groups this configuration allows",
            ),
            (
                Outcome::Denied(DenialReason::TrustZone),
                "tool \"get_log\" returns data of class systemDiagnostics, above internalConfiguration, the ceiling of \
                 the trust zone externalEu",
            ),
            (
                Outcome::Observed,
                "tool \"get_log\" returns data of class systemDiagnostics, above internalConfiguration, the ceiling of \
                 the trust zone externalEu, allowed in observe mode",
            ),
        ];
        for (outcome, message) in messages {
            assert_eq!(decision(outcome).message(), message);
        }
    }

    #[test]
    fn a_decision_always_carries_class_zone_and_ceiling() {
        for outcome in [Outcome::Allowed, Outcome::Observed, Outcome::Denied(DenialReason::NotRegistered)] {
            let decision = decision(outcome);
            assert_eq!(decision.data_class(), DataClass::SystemDiagnostics);
            assert_eq!(decision.zone(), TrustZone::ExternalEu);
            assert_eq!(decision.ceiling(), DataClass::InternalConfiguration);
        }
    }

    #[test]
    fn an_observed_decision_is_allowed_with_a_reason() {
        let observed = decision(Outcome::Observed);
        assert!(observed.is_allowed() && observed.is_observed_only());
        assert_eq!(observed.reason(), DenialReason::TrustZone);
    }
}
