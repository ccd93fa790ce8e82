--TEST--
Bad arguments are errors of the engine's own kinds, never a crash
--EXTENSIONS--
portcullis
--FILE--
<?php
use Portcullis\{AddressClassifier, EgressGuard, EgressPolicy, Fence, FetchLimits, FetchSettings, HtmlExtractor, OwnSites, PageReader, ProxyView, Verdict};

$attempts = [
    fn () => new EgressGuard(),
    fn () => new EgressGuard(1, 2, 3),
    fn () => new PageReader(null),
    fn () => new FetchLimits(-1),
    fn () => new FetchLimits(seconds: NAN),
    fn () => new FetchLimits(nonsense: 1),
    fn () => new OwnSites([[]]),
    fn () => new OwnSites('https://own.example/'),
    fn () => new EgressPolicy(new OwnSites([]), ['web' => 'none']),
    fn () => new FetchSettings([]),
    fn () => new ProxyView(null, ['a' => null]),
    fn () => AddressClassifier::kindOf("\0"),
    fn () => Fence::wrap('', -1),
    fn () => (new HtmlExtractor())->extract(),
    fn () => (new HtmlExtractor())->extract([]),
    fn () => new Verdict(),
    fn () => serialize(new FetchSettings()),
];
foreach ($attempts as $attempt) {
    try {
        $attempt();
        echo "no error\n";
    } catch (Throwable $error) {
        echo $error::class, "\n";
    }
}
?>
--EXPECT--
ArgumentCountError
TypeError
TypeError
ValueError
ValueError
Error
TypeError
TypeError
TypeError
TypeError
TypeError
ValueError
ValueError
ArgumentCountError
TypeError
Exception
Exception
