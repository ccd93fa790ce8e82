<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Builtin;

use Netresearch\NrLlm\Domain\ValueObject\ToolResult;
use Netresearch\NrLlm\Domain\ValueObject\ToolSpec;
use Netresearch\NrLlm\Service\Tool\ConfigurableApprovalInterface;
use Netresearch\NrLlm\Service\Tool\ToolExecutionContext;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolPreviewInterface;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * Says what it was asked, so that a test sees whether it was.
 */
final class FetchExternalUrlTool implements ToolInterface, ConfigurableApprovalInterface, ToolPreviewInterface
{
    /** @var list<string> */
    public array $asked = [];

    public function __construct(public bool $approval = true) {}

    public function getSpec(): ToolSpec
    {
        return ToolSpec::function('fetch_external_url', 'Reads a page.', []);
    }

    public function execute(array $arguments, ToolExecutionContext $context): ToolResult
    {
        $this->asked[] = 'execute';

        return ToolResult::text('upstream');
    }

    public function requiresApproval(): bool
    {
        return $this->approval;
    }

    public function previewCall(array $arguments, ToolExecutionContext $context): array
    {
        $this->asked[] = 'preview';

        return ['upstream', 'Address', 'Host', 'Query'];
    }

    public function mayViewerReadPreview(array $arguments, BackendUserAuthentication $viewer): bool
    {
        return true;
    }

    public function isEnabledByDefault(): bool
    {
        return false;
    }

    public function requiresAdmin(): bool
    {
        return false;
    }

    public function getGroup(): string
    {
        return 'web';
    }
}
