/**
 * What a page holds of its visitor whatever the code calls it: its cookies, who has signed in as web storage keeps it, and what a
 * provider of identities has put into its address. In: the linked program. Out: nodes that hold it, each with what it is called.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, untilMoreIsLearned } from '../lookup'

const STORAGE = /^(?:localStorage|sessionStorage)$/
/** Keys that do not say it of themselves. */
const OF_VISITOR = /^(?:current_?|logged_?in_?)?(?:user|account|session|auth|login|profile)(?:_?(?:data|info))?$/i
/** Parameters by which an account is taken over: RFC 6749 sections 4.1.2 and 4.2.2. */
const OF_PROVIDERS = /^(?:code|(?:access_|id_|refresh_|auth_)?token)$/
/** A text is only written another way. */
const KEEPS = /^(?:stringify|String|toString|trim|btoa|encodeURIComponent|encodeURI|concat)$/

export const secretsOfPages = untilMoreIsLearned(findSecrets)

function findSecrets(linked: Linked): Map<number, string> {
  const { whole, values, models } = linked
  const lookup = lookupOf(whole)
  const found = new Map<number, string>()
  const isGlobal = (node: number, name: RegExp): boolean =>
    node >= 0 &&
    ((whole.kind[node] === Kind.Global && name.test(whole.text(whole.a[node] as number))) ||
      (whole.kind[node] === Kind.Load &&
        name.test(whole.text(whole.b[node] as number)) &&
        isGlobal(whole.a[node] as number, /^(?:window|self|globalThis)$/)))
  const textOf = (call: number) => {
    const [name] = whole.args(call)
    const texts = name === undefined ? [] : values.texts(name)
    return texts.length === 1 ? (texts[0]?.value ?? '') : ''
  }
  for (const load of lookup.named(Kind.Load, 'cookie')) if (isGlobal(whole.a[load] as number, /^document$/)) found.set(load, 'document.cookie')
  for (const call of lookup.named(Kind.Call, 'getItem')) {
    const key = textOf(call)
    if (OF_VISITOR.test(key) && isGlobal(receiverOf(linked, call), STORAGE)) found.set(call, key)
  }
  const isAddress = (node: number) =>
    apiPathsOf(linked, node).some((path) => /URLSearchParams|searchParams|useSearchParams/.test(models.paths.show(path)))
  for (const call of lookup.named(Kind.Call, 'get')) {
    const name = textOf(call)
    if (OF_PROVIDERS.test(name) && isAddress(receiverOf(linked, call))) found.set(call, name === 'code' ? 'authorization code' : name)
  }
  return found
}

/** Nothing was taken out of it on its way: `parse(document.cookie).theme` is none of it. */
export const isKeptWhole = (linked: Linked, steps: readonly number[]): boolean =>
  steps.slice(1).every((step) => step >= linked.whole.size || linked.whole.kind[step] !== Kind.Call || KEEPS.test(calledName(linked, step)))
