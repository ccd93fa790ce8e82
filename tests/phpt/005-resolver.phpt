--TEST--
A resolver of PHP code is asked by named argument, and its objects are released
--EXTENSIONS--
portcullis
--FILE--
<?php
final class Mine implements Portcullis\HostResolver
{
    public function resolve(string $host): array
    {
        return ['10.0.0.8'];
    }
}
for ($i = 0; $i < 3; $i++) {
    $guard = new Portcullis\EgressGuard(
        new Portcullis\EgressPolicy(new Portcullis\OwnSites(['https://own.example/'])),
        new Portcullis\FetchSettings(),
        new Portcullis\ProxyView(null, [], []),
    );
    echo $guard->check('https://inner.example/', resolver: new Mine())->message, "\n";
    gc_collect_cycles();
}
?>
--EXPECT--
the host "inner.example" resolves to a private, loopback, link-local or reserved address.
the host "inner.example" resolves to a private, loopback, link-local or reserved address.
the host "inner.example" resolves to a private, loopback, link-local or reserved address.
