/** Protective headers, one by one. In: the scene and what sets headers. Out: a control for all of them, and one each. */
import type { Control } from '../../../types'
import { control, counted, listed, type Row, under } from './control'
import type { HeaderSource, HeaderSources } from './header-sources'
import { leftOut, leftOutPlaces, leftOutWords } from './left-out'
import { rows } from './rows'
import type { Scene } from './scene'

const PROTECTIVE =
  /^(?:@fastify\/|koa-|fastify-)?helmet(?:-csp)?$|^(?:lusca|dont-sniff-mimetype|hsts|frameguard|feature-policy|permissions-policy|x-xss-protection|nuxt-security|next-secure-headers)$/

interface Looked {
  row: Row
  headers: string[]
  /** What is wrong with a value that is sent, or nothing. */
  weak?: (value: string) => string | undefined
}

const looked: Looked[] = [
  { row: rows.csp, headers: ['content-security-policy'], weak: weakPolicy },
  { row: rows.hsts, headers: ['strict-transport-security'], weak: shortLived },
  {
    row: rows.frame,
    headers: ['x-frame-options'],
    weak: (value) => (/allow-?all|allow-from/i.test(value) ? 'browsers ignore this value' : undefined),
  },
  { row: rows.nosniff, headers: ['x-content-type-options'] },
  {
    row: rows.referrer,
    headers: ['referrer-policy'],
    weak: (value) => (/unsafe-url/i.test(value) ? 'unsafe-url sends whole addresses to everyone' : undefined),
  },
  {
    row: rows.permissions,
    headers: ['permissions-policy', 'feature-policy'],
    weak: (value) => (value.includes('older name') ? 'browsers of today read Permissions-Policy' : undefined),
  },
]

export function headerControls(scene: Scene, sources: HeaderSources): Control[] {
  const absent = leftOut(scene, PROTECTIVE)
  const single = looked.map((it) => headerControl(scene, sources, it, absent.length > 0 ? leftOutWords(absent) : ''))
  return [overall(scene, sources, single, absent), ...single]
}

function overall(scene: Scene, { all, untold }: HeaderSources, single: Control[], absent: ReturnType<typeof leftOut>): Control {
  const libraries = scene.standing('headers')
  const looks = `Looked for helmet and other libraries of the kind among ${counted(scene.lookedAt, 'middleware or guard', 'middleware and guards')}, and for headers that the code or settings of the framework set.`
  if (all.length === 0 && untold.length === 0)
    return control(
      rows.headers,
      'fail',
      '',
      `None is sent. ${looks}${leftOutWords(absent)} A proxy in front of the service would not be seen here.`,
      [...leftOutPlaces(absent), ...scene.applications],
    )
  const names = libraries.map(
    ({ guard, wide, routes }) => `${guard.name}${wide ? ' for the whole application' : ` on ${counted(routes.length, 'route')}`}${under(guard.when)}`,
  )
  const byCode = all.filter(({ by }) => !libraries.some(({ guard }) => guard.name === by))
  const own = byCode.length > 0 ? [`headers that ${listed(byCode.map(({ by }) => by))} set${byCode.length === 1 ? 's' : ''}`] : []
  const has = single.filter(({ state }) => state === 'pass').map(({ aspect }) => aspect)
  const lacks = single.filter(({ state }) => state === 'fail').map(({ aspect }) => aspect)
  const state = lacks.length === 0 && has.length > 0 ? 'pass' : has.length === 0 && untold.length > 0 ? 'unknown' : 'partial'
  const reason = `${has.length > 0 ? `In force everywhere: ${listed(has, 9)}.` : 'No protective header is in force everywhere.'}${lacks.length > 0 ? ` Not sent: ${listed(lacks, 9)}.` : ''}${leftOutWords(absent)}`
  return control(rows.headers, state, listed([...names, ...own]), reason, [
    ...libraries.map(({ guard }) => guard.mounted ?? guard.at),
    ...byCode.map(({ at }) => at),
  ])
}

function headerControl(scene: Scene, { all, untold }: HeaderSources, { row, headers, weak }: Looked, absent: string): Control {
  const found = all.filter(
    ({ header, value }) => headers.includes(header) || (row === rows.frame && header === 'content-security-policy' && /frame-ancestors/.test(value)),
  )
  const [first] = found
  if (!first) {
    if (untold.length > 0)
      return control(
        row,
        'unknown',
        '',
        `${listed(untold.map(({ by }) => by))} may send it; its settings come from elsewhere.`,
        untold.map(({ at }) => at),
      )
    return control(
      row,
      'fail',
      '',
      `Nothing sends it: neither a library in force, nor a handler or middleware, nor settings of a framework.${absent}`,
      scene.applications,
    )
  }
  const wide = found.filter((source) => source.wide)
  const faults = found.flatMap(({ value }) => weak?.(value) ?? [])
  const current = listed((wide.length > 0 ? wide : found).map(words), 3)
  const places = found.map(({ at }) => at)
  if (wide.length === 0)
    return control(
      row,
      'partial',
      `Only on ${listed(
        found.flatMap(({ routes }) => (routes.length > 0 ? routes : ['code that could not be tied to a route'])),
        3,
      )}: ${current}`,
      `It is not sent for the application as a whole.${faults.length > 0 ? ` What is sent: ${listed(faults)}.` : ''}`,
      places,
    )
  const conditional = wide.every(({ when }) => when !== undefined)
  const state = faults.length > 0 || conditional ? 'partial' : 'pass'
  const reason = [...(conditional ? ['It is sent under a condition only.'] : []), ...(faults.length > 0 ? [`${listed(faults)}.`] : [])].join(' ')
  return control(row, state, current, reason || 'In force for the whole application.', places)
}

const words = ({ value, by, when }: HeaderSource): string => `${value === '' ? '' : `${value}, `}by ${by}${under(when)}`

function weakPolicy(value: string): string | undefined {
  const scripts = /script-src[^;]*/.exec(value)?.[0] ?? /default-src[^;]*/.exec(value)?.[0] ?? ''
  // Beside a nonce or a hash browsers ignore 'unsafe-inline'.
  const isSigned = /'(?:nonce|sha\d+)-/.test(scripts)
  const allows = ["'unsafe-inline'", "'unsafe-eval'"].filter((word) => scripts.includes(word) && !(isSigned && word === "'unsafe-inline'"))
  const open = [...(/\{[^}]*\}/.test(value) ? ['part of it is put in while running'] : [])]
  const said = [...(allows.length > 0 ? [`scripts may use ${allows.join(' and ')}`] : []), ...open]
  return said.length > 0 ? said.join(', and ') : undefined
}

/** In seconds; half a year is what browsers' lists and guides ask for at least. */
function shortLived(value: string): string | undefined {
  const age = /max-age\s*=?\s*"?(\d+)/i.exec(value)?.[1]
  return age !== undefined && Number(age) < 15_552_000 ? `max-age is ${age} seconds, less than half a year` : undefined
}
