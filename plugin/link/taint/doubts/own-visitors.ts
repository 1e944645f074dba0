/** What nobody but the page and its own visitor may put there: attributes and cookies of the page, and what was typed into its forms. */
import { Kind } from '../../../graph'
import type { Flow } from '../../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { callsOfKind, pathsOfCall } from '../../usages/modelled'
import { type Doubt, low, medium } from './way'

export const ownVisitors: Doubt[] = [
  {
    // What was harmless in the page as it was is markup where it is written back, whoever wrote it there.
    notOf: new Set(['html']),
    tell: ({ linked, source, steps }) =>
      source === 'browser' && isAttribute(linked, steps[0] ?? -1)
        ? medium('It is what stands in an attribute of the page: whether others decide on that could not be told.')
        : undefined,
  },
  {
    // Scripts of other sites cannot set a cookie of this one.
    tell: ({ linked, source, steps }) => {
      const read = steps[0] ?? -1
      if (source !== 'browser' || !isPageCookie(linked, read) || cookieValues(linked).some((value) => broughtBy(linked, value) === 'others'))
        return undefined
      return low('Cookies of a page are set by the page and its own servers, and nothing was seen to put there what others send.')
    },
  },
  {
    tell: ({ linked, source, steps }) => {
      const form = source === 'browser' ? formRead(linked, steps[0] ?? -1) : undefined
      if (form === undefined) return undefined
      const brought = putIntoForm(linked, form).map((value) => broughtBy(linked, value))
      if (brought.includes('others')) return undefined
      // Without values to begin with, fields hold what their elements hold.
      return brought.includes('unknown') || !beginsAsStated(linked, form)
        ? medium('It is what stands in a form of the visitor: what the program fills in there could not be told.')
        : low('It is what the visitor typed into a form that begins empty, or as the code says.')
    },
  },
]

/** `element.getAttribute('data-run')`, `$(element).data('run')`, `element.dataset.run` */
function isAttribute(linked: Linked, node: number): boolean {
  if (node < 0 || node >= linked.whole.size) return false
  return linked.whole.kind[node] === Kind.Call
    ? /^(?:getAttribute(?:NS)?|attr|data|prop)$/.test(calledName(linked, node))
    : isLoadOf(linked, node, /^dataset$/)
}

// ── cookies ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const isPageCookie = (linked: Linked, node: number): boolean => isLoadOf(linked, node, /^cookie$/) && isPage(linked, linked.whole.a[node] as number)

const isPage = (linked: Linked, node: number): boolean =>
  apiPathsOf(linked, node).some((path) => /(?:^|[./:])[Dd]ocument$/.test(linked.models.paths.show(path)))

/** Whatever a page, or a server, writes into a cookie. */
function cookieValues(linked: Linked): number[] {
  const { whole } = linked
  const stores = [...lookupOf(whole).named(Kind.Store, 'cookie')].filter((store) => isPage(linked, whole.a[store] as number))
  const calls = ['cookie', 'browser-cookie'].flatMap((kind) =>
    callsOfKind(linked, kind).flatMap(([call, { values }]) => {
      const index = Number(values.value)
      return whole.kind[call] === Kind.Call && values.value !== undefined && Number.isInteger(index) ? (whole.args(call)[index] ?? []) : []
    }),
  )
  return [...stores.map((store) => whole.c[store] as number), ...calls]
}

// ── forms ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const FORMS = 'npm:react-hook-form'
const MAKES_FORM = /\.use(?:Form|FormContext)$/

/** The form that a value was read of: the call that made it, -1 where that is not known; undefined where it is read of no form. */
function formRead(linked: Linked, node: number): number | undefined {
  const { whole, models } = linked
  if (node < 0 || node >= whole.size) return undefined
  const paths = whole.kind[node] === Kind.Call ? pathsOfCall(linked, node) : apiPathsOf(linked, node)
  if (!paths.some((path) => models.paths.rootOf(path) === FORMS)) return undefined
  return whole.kind[node] === Kind.Call ? formOf(linked, node) : -1
}

/** `form.watch()`, and `watch()` of `const { watch } = useForm()` */
function formOf(linked: Linked, call: number): number {
  const { whole, values, models } = linked
  const object = receiverOf(linked, call)
  const made = object < 0 ? [] : values.definitions(object)
  const isForm = (node: number) =>
    node < whole.size && whole.kind[node] === Kind.Call && pathsOfCall(linked, node).some((path) => /\.useForm$/.test(models.paths.show(path)))
  return made.length === 1 && isForm(made[0] as number) ? (made[0] as number) : -1
}

