<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/**
 * The rules of extraction as PHP programs write them: masterminds/html5 builds the tree, XPath drops what is no text and finds the
 * content root, a recursive walk writes the lines. The measure for HtmlExtractor's speed; it scores nothing and hides little.
 */
final class PhpExtractor
{
    private const DROPPED = '//script|//style|//template|//noscript|//svg|//iframe|//object|//canvas|//nav|//aside|//button|//select'
        . '|//textarea|//input|//comment()|//*[@hidden]|//*[@aria-hidden="true"]'
        . '|//header[not(ancestor::main) and not(ancestor::article)]|//footer[not(ancestor::main) and not(ancestor::article)]';
    private const BLOCKS = [
        'address', 'article', 'blockquote', 'dd', 'details', 'div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3',
        'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul',
    ];

    private string $text = '';

    /** Loads masterminds/html5 from a Composer package's zip or from the include path; false when there is none. */
    public static function load(string $packages): bool
    {
        $zip = glob($packages . '/masterminds-html5-*.zip')[0] ?? null;
        spl_autoload_register(static function (string $class) use ($zip): void {
            if (str_starts_with($class, 'Masterminds\\')) {
                $file = str_replace('\\', '/', substr($class, strlen('Masterminds\\'))) . '.php';
                $archive = $zip === null ? null : new ZipArchive();
                $source = $archive?->open($zip) === true ? $archive->getFromName('src/' . $file) : false;
                if ($source !== false) {
                    eval('?>' . $source);
                } elseif (stream_resolve_include_path('Masterminds/' . $file) !== false) {
                    require 'Masterminds/' . $file;
                }
            }
        });

        return class_exists(Masterminds\HTML5::class);
    }

    /** @return array{title: string, text: string} */
    public function extract(string $html, string $url): array
    {
        $document = (new Masterminds\HTML5(['disable_html_ns' => true]))->loadHTML($html);
        $path = new DOMXPath($document);
        foreach (iterator_to_array($path->query(self::DROPPED)) as $node) {
            $node->parentNode?->removeChild($node);
        }
        $title = trim($path->evaluate('string(//title)'));
        $articles = $path->query('//article');
        $root = $path->query('//main|//*[@role="main"]')->item(0)
            ?? ($articles->length === 1 ? $articles->item(0) : null)
            ?? $path->query('//body')->item(0)
            ?? $document;
        $this->text = '';
        $this->walk($root, $url);
        $lines = array_map(static fn (string $line): string => trim(preg_replace('/\s+/u', ' ', $line) ?? ''), explode("\n", $this->text));

        return ['title' => $title, 'text' => implode("\n", array_filter($lines, static fn (string $line): bool => $line !== ''))];
    }

    private function walk(DOMNode $node, string $url): void
    {
        foreach ($node->childNodes as $child) {
            if ($child instanceof DOMText) {
                $this->text .= str_replace("\n", ' ', $child->data);
                continue;
            }
            if (!$child instanceof DOMElement) {
                continue;
            }
            $name = $child->localName;
            $isBlock = in_array($name, self::BLOCKS, true);
            $this->text .= $isBlock ? "\n" : '';
            $this->text .= match (true) {
                preg_match('/^h[1-6]$/', $name) === 1 => str_repeat('#', (int) $name[1]) . ' ',
                $name === 'li' => '- ',
                $name === 'td', $name === 'th' => ' | ',
                $name === 'br' => "\n",
                $name === 'img' && $child->getAttribute('alt') !== '' => '[image: ' . $child->getAttribute('alt') . ']',
                default => '',
            };
            $this->walk($child, $url);
            if ($name === 'a' && ($href = $child->getAttribute('href')) !== '' && $href[0] !== '#') {
                $this->text .= ' (' . (parse_url($href, PHP_URL_SCHEME) === null ? rtrim($url, '/') . '/' . ltrim($href, '/') : $href) . ')';
            }
            $this->text .= $isBlock ? "\n" : '';
        }
    }
}
