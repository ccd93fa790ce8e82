<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Reports;

use TYPO3\CMS\Core\Type\ContextualFeedbackSeverity;

class Status
{
    /**
     * @param string $title
     * @param string $value
     * @param string $message
     */
    public function __construct(
        protected $title,
        protected $value,
        protected $message = '',
        protected ContextualFeedbackSeverity $severity = ContextualFeedbackSeverity::OK,
    ) {}

    /**
     * @return string
     */
    public function getTitle()
    {
        return $this->title;
    }

    /**
     * @return string
     */
    public function getValue()
    {
        return $this->value;
    }

    /**
     * @return string
     */
    public function getMessage()
    {
        return $this->message;
    }

    public function getSeverity(): ContextualFeedbackSeverity
    {
        return $this->severity;
    }
}
