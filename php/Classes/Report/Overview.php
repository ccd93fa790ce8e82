<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Report;

use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Settings;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Egress\Guards;
use TYPO3\CMS\Core\Package\PackageManager;

/**
 * What an operator wants to know of this extension at a glance: what the command prints and the reports module shows.
 */
final readonly class Overview
{
    public function __construct(
        private Module $module,
        private Inspection $inspection,
        private Settings $settings,
        private Guards $guards,
        private PackageManager $packageManager,
    ) {}

    /**
     * @return array{module: array{loaded: bool, usable: bool, version: ?string, facts: array<string, string>}, nrLlm: ?string, bridge: array<string, string>, unknownFiles: array<string, string>, secondLookup: bool, native: bool, settings: array{verify: bool, required: bool}, egress: ?array{hostLists: bool, problems: list<string>, proxies: array{http: bool, https: bool}}}
     */
    public function toArray(): array
    {
        $states = $this->inspection->states();

        return [
            'module' => [
                'loaded' => $this->module->isLoaded(),
                'usable' => $this->module->isUsable(),
                'version' => $this->module->version(),
                'facts' => $this->module->facts(),
            ],
            'nrLlm' => $this->versionOfNrLlm(),
            'bridge' => array_map(static fn(State $state): string => $state->value, $states),
            'unknownFiles' => Shims::unknownFiles(),
            // Upstream's client resolves the name again after the guard has, whoever's guard that was.
            'secondLookup' => $states[Replacements::FETCH_TOOL]->isMissing(),
            'native' => $this->isNative(),
            'settings' => ['verify' => $this->settings->verify(), 'required' => $this->settings->required()],
            'egress' => $this->module->isUsable() ? $this->egress() : null,
        ];
    }

    /**
     * Whether the module is loaded and answers wherever it should.
     */
    public function isNative(): bool
    {
        return $this->module->isUsable() && $this->inspection->missing() === [];
    }

    private function versionOfNrLlm(): ?string
    {
        return $this->packageManager->isPackageActive('nr_llm')
            ? $this->packageManager->getPackage('nr_llm')->getPackageMetaData()->getVersion()
            : null;
    }

    /**
     * @return array{hostLists: bool, problems: list<string>, proxies: array{http: bool, https: bool}}
     */
    private function egress(): array
    {
        $settings = $this->guards->settings();
        $proxies = Guards::proxies();

        return [
            'hostLists' => $settings->toArray()['allowedHosts'] !== null,
            'problems' => $settings->problems(),
            // Asked for a name that no exclusion list has.
            'proxies' => [
                'http' => $proxies->appliesTo('http', 'portcullis.invalid'),
                'https' => $proxies->appliesTo('https', 'portcullis.invalid'),
            ],
        ];
    }
}
