<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What running a tool does to the installation.
 */
enum Effect: string
{
    /** Nothing; what a tool has that declares none. */
    case Read = 'read_only';
    /** A change that a second run leaves as it is. */
    case IdempotentWrite = 'idempotent_write';
    /** A change that a second run makes again; what an unknown tool has, and unknown text. */
    case NonIdempotentWrite = 'non_idempotent_write';
}
