/**
 * What comes in, by the six kinds of sources. In: the doors with their parameters. Out: a row for each kind, and below it a place
 * for each parameter of each door.
 */
import type { EntryPoint, InputPlace, InputSource, Parameter, Upload } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { takenOf } from '../../entry-points/taken'
import type { Linked } from '../../linked'
import type { Known } from '../known'
import { cleaningLines, cleaningOf, isCleaner, middlewareFor } from './cleaning'
import { control, listed, quoted } from './control'
import { validationOf } from './validation'
import type { Asked } from './validators'

type SourceName = InputSource['kind']

const KINDS: SourceName[] = ['URL parameters', 'query strings', 'request body', 'headers', 'file uploads', 'cookies']

const BY_PLACE: Partial<Record<Parameter['in'], SourceName>> = {
  path: 'URL parameters',
  query: 'query strings',
  body: 'request body',
  json: 'request body',
  form: 'request body',
  header: 'headers',
  cookie: 'cookies',
  file: 'file uploads',
}

/** Doors that requests come in by. */
const DOORS = new Set<EntryPoint['kind']>(['http', 'webhook', 'graphql'])

interface Found {
  place: InputPlace
  validator: string
  sanitizer: string
}

export function sourcesOf(known: Known, uploads: readonly Upload[]): InputSource[] {
  const byKind = new Map<SourceName, Found[]>(KINDS.map((kind) => [kind, []]))
  const lines = cleaningLines(known.usages)
  for (const entry of known.entryPoints) {
    if (!DOORS.has(entry.kind)) continue
    const taken = takenOf(known.linked, entry)
    const validators = entry.guards.filter((guard) => guard.role === 'validation' && !isCleaner(guard, lines))
    const asked: Asked = { linked: known.linked, entry, taken, validators }
    for (const parameter of entry.parameters) {
      if (isOfTheCheckItself(asked, parameter)) continue
      const kind = kindOf(parameter, entry)
      if (kind) byKind.get(kind)?.push(placeOf(asked, parameter, kind, lines, uploads))
    }
  }
  const files = byKind.get('file uploads') as Found[]
  for (const upload of uploads)
    for (const door of upload.doors)
      if (!files.some(({ place }) => place.door === door)) files.push(uploadPlace(door, { name: 'file' }, upload.at, uploads))
  return KINDS.map((kind) => sourceOf(kind, byKind.get(kind) ?? []))
}

/** Names by which a check takes its schema apart: `pick(request, ['params', 'query', 'body'])`. */
const PLACES = new Set(['body', 'params', 'query', 'headers', 'cookies'])

/** No parameter, but the place as a whole, as the check names it: no handler reads it, and a GET has no body. */
function isOfTheCheckItself({ linked, entry, taken }: Asked, { name, in: place }: Parameter): boolean {
  // `request.headers.authorization.split(' ')`
  if (place === 'header' && name in String.prototype) return true
  if (!PLACES.has(name) || !taken) return false
  // `@Query() query`: its fields stand beside it.
  if (place !== 'body' && !BODY.has(place)) return entry.parameters.some((other) => other.in === place && !PLACES.has(other.name))
  if (name !== 'body' || entry.validated.answer !== 'yes') return false
  if (/^(?:GET|HEAD|DELETE)$/.test(entry.method)) return true
  const handlers = new Set(runsOf(linked, entry).handlers)
  return taken.held.length > 0 && !taken.reads.some((read) => BODY.has(read.in) && read.name === '' && isWithin(linked, read.node, handlers))
}

function isWithin({ whole }: Linked, node: number, functions: ReadonlySet<number>): boolean {
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (functions.has(fn)) return true
  return false
}

function kindOf({ in: place, shape }: Parameter, entry: EntryPoint): SourceName | undefined {
  if (shape?.type === 'file' || shape?.items?.type === 'file') return 'file uploads'
  if (entry.kind === 'graphql') return 'request body'
  return BY_PLACE[place]
}

