--TEST--
A refused read throws an exception with the rule
--EXTENSIONS--
portcullis
--FILE--
<?php
use Portcullis\{EgressGuard, EgressPolicy, FetchSettings, OwnSites, PageReader, ProxyView, RefusedException};

$guard = new EgressGuard(new EgressPolicy(new OwnSites([])), new FetchSettings(), new ProxyView(null, [], []));
try {
    (new PageReader($guard))->read('http://169.254.169.254/latest/meta-data/');
} catch (RefusedException $e) {
    echo get_parent_class($e), "\n", $e->getMessage(), "\n", $e->reason()->value, "\n", $e->hop(), "\n";
}
?>
--EXPECT--
Portcullis\FetchException
Refused: http://169.254.169.254/latest/meta-data/ — the address 169.254.169.254 is private, loopback, link-local or reserved.
address
0
