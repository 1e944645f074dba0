/** Files for other tools: the bill of materials before the official validator, and the workspace before what its format demands. */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { describe, expect, test } from 'vitest'
import { lockedTree } from '../../plugin/extract/lock-files/index'
import { manifestFacts } from '../../plugin/extract/manifests/index'
import type { Component, Program, Relation } from '../../plugin/types'
import { sbomOf } from '../../plugin/views/downloads/sbom'
import { structurizrOf } from '../../plugin/views/downloads/structurizr'
import { aProgram, at, noArchitecture } from '../program'

type Json = Record<string, unknown>

function program(files: Record<string, string>): Program {
  const entries = Object.entries(files)
  return aProgram({
    project: { name: 'shop', version: '1.2.0' },
    manifests: entries.map(([path, text]) => ({ path, facts: manifestFacts({ path }, text).facts })),
    locks: entries.flatMap(([path, text]) => {
      const tree = lockedTree(path, text)
      return tree ? [{ path, tree }] : []
    }),
  })
}

const day = '2026-03-14'

async function checked(of: Program) {
  const sbom = sbomOf(of, day)!
  const text = JSON.stringify(sbom.document)
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
  const parts = sbom.document.components as {
    purl?: string
    scope: string
    name: string
    version?: string
    'bom-ref': string
    properties?: { name: string; value: string }[]
    evidence: { occurrences: Json[] }
  }[]
  const needs = new Map((sbom.document.dependencies as { ref: string; dependsOn?: string[] }[]).map(({ ref, dependsOn }) => [ref, dependsOn ?? []]))
  return { ...sbom, parts, needs, text }
}

const npm = {
  'package.json':
    '{ "name": "shop", "dependencies": { "express": "^4.19.0" }, "devDependencies": { "@types/node": "^20.0.0" }, "optionalDependencies": { "fsevents": "2.3.3" } }',
  'package-lock.json': JSON.stringify(
    {
      name: 'shop',
      lockfileVersion: 3,
      packages: {
        '': {
          name: 'shop',
          dependencies: { express: '^4.19.0' },
          devDependencies: { '@types/node': '^20.0.0' },
          optionalDependencies: { fsevents: '2.3.3' },
        },
        'node_modules/express': { version: '4.19.2', dependencies: { 'body-parser': '1.20.2' } },
        'node_modules/body-parser': { version: '1.20.2' },
        'node_modules/@types/node': { version: '20.1.0', dev: true, dependencies: { 'undici-types': '5.26.5' } },
        'node_modules/undici-types': { version: '5.26.5', dev: true },
        'node_modules/fsevents': { version: '2.3.3', optional: true },
      },
    },
    null,
    2,
  ),
}

