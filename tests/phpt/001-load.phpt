--TEST--
The module loads and tells about itself
--EXTENSIONS--
portcullis
--FILE--
<?php
var_dump(extension_loaded('portcullis'));
var_dump(preg_match('/^\d+\.\d+\.\d+$/', phpversion('portcullis')));
(new ReflectionExtension('portcullis'))->info();
?>
--EXPECTF--
bool(true)
int(1)

portcullis

Portcullis => enabled
Version => %d.%d.%d
TLS => rustls, with ring's cryptography
DNS servers => %s
Address table => %d-%d-%d
