/** Puzzles that tell people from programs. In: libraries, services and functions that are called so. Out: at which doors one is asked for. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { atDoors, BRUTE_FORCE_ROWS } from './brute-force-rows'
import { control, listed } from './control'
import { type Door, labelsOf } from './doors'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

const CAPTCHA = /captcha|turnstile|altcha/i
const CHECKED_AT = /recaptcha\/api\/siteverify|hcaptcha\.com\/siteverify|turnstile\/v0\/siteverify|recaptcha\.net\/recaptcha/i

export function captchaOf(scene: Scene, doors: readonly Door[]): Control {
  const row = BRUTE_FORCE_ROWS.captcha
  const { linked } = scene
  const { whole } = linked
  const lookup = lookupOf(whole)
  const asked = [...lookup.named(Kind.String, CHECKED_AT)].filter((node) => !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file))
  const checking = new Set(asked.map((node) => whole.functionOf(node)))
  const isCaptcha = (fn: number): boolean => {
    for (let inner = fn, hops = 0; inner >= 0 && hops < 4; inner = whole.functions[inner]?.parent ?? -1, hops++)
      if (CAPTCHA.test(whole.functions[inner]?.fact.name ?? '') || checking.has(inner)) return true
    return false
  }
  const requiring = scene.known.entryPoints.filter((entry) => {
    if (entry.method === 'GET' || (entry.kind !== 'http' && entry.kind !== 'graphql')) return false
    const { before, handlers } = runsOf(linked, entry)
    return [...before, ...handlers].some(isCaptcha) || entry.guards.some(({ name }) => CAPTCHA.test(name))
  })
  const behind = new Set(
    requiring.flatMap((entry) => around(linked, [...runsOf(linked, entry).before, ...runsOf(linked, entry).handlers].filter(isCaptcha))),
  )
  const places = [...lookup.named(Kind.Call, CAPTCHA)].filter(
    (node) =>
      !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file) && [...(linked.solver.callees.get(node) ?? [])].some((fn) => behind.has(fn)),
  )
  const libraries = usesOf(linked, 'captcha').filter(({ at: { file } }) => !scene.isPage(file))
  const evidence = [...places.map((node) => cite(linked, node)), ...libraries.map((use) => use.at), ...asked.map((node) => cite(linked, node))]
  const names = [...new Set(requiring.map(({ method, path }) => `${method} ${path}`))]
  const signIn = new Set(doors.map(({ label }) => label))
  const atSignIn = names.filter((name) => signIn.has(name))
  const missing = doors.length > 0 && atSignIn.length === 0 ? `; not on ${labelsOf(doors)}` : ''
  if (names.length > 0)
    return control(
      row,
      atSignIn.length > 0 ? 'pass' : 'fail',
      `Required on ${listed(names)}${missing}`,
      atSignIn.length > 0
        ? 'A puzzle stands before the sign-in. Whether it is asked for only after some failures could not be told.'
        : 'A puzzle is asked for elsewhere, and not where passwords are guessed.',
      evidence,
    )
  if (evidence.length > 0)
    return control(
      row,
      'unknown',
      'In use; at which endpoints could not be told',
      'A puzzle is checked, and no endpoint was found behind the check.',
      evidence,
    )
  return control(
    row,
    'fail',
    'None',
    'No CAPTCHA was found. Looked for: libraries, the services that check answers, and functions of the program that are named so.',
    atDoors(doors),
  )
}

/** Functions, and those that they are written in. */
function around({ whole }: Linked, functions: readonly number[]): number[] {
  return functions.flatMap((fn) => {
    const found: number[] = []
    for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) found.push(at)
    return found
  })
}
