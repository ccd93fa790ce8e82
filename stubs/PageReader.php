<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Reads one public page: guard, name resolution, a connection to the checked addresses only, redirects through the guard again, extraction.
 */
final class PageReader
{
    /**
     * @param FetchLimits|null $limits null: the defaults
     * @param string           $group  the group of tools the reads belong to; its scope must be external_filtered
     */
    public function __construct(EgressGuard $guard, ?FetchLimits $limits = null, string $group = 'web') {}

    /**
     * @param string            $url      bytes; white space around it is trimmed
     * @param HostResolver|null $resolver null: the module's own (DNS only, at most 8 seconds a name)
     *
     * @throws RefusedException       when a rule refuses the URL or a redirect's target
     * @throws DeadlineException      when the time limit is used up
     * @throws FetchException         for everything else that goes wrong between here and the page
     * @throws ConfigurationException when this server lacks what a fetch needs (`/etc/resolv.conf`, a trust store)
     * @throws \Throwable             whatever $resolver or a signal handler throws
     */
    public function read(string $url, ?HostResolver $resolver = null): Page {}
}
