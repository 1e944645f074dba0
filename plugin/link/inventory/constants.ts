/** Constants and lists by name. In: the solved program. Out: what is written out at the top of files, tests left out. */
import { type FileFacts, Kind } from '../../graph'
import type { Inventory } from '../../types'
import { cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** Longest value that is kept, in characters. */
const MOST_TEXT = 120

export function constantsOf(linked: Linked): Inventory['constants'] {
  const { whole } = linked
  const found: Inventory['constants'] = []
  const add = (name: string, node: number, depth: number): void => {
    if (whole.kind[node] === Kind.Object && depth < 2) {
      for (const item of whole.items(whole.a[node] as number))
        if (whole.kind[item] === Kind.Property && (whole.a[item] as number) >= 0)
          add(`${name}.${whole.text(whole.a[item] as number)}`, whole.b[item] as number, depth + 1)
      return
    }
    const value = writtenValue(linked, node)
    if (value !== undefined) found.push({ name, value, at: cite(linked, node) })
  }
  for (const { name, node } of topLevel(linked)) add(name, node, 0)
  for (const { fact, members, file } of whole.classes)
    if (!isTestCode(linked, (whole.files[file] as FileFacts).path))
      for (const { name, node, static: isStatic } of members) if (isStatic && node >= 0) add(`${fact.name}.${name}`, node, 1)
  return found.sort(byName)
}

/** Lists that are written out: under a name, or as a property. */
export function listsOf(linked: Linked): Inventory['lists'] {
  const { whole } = linked
  const found: Inventory['lists'] = []
  const add = (name: string, node: number): void => {
    if (whole.kind[node] !== Kind.Array) return
    const items = [...whole.items(whole.a[node] as number)]
    if (items.length === 0 || items.some((item) => whole.kind[item] === Kind.Spread)) return
    const names = items.map((item) => itemName(linked, item))
    found.push({
      name,
      count: items.length,
      ...(names.every((it) => it !== undefined) ? { names: names as string[] } : {}),
      at: cite(linked, node),
    })
  }
  for (const { name, node } of topLevel(linked)) add(name, node)
  for (const property of lookupOf(whole).of(Kind.Property)) {
    const value = whole.b[property] as number
    if (whole.kind[value] !== Kind.Array || (whole.a[property] as number) < 0) continue
    const items = whole.items(whole.a[value] as number)
    // Lists of records, such as what a server offers; lists of plain values are settings of something.
    if (items.length < 2 || ![...items].every((item) => whole.kind[item] === Kind.Object)) continue
    if (!isTestCode(linked, (whole.files[whole.fileOf(property)] as FileFacts).path)) add(whole.text(whole.a[property] as number), value)
  }
  return [...found, ...registered(linked)].sort(byName)
}

/** `server.tool('read', …)`, `registerTool('read', …)`: a list that is made call by call. */
function registered(linked: Linked): Inventory['lists'] {
  const { whole, values } = linked
  const byNoun = new Map<string, { names: string[]; at: Inventory['lists'][number]['at'] }>()
  for (const call of lookupOf(whole).named(Kind.Call, /^(?:register|add)?(?:tool|prompt|resource)$/i)) {
    const callee = whole.a[call] as number
    const first = whole.args(call)[0]
    if (whole.kind[callee] !== Kind.Load || first === undefined || whole.args(call).length < 2) continue
    const exact = values.texts(first).find((text) => text.exact) ?? nameOption(linked, first)
    if (!exact || isTestCode(linked, (whole.files[whole.fileOf(call)] as FileFacts).path)) continue
    const noun = `${/(?:tool|prompt|resource)$/i.exec(whole.text(whole.b[callee] as number))?.[0].toLowerCase()}s`
    const known = byNoun.get(noun)
    if (!known) byNoun.set(noun, { names: [exact.value], at: cite(linked, call) })
    else if (!known.names.includes(exact.value)) known.names.push(exact.value)
  }
  return [...byNoun].filter(([, { names }]) => names.length > 1).map(([name, { names, at }]) => ({ name, count: names.length, names, at }))
}

function nameOption({ values }: Linked, node: number): { value: string } | undefined {
  return values.property(node, 'name').flatMap((at) => values.texts(at).filter(({ exact }) => exact))[0]
}

function itemName(linked: Linked, item: number): string | undefined {
  const { whole } = linked
  if (whole.kind[item] === Kind.String) return whole.text(whole.a[item] as number)
  return whole.kind[item] === Kind.Object ? nameOption(linked, item)?.value : undefined
}

/** Variables outside all functions, and what is put into them. */
export function topLevel(linked: Linked): { name: string; node: number }[] {
  const { whole } = linked
  return whole.names.filter(({ node }) => {
    const kind = whole.kind[node] as Kind
    if (kind !== Kind.String && kind !== Kind.Number && kind !== Kind.Boolean && kind !== Kind.Array && kind !== Kind.Object && kind !== Kind.Binary)
      return false
    return whole.functionOf(node) < 0 && !isTestCode(linked, (whole.files[whole.fileOf(node)] as FileFacts).path)
  })
}

function writtenValue({ whole }: Linked, node: number): string | undefined {
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number: {
      const text = whole.text(whole.a[node] as number)
      return text.length > MOST_TEXT ? undefined : text
    }
    case Kind.Boolean:
      return whole.a[node] === 1 ? 'true' : 'false'
    case Kind.Binary: {
      // `50 * 1024 * 1024`
      const text = whole.sourceOf(node, MOST_TEXT)
      return /^[\d_.]+(?:\s*\*\s*[\d_.]+)+$/.test(text)
        ? String(text.split('*').reduce((product, factor) => product * Number(factor.replace(/_/g, '').trim()), 1))
        : undefined
    }
    default:
      return undefined
  }
}

function byName(a: { name: string; at: { file: string; line: number } }, b: typeof a): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.line - b.at.line
}
