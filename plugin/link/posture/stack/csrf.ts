/** Whether another site can make a visitor's browser send requests. In: the scene. Out: what guards against it. */
import type { Control } from '../../../types'
import { control, counted, listed } from './control'
import { leftOut, leftOutPlaces, leftOutWords } from './left-out'
import { rows } from './rows'
import { namedGuards, type Scene } from './scene'

const PACKAGES = /^(?:csurf|csrf|csrf-csrf|koa-csrf|@fastify\/csrf-protection|fastify-csrf|tiny-csrf|lusca|@edge-csrf\/.+|csrf-sync)$/

/** Libraries that sign people in with cookies of their own. */
const SESSIONS_IN_COOKIES = /^(?:next-auth|@auth\/.+|better-auth|lucia|iron-session|@clerk\/.+|@auth0\/nextjs-auth0|remix-auth|@supabase\/ssr)$/

export function csrfControl(scene: Scene): Control {
  const guards = scene.standing('csrf')
  const absent = leftOut(scene, PACKAGES)
  if (guards.length > 0) {
    const wide = guards.some((guard) => guard.wide)
    const names = guards.map(
      ({ guard, wide: all, routes }) => `${guard.name} ${all ? 'for the whole application' : `on ${counted(routes.length, 'route')}`}`,
    )
    return control(
      rows.csrf,
      wide ? 'pass' : 'partial',
      listed(names),
      wide ? 'It stands before every route.' : 'Other routes are without it.',
      guards.map(({ guard }) => guard.mounted ?? guard.at),
    )
  }
  const named = namedGuards(scene, /csrf|xsrf|forgery/i)
  if (named.length > 0)
    return control(
      rows.csrf,
      'unknown',
      `${listed(named.map(({ guard }) => guard.name))}, by ${named.length === 1 ? 'its name' : 'their names'}`,
      'Whether it turns away what other sites send could not be told from its code.',
      named.map(({ guard }) => guard.mounted ?? guard.at),
    )
  const changing = scene.http.filter(({ csrf }) => csrf !== undefined)
  const guarded = changing.filter(({ csrf }) => csrf?.answer === 'yes')
  if (changing.length > 0 && guarded.length === changing.length)
    return control(
      rows.csrf,
      'pass',
      `${counted(changing.length, 'route')} that change data are guarded`,
      guarded[0]?.csrf?.reason ?? '',
      guarded.flatMap(({ csrf }) => csrf?.evidence ?? []),
    )
  const cookies = scene.uses('session-cookie', 'cookie')
  const looks = `No token or origin check was found: looked for csurf and others of the kind among ${counted(scene.lookedAt, 'middleware or guard', 'middleware and guards')}, and for a check in the routes themselves.${leftOutWords(absent)}`
  const places = [...leftOutPlaces(absent), ...cookies.map(({ at }) => at)]
  if (guarded.length > 0)
    return control(
      rows.csrf,
      'partial',
      `${guarded.length} of ${counted(changing.length, 'route')} that change data`,
      `The others have no check. ${looks}`,
      guarded.flatMap(({ csrf }) => csrf?.evidence ?? []),
    )
  const carried = [...scene.linked.dependencies].filter((name) => SESSIONS_IN_COOKIES.test(name))
  if (cookies.length === 0 && carried.length > 0)
    return control(
      rows.csrf,
      'unknown',
      '',
      `${listed(carried)} keeps sessions in cookies, and decides itself how far other sites may use them. ${looks}`,
      places,
    )
  if (cookies.length === 0 && changing.length === 0)
    return control(
      rows.csrf,
      'not applicable',
      '',
      `No session and no cookie that tells who calls was found, so a request of another site carries nobody's rights. ${looks}`,
      places,
    )
  return control(rows.csrf, 'fail', '', looks, places.length > 0 ? places : scene.applications)
}
