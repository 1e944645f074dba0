/** Texts that are GraphQL documents, by how they begin: no other text of a program does so, and nobody writes one but to have it answered. */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { beginningOf } from './texts'

/** `query Shelves($first: Int) {`, `{ user(id: "`. */
const DOCUMENT = /^\s*(?:(?:query|mutation|subscription)\b\s*\w*\s*(?:\([^{}]*\)\s*)?\{\s*\w|\{\s*(?:\w+\s*:\s*)?\w+\s*\(\s*\w+\s*:)/
const MAY_BE = /^\s*(?:query|mutation|subscription|\{)/
const TAG = /^(?:gql|graphql)$/

export function beginsDocument(linked: Linked, node: number): boolean {
  const { whole } = linked
  // Most texts begin with one that is written right there, and are no documents: these need not be put together.
  let first = node
  while (first < whole.size && whole.kind[first] === Kind.Binary && whole.c[first] === PLUS) first = whole.a[first] as number
  if (whole.kind[first] === Kind.Template) first = whole.items(whole.a[first] as number)[0] ?? node
  const written = whole.kind[first] === Kind.String ? whole.text(whole.a[first] as number) : ''
  return (!/\S/.test(written) || MAY_BE.test(written)) && DOCUMENT.test(beginningOf(linked, node).text)
}

/** gql`query { user(id: "${id}") { name } }`: the tag joins what it is handed. */
export function isTaggedDocument(linked: Linked, call: number): boolean {
  const [first] = linked.whole.args(call)
  return first !== undefined && TAG.test(calledName(linked, call)) && beginsDocument(linked, first)
}

/** Every part of a document that is put together. */
export function partsOfDocuments(linked: Linked): number[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const parts: number[] = []
  for (const text of lookup.of(Kind.Template)) if (beginsDocument(linked, text)) parts.push(...whole.items(whole.a[text] as number))
  for (const text of lookup.of(Kind.Binary)) if (whole.c[text] === PLUS && beginsDocument(linked, text)) parts.push(whole.b[text] as number)
  for (const call of lookup.of(Kind.Tagged)) if (isTaggedDocument(linked, call)) parts.push(...whole.args(call))
  return parts
}
