/** One door as its page shows it. */
import type { EntryPoint, Guard } from '../../types'
import type { Cell, Notes } from '../answer'
import { bodyFieldsOf, isInBody, typeText } from '../derived/shapes'

/** @param shared guards that the page names once for all of its doors */
export function interfaceData(entry: EntryPoint, reasons: Notes, shared: Guard[]) {
  const elsewhere = new Set(shared.map(keyOf))
  const { kind, framework, method, path, through, purpose, at, handler, parameters, responses, guards, generated, notes, webhook } = entry
  const checks: { what: string; cell: Cell }[] = [
    { what: 'authentication', cell: reasons.cell(entry.authRequired, namesOf(guards, 'authentication', 'authorization')) },
    { what: 'rate-limit', cell: reasons.cell(entry.rateLimited, namesOf(guards, 'rate-limit')) },
    { what: 'validation', cell: reasons.cell(entry.validated, namesOf(guards, 'validation')) },
    ...(entry.csrf ? [{ what: 'csrf', cell: reasons.cell(entry.csrf, namesOf(guards, 'csrf')) }] : []),
    ...(webhook ? [{ what: 'signature', cell: reasons.cell(webhook.verified) }] : []),
  ]
  return {
    kind,
    framework,
    method,
    path,
    through: through ?? null,
    purpose: purpose ?? null,
    at,
    handler: handler ?? null,
    generated,
    notes,
    provider: webhook?.provider ?? null,
    checks: checks.filter(({ cell }) => cell.answer !== 'not-looked'),
    roles: [...new Set(guards.flatMap(({ roles }) => roles ?? []))],
    /** What a request passes after that, in order, each once. */
    chain: [...new Map(guards.map((guard) => [keyOf(guard), guard])).values()]
      .filter((guard) => !elsewhere.has(keyOf(guard)))
      .map(({ name, role, at: place }) => ({ name, role, at: place })),
    parameters: parameters
      .filter((parameter) => !isInBody(parameter.in))
      .map(({ name, in: place, schema, shape, required, default: preset, description, at: read }) => ({
        name,
        place,
        type: shape ? typeText(shape) : (schema ?? null),
        required: required ?? (place === 'path' ? true : null),
        preset: preset ?? null,
        description: description ?? null,
        at: read ?? null,
      })),
    media: entry.body?.media ?? null,
    body: bodyFieldsOf(entry),
    responses: responses.map(({ status, media, shape, at: place }) => ({
      status: status ?? null,
      media: media ?? null,
      type: shape ? responseType(shape) : null,
      at: place,
    })),
  }
}

/** One guard may have several roles; the chain names it once. */
export function keyOf({ name, at }: Guard): string {
  return `${name} ${at.file}:${at.line}`
}

/** Fields of an object tell more than that it is one. */
function responseType(shape: Parameters<typeof typeText>[0]): string {
  if (shape.type !== 'object' || shape.name || !shape.fields) return typeText(shape)
  const names = shape.fields.map(({ name }) => name)
  return `{ ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''} }`
}

function namesOf(guards: Guard[], ...roles: Guard['role'][]): string[] {
  return [...new Set(guards.filter(({ role }) => roles.includes(role)).map(({ name }) => name))]
}
