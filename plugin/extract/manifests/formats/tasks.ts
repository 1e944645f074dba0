/** What can be asked for by name besides scripts of package.json: targets of make, projects of nx, tasks of an editor. */
import type { Format, Stated } from '../format'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, itemsOf, type Located, textOf } from '../read/located'

export const nxProject: Format = {
  name: 'nx project',
  claims: ({ name, text }) => name === 'project.json' && /"targets"\s*:/.test(text),
  facts(source) {
    const root = readJson(source)
    const folder = source.path.split('/').at(-2) ?? ''
    const project = textOf(at(root, 'name')) ?? folder
    return entriesOf(at(root, 'targets')).map(({ key, line, value }) => ({
      kind: 'task',
      ecosystem: 'nx',
      name: `${project}:${key}`,
      value: textOf(at(value, 'executor')) ?? textOf(at(value, 'command')),
      line,
    }))
  },
}

/** Tasks and launch configurations of Visual Studio Code, by the name that its lists show. */
export const editorTasks: Format = {
  name: 'editor task file',
  claims: ({ path }) => /(?:^|\/)\.vscode\/(?:tasks|launch)\.json$/.test(path),
  facts(source) {
    const root = readJson(source)
    if (source.name === 'launch.json')
      return [...named(at(root, 'configurations'), ['name'], 'vscode-launch'), ...named(at(root, 'compounds'), ['name'], 'vscode-launch')]
    return named(at(root, 'tasks'), ['label', 'taskName'], 'vscode')
  },
}

function named(list: Located | undefined, keys: string[], ecosystem: string): Stated[] {
  return itemsOf(list).flatMap((item): Stated[] => {
    const found = keys.map((key) => entryAt(item, key)).find(Boolean)
    const script = textOf(at(item, 'script'))
    const name = textOf(found?.value) ?? (script === undefined ? undefined : `${textOf(at(item, 'type')) ?? 'npm'}: ${script}`)
    return name === undefined ? [] : [{ kind: 'task', ecosystem, name, value: textOf(at(item, 'command')) ?? script, line: found?.line ?? item.line }]
  })
}

export const makefile: Format = {
  name: 'Makefile',
  claims: ({ name }) => /^(?:GNU)?[Mm]akefile$/.test(name) || /\.mk$/.test(name),
  facts(source) {
    const found = new Map<string, Stated>()
    for (let number = 1; number <= source.lineCount; number++) {
      const line = source.line(number)
      if (/^-?s?include\b/.test(line)) found.set('*', { kind: 'task', ecosystem: 'make', name: '*', line: number })
      // `name := value` sets a variable; a line that begins with a tab is run.
      const targets = /^([^\s#:=][^#:=]*?)\s*::?(?!=)(?:\s|$)/.exec(line)?.[1]
      if (targets === undefined || targets.startsWith('.')) continue
      for (const target of targets.split(/\s+/)) {
        const name = /[%$]/.test(target) ? '*' : target
        if (!found.has(name)) found.set(name, { kind: 'task', ecosystem: 'make', name, value: recipe(source, number), line: number })
      }
    }
    return [...found.values()]
  },
}

function recipe(source: { line(number: number): string; lineCount: number }, target: number): string | undefined {
  const lines: string[] = []
  for (let number = target + 1; number <= source.lineCount && /^\t/.test(source.line(number)); number++)
    lines.push(
      source
        .line(number)
        .trim()
        .replace(/^[@-]+/, ''),
    )
  return lines.length === 0 ? undefined : lines.join(' && ')
}
