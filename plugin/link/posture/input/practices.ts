/** What holds for the input of the whole program: a library that validates, middleware that cleans. */
import { Kind } from '../../../graph'
import type { Control, Evidence, InputSource } from '../../../types'
import { callsToPaths } from '../../acts'
import { cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { packageOf } from '../../usages/origin'
import type { Known } from '../known'
import { cleaningLines } from './cleaning'
import { control, counted, distinctPlaces, listed, quoted } from './control'
import { citeImport, importsIn } from './imports'
import { validationLibrary } from './libraries'

const ABOUT = {
  library: { id: 'validation-library', aspect: 'Validation library', recommended: 'One library, a schema for every endpoint' },
  cleaning: {
    id: 'request-cleaning',
    aspect: 'Cleaning of whole requests',
    recommended: 'Operators of queries taken out where a document store is used; markup is escaped on output',
  },
} as const

export function practicesOf(known: Known, sources: readonly InputSource[]): Control[] {
  return [library(known, sources), cleaning(known)]
}

/** Most tests by hand that are told. */
const MOST_TESTS = 12
/** Named where none is found. */
const SHOWN = ['Joi', 'Zod', 'Yup', 'Ajv', 'express-validator', 'class-validator', 'Valibot', 'Superstruct', 'TypeBox']

function library({ linked }: Known, sources: readonly InputSource[]): Control {
  const used = validatorCalls(linked)
  const imported = importsOf(linked)
  const names = [...new Set([...used.keys(), ...imported.keys()])].sort()
  const places = sources
    .flatMap((source) => (source.kind === 'file uploads' ? [] : source.places))
    .filter(({ validation }) => validation.state !== 'not applicable')
  const byHand = places.filter(({ validation }) => validation.state === 'partial')
  const lines = names.flatMap((name) => [...(used.get(name) ?? []).slice(0, 3), ...(imported.get(name) ?? []).slice(0, 1)])
  const held = places.filter(({ validation }) => validation.state === 'pass').length
  if (places.length === 0) return control(ABOUT.library, 'not applicable', listed(names), 'No parameter of a request was found.', lines)
  if (held > 0) {
    const reason = `${counted(held, 'parameter')} of ${places.length} ${held === 1 ? 'is' : 'are'} held against a schema or validator.`
    return control(ABOUT.library, held < places.length ? 'partial' : 'pass', listed(names) || 'what comes with the framework', reason, lines)
  }
  const elsewhere =
    names.length > 0
      ? `${listed(names)} is imported, and no request was seen to be held against it.`
      : `Looked for imports of ${SHOWN.join(', ')} and others: none.`
  const current = names.length > 0 ? `none for requests; ${listed(names)} elsewhere` : 'none'
  if (byHand.length === 0) return control(ABOUT.library, 'fail', current, elsewhere, lines)
  const tests = byHand.flatMap(({ validation }) => validation.evidence.slice(0, 1).map((at) => ({ text: validation.current, at })))
  const texts = [...new Set(tests.map(({ text }) => text))]
  const reason = `${elsewhere} ${counted(byHand.length, 'parameter')} ${byHand.length === 1 ? 'is' : 'are'} tested by code written for the place: ${listed(texts, MOST_TESTS)}.`
  const told = distinctPlaces(tests.map(({ at }) => at)).sort((one, other) =>
    one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line,
  )
  const evidence = [...told, ...lines]
  return control(ABOUT.library, 'fail', `${current}; ${counted(byHand.length, 'parameter')} tested by hand`, reason, evidence, MOST_TESTS)
}

/** Calls that hold something against a schema, by library. */
function validatorCalls(linked: Linked): Map<string, Evidence[]> {
  const { whole, solver, models } = linked
  const found = new Map<string, Evidence[]>()
  const validating = new Set(callsToPaths(linked, (path) => models.roles.get(models.paths.call(path))?.role === 'validation'))
  if (validating.size === 0) return found
  // In the order in which the solver met them.
  for (const call of solver.apiCalls.keys()) {
    if (!validating.has(call)) continue
    const from = packageOf(linked, whole.a[call] as number)
    const name = from === undefined ? undefined : validationLibrary(from)
    if (!name || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    found.set(name, [...(found.get(name) ?? []), cite(linked, beginningOf(linked, call))])
  }
  return found
}

/** A chain is placed where its last method stands; a person looks for where it begins. */
function beginningOf(linked: Linked, call: number): number {
  let at = call
  for (let hops = 0; hops < 12; hops++) {
    const receiver = receiverOf(linked, at)
    if (receiver < 0 || linked.whole.kind[receiver] !== Kind.Call) break
    at = receiver
  }
  return at
}

function importsOf(linked: Linked): Map<string, Evidence[]> {
  const found = new Map<string, Evidence[]>()
  for (const [specifier, imports] of importsIn(linked)) {
    const name = validationLibrary(specifier)
    const [first] = imports.filter(({ typeOnly }) => !typeOnly)
    if (name && first) found.set(name, [...(found.get(name) ?? []), citeImport(linked, first)])
  }
  return found
}

function cleaning({ usages, middleware, entryPoints }: Known): Control {
  const lines = cleaningLines(usages)
  const inForce = [...middleware, ...entryPoints.flatMap(({ guards }) => guards)].filter(({ at }) => lines.has(`${at.file}:${at.line}`))
  const names = [...new Set(inForce.map(({ name }) => quoted(name)))]
  if (names.length === 0) {
    const reason = 'Looked for middleware that takes markup, operators of queries or repeated parameters out of requests: none is in force.'
    return control(ABOUT.cleaning, 'fail', 'none', reason)
  }
  const isWide = inForce.some(({ scope }) => scope === 'application')
  return control(
    ABOUT.cleaning,
    isWide ? 'pass' : 'partial',
    listed(names, 4),
    isWide ? 'It stands in front of every route.' : 'It stands in front of some routes.',
    inForce.map(({ at }) => at),
  )
}
