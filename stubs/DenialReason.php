<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The first check a tool failed. The cases stand in the order of the checks; an earlier one hides whether later ones fail too.
 */
enum DenialReason: string
{
    /** It failed none. */
    case None = 'none';
    /** No tool has the name. */
    case NotRegistered = 'notRegistered';
    /** The tool or its group is switched off. */
    case ToolDisabled = 'toolDisabled';
    /** The tool is for administrators and the run has none. */
    case RequiresAdmin = 'requiresAdmin';
    /** The run's allow-list lacks the tool, or the configuration's groups lack its group. */
    case ConfigurationGroup = 'configurationGroup';
    /** The tool's data class is above the ceiling of the zone. */
    case TrustZone = 'trustZone';
}
