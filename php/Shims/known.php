<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * The upstream files that a shim may stand in for: SHA-256 of the file, and the shim of that generation. A file with any other
 * hash was changed, so nobody has compared it with its shim: it stays in place, and the status says so.
 */

return [
    'Netresearch\NrLlm\Service\Tool\Web\IpAddressClassifier' => [
        // since external pages can be read
        'b0b33afdb537f7e92182295b5ec42c41cd6e6102729cb5a60037914630215b49' => 'IpAddressClassifier.php',
    ],
    'Netresearch\NrLlm\Service\Tool\Web\ExternalUrlGuard' => [
        // since external pages can be read
        'fc6ead060c67b9584852886e37537c14f142f35a7ccf2b8c8b1212958e0a33ae' => 'ExternalUrlGuard.php',
    ],
    'Netresearch\NrLlm\Service\Tool\Web\HtmlTextExtractor' => [
        // since external pages can be read; without a bound of its own, which the shim has all the same
        'b640c47f6943cef3ed745117d1a41793285452ea02a5469971a91d824198588d' => 'HtmlTextExtractor.php',
        // since the parsed size is bounded
        '005f537049d2af9d3a6fb2e639a2335b8feb9cedbd255f818b225836a36d6deb' => 'HtmlTextExtractor.php',
    ],
    'Netresearch\NrLlm\Service\Tool\EgressPolicyService' => [
        // 0.33
        '727ede2745f91ed760170c1a5fb36f83b0d8dca766220e957c9c22be6bc9a90f' => 'EgressPolicyService.php',
        // since external pages can be read
        'e7f01dd910f3343e11d414e6e7b81d3b76c202fdc62813937286564abc10c3cd' => 'LaterEgressPolicyService.php',
        // with the bases of languages among the own hosts
        '621ebc8c8dff9da711bfa280f5258ee991144139855c214e5ecc2d6cc7edb701' => 'LaterEgressPolicyService.php',
    ],
    'Netresearch\NrLlm\Service\Tool\AllowedToolsResolver' => [
        // 0.33
        'ba3b1fbdbd85e293ac5f4fbe685a9facdc1c71444439a89e0625f8e6eee99258' => 'AllowedToolsResolver.php',
        // since a run stores its list
        'e180c38283575fbeabac2d7b61fd930f0793b17778d84270c4d8fdb30493d634' => 'RunAllowedToolsResolver.php',
        // with process skills
        '0cdbaee0d733d3f1c3525d61bb85abde29658a5f70052c82c1eb1f81a61081bc' => 'ProcessAllowedToolsResolver.php',
        // with all admitted records of a skill
        '7aca22ae69a95717371b16d6a40b2c782f60d373d8b82e34a9a0823aa6714834' => 'ProcessAllowedToolsResolver.php',
    ],
    'Netresearch\NrLlm\Service\Tool\ToolApprovalRule' => [
        // 0.33
        '993a27df32f074a8e2a28b6abfcf828050ffc9aaa63cd3c66b3bb6379ea033b6' => 'ToolApprovalRule.php',
    ],
];
