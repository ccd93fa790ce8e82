<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Gate;

use Netresearch\NrLlm\Domain\Enum\ToolEffect;
use Netresearch\NrLlm\Service\Tool\ConfigurableApprovalInterface;
use Netresearch\NrLlm\Service\Tool\RemoteApprovalInterface;
use Netresearch\NrLlm\Service\Tool\RemoteToolInterface;
use Netresearch\NrLlm\Service\Tool\RequiresApprovalInterface;
use Netresearch\NrLlm\Service\Tool\ToolApprovalRule;
use Netresearch\NrLlm\Service\Tool\ToolEffectInterface;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Generation;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;

/**
 * The shim of upstream's rule: what each marker and declaration leads to.
 */
final class ToolApprovalRuleTest extends TestCase
{
    public function testNoToolAndAReadingToolNeedNone(): void
    {
        self::assertFalse(ToolApprovalRule::requiresApproval(null));
        self::assertFalse(ToolApprovalRule::requiresApproval(new PlainTool('read')));
    }

    public function testAMarkerDecides(): void
    {
        self::assertTrue(ToolApprovalRule::requiresApproval(new class ('t') extends PlainTool implements RequiresApprovalInterface {}));
    }

    public function testAWriteIsApprovedWhateverItsSettingsSay(): void
    {
        foreach (ToolEffect::cases() as $effect) {
            self::assertSame($effect !== ToolEffect::READ_ONLY, ToolApprovalRule::requiresApproval(self::withEffect($effect)), $effect->value);
        }
    }

    public function testARemoteToolIsJudgedByItsDeclarationAlone(): void
    {
        $undeclared = new class ('t') extends PlainTool implements RemoteToolInterface, ToolEffectInterface {
            public function getEffect(): ToolEffect
            {
                return ToolEffect::NON_IDEMPOTENT_WRITE;
            }
        };
        self::assertFalse(ToolApprovalRule::requiresApproval($undeclared));
        self::assertTrue(ToolApprovalRule::requiresApproval(self::remote(true)));
        self::assertFalse(ToolApprovalRule::requiresApproval(self::remote(false)));
        self::assertTrue(ToolApprovalRule::requiresApproval(self::remote(null)), 'a declaration that throws is a yes');
    }

    public function testAConfigurableToolIsAskedInVersionsThatHaveOne(): void
    {
        if (!interface_exists(ConfigurableApprovalInterface::class)) {
            self::assertFalse(Generation::isLater());

            return;
        }
        foreach ([[true, true], [false, false], [null, true]] as [$answer, $expected]) {
            $tool = new class ($answer) extends PlainTool implements ConfigurableApprovalInterface {
                public function __construct(private readonly ?bool $answer)
                {
                    parent::__construct('t');
                }

                public function requiresApproval(): bool
                {
                    return $this->answer ?? throw new \RuntimeException('The settings cannot be read.', 1);
                }
            };
            self::assertSame($expected, ToolApprovalRule::requiresApproval($tool));
        }
    }

    public function testAnEffectThatCannotBeToldIsAWrite(): void
    {
        $tool = new class ('t') extends PlainTool implements ToolEffectInterface {
            public function getEffect(): ToolEffect
            {
                throw new \RuntimeException('This tool is broken.', 1);
            }
        };
        self::assertTrue(ToolApprovalRule::requiresApproval($tool));
    }

    private static function withEffect(ToolEffect $effect): ToolInterface
    {
        return new class ($effect) extends PlainTool implements ToolEffectInterface {
            public function __construct(private readonly ToolEffect $effect)
            {
                parent::__construct('t');
            }

            public function getEffect(): ToolEffect
            {
                return $this->effect;
            }
        };
    }

    private static function remote(?bool $answer): ToolInterface
    {
        return new class ($answer) extends PlainTool implements RemoteApprovalInterface {
            public function __construct(private readonly ?bool $answer)
            {
                parent::__construct('t');
            }

            public function requiresApproval(): bool
            {
                return $this->answer ?? throw new \RuntimeException('The row cannot be read.', 1);
            }
        };
    }
}
