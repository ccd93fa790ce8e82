<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * The upstream files that a shim may stand in for: SHA-256 of the file, and the shim of that generation. A file with any other
 * hash was changed, so nobody has compared it with its shim: it stays in place, and the status says so.
 */

return [
    'Netresearch\NrLlm\Service\Tool\EgressPolicyService' => [
        // 0.33
        '727ede2745f91ed760170c1a5fb36f83b0d8dca766220e957c9c22be6bc9a90f' => 'EgressPolicyService.php',
    ],
    'Netresearch\NrLlm\Service\Tool\Web\IpAddressClassifier' => [],
];
