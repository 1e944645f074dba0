import { expect, test } from 'vitest'
import { stated } from './stated'

test.each([
  [
    'poetry.lock',
    '[[package]]\nname = "flask"\nversion = "3.0.0"\n[package.dependencies]\nname = "none"\n\n[metadata]\nlock-version = "2.0"\n',
    ['8 package-manager pypi poetry = lock file, format 2.0', '1 locked pypi flask 3.0.0'],
  ],
  [
    'Cargo.lock',
    'version = 3\n\n[[package]]\nname = "axum"\nversion = "0.7.1"\n',
    ['1 package-manager cargo cargo = lock file, format 3', '3 locked cargo axum 0.7.1'],
  ],
  [
    'Gemfile.lock',
    'GEM\n  specs:\n    rails (7.1.2)\n      actionpack (= 7.1.2)\n\nDEPENDENCIES\n  rails (~> 7.1)\n\nBUNDLED WITH\n   2.5.3\n',
    ['9 package-manager gem bundler = lock file, format 2.5.3', '3 locked gem rails 7.1.2'],
  ],
  [
    'composer.lock',
    '{\n    "packages": [\n        {\n            "name": "monolog/monolog",\n            "version": "v3.5.0",\n            "require": {\n                "php": ">=8.1"\n            }\n        }\n    ]\n}\n',
    ['1 package-manager composer composer = lock file', '4 locked composer monolog/monolog 3.5.0'],
  ],
  [
    'Pipfile.lock',
    '{\n    "_meta": {\n        "pipfile-spec": 6\n    },\n    "default": {\n        "flask": {\n            "hashes": [],\n            "version": "==3.0.0"\n        }\n    }\n}\n',
    ['3 package-manager pypi pipenv = lock file, format 6', '6 locked pypi flask 3.0.0'],
  ],
  [
    'mix.lock',
    '%{\n  "plug": {:hex, :plug, "1.15.2", "abc", [:mix], [], "hexpm"},\n}\n',
    ['1 package-manager hex mix = lock file', '2 locked hex plug 1.15.2'],
  ],
  [
    'pubspec.lock',
    'packages:\n  http:\n    dependency: "direct main"\n    description:\n      name: http\n    version: "1.1.0"\nsdks:\n  dart: ">=3"\n',
    ['1 package-manager pub pub = lock file', '2 locked pub http 1.1.0'],
  ],
])('%s', (file, text, expected) => expect(stated(file, text)).toEqual(expected))
