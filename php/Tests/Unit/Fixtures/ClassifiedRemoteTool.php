<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Netresearch\NrLlm\Service\Tool\RemoteToolInterface;

final class ClassifiedRemoteTool extends ClassifiedTool implements RemoteToolInterface {}
