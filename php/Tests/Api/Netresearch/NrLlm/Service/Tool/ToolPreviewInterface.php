<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

interface ToolPreviewInterface
{
    /**
     * @param array<string, mixed> $arguments
     *
     * @return list<string>
     */
    public function previewCall(array $arguments, ToolExecutionContext $context): array;

    /**
     * @param array<string, mixed> $arguments
     */
    public function mayViewerReadPreview(array $arguments, BackendUserAuthentication $viewer): bool;
}
