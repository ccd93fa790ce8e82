<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Type;

enum ContextualFeedbackSeverity: int
{
    case NOTICE = -2;
    case INFO = -1;
    case OK = 0;
    case WARNING = 1;
    case ERROR = 2;
}
