/**
 * XML parsers that are told to expand entities or to load what a document names. In: options of parsers, and the flags of libxml
 * that say so. Out: one use a line, with the flags that are switched on; what is parsed may come from anywhere.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { TILDE } from '../operators'
import { usage } from './modelled'
import { packageOf } from './origin'

/** Flags of libxml2, in whichever wrapping. Source: xmlParserOption in its documentation. */
const FLAGS = /^(?:XML_PARSE_)?(?:NOENT|DTDLOAD|DTDATTR)$/
const OPTIONS = new Set(['noent', 'replaceEntities', 'dtdload', 'expandEntities', 'resolveExternalEntities', 'loadExternalDtd'])
const PARSERS = /^(?:libxml|node-libxml|xsd-schema-validator|libxslt)/

export function xmlEntities(linked: Linked): Usage[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found = new Map<string, Usage>()
  const put = (node: number, flag: string, isOn: boolean) => {
    const told = usage(linked, node, 'xml-entities', 'libxml', flag, { on: { state: 'constant', texts: isOn ? [flag] : [] } })
    const place = `${told.at.file}:${told.at.line}`
    const known = found.get(place)
    if (!known) found.set(place, told)
    else if (isOn) known.values.on?.texts.push(flag)
  }
  const flags = lookup.named(Kind.Load, FLAGS)
  const cleared =
    flags.length === 0
      ? new Set<number>()
      : new Set([...lookup.of(Kind.Unary)].filter((node) => whole.c[node] === TILDE).map((node) => whole.a[node] as number))
  for (const flag of flags) {
    const name = whole.text(whole.b[flag] as number)
    // A short name says little unless it is read from a list of options.
    const isMeant = name.startsWith('XML_') || /options?|flags?/i.test(linked.values.nameOf(whole.a[flag] as number))
    if (isMeant) put(flag, name, !cleared.has(flag))
  }
  const options = lookup.named(Kind.Property, OPTIONS)
  if (options.length === 0) return [...found.values()]
  const calls = lookup.called(/^(?:parseXml\w*|parseHtml\w*|parse|fromXml\w*|fromString|fromBuffer|Document|Parser)$/)
  const given = new Map([...calls].flatMap((call) => whole.args(call).map((argument) => [argument, call] as const)))
  for (const option of options) {
    const value = whole.b[option] as number
    const call = given.get(lookup.objectOf(option))
    if (call === undefined || whole.kind[value] !== Kind.Boolean) continue
    if (PARSERS.test(packageOf(linked, whole.a[call] as number) ?? '')) put(option, whole.text(whole.a[option] as number), whole.a[value] === 1)
  }
  return [...found.values()]
}
