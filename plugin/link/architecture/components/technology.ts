/** What a container is written with: its frameworks, by how many of its files import them, then its language. */
import { rowsByName } from '../../../rows-by-name'
import { ownCatalogue } from '../../technologies/catalogue'
import { importsOf } from '../../usages/imports'
import type { KnownArchitecture } from '../known'
import { isWithin } from '../paths'
import type { CodeContainer } from './containers'

export function technologyOf(known: KnownArchitecture, container: CodeContainer): string {
  const frameworks = container.others.length > 0 ? fromManifests(known, container) : fromImports(known, container)
  return [
    ...new Set([
      ...(container.whole ? [container.whole] : []),
      ...(container.draws ? [container.draws] : []),
      ...frameworks.slice(0, 3),
      languageOf(known, container),
    ]),
  ]
    .filter(Boolean)
    .slice(0, 4)
    .join(', ')
}

const SHOWN = new Set([
  'web framework',
  'frontend framework',
  'realtime messaging',
  'application framework',
  'static site generator',
  'desktop framework',
  'mobile framework',
  'full-stack framework',
])

function fromImports({ linked }: KnownArchitecture, container: CodeContainer): string[] {
  const imports = importsOf(linked)
  const counts = new Map<string, number>()
  const catalogue = ownCatalogue()
  for (const file of container.files) {
    const here = new Set<string>()
    for (const to of imports[file] ?? []) {
      if (to.kind !== 'package') continue
      const known = catalogue.package('npm', to.name)?.known
      if (!known?.name || known.category !== 'framework' || !SHOWN.has(known.purpose)) continue
      const isPages = known.purpose === 'frontend framework'
      // A server may draw a page or a mail now and then, a frontend may take a type of a server.
      if (container.kind === 'frontend' ? !isPages : isPages && container.whole === undefined && container.kind !== 'library') continue
      here.add(known.name)
    }
    for (const name of here) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([name]) => name)
}

function fromManifests({ technologies }: KnownArchitecture, { unit }: CodeContainer): string[] {
  return technologies
    .filter(({ category, evidence }) => category === 'framework' && evidence.some(({ file }) => isWithin(file, unit.dir)))
    .map(({ name }) => name)
}

const NAMES: Record<string, string> = rowsByName({
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  tsx: 'TypeScript',
  jsx: 'JavaScript',
  php: 'PHP',
  csharp: 'C#',
})

function languageOf({ linked }: KnownArchitecture, container: CodeContainer): string {
  const counts = new Map<string, number>()
  const paths =
    container.others.length > 0
      ? container.others.map(({ language }) => language ?? '')
      : container.files.map((file) => languageOfPath(linked.whole.files[file]?.path ?? ''))
  for (const language of paths) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ['']
  return NAMES[most] ?? most.charAt(0).toUpperCase() + most.slice(1)
}

function languageOfPath(path: string): string {
  return /\.(?:[cm]?ts|tsx)$/.test(path)
    ? 'typescript'
    : /\.vue$/.test(path)
      ? 'vue'
      : /\.svelte$/.test(path)
        ? 'svelte'
        : /\.astro$/.test(path)
          ? 'astro'
          : 'javascript'
}
