/** What stands between a request and its handler does to it. In: what several functions of a guard do. Out: what they do together, and for which paths. */
import type { Evidence, Guard } from '../../types'
import type { AskedOption } from './refusals-by-option'

export interface Refusal {
  role: 'authentication' | 'authorization'
  at: Evidence
  /** It is what the function gives back: whoever calls it and goes on regardless refuses nobody. */
  returned?: true
  /** By what it throws, which others may catch: whoever calls it is asked where that is. */
  thrown?: true
  /** Comparisons besides who is calling that have to hold: `kind !== PUBLIC`. */
  conditional?: readonly number[]
  /** What the function has to be told for it. */
  options?: readonly AskedOption[]
  /** Only requests of these methods get there: `if (request.method === 'GET')`. */
  methods?: readonly string[]
  /** No stranger gets there: others were turned away before, or are let on. */
  ofTheKnown?: true
  /** Options of a route that keep it from being refused. */
  letBy?: readonly string[]
  /** Whoever has the program's own key passes, and nothing tells one of them from another. */
  shared?: true
  /** Settings without which it refuses nobody: `if (config.auth.enabled)`. */
  when?: readonly string[]
}

export interface Behaviour {
  roles: Set<Guard['role']>
  /** Hands the request on (calls `next`). */
  passes: boolean
  /** By a call of its own, and not by what it wraps. */
  passesItself: boolean
  /** Answers with success on some way. */
  answers: boolean
  /** Where it turns requests away for want of identity or rights. */
  denials: Refusal[]
  /** Where it turns away some of those who are known, for want of rights, and lets on whoever shows nothing: what comes before it has to ask who is calling. */
  ofTheKnown: Refusal[]
  /** Mounted middleware that serves a directory. */
  serves: 'files' | 'directory listing' | undefined
  /** Nothing of it could be looked at. */
  opaque: boolean
  /** Where it holds a request against a schema, each with what the function that makes it has to be told for that. */
  validations: (readonly AskedOption[])[]
  /** Notes faults without refusing: only counts where another handler asks for them. */
  collects: boolean
  /** Refuses only those who show something: whoever shows nothing is let on. */
  letsStrangersOn?: boolean
  /** Paths that it lets pass, and paths that it only looks at; prefixes where they end in `*`, expressions in slashes. */
  exempt: string[]
  only: string[]
}

export const nothing = (): Behaviour => ({
  roles: new Set(),
  passes: false,
  passesItself: false,
  answers: false,
  denials: [],
  ofTheKnown: [],
  serves: undefined,
  opaque: false,
  validations: [],
  collects: false,
  exempt: [],
  only: [],
})

export function merge(into: Behaviour, from: Behaviour): void {
  for (const role of from.roles) into.roles.add(role)
  into.passes ||= from.passes
  into.passesItself ||= from.passesItself
  into.answers ||= from.answers
  into.denials.push(...from.denials)
  into.ofTheKnown.push(...from.ofTheKnown)
  into.serves ??= from.serves
  into.validations.push(...from.validations)
  into.collects ||= from.collects
  into.exempt.push(...from.exempt)
  into.only.push(...from.only)
}

export function demand(of: Behaviour, refusal: Refusal): void {
  of.roles.add(refusal.role)
  of.denials.push(refusal)
}

/** The same without what it throws at those who show nothing. */
export function withoutThrown(of: Behaviour): Behaviour {
  if (!of.denials.some(({ thrown }) => thrown)) return of
  const denials = of.denials.filter(({ thrown }) => !thrown)
  const roles = new Set([...of.roles].filter((role) => role !== 'authentication' || denials.some((denial) => denial.role === role)))
  return { ...of, denials, roles }
}

/**
 * Whether a guard looks at requests to a path: some let paths pass, some only look at a few.
 * @param path as clients send it, and where it is another one as the guard sees it, behind what it is mounted at
 */
export function appliesTo({ exempt, only }: Behaviour, path: string | readonly string[], method?: string): boolean {
  const named = (text: string) => [path].flat().some((each) => namesPath(text, each, method))
  return !exempt.some(named) && (only.length === 0 || only.some(named))
}

/** Whether a guard lets strangers pass where a route is registered with such options. */
export function isLetBy({ denials }: Behaviour, set: ReadonlySet<string>): boolean {
  const met = denials.filter(({ ofTheKnown }) => !ofTheKnown)
  return set.size > 0 && met.length > 0 && met.every(({ letBy = [] }) => letBy.some((option) => set.has(option)))
}

/** What may stand for a parameter of a path, where expressions ask for its form. */
const SAMPLES = ['1', 'a', '00000000-0000-4000-8000-000000000000']

/** A prefix with `*`, an expression in slashes, or the path itself; `GET ` in front where it is about that method alone. */
function namesPath(named: string, path: string, method: string | undefined): boolean {
  const [, asked, text] = /^(?:([A-Z]+) )?(.*)$/s.exec(named) as unknown as [string, string | undefined, string]
  if (asked !== undefined && asked !== method) return false
  const expression = /^\/(.+)\/([a-z]*)$/.exec(text)
  if (expression && /[\\^$(]/.test(expression[1] as string)) {
    try {
      const form = new RegExp(expression[1] as string, expression[2]?.replace(/[gy]/g, ''))
      return form.test(path) || (path.includes('/:') && SAMPLES.some((sample) => form.test(path.replace(/:\w+/g, sample))))
    } catch {
      // An expression of another dialect: it names no path that we could tell.
      return false
    }
  }
  return text.endsWith('*') ? path.startsWith(text.slice(0, -1)) : text === path
}
