<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Command;

use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Report\Overview;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Fails when upstream answers anywhere that native code should, so that a deployment can ask it.
 */
#[AsCommand('portcullis:status', 'Show whether the native module answers for nr_llm, class by class.')]
final class StatusCommand extends Command
{
    public function __construct(private readonly Overview $overview, private readonly Module $module)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addOption('json', null, InputOption::VALUE_NONE, 'One JSON object instead of the table');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $status = $this->overview->toArray();
        if ($input->getOption('json') === true) {
            Output::json($output, $status);
        } else {
            $this->print($output, $status);
        }

        return $status['native'] ? Command::SUCCESS : Command::FAILURE;
    }

    /**
     * @param array{module: array{loaded: bool, usable: bool, version: ?string, facts: array<string, string>}, nrLlm: ?string, bridge: array<string, string>, unknownFiles: array<string, string>, secondLookup: bool, native: bool, settings: array{verify: bool, required: bool}, egress: ?array{hostLists: bool, problems: list<string>, proxies: array{http: bool, https: bool}}} $status
     */
    private function print(OutputInterface $output, array $status): void
    {
        $rows = ['module' => $status['module']['version'] ?? 'not loaded'] + $status['module']['facts'];
        unset($rows['Version']);
        $rows['nr_llm'] = $status['nrLlm'] ?? 'not installed';
        $rows['bridge.verify'] = $status['settings']['verify'] ? 'on' : 'off';
        $rows['bridge.required'] = $status['settings']['required'] ? 'on' : 'off';
        if ($status['egress'] !== null) {
            $rows['host lists'] = $status['egress']['hostLists'] ? 'readable' : 'cannot be read, every fetch is refused';
            $proxies = array_keys(array_filter($status['egress']['proxies']));
            $rows['proxies'] = $proxies === [] ? 'none' : 'for ' . implode(' and ', $proxies);
        }
        Output::rows($output, $rows);
        foreach ($status['egress']['problems'] ?? [] as $problem) {
            Output::line($output, '  ' . $problem);
        }
        if ($status['nrLlm'] !== null) {
            Output::line($output, '');
            Output::rows($output, $status['bridge']);
            foreach ($status['unknownFiles'] as $class => $hash) {
                Output::line($output, 'SHA-256 of the file with ' . $class . ': ' . $hash);
            }
        }
        Output::line($output, '');
        if ($status['secondLookup']) {
            Output::line(
                $output,
                'fetch_external_url fetches with the client of nr_llm, which looks the name up again after the guard: a changed DNS answer'
                . ' can lead it elsewhere.',
            );
        }
        Output::line($output, match (true) {
            $status['native'] && $status['nrLlm'] !== null => 'Native code answers wherever this version of nr_llm asks.',
            $status['native'] => 'The module is loaded. nr_llm is not installed, so there is nothing to bridge.',
            $status['nrLlm'] === null => 'Nothing works here: ' . $this->module->absence() . '.',
            $this->module->answers() => 'nr_llm answers for itself where the table does not say "native" or "absent".',
            default => 'nr_llm answers for itself: ' . $this->module->absence() . '.',
        });
    }
}
