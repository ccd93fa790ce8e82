<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * How sensitive the data of a tool is. The cases stand in order, from least to most.
 */
enum DataClass: string
{
    /** What an anonymous visitor may read. */
    case PublicContent = 'publicContent';
    /** Pages, records and files of editors, drafts included. */
    case EditorContent = 'editorContent';
    /** The project's source. */
    case SourceCode = 'sourceCode';
    /** How the installation is set up. */
    case InternalConfiguration = 'internalConfiguration';
    /** Logs, versions, environment. */
    case SystemDiagnostics = 'systemDiagnostics';
    /** Secrets, accounts, and whatever may hold some. Unknown text reads as this class. */
    case SecretAdjacent = 'secretAdjacent';
}
