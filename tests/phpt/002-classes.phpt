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
Portcullis\AllowList
Portcullis\ApprovalPreview
Portcullis\Availability
Portcullis\ConfigurationException
Portcullis\DataClass
Portcullis\DeadlineException
Portcullis\Decision
Portcullis\DenialReason
Portcullis\DnsResolver
Portcullis\Document
Portcullis\Effect
Portcullis\EgressGuard
Portcullis\EgressPolicy
Portcullis\EgressScope
Portcullis\Fence
Portcullis\FetchException
Portcullis\FetchLimits
Portcullis\FetchSettings
Portcullis\GateInput
Portcullis\HostResolver
Portcullis\HtmlExtractor
Portcullis\InputContext
Portcullis\OwnSites
Portcullis\Page
Portcullis\PageReader
Portcullis\PortcullisException
Portcullis\ProxyView
Portcullis\RefusalReason
Portcullis\RefusedException
Portcullis\RemoteSchema
Portcullis\Skill
Portcullis\Tool
Portcullis\ToolCatalogue
Portcullis\ToolGate
Portcullis\ToolRegistry
Portcullis\TrustZone
Portcullis\Verdict
array(0) {
}
array(0) {
}
array(0) {
}
