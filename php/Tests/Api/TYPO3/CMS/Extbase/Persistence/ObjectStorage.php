<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Extbase\Persistence;

/**
 * @template TEntity of object
 *
 * @implements \Iterator<string, TEntity>
 */
class ObjectStorage implements \Countable, \Iterator
{
    /** @var array<string, TEntity> */
    private array $objects = [];

    /**
     * @param TEntity $object
     */
    public function attach($object): void
    {
        $this->objects[spl_object_hash($object)] = $object;
    }

    public function count(): int
    {
        return count($this->objects);
    }

    public function current(): mixed
    {
        return current($this->objects);
    }

    public function key(): string
    {
        return (string)key($this->objects);
    }

    public function next(): void
    {
        next($this->objects);
    }

    public function rewind(): void
    {
        reset($this->objects);
    }

    public function valid(): bool
    {
        return key($this->objects) !== null;
    }
}
