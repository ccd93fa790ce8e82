<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum ToolDataClass: string
{
    case PUBLIC_CONTENT = 'publicContent';
    case EDITOR_CONTENT = 'editorContent';
    case SOURCE_CODE = 'sourceCode';
    case INTERNAL_CONFIGURATION = 'internalConfiguration';
    case SYSTEM_DIAGNOSTICS = 'systemDiagnostics';
    case SECRET_ADJACENT = 'secretAdjacent';
}
