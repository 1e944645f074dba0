/** What is answered to a signed-in caller, and whether a cache that others share may keep it. */
import Joi from 'joi'
import type { EntryPoint, Usage } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'
import { nameOf } from './doors'

/** `public`, or a time without `private`: caches on the way may keep it. */
const SHARED = /\bpublic\b|\bs-maxage\s*=\s*[1-9]|\bmax-age\s*=\s*[1-9]/i
const OWN = /\b(?:private|no-store|no-cache)\b/i
/** Middleware that answers again what it answered before. */
const CACHE = /cache/i
const NO_CACHE = /no-?_?cache|cache-?control|clear|flush|invalidate|purge/i

export const cached = check<true>(Joi.valid(true), (_asked, scene) => {
  const { entryPoints } = scene.program
  const doors = entryPoints.filter(
    ({ kind, method, authRequired }) => kind === 'http' && /^(?:GET|HEAD|ALL)$/.test(method) && authRequired.answer === 'yes',
  )
  if (doors.length === 0)
    return outcome('nothing', `Looked at ${counted(entryPoints.length, 'entry point')} for those that answer signed-in callers alone: none.`, [], {
      byAbsence: true,
    })
  const headers = scene
    .usages('response-header')
    .filter(({ values }) => values.name?.texts.includes('cache-control') && values.value?.texts.some((text) => SHARED.test(text) && !OWN.test(text)))
  const kept = doors.flatMap((door) => {
    const guard = door.guards.find(({ name }) => CACHE.test(name) && !NO_CACHE.test(name))
    const header = headers.find((use) => isIn(door, use, entryPoints))
    const at = guard?.at ?? header?.at
    return at ? [{ door, at }] : []
  })
  if (kept.length > 0)
    return outcome(
      'not met',
      `${kept.length} of ${counted(doors.length, 'entry point')} for signed-in callers ${kept.length === 1 ? 'is' : 'are'} kept by a cache that others share: ${listed(
        kept.map(({ door }) => nameOf(door)),
        4,
      )}.`,
      kept.map(({ at }) => at),
    )
  return outcome(
    'met',
    `None of ${counted(doors.length, 'entry point')} for signed-in callers sets a header that lets shared caches keep it, and none stands behind a cache of answers.`,
    doors.slice(0, 2).map(({ at }) => at),
    { byAbsence: true },
  )
})

/** The handler that begins last before the line. */
function isIn(door: EntryPoint, { at, around }: Usage, all: readonly EntryPoint[]): boolean {
  const begin = door.handler?.at
  if (!begin || begin.file !== at.file) return false
  if (around !== '' && around === door.handler?.name) return true
  if (begin.endLine !== undefined) return begin.line <= at.line && at.line <= begin.endLine
  return (
    begin.line <= at.line && !all.some(({ handler }) => handler?.at.file === at.file && handler.at.line > begin.line && handler.at.line <= at.line)
  )
}
