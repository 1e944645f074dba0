/** Files that make one repository of several packages: pnpm-workspace.yaml, lerna.json, nx.json, turbo.json, rush.json. */
import { type Format, platform, type Stated } from '../format'
import { readJson } from '../read/json'
import { at, entriesOf, itemsOf, type Located, textOf } from '../read/located'
import { readYaml } from '../read/yaml'
import { workspaceFact } from './package-json'

export const pnpmWorkspace: Format = {
  name: 'pnpm workspace',
  claims: ({ name }) => /^pnpm-workspace\.ya?ml$/.test(name),
  facts(source) {
    const [root] = readYaml(source)
    const packages = at(root, 'packages')
    return [
      { kind: 'package-manager', ecosystem: 'npm', name: 'pnpm', value: 'workspace file', line: root?.line ?? 1 },
      ...itemsOf(packages).flatMap(workspaceFact),
      ...catalog(at(root, 'catalog'), 'default'),
      ...entriesOf(at(root, 'catalogs')).flatMap(({ key, value }) => catalog(value, key)),
    ]
  },
}

/** Versions that packages refer to as `catalog:`. Not dependencies by themselves. */
function catalog(versions: Located | undefined, name: string): Stated[] {
  return entriesOf(versions).map((entry) => ({
    kind: 'package',
    ecosystem: 'npm-catalog',
    name: entry.key,
    version: textOf(entry.value),
    value: name,
    line: entry.line,
  }))
}

export const monorepoTools: Format = {
  name: 'monorepo tool',
  claims: ({ name }) => /^(?:lerna|nx|turbo|rush)\.jsonc?$/.test(name),
  facts(source) {
    const root = readJson(source)
    const tool = source.name.replace(/\..*$/, '')
    const packages = tool === 'lerna' ? itemsOf(at(root, 'packages')).flatMap(workspaceFact) : []
    const projects = tool === 'rush' ? itemsOf(at(root, 'projects')).flatMap((project) => workspaceOfRush(project)) : []
    const version = tool === 'rush' ? textOf(at(root, 'rushVersion')) : undefined
    return [platform(tool, root?.line ?? 1, version), ...packages, ...projects, ...tasksOf(tool, root)]
  },
}

/** Tasks of turbo; of nx only that plugins add some, which no file of the repository names. */
function tasksOf(tool: string, root: Located | undefined): Stated[] {
  if (tool === 'turbo')
    return entriesOf(at(root, 'tasks') ?? at(root, 'pipeline')).map(({ key, line }) => ({
      kind: 'task',
      ecosystem: 'turbo',
      name: key.replace(/^.*#/, ''),
      line,
    }))
  const plugins = tool === 'nx' ? at(root, 'plugins') : undefined
  return plugins && itemsOf(plugins).length > 0 ? [{ kind: 'task', ecosystem: 'nx', name: '*', line: plugins.line }] : []
}

function workspaceOfRush(project: Located): Stated[] {
  const folder = at(project, 'projectFolder')
  return folder ? workspaceFact(folder) : []
}
