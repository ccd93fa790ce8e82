<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum SkillTrustLevel: string
{
    case UNTRUSTED = 'untrusted';
    case COMMUNITY = 'community';
    case VERIFIED = 'verified';
    case FIRST_PARTY = 'first_party';
}
