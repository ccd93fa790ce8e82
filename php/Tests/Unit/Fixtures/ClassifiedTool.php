<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Service\Tool\ToolDataClassInterface;

class ClassifiedTool extends PlainTool implements ToolDataClassInterface
{
    public function __construct(string $name, string $group, private readonly ToolDataClass $class, bool $admin = false, bool $enabled = true)
    {
        parent::__construct($name, $group, $admin, $enabled);
    }

    public function getDataClass(): ToolDataClass
    {
        return $this->class;
    }
}