/** What a form is filled with, other than by the visitor. */
function putIntoForm(linked: Linked, form: number): number[] {
  const { whole, models } = linked
  const isOf = (call: number, names: RegExp) =>
    pathsOfCall(linked, call).some((path) => models.paths.rootOf(path) === FORMS && names.test(models.paths.show(path)))
  const lookup = lookupOf(whole)
  const found: number[] = []
  for (const call of merge([lookup.named(Kind.Call, MAKES), lookup.named(Kind.Call, PUTS)])) {
    const args = whole.args(call)
    if (MAKES.test(calledName(linked, call))) {
      if (!isOf(call, MAKES_FORM) || args[0] === undefined || (form >= 0 && call !== form)) continue
      const known = beginsWith(linked, call)
      // Settings that come from elsewhere as a whole may hold values, too.
      found.push(...(known.length > 0 || whole.kind[args[0]] === Kind.Object ? known : [args[0]]))
    } else if (isOf(call, PUTS_IN)) {
      const own = formOf(linked, call)
      const value = args[calledName(linked, call) === 'reset' ? 0 : 1]
      if (value !== undefined && (form < 0 || own < 0 || own === form)) found.push(value)
    }
  }
  return found
}

const beginsWith = ({ whole, values }: Linked, form: number): number[] =>
  ['defaultValues', 'values'].flatMap((name) => [...whole.args(form)].slice(0, 1).flatMap((settings) => values.property(settings, name)))

const beginsAsStated = (linked: Linked, form: number): boolean => form >= 0 && beginsWith(linked, form).length > 0

const MAKES = /^useForm(?:Context)?$/
const PUTS = /^(?:reset|setValue|resetField)$/
const PUTS_IN = /\.(?:reset|setValue|resetField)$/

// ── who brings it ────────────────────────────────────────────────────────────────────────────────────────────────────

type Brought = 'own' | 'unknown' | 'others'

const OUTSIDE: ReadonlySet<Flow['source']> = new Set(['request', 'browser', 'message', 'response', 'stored'])
const MOST_PARTS = 120
/** Calls whose outcome says what they were handed. */
const KEEPS =
  /^(?:encodeURI|encodeURIComponent|decodeURI|decodeURIComponent|escape|unescape|String|stringify|parse|concat|join|trim|slice|substring|substr|replace|replaceAll|toString|toLowerCase|toUpperCase|split|at|pop|shift|get|map|filter|find)$/

/** Whether others bring what a value is made of: `own` where all of it is written in the code, or typed by the visitor meanwhile. */
function broughtBy(linked: Linked, value: number): Brought {
  const { whole, solver, values } = linked
  const seen = new Set([value])
  const stack = [value]
  let brought: Brought = 'own'
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const parts = partsOf(at)
    if (parts === 'others') return 'others'
    if (parts === 'unknown' || seen.size > MOST_PARTS) brought = 'unknown'
    else
      for (const part of parts)
        if (part >= 0 && !seen.has(part)) {
          seen.add(part)
          stack.push(part)
        }
  }
  return brought

  function partsOf(node: number): readonly number[] | 'unknown' | 'others' {
    if (node >= whole.size) return 'unknown'
    if (isTyped(linked, node) || isPageCookie(linked, node) || formRead(linked, node) !== undefined) return []
    if (isFromOutside(linked, node)) return 'others'
    switch (whole.kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
      case Kind.Regex:
      case Kind.Function:
        return []
      case Kind.Param: {
        const callers = [...(solver.callers.get(whole.a[node] as number) ?? [])]
        return callers.length === 0 ? 'unknown' : callers.map((call) => whole.args(call)[whole.b[node] as number] ?? -1)
      }
      case Kind.Call: {
        const own = [...(solver.callees.get(node) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
        if (own.length > 0) return own
        return KEEPS.test(calledName(linked, node)) ? [receiverOf(linked, node), ...whole.args(node)] : 'unknown'
      }
      case Kind.New:
        return whole.args(node)
      case Kind.Load: {
        const made = values.definitions(node).filter((each) => each !== node)
        return made.length > 0 ? made : [whole.a[node] as number]
      }
      default: {
        const parts = whole.madeOf(node)
        return parts.length > 0 || whole.kind[node] === Kind.Object || whole.kind[node] === Kind.Array ? parts : 'unknown'
      }
    }
  }
}

const isLoadOf = ({ whole }: Linked, node: number, name: RegExp): boolean =>
  node >= 0 && node < whole.size && whole.kind[node] === Kind.Load && name.test(whole.text(whole.b[node] as number))

/** `event.target.value`: what is in the element that was just changed. */
const isTyped = (linked: Linked, node: number): boolean =>
  isLoadOf(linked, node, /^(?:value|valueAsNumber|valueAsDate|checked|files)$/) &&
  isLoadOf(linked, linked.whole.a[node] as number, /^(?:target|currentTarget)$/)

function isFromOutside(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  const paths =
    whole.kind[node] === Kind.Call
      ? pathsOfCall(linked, node).map((path) => models.paths.find(path, '()'))
      : whole.kind[node] === Kind.Load
        ? apiPathsOf(linked, whole.a[node] as number).map((base) => models.paths.find(base, `.${whole.text(whole.b[node] as number)}`))
        : apiPathsOf(linked, node)
  return paths.some(
    (path) => path >= 0 && (models.requests.has(path) || (models.flows.sources.get(path) ?? []).some(({ kind }) => OUTSIDE.has(kind))),
  )
}
