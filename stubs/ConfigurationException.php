<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * This server lacks what the module needs: a readable `/etc/resolv.conf`, a trust store, a random source.
 */
class ConfigurationException extends PortcullisException
{
}