describe('bill of materials', () => {
  test('packages of a lock file with purl, scope, line and what they need', async () => {
    const { parts, needs, locked, declared, lockFiles } = await checked(program(npm))
    expect({ locked, declared, lockFiles }).toEqual({ locked: 5, declared: 0, lockFiles: ['package-lock.json'] })
    expect(Object.fromEntries(parts.map(({ purl, scope }) => [purl, scope]))).toEqual({
      'pkg:npm/express@4.19.2': 'required',
      'pkg:npm/body-parser@1.20.2': 'required',
      'pkg:npm/%40types/node@20.1.0': 'excluded',
      'pkg:npm/undici-types@5.26.5': 'excluded',
      'pkg:npm/fsevents@2.3.3': 'optional',
    })
    expect(needs.get('root')).toEqual(['npm:@types/node@20.1.0', 'npm:express@4.19.2', 'npm:fsevents@2.3.3'])
    expect(needs.get('npm:express@4.19.2')).toEqual(['npm:body-parser@1.20.2'])
    const express = parts.find(({ name }) => name === 'express')!
    const line = npm['package-lock.json'].split('\n').findIndex((text) => text.includes('"node_modules/express"')) + 1
    expect(express.evidence.occurrences).toEqual([{ location: 'package-lock.json', line }])
  })

  test('a lock file of yarn says nothing of scopes: the manifest does', async () => {
    const { parts, needs } = await checked(
      program({
        'package.json': '{ "name": "shop", "dependencies": { "a": "^1.0.0" }, "devDependencies": { "b": "^2.0.0" } }',
        'yarn.lock':
          '# yarn lockfile v1\n\na@^1.0.0:\n  version "1.0.1"\n  dependencies:\n    c "^3.0.0"\n\nb@^2.0.0:\n  version "2.0.1"\n  dependencies:\n    c "^3.0.0"\n\nc@^3.0.0:\n  version "3.0.1"\n',
      }),
    )
    expect(Object.fromEntries(parts.map(({ name, scope }) => [name, scope]))).toEqual({ a: 'required', b: 'excluded', c: 'required' })
    expect(needs.get('root')).toEqual(['npm:a@1.0.1', 'npm:b@2.0.1'])
  })

  test('without a lock file only an exact version is stated, of whatever ecosystem', async () => {
    const { parts, declared } = await checked(
      program({
        'requirements.txt': 'Flask==2.0.1\nrequests>=2\n',
        'package.json': '{ "name": "x", "dependencies": { "koa": "^2.0.0", "own": "workspace:*" } }',
      }),
    )
    expect(declared).toBe(3)
    expect(parts.map(({ purl, version, properties }) => [purl, version, properties?.[0]?.value])).toEqual([
      ['pkg:npm/koa', undefined, '^2.0.0'],
      ['pkg:pypi/flask@2.0.1', '2.0.1', undefined],
      ['pkg:pypi/requests', undefined, '>=2'],
    ])
  })

  test('one package of two lock files is one, with both places', async () => {
    const { parts } = await checked(program({ ...npm, 'web/package.json': npm['package.json'], 'web/package-lock.json': npm['package-lock.json'] }))
    expect(parts).toHaveLength(5)
    expect(parts.every(({ evidence }) => evidence.occurrences.length === 2)).toBe(true)
  })

  test('the same files give the same bytes, and nothing gives no bill', async () => {
    expect((await checked(program(npm))).text).toBe((await checked(program(npm))).text)
    expect((await checked(program(npm))).text).not.toContain('serialNumber')
    expect(sbomOf(aProgram(), day)).toBeUndefined()
  })

  test('the validator refuses what is broken', async () => {
    expect(
      await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate('{"bomFormat":"CycloneDX","specVersion":"1.6","nonsense":1}'),
    ).not.toBeNull()
  })

  test('hostile names stay names', async () => {
    const { parts } = await checked(
      program({
        'package.json': JSON.stringify({ name: 'x', dependencies: { '../../evil?x=1#y': '1.0.0', 'a"b': 'git+https://user:secret@host/x.git' } }),
      }),
    )
    expect(JSON.stringify(parts)).not.toContain('secret@')
    expect(
      parts
        .map(({ purl }) => purl)
        .filter(Boolean)
        .join(),
    ).not.toMatch(/[?#"]/)
  })
})

describe('workspace of Structurizr', () => {
  const component = (id: string, kind: Component['kind'], more: Partial<Component> = {}): Component => ({
    id,
    name: id,
    kind,
    level: 'container',
    technology: 'Express',
    files: 1,
    doors: 0,
    evidence: [at(`${id}:1`)],
    ...more,
  })
  const relation = (from: string, to: string, kind: Relation['kind'] = 'calls'): Relation => ({
    from,
    to,
    kind,
    through: 'HTTP',
    evidence: [at(`${from}.ts:3`)],
    count: 1,
  })
  const workspace = structurizrOf(
    aProgram({
      architecture: {
        ...noArchitecture,
        components: [
          component('api', 'backend'),
          component('api/routes', 'module', { level: 'component', parent: 'api' }),
          component('db', 'data store'),
          component('bank', 'external system'),
        ],
        relations: [relation('api/routes', 'db', 'reads'), relation('api/routes', 'bank'), relation('api', 'api/routes'), relation('api', 'nowhere')],
      },
    }),
  ) as { model: { softwareSystems: Json[] }; views: Record<string, Json[]> }

  interface Element {
    id: string
    name: string
    relationships?: { id: string; sourceId: string; destinationId: string; properties?: Json }[]
    containers?: Element[]
    components?: Element[]
  }
  const all = (elements: Element[]): Element[] =>
    elements.flatMap((element) => [element, ...all(element.containers ?? []), ...all(element.components ?? [])])
  const elements = all(workspace.model.softwareSystems as unknown as Element[])
  const relationships = elements.flatMap((element) => element.relationships ?? [])

  test('ids are given once, and every reference leads to an element', () => {
    const ids = [...elements, ...relationships].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(elements.map(({ id }) => id))
    for (const { sourceId, destinationId } of relationships) expect([known.has(sourceId), known.has(destinationId)]).toEqual([true, true])
    const shown = Object.values(workspace.views).filter(Array.isArray).flat() as {
      key: string
      elements: { id: string }[]
      relationships: { id: string }[]
    }[]
    expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length)
    for (const view of shown) {
      expect(view.key).toMatch(/^[\w-]+$/)
      expect(view.elements.filter(({ id }) => !known.has(id))).toEqual([])
      expect(view.relationships.filter(({ id }) => !relationships.some((each) => each.id === id))).toEqual([])
    }
    // What contains another has no relation to it: the format refuses these.
    expect(
      relationships
        .map(
          ({ sourceId, destinationId }) =>
            `${elements.find(({ id }) => id === sourceId)?.name} ${elements.find(({ id }) => id === destinationId)?.name}`,
        )
        .sort(),
    ).toEqual(['api/routes bank', 'api/routes db', 'sample bank'])
  })

  test('names of one level are given once, as the format demands', () => {
    const names = (elements as Element[]).flatMap(({ containers = [], components = [] }) =>
      [containers, components].filter((list) => list.length > 0).map((list) => list.map(({ name }) => name)),
    )
    for (const list of names) expect(new Set(list).size).toBe(list.length)
  })

  test('the line that proves it stands with it', () => {
    expect(relationships.find(({ properties }) => properties?.evidence === 'api/routes.ts:3')).toBeDefined()
  })

  test('of nothing there is none', () => {
    expect(structurizrOf(aProgram())).toBeUndefined()
  })
})
