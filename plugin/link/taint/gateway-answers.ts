/**
 * What functions answer a gateway, which makes a response of it: `{ statusCode, headers, body }`, handed back, over a variable, by a
 * function of the program or to a callback. In: the linked program. Out: parts of such objects, each with the kind of harm that outside
 * data does there. A gateway says JSON or plain text where no header does, so that a body is a page only where its headers say so.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { answersGateway } from './gateway-handlers'

export type GatewayAnswer = 'html' | 'redirect' | 'header'

const HEADERS = ['headers', 'multiValueHeaders']

/** Nodes that put a part in: of a literal, or of an assignment. */
export function gatewayAnswers(linked: Linked): Map<number, GatewayAnswer> {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const found = new Map<number, GatewayAnswer>()
  const answers = new Set<number>()
  for (const entry of lookup.named(Kind.Property, 'statusCode')) answers.add(lookup.objectOf(entry))
  answers.delete(-1)
  if (answers.size === 0 || !answersGateway(linked)) return found
  const entriesOf = (object: number) => [...whole.items(whole.a[object] as number)].filter((entry) => whole.kind[entry] === Kind.Property)
  const named = (object: number, name: string) =>
    entriesOf(object).filter((entry) => whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name)
  /** Objects of headers, and answers that are a page. */
  const ofHeaders = new Set<number>()
  const pages = new Set<number>()
  for (const answer of answers) {
    const headers = HEADERS.flatMap((name) => values.property(answer, name))
    for (const node of headers) for (const made of values.definitions(node)) if (whole.kind[made] === Kind.Object) ofHeaders.add(made)
    if (headers.some((node) => saysHtml(linked, node))) pages.add(answer)
  }
  for (const page of pages) for (const entry of named(page, 'body')) found.set(entry, 'html')
  for (const object of ofHeaders)
    for (const entry of entriesOf(object)) if (whole.a[entry] !== -1) found.set(entry, kindOf(whole.text(whole.a[entry] as number)))
  const isOf = (objects: ReadonlySet<number>, node: number) => values.definitions(node).some((made) => objects.has(made))
  for (const store of lookup.named(Kind.Store, 'body')) if (isOf(pages, whole.a[store] as number)) found.set(store, 'html')
  if (ofHeaders.size > 0)
    for (const store of lookup.of(Kind.Store))
      if (isOf(ofHeaders, whole.a[store] as number)) found.set(store, kindOf(whole.text(whole.b[store] as number)))
  return found
}

const kindOf = (header: string): GatewayAnswer => (header.toLowerCase() === 'location' ? 'redirect' : 'header')

function saysHtml({ values }: Linked, headers: number): boolean {
  return values
    .propertyNames(headers)
    .filter((name) => name.toLowerCase() === 'content-type')
    .flatMap((name) => values.property(headers, name))
    .flatMap((value) => values.elements(value))
    .some((value) => values.texts(value).some((text) => /html|svg/i.test(text.value)))
}
