<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The argument schema of a remote tool: accepted whole, its top level reduced to the keys that are read, or refused. Nothing is
 * repaired in part.
 */
final class RemoteSchema
{
    /** Whether the schema is accepted. */
    public readonly bool $accepted;
    /** `none`, `type`, `keyword`, `form`, `depth`, `utf8` or `size`; null when accepted. */
    public readonly ?string $reason;
    /** The keyword that refused it, if one did. */
    public readonly ?string $keyword;
    /** Why it is refused, in one sentence without a full stop; empty when accepted. */
    public readonly string $message;
    /** Its JSON text: ASCII, at most 16,384 bytes; null when refused. */
    public readonly ?string $json;

    /**
     * Made by {@see self::fromJson()} and {@see self::fromArray()}.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /** Judges a schema as its server sent it. */
    public static function fromJson(string $json): self {}

    /**
     * Judges a decoded schema. Nesting beyond 127 levels is refused as `depth`, more than 20,000 values as `size`.
     *
     * @param array<mixed> $schema scalars, null and arrays
     *
     * @throws \TypeError when it holds an object or a resource
     */
    public static function fromArray(array $schema): self {}

    /**
     * The accepted schema as PHP's json_decode() would give it with arrays; null when refused.
     *
     * @return array<string, mixed>|null
     */
    public function schema(): ?array {}

    /**
     * @return array{accepted: bool, reason: ?string, keyword: ?string, message: string, schema: ?array<string, mixed>, json: ?string}
     */
    public function toArray(): array {}
}
