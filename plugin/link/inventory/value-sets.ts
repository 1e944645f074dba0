/**
 * What a named value may be: enums, types made of literals, lists of texts, enums of schemas. In: the solved program. Out: the
 * values by name; fields of a type and of a schema stand as `Type.field`, or by the name of the field alone.
 */
import { type FileFacts, Kind } from '../../graph'
import type { Inventory } from '../../types'
import { cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { skipTrivia } from '../whole/index'
import { topLevel } from './constants'

type ValueSet = Inventory['valueSets'][number]

const MOST_HOPS = 12

export function valueSetsOf(linked: Linked): ValueSet[] {
  const found = [...enums(linked), ...types(linked), ...lists(linked), ...schemas(linked)].filter(({ values }) => values.length > 1)
  return found.sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.line - b.at.line,
  )
}

function isOfTests(linked: Linked, node: number): boolean {
  const { whole } = linked
  return isTestCode(linked, (whole.files[whole.fileOf(node)] as FileFacts).path)
}

function enums(linked: Linked): ValueSet[] {
  const { whole } = linked
  return [...lookupOf(whole).of(Kind.Object)].flatMap((node) => {
    const file = whole.files[whole.fileOf(node)] as FileFacts
    const start = skipTrivia(file.text, whole.pos[node] as number)
    // The declaration itself is the node of an enum; an object begins with a brace.
    if (file.text[start] === '{') return []
    const name = /^(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+([\w$]+)/.exec(file.text.slice(start, start + 200))?.[1]
    if (!name || isOfTests(linked, node)) return []
    const entries = whole.items(whole.a[node] as number).filter((item) => (whole.a[item] as number) >= 0)
    const names = entries.map((item) => whole.text(whole.a[item] as number))
    const values = entries.map((item, index) => {
      const value = whole.b[item] as number
      return whole.kind[value] === Kind.String ? whole.text(whole.a[value] as number) : (names[index] as string)
    })
    return [{ name, values, ...(values.some((value, index) => value !== names[index]) ? { names } : {}), at: cite(linked, node) }]
  })
}

function types(linked: Linked): ValueSet[] {
  const { whole } = linked
  const valuesOf = (type: number): string[] | undefined => {
    const fact = type >= 0 && whole.kind[type] === Kind.Interface ? whole.interfaces[whole.a[type] as number]?.fact : undefined
    return fact?.values?.map(String)
  }
  return [...lookupOf(whole).of(Kind.Interface)].flatMap((node): ValueSet[] => {
    const made = whole.interfaces[whole.a[node] as number]
    if (!made || made.fact.name === '' || isOfTests(linked, node)) return []
    const { fact, extends: parts, members } = made
    const own = parts.length === 1 ? valuesOf(parts[0] as number) : undefined
    return [
      ...(own ? [{ name: fact.name, values: own, at: cite(linked, node) }] : []),
      ...members.flatMap(({ name, type }) => {
        const values = valuesOf(type)
        return values ? [{ name: `${fact.name}.${name}`, values, at: cite(linked, type) }] : []
      }),
    ]
  })
}

function lists(linked: Linked): ValueSet[] {
  const { whole } = linked
  return topLevel(linked).flatMap(({ name, node }) => {
    const values = whole.kind[node] === Kind.Array ? textsIn(linked, node) : undefined
    return values ? [{ name, values, at: cite(linked, node) }] : []
  })
}

function textsIn({ whole }: Linked, array: number): string[] | undefined {
  const items = [...whole.items(whole.a[array] as number)]
  return items.every((item) => whole.kind[item] === Kind.String) ? items.map((item) => whole.text(whole.a[item] as number)) : undefined
}

const LIMITS = /^(?:enum|nativeEnum|picklist|valid|oneOf|isIn|Enum)$/

/** `role: z.enum(['admin', 'user']).default('user')`, `const Role = z.enum([…])`, `Joi.string().valid('a', 'b')`. */
function schemas(linked: Linked): ValueSet[] {
  const { whole } = linked
  const limited = new Set(lookupOf(whole).named(Kind.Call, LIMITS))
  if (limited.size === 0) return []
  const limitOf = (node: number): number => {
    let at = node
    for (let hops = 0; hops < MOST_HOPS && at >= 0 && whole.kind[at] === Kind.Call; hops++) {
      if (limited.has(at)) return at
      at = receiverOf(linked, at)
    }
    return -1
  }
  const found: ValueSet[] = []
  const look = (name: () => string, node: number): void => {
    const at = limitOf(node)
    const values = at < 0 || isOfTests(linked, at) ? undefined : givenTexts(linked, at)
    if (values) found.push({ name: name(), values, at: cite(linked, at) })
  }
  for (const { name, node } of whole.names) if (whole.kind[node] === Kind.Call) look(() => name, node)
  for (const property of lookupOf(whole).of(Kind.Property))
    if ((whole.a[property] as number) >= 0 && whole.kind[whole.b[property] as number] === Kind.Call)
      look(() => whole.text(whole.a[property] as number), whole.b[property] as number)
  return found
}

function givenTexts(linked: Linked, call: number): string[] | undefined {
  const { whole } = linked
  const args = [...whole.args(call)]
  if (args.length === 0) return undefined
  if (args.every((node) => whole.kind[node] === Kind.String)) return args.map((node) => whole.text(whole.a[node] as number))
  const first = args[0] as number
  return whole.kind[first] === Kind.Array ? textsIn(linked, first) : undefined
}
