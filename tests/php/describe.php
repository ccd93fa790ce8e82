<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Prints every class of the namespace Portcullis as JSON, as Reflection sees it: the module's own when it is loaded, those
 * of the folder given as argument otherwise. Two runs compared are the test that module and stubs say the same.
 */

$folder = $argv[1] ?? null;
if ($folder !== null) {
    spl_autoload_register(static function (string $class) use ($folder): void {
        require $folder . '/' . substr($class, strlen('Portcullis\\')) . '.php';
    });
    $names = array_map(static fn (string $file): string => 'Portcullis\\' . basename($file, '.php'), glob($folder . '/*.php'));
} else {
    $names = (new ReflectionExtension('portcullis'))->getClassNames();
}
sort($names);

$described = [];
foreach ($names as $name) {
    $class = new ReflectionClass($name);
    $described[$name] = [
        'kind' => $class->isInterface() ? 'interface' : ($class->isEnum() ? 'enum' : 'class'),
        'final' => $class->isFinal() || $class->isEnum(), // the engine lets nobody extend an enum
        'parent' => $class->getParentClass() === false ? null : $class->getParentClass()->getName(),
        'cases' => $class->isEnum() ? cases($name) : null,
        'properties' => own_properties($class),
        'methods' => own_methods($class),
    ];
}
echo json_encode($described, JSON_THROW_ON_ERROR | JSON_PRETTY_PRINT), "\n";

function cases(string $enum): array
{
    return array_column($enum::cases(), 'value', 'name');
}

function own_properties(ReflectionClass $class): array
{
    $properties = [];
    foreach ($class->getProperties() as $property) {
        if ($property->getDeclaringClass()->getName() === $class->getName() && !$class->isEnum()) {
            $properties[$property->getName()] = $property->isPublic() ? 'public' : ($property->isProtected() ? 'protected' : 'private');
        }
    }
    ksort($properties);

    return $properties;
}

function own_methods(ReflectionClass $class): array
{
    $methods = [];
    foreach ($class->getMethods() as $method) {
        // The methods of enums are the engine's.
        if ($method->getDeclaringClass()->getName() !== $class->getName() || $class->isEnum()) {
            continue;
        }
        $methods[$method->getName()] = [
            'visibility' => implode(' ', Reflection::getModifierNames($method->getModifiers() & ~ReflectionMethod::IS_FINAL)),
            'returns' => type($method->getReturnType(), $class),
            'parameters' => array_map(static fn (ReflectionParameter $parameter): array => [
                'name' => $parameter->getName(),
                'type' => type($parameter->getType(), $class),
                'default' => $parameter->isDefaultValueAvailable() ? var_export($parameter->getDefaultValue(), true) : null,
                'optional' => $parameter->isOptional(),
            ], $method->getParameters()),
        ];
    }
    ksort($methods);

    return $methods;
}

function type(?ReflectionType $type, ReflectionClass $class): ?string
{
    if ($type === null) {
        return null;
    }
    // The module writes the class out where a stub says self.
    return preg_replace('/\bself\b/', $class->getName(), ltrim((string) $type, '\\'));
}
