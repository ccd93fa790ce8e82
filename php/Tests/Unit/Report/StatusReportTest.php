<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Report;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Report\Overview;
use Portcullis\Typo3\Report\StatusReport;
use Portcullis\Typo3\Tests\Unit\Fixtures\Packages;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainSite;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;
use TYPO3\CMS\Core\Localization\LanguageServiceFactory;
use TYPO3\CMS\Core\Type\ContextualFeedbackSeverity;
use TYPO3\CMS\Reports\Status;

final class StatusReportTest extends TestCase
{
    public function testAMissingModuleIsAnErrorAndTheBridgeAWarning(): void
    {
        $status = $this->report(new World([], [], false));
        self::assertSame(['report.module', 'report.bridge'], array_keys($status));
        self::assertSame(ContextualFeedbackSeverity::ERROR, $status['report.module']->getSeverity());
        self::assertSame(ContextualFeedbackSeverity::WARNING, $status['report.bridge']->getSeverity());
        self::assertStringContainsString('ToolCallPolicyInterface: no module', $status['report.bridge']->getMessage());
    }

    public function testTheModuleIsShownWithItsFacts(): void
    {
        $status = $this->report(new World());
        self::assertSame(['report.module', 'report.bridge', 'report.lists', 'report.proxies'], array_keys($status));
        self::assertSame(ContextualFeedbackSeverity::OK, $status['report.module']->getSeverity());
        self::assertSame(phpversion('portcullis'), $status['report.module']->getValue());
        self::assertStringContainsString('DNS servers: ', $status['report.module']->getMessage());
        self::assertSame(ContextualFeedbackSeverity::OK, $status['report.lists']->getSeverity());
        self::assertStringEndsWith('report.lists.readable', $status['report.lists']->getValue());
        self::assertStringEndsWith('report.proxies.none', $status['report.proxies']->getValue());
        self::assertSame('', $status['report.proxies']->getMessage());
    }

    public function testAProxyIsNamedByItsSchemeAndExplained(): void
    {
        $GLOBALS['TYPO3_CONF_VARS'] = ['HTTP' => ['proxy' => 'http://user:secret@proxy.example:3128']];
        try {
            $proxies = $this->report(new World())['report.proxies'];
        } finally {
            unset($GLOBALS['TYPO3_CONF_VARS']);
        }
        self::assertSame('http, https', $proxies->getValue());
        self::assertStringEndsWith('report.proxies.found', $proxies->getMessage());
        self::assertSame(ContextualFeedbackSeverity::INFO, $proxies->getSeverity());
    }

    public function testListsThatCannotBeReadAreAnErrorThatNamesTheEntryAsText(): void
    {
        $world = new World();
        $world->stored['nr_llm'] = ['tools' => ['fetchExternalUrl' => ['deniedHosts' => '<script>']]];
        $lists = $this->report($world)['report.lists'];
        self::assertSame(ContextualFeedbackSeverity::ERROR, $lists->getSeverity());
        self::assertStringEndsWith('report.lists.unreadable', $lists->getValue());
        self::assertStringContainsString('&lt;script&gt;', $lists->getMessage());
        self::assertStringNotContainsString('<script>', $lists->getMessage());
    }

    public function testEveryLabelThatIsUsedIsThereInBothLanguages(): void
    {
        $folder = dirname(__DIR__, 3);
        preg_match_all("/'((?:report|settings)\.[a-z.]+)'/", (string)file_get_contents($folder . '/Classes/Report/StatusReport.php'), $used);
        preg_match_all('/locallang\.xlf:([a-z.]+)/', (string)file_get_contents($folder . '/ext_conf_template.txt'), $settings);
        $labels = array_unique([...$used[1], ...$settings[1]]);
        self::assertGreaterThan(10, count($labels));
        foreach (['locallang.xlf' => 'source', 'de.locallang.xlf' => 'target'] as $file => $element) {
            $document = simplexml_load_string((string)file_get_contents($folder . '/Resources/Private/Language/' . $file));
            self::assertNotFalse($document);
            $there = [];
            foreach ($document->file->body->{'trans-unit'} as $unit) {
                self::assertNotSame('', trim((string)$unit->{$element}), (string)$unit['id']);
                $there[] = (string)$unit['id'];
            }
            self::assertSame([], array_diff($labels, $there), $file);
            self::assertSame([], array_diff($there, $labels), $file . ' has labels that nobody uses');
        }
    }

    /**
     * @return array<string, Status>
     */
    private function report(World $world): array
    {
        $guards = new Guards(new Sites(new PlainSite('https://www.example.com/')), $world->configuration(), new Packages());
        $overview = new Overview($world->module, new Inspection($world->module), $world->settings(), $guards, new Packages());
        $byLabel = [];
        foreach ((new StatusReport($overview, new LanguageServiceFactory()))->getStatus() as $status) {
            $byLabel[substr($status->getTitle(), (int)strrpos($status->getTitle(), ':') + 1)] = $status;
        }

        return $byLabel;
    }
}
