<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Domain\ValueObject\ToolResult;
use Netresearch\NrLlm\Domain\ValueObject\ToolSpec;
use Netresearch\NrLlm\Service\Tool\ConfigurableApprovalInterface;
use Netresearch\NrLlm\Service\Tool\ToolExecutionContext;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolPreviewInterface;
use Portcullis\ConfigurationException;
use Portcullis\FetchException;
use Portcullis\PageReader;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Egress\Preview;
use Psr\Log\LoggerInterface;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * Upstream's tool with the module's own client: guard, name resolution, a connection to the checked addresses only, extraction
 * and fence in one call. TYPO3's HTTP client, and with it `HTTP.verify` and `HTTP.allowed_hosts`, has no part in it.
 */
final readonly class NativeFetchExternalUrlTool implements ToolInterface, ConfigurableApprovalInterface, ToolPreviewInterface
{
    public function __construct(
        private ToolInterface&ConfigurableApprovalInterface&ToolPreviewInterface $inner,
        private Module $module,
        private Requirement $requirement,
        private Guards $guards,
        private ?LoggerInterface $logger = null,
    ) {}

    public function getSpec(): ToolSpec
    {
        return $this->inner->getSpec();
    }

    public function execute(array $arguments, ToolExecutionContext $context): ToolResult
    {
        if ($this->requirement->withholds($this->getGroup())) {
            return ToolResult::error('Refused: ' . $this->requirement->reason() . '.');
        }
        if (!$this->module->answers()) {
            return $this->inner->execute($arguments, $context);
        }
        $url = $arguments['url'] ?? '';
        $url = is_scalar($url) && !is_bool($url) ? trim((string)$url) : '';
        if ($url === '') {
            return ToolResult::error('Error: "url" is required.');
        }
        try {
            $reader = new PageReader($this->guards->guard(), null, $this->getGroup());

            return ToolResult::text($reader->read($url)->fenced($this->getSpec()->name));
        } catch (FetchException $error) {
            return ToolResult::error($error->getMessage());
        } catch (ConfigurationException $error) {
            $this->logger?->error('No page can be read: {reason}', ['reason' => $error->getMessage()]);

            return ToolResult::error('Error: this server lacks what reading a page needs; its administrator finds the reason in the log.');
        }
    }

    /**
     * Upstream's answer or the native one, whichever asks for more: an allowlist that cannot be read is none here.
     */
    public function requiresApproval(): bool
    {
        return $this->inner->requiresApproval()
            || ($this->module->answers() && $this->guards->settings()->approvalRequired());
    }

    public function previewCall(array $arguments, ToolExecutionContext $context): array
    {
        $lines = $this->inner->previewCall($arguments, $context);

        return $this->module->answers() ? Preview::complete($lines, $arguments['url'] ?? null) : $lines;
    }

    public function mayViewerReadPreview(array $arguments, BackendUserAuthentication $viewer): bool
    {
        return $this->inner->mayViewerReadPreview($arguments, $viewer);
    }

    public function isEnabledByDefault(): bool
    {
        return $this->inner->isEnabledByDefault();
    }

    public function requiresAdmin(): bool
    {
        return $this->inner->requiresAdmin();
    }

    public function getGroup(): string
    {
        return $this->inner->getGroup();
    }
}
