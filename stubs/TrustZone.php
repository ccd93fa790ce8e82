<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * How far the provider of a model is trusted. The cases stand in order, from most to least.
 */
enum TrustZone: string
{
    /** On this machine: may receive every class. */
    case Local = 'local';
    /** Elsewhere, in the operator's own hands: up to systemDiagnostics. */
    case PrivateHosted = 'privateHosted';
    /** A third party under the law of the EU: up to internalConfiguration. */
    case ExternalEu = 'externalEu';
    /** Any other third party: up to editorContent. Unknown text and a missing provider read as this zone. */
    case ExternalGlobal = 'externalGlobal';
}