function placeOf(asked: Asked, parameter: Parameter, kind: SourceName, lines: ReturnType<typeof cleaningLines>, uploads: readonly Upload[]): Found {
  const { linked, entry, taken } = asked
  const door = `${entry.method} ${entry.path}`
  const at = parameter.at ?? entry.at
  if (kind === 'file uploads') return uploadPlace(door, parameter, at, uploads)
  const reads = (taken?.reads ?? [])
    .filter(
      (read) =>
        isRead(read.in, parameter.in) &&
        (PLACES.has(parameter.name) ? read.name === '' || read.name === parameter.name : read.name === parameter.name),
    )
    .map(({ node }) => node)
  const { control: validation, validator } = validationOf(asked, parameter, reads)
  const middleware = middlewareFor(entry.guards, parameter.in, lines)
  const held = taken?.held.find((each) => each.name === parameter.name && isRead(each.in, parameter.in) && each.changes.length > 0)
  const own = cleaningOf(linked, reads)
  const ABOUT = { id: 'input-sanitized', aspect: 'Sanitization' }
  const place = (sanitization: InputPlace['sanitization'], sanitizer: string): Found => ({
    place: { door, name: parameter.name, validation, sanitization, at },
    validator,
    sanitizer,
  })
  if (middleware.length > 0) {
    const text = listed(middleware.map((each) => quoted(each.text)))
    return place(
      control(
        ABOUT,
        'pass',
        text,
        `${text} cleans the request before the handler.`,
        middleware.map((each) => each.at),
      ),
      text,
    )
  }
  if (held)
    return place(
      control(ABOUT, 'pass', quoted(`.${held.changes.join('().')}()`), 'The validator hands on the changed value.', [{ ...at }]),
      held.changes.join(', '),
    )
  if (own?.always)
    return place(control(ABOUT, 'pass', quoted(own.text), 'It is changed before it is used.', [own.at]), own.text.replace(/\(.*$/, '()'))
  if (own) return place(control(ABOUT, 'partial', quoted(own.text), 'It is changed at this place, and used as it came at others.', [own.at]), '')
  const reason = 'Looked for middleware that cleans requests, and for cleaners, escapers and conversions where it is read: none.'
  return place(
    control(ABOUT, validation.state === 'not applicable' ? 'not applicable' : 'fail', '', validation.state === 'not applicable' ? '' : reason),
    '',
  )
}

const BODY = new Set<string>(['body', 'json', 'form'])
const isRead = (one: string, other: string): boolean => one === other || (BODY.has(one) && BODY.has(other))

/** A file is as validated as the controls of the upload that takes it. */
function uploadPlace(door: string, parameter: Pick<Parameter, 'name'>, at: InputPlace['at'], uploads: readonly Upload[]): Found {
  const upload = uploads.find(({ doors }) => doors.includes(door))
  const of = (id: string) => upload?.controls.find((each) => each.id === id)
  const checks = ['upload-extensions', 'upload-mime', 'upload-size'].flatMap((id) => of(id) ?? [])
  const held = checks.filter(({ state }) => state === 'pass' || state === 'partial')
  const types = held.filter(({ id }) => id !== 'upload-size')
  const state = held.length === 0 ? 'fail' : types.some((each) => each.state === 'pass') ? 'pass' : 'partial'
  const text = listed(held.map(({ aspect, current }) => `${aspect.toLowerCase()}: ${current}`))
  const name = of('upload-name')
  return {
    place: {
      door,
      name: parameter.name,
      validation: upload
        ? control(
            { id: 'input-validated', aspect: 'Validation' },
            state,
            text,
            held.length === 0 ? 'Neither kind nor size of the file is checked; see the upload controls.' : 'See the upload controls.',
            held.flatMap(({ evidence }) => evidence.slice(0, 1)),
          )
        : control({ id: 'input-validated', aspect: 'Validation' }, 'unknown', '', 'What takes the file could not be told.'),
      sanitization: name
        ? control({ id: 'input-sanitized', aspect: 'Sanitization' }, name.state, name.current, name.reason, name.evidence)
        : control({ id: 'input-sanitized', aspect: 'Sanitization' }, 'unknown', '', 'What takes the file could not be told.'),
      at,
    },
    validator: held.length > 0 ? (upload?.library ?? '') : '',
    sanitizer: '',
  }
}

function sourceOf(kind: SourceName, found: readonly Found[]): InputSource {
  const places = found.map(({ place }) => place)
  const read = places.filter(({ validation }) => validation.state !== 'not applicable')
  const of = (state: string): number => places.filter(({ validation }) => validation.state === state).length
  const once = (words: readonly string[]): string[] => [...new Set(words.filter((word) => word !== ''))]
  return {
    kind,
    count: read.length,
    validated: of('pass'),
    byHand: of('partial'),
    untold: of('unknown'),
    sanitized: places.filter(({ sanitization }) => sanitization.state === 'pass').length,
    validators: once(found.map(({ validator }) => validator)),
    sanitizers: once(found.map(({ sanitizer }) => sanitizer)),
    places,
  }
}
