<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Command;

use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Requirement;
use Portcullis\Typo3\Gate\Runs;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * For each tool: may a run of this configuration and user have it, and the first reason why not.
 */
#[AsCommand('portcullis:gate', 'Show which tools a run may use, and why it may not use the others.')]
final class GateCommand extends Command
{
    public function __construct(
        private readonly Module $module,
        private readonly Requirement $requirement,
        private readonly ?Runs $runs = null,
    ) {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('configuration', InputArgument::OPTIONAL, 'Identifier or uid of the LLM configuration (default: the default one)');
        $this->addOption('user', null, InputOption::VALUE_REQUIRED, 'Uid of the backend user the run acts for (default: nobody)');
        $this->addOption('json', null, InputOption::VALUE_NONE, 'One JSON object instead of the table');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $json = $input->getOption('json') === true;
        if ($this->runs === null) {
            return $this->nothing($output, $json, 'nr_llm is not installed, so there are no tools to decide about.', Command::INVALID);
        }
        $name = $input->getArgument('configuration');
        $configuration = $this->runs->configuration(is_string($name) ? $name : null);
        if ($configuration === null) {
            return $this->nothing(
                $output,
                $json,
                is_string($name) ? 'There is no LLM configuration ' . $name . '.' : 'There is no default LLM configuration; name one.',
                Command::INVALID,
            );
        }
        $uid = $input->getOption('user');
        $user = null;
        if (is_string($uid)) {
            $user = ctype_digit($uid) ? $this->runs->user((int)$uid) : null;
            if ($user === null) {
                return $this->nothing($output, $json, 'There is no backend user ' . $uid . ' who can act.', Command::INVALID);
            }
        }
        $decisions = $this->runs->decisions($configuration, $user);
        if ($json) {
            Output::json($output, [
                'configuration' => $configuration->getIdentifier(),
                'user' => $user === null ? null : (int)$uid,
                'native' => $this->module->answers(),
                'withheld' => $this->requirement->withheld() ? $this->requirement->reason() : null,
                'tools' => array_map(self::toArray(...), $decisions),
            ]);

            return Command::SUCCESS;
        }
        $rows = [];
        foreach ($decisions as $decision) {
            $rows[$decision->toolName] = $decision->reason->value === 'none' ? 'allowed' : $decision->message();
        }
        Output::rows($output, $rows);
        $allowed = count(array_filter($decisions, static fn(ToolPolicyDecision $decision): bool => $decision->allowed));
        Output::line($output, '');
        Output::line($output, sprintf(
            '%d of %d tools allowed for %s%s, decided by %s.',
            $allowed,
            count($decisions),
            $configuration->getIdentifier(),
            $user === null ? ' without a user' : ' and the user ' . $uid,
            $this->module->answers() ? 'native code' : 'nr_llm (' . $this->module->absence() . ')',
        ));
        if ($this->requirement->withheld()) {
            Output::line($output, 'Tools are withheld, whatever their switches say: ' . $this->requirement->reason() . '.');
        }

        return Command::SUCCESS;
    }

    private function nothing(OutputInterface $output, bool $json, string $why, int $status): int
    {
        if ($json) {
            Output::json($output, ['error' => $why, 'tools' => []]);
        } else {
            Output::line($output, $why);
        }

        return $status;
    }

    /**
     * @return array{tool: string, allowed: bool, reason: string, dataClass: string, zone: string, ceiling: string, observedOnly: bool, message: string}
     */
    private static function toArray(ToolPolicyDecision $decision): array
    {
        return [
            'tool' => $decision->toolName,
            'allowed' => $decision->allowed,
            'reason' => $decision->reason->value,
            'dataClass' => $decision->dataClass->value,
            'zone' => $decision->zone->value,
            'ceiling' => $decision->ceiling->value,
            'observedOnly' => $decision->observedOnly,
            'message' => $decision->message(),
        ];
    }
}
