<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum ToolEffect: string
{
    case READ_ONLY = 'read_only';
    case IDEMPOTENT_WRITE = 'idempotent_write';
    case NON_IDEMPOTENT_WRITE = 'non_idempotent_write';
}
