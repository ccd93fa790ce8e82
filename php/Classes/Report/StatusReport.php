<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Report;

use Portcullis\Typo3\Bridge\State;
use TYPO3\CMS\Core\Localization\LanguageService;
use TYPO3\CMS\Core\Localization\LanguageServiceFactory;
use TYPO3\CMS\Core\Type\ContextualFeedbackSeverity;
use TYPO3\CMS\Reports\Status;
use TYPO3\CMS\Reports\StatusProviderInterface;

/**
 * {@see Overview} in the reports module.
 */
final class StatusReport implements StatusProviderInterface
{
    private const LABELS = 'LLL:EXT:portcullis/Resources/Private/Language/locallang.xlf:';

    public function __construct(
        private readonly Overview $overview,
        private readonly LanguageServiceFactory $languages,
    ) {}

    public function getLabel(): string
    {
        return 'Portcullis';
    }

    public function getStatus(): array
    {
        $overview = $this->overview->toArray();
        $status = [
            $this->module($overview['module']),
        ];
        if ($overview['nrLlm'] !== null) {
            $status[] = $this->bridge($overview['bridge'], $overview['nrLlm'], $overview['secondLookup']);
        }
        if ($overview['egress'] !== null) {
            $status[] = $this->lists($overview['egress']);
            $status[] = $this->proxies($overview['egress']['proxies']);
        }

        return $status;
    }

    /**
     * @param array{loaded: bool, usable: bool, version: ?string, facts: array<string, string>} $module
     */
    private function module(array $module): Status
    {
        $facts = [];
        foreach ($module['facts'] as $name => $fact) {
            $facts[] = $name . ': ' . $fact;
        }

        return new Status(
            $this->label('report.module'),
            $module['version'] ?? $this->label('report.module.missing'),
            htmlspecialchars(match (true) {
                $module['usable'] => implode('; ', $facts),
                $module['loaded'] => $this->label('report.module.old'),
                default => $this->label('report.module.install'),
            }),
            $module['usable'] ? ContextualFeedbackSeverity::OK : ContextualFeedbackSeverity::ERROR,
        );
    }

    /**
     * @param array<string, string> $states
     */
    private function bridge(array $states, string $version, bool $secondLookup): Status
    {
        $missing = array_filter($states, static fn(string $state): bool => State::from($state)->isMissing());
        $lines = [];
        foreach ($missing as $class => $state) {
            $lines[] = htmlspecialchars(substr($class, (int)strrpos($class, '\\') + 1) . ': ' . $state);
        }
        if ($secondLookup) {
            $lines[] = htmlspecialchars($this->label('report.bridge.lookup'));
        }

        return new Status(
            $this->label('report.bridge'),
            $this->label($missing === [] ? 'report.bridge.native' : 'report.bridge.incomplete'),
            'nr_llm ' . htmlspecialchars($version) . ($lines === [] ? '' : '<br>' . implode('<br>', $lines)),
            $missing === [] ? ContextualFeedbackSeverity::OK : ContextualFeedbackSeverity::WARNING,
        );
    }

    /**
     * @param array{hostLists: bool, problems: list<string>, proxies: array{http: bool, https: bool}} $egress
     */
    private function lists(array $egress): Status
    {
        return new Status(
            $this->label('report.lists'),
            $this->label($egress['hostLists'] ? 'report.lists.readable' : 'report.lists.unreadable'),
            implode('<br>', array_map(htmlspecialchars(...), $egress['problems'])),
            $egress['hostLists'] ? ContextualFeedbackSeverity::OK : ContextualFeedbackSeverity::ERROR,
        );
    }

    /**
     * @param array{http: bool, https: bool} $proxies
     */
    private function proxies(array $proxies): Status
    {
        $found = array_keys(array_filter($proxies));

        return new Status(
            $this->label('report.proxies'),
            $found === [] ? $this->label('report.proxies.none') : implode(', ', $found),
            $found === [] ? '' : $this->label('report.proxies.found'),
            $found === [] ? ContextualFeedbackSeverity::OK : ContextualFeedbackSeverity::INFO,
        );
    }

    private function label(string $key): string
    {
        $service = $GLOBALS['LANG'] ?? null;
        $service = $service instanceof LanguageService ? $service : $this->languages->create('default');

        return $service->sL(self::LABELS . $key);
    }
}
