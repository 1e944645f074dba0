/**
 * Secrets that are sent wherever an address begins with a text: `if (url.startsWith(base)) headers.Authorization = token`. In: the linked
 * program. Out: `credential-prefix`, where the text is no literal, and nothing is known of it that ends the name of the host: what follows
 * `https://example.com` may make it another one.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { CREDENTIAL_HEADER } from '../credential-headers'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { variablesOf } from '../names'
import { NOT } from '../operators'
import { exactTexts } from '../regex/expressions'
import { beginningOf, endingOf } from '../taint/texts'
import { methodCalls } from './method-calls'
import { usage } from './modelled'

const MOST_HOPS = 6
const ADDRESS = /(?:url|uri|href|address|link|endpoint|origin|target)$/i
/** What an address is held against, by its name. */
const BASE = /(?:url|uri|href|origin|base|host|server|endpoint|instance|address|domain|registry|api|site)$/i
/** The address that a server was asked at: it is a path. */
const OF_SERVER = /^(?:req|ctx|context)\b/
/** The condition asks for the host as well. */
const ASKS_HOST = /\.(?:origin|host|hostname)\b/

const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

export function credentialPrefixUsages(linked: Linked): Usage[] {
  const { whole, values } = linked
  return methodCalls(linked, ['startsWith']).flatMap(([call, name]): Usage[] => {
    const [base, from] = whole.args(call)
    const address = receiverOf(linked, call)
    if (address < 0 || base === undefined || from !== undefined) return []
    const named = (node: number, names: RegExp) => namesOf(linked, node).some((each) => names.test(each))
    if (!named(address, ADDRESS) || !named(base, BASE)) return []
    const written = /^([\s\S]*?)\??\.startsWith\(\s*([\s\S]*?)\s*\)$/.exec(whole.sourceOf(call, 160))
    if (OF_SERVER.test(written?.[1] ?? '')) return []
    if (endsHost(linked, base, 0)) return []
    const sent = credentialUnder(linked, call)
    if (sent === undefined) return []
    return [usage(linked, call, 'credential-prefix', '', name, { base: constant(written?.[2] ?? values.nameOf(base)), credential: constant(sent) })]
  })
}

/** What a value is called: where it is read, and by the variable that it was put into. */
function namesOf({ whole, values }: Linked, node: number): string[] {
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return [values.nameOf(at), ...variablesOf(whole, at).map(({ name }) => name)]
}

/** Whatever follows the text, the host is decided: it ends in a slash, or has one behind the host. Also where a literal is no such address. */
function endsHost(linked: Linked, base: number, hops: number): boolean {
  const { whole, values } = linked
  if (base < 0 || base >= whole.size || hops > MOST_HOPS) return false
  if (exactTexts(linked, base).length > 0) return true
  if (/^[a-z][\w+.-]*:\/\/[^/]+[/?#]/i.test(beginningOf(linked, base).text) || endingOf(linked, base).includes('/')) return true
  const of = (part: number) => endsHost(linked, part, hops + 1)
  switch (whole.kind[base] as Kind) {
    case Kind.Template:
      return [...whole.items(whole.a[base] as number)].slice(1).some((part) => exactTexts(linked, part).some((text) => /[/?#]/.test(text)))
    case Kind.Refine:
    case Kind.Await:
      return of(whole.a[base] as number)
    // `base.endsWith('/') ? base : base + '/'`: somebody took care of it on one way.
    case Kind.Choice:
    case Kind.Cell:
      return [...whole.items(whole.a[base] as number)].some(of)
    case Kind.Call: {
      // `base.replace(/\/*$/, '/')`, `ensureSlash(base)`
      const answers = [...(linked.solver.callees.get(base) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
      return answers.some(of) || whole.args(base).some((each) => exactTexts(linked, each).some((text) => text.endsWith('/')))
    }
    case Kind.Load: {
      // The path of the page, and of a parsed address: nothing of it is a host. `href` has a slash behind the host.
      if (/^(?:pathname|href)$/.test(whole.text(whole.b[base] as number))) return true
      return values.definitions(base).some((made) => made !== base && of(made))
    }
    default:
      return false
  }
}

/** Name of a secret that is put into a request only where the call answers yes. */
function credentialUnder(linked: Linked, call: number): string | undefined {
  const { whole } = linked
  const fn = whole.functionOf(call)
  if (fn < 0) return undefined
  for (const node of lookupOf(whole).inFunction(fn)) {
    const name = credentialAt(linked, node)
    if (name !== undefined && isUnder(linked, node, call)) return name
  }
  return undefined
}

/** `headers.Authorization = …`, `{ Authorization: … }`, `headers.set('Authorization', …)` */
function credentialAt(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  const meant = (name: string) => (CREDENTIAL_HEADER.test(name) ? name : undefined)
  switch (whole.kind[node] as Kind) {
    case Kind.Store:
      return meant(whole.text(whole.b[node] as number))
    case Kind.StoreDynamic: {
      const [name = ''] = exactTexts(linked, whole.b[node] as number)
      return meant(name)
    }
    case Kind.Property:
      return whole.a[node] === -1 ? undefined : meant(whole.text(whole.a[node] as number))
    case Kind.Call: {
      const [name, value] = whole.args(node)
      if (name === undefined || value === undefined || !/^(?:set|append|setHeader|setRequestHeader)$/.test(calledName(linked, node))) return undefined
      return meant(exactTexts(linked, name)[0] ?? '')
    }
    default:
      return undefined
  }
}

function isUnder(linked: Linked, node: number, call: number): boolean {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    if (asks(linked, condition, kind === RegionKind.True, call, 0))
      return !ASKS_HOST.test(whole.sourceOf(condition, 400).replace(/startsWith\([^)]*\)/g, ''))
  }
  return false
}

/** The condition holds, or does not, only where the call answers yes. */
function asks(linked: Linked, condition: number, holds: boolean, call: number, hops: number): boolean {
  const { whole } = linked
  if (condition === call) return holds
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT && asks(linked, whole.a[condition] as number, !holds, call, hops + 1)
    case Kind.Refine:
      return asks(linked, whole.a[condition] as number, holds, call, hops + 1)
    case Kind.Choice:
      return (
        whole.c[condition] === (holds ? ChoiceKind.And : ChoiceKind.Or) &&
        [...whole.items(whole.a[condition] as number)].some((item) => asks(linked, item, holds, call, hops + 1))
      )
    default:
      return false
  }
}
