<?php

// SPDX-License-Identifier: GPL-2.0-or-later

$EM_CONF[$_EXTKEY] = [
    'title' => 'Portcullis',
    'description' => 'Puts the native guard, extractor and tool gate of Portcullis in place of those of nr_llm',
    'category' => 'services',
    'state' => 'alpha',
    'version' => '0.1.0',
    'author' => 'The Portcullis authors',
    'constraints' => [
        'depends' => [
            'php' => '8.2.0-8.99.99',
            // One range is all that can be said here; composer.json has the gap before 14.3.
            'typo3' => '13.4.0-14.99.99',
        ],
        'conflicts' => [],
        'suggests' => [
            'nr_llm' => '',
            'reports' => '',
        ],
    ],
];
