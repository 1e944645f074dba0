/** Versions of build tools, kits and package managers, and packages of ecosystems with one small manifest. */
import { expect, test } from 'vitest'
import { kindOf } from '../../../plugin/scan/kinds'
import { stated } from './stated'

const CASES: [string, string, string[]][] = [
  [
    'gradle/wrapper/gradle-wrapper.properties',
    '# gradle-7.0-bin\ndistributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip\n',
    ['2 package-manager maven gradle 8.5 = gradle-wrapper.properties'],
  ],
  ['project/build.properties', 'sbt.version=1.9.7\n', ['1 package-manager maven sbt 1.9.7 = build.properties']],
  ['global.json', '{\n  "sdk": { "version": "8.0.100" }\n}\n', ['2 engine nuget dotnet 8.0.100 = global.json']],
  [
    'build.sbt',
    'scalaVersion := "3.3.1"\nlibraryDependencies += "org.typelevel" %% "cats-core" % "2.10.0"\n// "a.b" % "c" % "1"\nlibraryDependencies += "org.scalatest" %% "scalatest" % "3.2" % Test\n',
    [
      '1 package-manager maven sbt = build.sbt',
      '2 dependency maven org.typelevel:cats-core 2.10.0 (runtime)',
      '4 dependency maven org.scalatest:scalatest 3.2 (dev)',
      '1 engine sbt scala 3.3.1 = scalaVersion',
    ],
  ],
  [
    'deps.edn',
    '{:deps {org.clojure/clojure {:mvn/version "1.11.1"}\n        ring/ring-core {:mvn/version "1.11.0"}}}\n; a/b {:mvn/version "1"}\n',
    ['1 engine clojure clojure 1.11.1 = deps.edn', '2 dependency maven ring:ring-core 1.11.0 (runtime)'],
  ],
  ['Podfile', "target 'App' do\n  pod 'Alamofire', '~> 5.8'\n  # pod 'Old'\nend\n", ['2 dependency cocoapods Alamofire ~> 5.8 (runtime)']],
  [
    'vcpkg.json',
    '{\n "dependencies": ["fmt", { "name": "boost", "version>=": "1.83" }]\n}\n',
    ['2 dependency vcpkg fmt (runtime)', '2 dependency vcpkg boost 1.83 (runtime)'],
  ],
  [
    'conanfile.txt',
    '[requires]\nzlib/1.3\n[generators]\nCMakeDeps\n[test_requires]\ngtest/1.14\n',
    ['2 dependency conan zlib 1.3 (runtime)', '6 dependency conan gtest 1.14 (dev)'],
  ],
  ['bower.json', '{"dependencies":{"jquery":"^3"}}', ['1 dependency bower jquery ^3 (runtime)']],
  [
    '.devcontainer/devcontainer.json',
    '{\n  // for developers\n  "image": "mcr.microsoft.com/devcontainers/javascript-node:20",\n  "features": { "ghcr.io/devcontainers/features/python:1": { "version": "3.12" } }\n}\n',
    [
      '1 tool platform dev-container',
      '3 image devcontainer mcr.microsoft.com/devcontainers/javascript-node 20',
      '4 engine devcontainer python 3.12 = dev container',
    ],
  ],
  [
    'netlify.toml',
    '[build]\ncommand = "npm run build"\n[build.environment]\nNODE_VERSION = "20"\n',
    ['1 tool platform netlify', '2 package-manager command npm = hosting', '4 engine netlify node 20 = NODE_VERSION'],
  ],
]

test.each(CASES)('%s', (file, text, expected) => expect(stated(file, text)).toEqual(expected))
test.each(CASES)('%s is scanned as a manifest', (file) => expect(kindOf(file).kind).toBe('manifest'))
test.each(['.go-version', 'rust-toolchain.toml', '.terraform-version', 'gradle/deps.versions.toml', 'Package.swift', 'kustomize/base/db.yaml'])(
  '%s is scanned as a manifest',
  (file) => expect(kindOf(file).kind).toBe('manifest'),
)

const step = (lines: string) => `jobs:\n  a:\n    runs-on: x\n    steps:\n${lines}`

test('a package manager is installed in a version', () => {
  expect(
    stated('Dockerfile', 'FROM node:22\nRUN corepack prepare pnpm@9.1.0 --activate && npm i -g yarn@1.22\n').filter((it) =>
      /@|\d\.\d|9|1\.22/.test(it),
    ),
  ).toEqual(['2 package-manager command pnpm 9.1.0 = dockerfile', '2 package-manager command yarn 1.22 = dockerfile'])
  expect(stated('.github/workflows/a.yml', step('      - uses: pnpm/action-setup@v4\n        with:\n          version: 9\n'))).toContain(
    '7 package-manager command pnpm 9 = github-actions',
  )
})

test('what is put together from variables is named, not guessed', () => {
  expect(stated('Dockerfile', 'ARG BASE\nFROM ${BASE}:1\nFROM ${OTHER:-node}:22\n')).toEqual([
    '2 tool platform docker',
    '2 unread image ${BASE}:1',
    '3 image dockerfile node 22',
  ])
  expect(
    stated('.github/workflows/a.yml', step('      - uses: actions/setup-node@v4\n        with:\n          node-version: ${{ inputs.node }}\n')),
  ).toContain('7 unread version node-version: ${{ inputs.node }}')
})

test('whom a workflow logs in to', () => {
  expect(stated('.github/workflows/a.yml', step('      - uses: docker/login-action@v3\n        with:\n          registry: ghcr.io\n'))).toContain(
    '7 tool registry ghcr.io',
  )
  expect(stated('.github/workflows/a.yml', step('      - uses: docker/login-action@v3\n'))).toContain('5 tool registry docker.io')
  expect(
    stated('.github/workflows/a.yml', step('      - uses: docker/login-action@v3\n        with:\n          registry: ${{ env.R }}\n')).join(),
  ).not.toContain('registry')
})
