/** What decorators tell readers of a handler: its purpose, and the statuses with which it answers. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Response } from '../../types'
import { cite, type Linked } from '../linked'
import { argumentsOf, type Decoration, optionOf, textsIn } from './decorations'

/** `@ApiOperation({ summary })` and its kin. */
export function purposeOf(linked: Linked, ofMethod: readonly Decoration[]): string | undefined {
  for (const decoration of ofMethod) {
    if (decoration.model.decorator !== 'describes') continue
    const [first] = argumentsOf(linked, decoration)
    const [text] = [
      ...['summary', 'description'].flatMap((name) => optionOf(linked, decoration, name).flatMap((node) => textsIn(linked, decoration, node))),
      ...(first === undefined ? [] : textsIn(linked, decoration, first)),
    ]
    if (text) return text.split('\n')[0]
  }
  return undefined
}

/** `@HttpCode(204)`, `@Redirect('/x', 301)`, `@ApiResponse({ status: 404 })`. */
export function responsesOf(linked: Linked, ofMethod: readonly Decoration[]): Response[] {
  const found = new Map<number | undefined, Response>()
  for (const decoration of ofMethod) {
    const { model, node } = decoration
    if (model.decorator !== 'answers' && (model.decorator !== 'route' || model.answer === undefined)) continue
    const args = argumentsOf(linked, decoration)
    const place = model.status === undefined ? undefined : args[Number(model.status)]
    const nodes = [...(place === undefined ? [] : [place]), ...optionOf(linked, decoration, 'status'), ...optionOf(linked, decoration, 'statusCode')]
    const [status = model.answer] = nodes.flatMap((value) => statusesOf(linked, decoration, value))
    if (!found.has(status)) found.set(status, { status, ...(model.media ? { media: model.media } : {}), at: cite(linked, node) })
  }
  return [...found.values()]
}

const NAMED: Record<string, number> = rowsByName({
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NO_CONTENT: 204,
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  NOT_MODIFIED: 304,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  INTERNAL_SERVER_ERROR: 500,
})

function statusesOf(linked: Linked, decoration: Decoration, node: number): number[] {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.Load) {
    const named = NAMED[values.nameOf(node)]
    if (named !== undefined) return [named]
  }
  return textsIn(linked, decoration, node)
    .filter((text) => /^[1-5]\d\d$/.test(text))
    .map(Number)
}
