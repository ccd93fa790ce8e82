<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Where the tools of a group may send requests.
 *
 * A group without a declaration has {@see self::None}. There is no "any host" scope.
 */
enum EgressScope: string
{
    /** No request leaves. */
    case None = 'none';
    /** Only the active bases of this installation's sites. */
    case OwnSite = 'own_site';
    /** Only an endpoint that the configuration declares, by host and port. */
    case ConfiguredEndpoint = 'configured_endpoint';
    /** Public hosts, each one through {@see EgressGuard}. */
    case ExternalFiltered = 'external_filtered';
}
