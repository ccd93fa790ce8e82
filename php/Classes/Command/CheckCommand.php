<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Command;

use Portcullis\PortcullisException;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Egress\Steps;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * What each rule of the guard says about a URL, with the sites, lists and proxies of this installation. Contacts nothing but the
 * name servers. Status: 0 allowed, 1 refused, 2 no answer.
 */
#[AsCommand('portcullis:check', 'Show what each rule of the egress guard says about a URL.')]
final class CheckCommand extends Command
{
    public function __construct(private readonly Module $module, private readonly Guards $guards)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('url', InputArgument::REQUIRED, 'The URL, as a model would give it');
        $this->addOption('group', null, InputOption::VALUE_REQUIRED, 'The group of the tool', 'web');
        $this->addOption('no-dns', null, InputOption::VALUE_NONE, 'Ask no name server; rules 15 to 17 are left out');
        $this->addOption('json', null, InputOption::VALUE_NONE, 'One JSON object instead of the table');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $json = $input->getOption('json') === true;
        $url = $input->getArgument('url');
        $group = $input->getOption('group');
        $resolve = $input->getOption('no-dns') !== true;
        if (!$this->module->isUsable()) {
            return $this->noAnswer($output, $json, 'The rules cannot be asked: ' . $this->module->absence() . '.');
        }
        if (!is_string($url) || !is_string($group)) {
            return $this->noAnswer($output, $json, 'One URL is needed.');
        }
        try {
            $guard = $this->guards->guard();
            $verdict = $resolve ? $guard->check($url, $group) : $guard->checkWithoutResolving($url, $group);
        } catch (PortcullisException $error) {
            return $this->noAnswer($output, $json, $error->getMessage());
        }
        $steps = Steps::of($verdict, $resolve);
        if ($json) {
            Output::json($output, $verdict->toArray() + ['steps' => $steps, 'problems' => $this->guards->settings()->problems()]);

            return $verdict->allowed ? Command::SUCCESS : Command::FAILURE;
        }
        foreach ($steps as $step) {
            Output::line($output, sprintf('%2d  %-44s  %s', $step['rule'], $step['means'], $step['result']));
        }
        Output::line($output, '');
        foreach ($this->guards->settings()->problems() as $problem) {
            Output::line($output, $problem);
        }
        Output::line($output, $verdict->allowed ? 'Allowed: ' . $verdict->url : 'Refused: ' . $verdict->message);
        if ($verdict->addresses !== []) {
            Output::line($output, 'Addresses: ' . implode(', ', $verdict->addresses));
        }
        if ($verdict->entry !== null) {
            Output::line($output, 'List entry: ' . $verdict->entry);
        }
        if ($verdict->kind !== null) {
            Output::line($output, 'Kind of address: ' . $verdict->kind->value);
        }

        return $verdict->allowed ? Command::SUCCESS : Command::FAILURE;
    }

    private function noAnswer(OutputInterface $output, bool $json, string $why): int
    {
        if ($json) {
            Output::json($output, ['error' => $why]);
        } else {
            Output::line($output, $why);
        }

        return Command::INVALID;
    }
}
