/** Tasks of `package-scripts.js`, which nps runs: code, so they are read off the object that it exports. */
import { Kind } from '../../graph'
import type { Task } from '../../types'
import { cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** Deeper ones are settings of something else. */
const DEEPEST = 8
/** What a task has beside tasks of its own. */
const ABOUT = new Set(['script', 'description', 'hiddenFromHelp', 'silent'])

export function tasksOf(linked: Linked): Task[] {
  const { whole } = linked
  const files = whole.files.flatMap(({ path }, file) => (/(?:^|\/)package-scripts\.[cm]?[jt]s$/.test(path) ? [file] : []))
  if (files.length === 0) return []
  const found: Task[] = []
  const walk = (object: number, prefix: string, depth: number): void => {
    if (depth > DEEPEST || whole.kind[object] !== Kind.Object) return
    for (const entry of whole.items(whole.a[object] as number)) {
      if (whole.kind[entry] !== Kind.Property || (whole.a[entry] as number) < 0) continue
      const key = whole.text(whole.a[entry] as number)
      const value = whole.b[entry] as number
      if (ABOUT.has(key)) continue
      // `default` is what its parent does when it is asked for alone.
      const name = key === 'default' && prefix !== '' ? prefix.slice(0, -1) : prefix + key
      const command = commandOf(linked, value)
      found.push({ runner: 'nps', name, ...(command === undefined ? {} : { command }), at: cite(linked, entry) })
      walk(value, `${prefix}${key}.`, depth + 1)
    }
  }
  for (const entry of lookupOf(whole).named(Kind.Property, 'scripts')) if (files.includes(whole.fileOf(entry))) walk(whole.b[entry] as number, '', 0)
  return found
}

/** `series('nps lint', 'tsc')` is both of them. */
function commandOf(linked: Linked, value: number): string | undefined {
  const { whole, values } = linked
  const script = whole.kind[value] === Kind.Object ? values.property(value, 'script')[0] : value
  if (script === undefined) return undefined
  if (whole.kind[script] === Kind.Call) {
    // A call among them puts its text together from what it is given, which its definition alone does not tell.
    const parts = whole.args(script).map((argument) => (whole.kind[argument] === Kind.String ? whole.text(whole.a[argument] as number) : undefined))
    return parts.length > 0 && parts.every((part) => part?.includes(' ')) ? parts.join(' && ') : undefined
  }
  return values.texts(script).find(({ exact }) => exact)?.value
}
