--TEST--
The module declares its classes, no functions, no constants, no INI settings
--EXTENSIONS--
portcullis
--FILE--
<?php
$extension = new ReflectionExtension('portcullis');
$classes = $extension->getClassNames();
sort($classes);
echo implode("\n", $classes), "\n";
var_dump($extension->getFunctions(), $extension->getConstants(), $extension->getINIEntries());
?>
--EXPECT--
Portcullis\AddressClassifier
Portcullis\AddressKind
Portcullis\ConfigurationException
Portcullis\DeadlineException
Portcullis\Document
Portcullis\EgressGuard
Portcullis\EgressPolicy
Portcullis\EgressScope
Portcullis\Fence
Portcullis\FetchException
Portcullis\FetchLimits
Portcullis\FetchSettings
Portcullis\HostResolver
Portcullis\HtmlExtractor
Portcullis\OwnSites
Portcullis\Page
Portcullis\PageReader
Portcullis\PortcullisException
Portcullis\ProxyView
Portcullis\RefusalReason
Portcullis\RefusedException
Portcullis\Verdict
array(0) {
}
array(0) {
}
array(0) {
}
