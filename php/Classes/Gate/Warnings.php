<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Psr\Log\LoggerInterface;

/**
 * Says each thing once a request: upstream's loop asks the gate before every call of a tool.
 */
final class Warnings
{
    /** @var array<string, true> */
    private array $said = [];

    public function __construct(private readonly ?LoggerInterface $logger = null) {}

    public function fewerTools(string $warning): void
    {
        if ($this->isNew($warning)) {
            $this->logger?->warning('A run gets fewer tools: {warning}', ['warning' => $warning]);
        }
    }

    public function leftOut(string $tool, \Throwable $error): void
    {
        if ($this->isNew('tool ' . $tool)) {
            $this->logger?->error('The tool {tool} is left out: it cannot say what it is.', ['tool' => $tool, 'exception' => $error]);
        }
    }

    public function difference(string $tool, string $native, string $upstream): void
    {
        if ($this->isNew(implode("\0", ['difference', $tool, $native, $upstream]))) {
            $this->logger?->warning(
                'Native code and nr_llm differ about the tool {tool}: {native}, {upstream}.',
                ['tool' => $tool, 'native' => $native, 'upstream' => $upstream],
            );
        }
    }

    private function isNew(string $said): bool
    {
        $new = !isset($this->said[$said]);
        $this->said[$said] = true;

        return $new;
    }
}
