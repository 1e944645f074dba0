import { commandFacts, firstOfEach } from '../commands'
import type { Format, Source, Stated } from '../format'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, itemsOf, type Located, oneOrMore, textOf } from '../read/located'

const SCOPES = { dependencies: 'runtime', devDependencies: 'dev', peerDependencies: 'peer', optionalDependencies: 'optional' } as const
/** Keys under which tools keep their settings in this file. */
const SETTINGS =
  'eslintConfig prettier jest babel browserslist lint-staged husky nyc c8 ava mocha stylelint commitlint release nodemonConfig prisma oclif xo standard config-overrides volta electron-builder build tsup unbuild wireit size-limit simple-git-hooks knip nx msw pkg np changelogithub cypress vite svelte'.split(
    ' ',
  )

export const packageJson: Format = {
  name: 'package.json',
  claims: ({ name }) => name === 'package.json',
  facts(source) {
    const root = readJson(source)
    return [
      ...own(root, source),
      ...dependencies(root),
      ...versions(root),
      ...(at(root, 'packageManager') ? packageManager(root) : []),
      ...scripts(root),
      ...bins(root),
      ...oneOrMore(at(root, 'workspaces', 'packages') ?? at(root, 'workspaces')).flatMap((glob) => workspaceFact(glob)),
      ...SETTINGS.flatMap((key) => setting(root, key)),
      ...aboutItself(root),
    ]
  },
}

/** What documents repeat: whose it is, under which licence, and what it says of itself. */
function aboutItself(root: Located | undefined): Stated[] {
  const told = (key: string, text: string | undefined, kind: Stated['kind'], ecosystem = 'npm'): Stated[] =>
    text === undefined || text === '' ? [] : [{ kind, ecosystem, name: text, line: entryAt(root, key)?.line ?? 1 }]
  const kept = at(root, 'repository')
  return [
    ...told('license', textOf(at(root, 'license')) ?? textOf(at(root, 'license', 'type')), 'licence'),
    ...told('repository', ownerAndName(textOf(kept) ?? textOf(at(kept, 'url'))), 'repository'),
    ...told('description', textOf(at(root, 'description')), 'description'),
  ]
}

/** `owner/name` of the ways in which a repository is written: an address, `github:owner/name`, `owner/name`. */
function ownerAndName(written: string | undefined): string | undefined {
  return /^(?:.*[/:])?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?\/?$/.exec(written ?? '')?.[1]
}

export function workspaceFact(glob: Located): Stated[] {
  const name = textOf(glob)
  return name === undefined ? [] : [{ kind: 'workspace', ecosystem: 'npm', name, line: glob.line }]
}

function own(root: Located | undefined, source: Source): Stated[] {
  const name = entryAt(root, 'name')
  const text = textOf(name?.value)
  if (!name || text === undefined) return []
  const isPrivate = textOf(at(root, 'private')) === 'true'
  return [
    {
      kind: 'package',
      ecosystem: 'npm',
      name: text,
      version: textOf(at(root, 'version')),
      value: isPrivate ? 'private' : undefined,
      line: Math.min(name.line, source.lineCount),
    },
  ]
}

function dependencies(root: Located | undefined): Stated[] {
  const found: Stated[] = []
  for (const [key, scope] of Object.entries(SCOPES)) {
    const optional = key === 'peerDependencies' ? new Set(entriesOf(at(root, 'peerDependenciesMeta')).map((entry) => entry.key)) : undefined
    for (const { key: name, line, value } of entriesOf(at(root, key)))
      found.push({ kind: 'dependency', ecosystem: 'npm', name, version: textOf(value), scope: optional?.has(name) ? 'optional' : scope, line })
  }
  return found
}

function versions(root: Located | undefined): Stated[] {
  return ['engines', 'volta', 'devEngines'].flatMap((key) =>
    entriesOf(at(root, key)).flatMap((entry): Stated[] => {
      if (key === 'devEngines') {
        return oneOrMore(entry.value).flatMap((each): Stated[] => {
          const name = textOf(at(each, 'name'))
          return name === undefined
            ? []
            : [
                {
                  kind: entry.key === 'packageManager' ? 'package-manager' : 'engine',
                  ecosystem: 'npm',
                  name,
                  version: textOf(at(each, 'version')),
                  value: key,
                  line: each.line,
                },
              ]
        })
      }
      const version = textOf(entry.value)
      return version === undefined || entry.key === 'extends'
        ? []
        : [{ kind: 'engine', ecosystem: 'npm', name: entry.key, version, value: key, line: entry.line }]
    }),
  )
}

function packageManager(root: Located | undefined): Stated[] {
  const entry = entryAt(root, 'packageManager')
  const [, name, version] = /^([a-z]+)@([^+]+)/.exec(textOf(entry?.value) ?? '') ?? []
  return entry && name !== undefined ? [{ kind: 'package-manager', ecosystem: 'npm', name, version, value: 'packageManager', line: entry.line }] : []
}

function scripts(root: Located | undefined): Stated[] {
  const entries = entriesOf(at(root, 'scripts'))
  return [
    ...entries.map(({ key, value, line }): Stated => ({ kind: 'script', ecosystem: 'npm', name: key, value: textOf(value), line })),
    ...firstOfEach(entries.flatMap(({ value, line }) => commandFacts(textOf(value), line, 'npm-script'))),
  ]
}

function bins(root: Located | undefined): Stated[] {
  const entry = entryAt(root, 'bin')
  if (!entry) return []
  const single = textOf(entry.value)
  if (single !== undefined)
    return [{ kind: 'bin', ecosystem: 'npm', name: (textOf(at(root, 'name')) ?? 'bin').replace(/^@[^/]+\//, ''), value: single, line: entry.line }]
  return entriesOf(entry.value).map(({ key, value, line }) => ({ kind: 'bin', ecosystem: 'npm', name: key, value: textOf(value), line }))
}

function setting(root: Located | undefined, key: string): Stated[] {
  const entry = entryAt(root, key)
  // `build` and the like are settings only where something is set.
  if (!entry || (entry.value.kind !== 'map' && itemsOf(entry.value).length === 0 && key !== 'prettier')) return []
  return [{ kind: 'tool', ecosystem: 'config', name: key, line: entry.line }]
}
