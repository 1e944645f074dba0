/**
 * Routes that another service calls. In: the finished table. Out: the same table; where a handler checks a signature, reads the
 * header that carries one, or stands at a path that names a service whose SDK it uses, the entry says who calls and whether the
 * check is made and stops the handler.
 */
import { Kind, RegionKind } from '../../graph'
import type { Answer, EntryPoint, Evidence } from '../../types'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal } from '../operators'
import { nodesBelow } from './cli/environment'

interface Provider {
  name: string
  /** Headers that carry its signature or secret, in lower case. */
  headers?: RegExp
  /** Calls that check a signature, by name; of these packages, where the name alone says too little. */
  checks?: RegExp
  packages?: RegExp
  /** How paths call it. */
  path?: RegExp
  /** Calls that only an answer to it makes. */
  answers?: RegExp
}

const PROVIDERS: Provider[] = [
  { name: 'Stripe', headers: /^stripe-signature$/, checks: /^constructEvent(?:Async)?$/, packages: /^(?:stripe|@stripe\/)/, path: /stripe/i },
  {
    name: 'Slack',
    headers: /^x-slack-signature$/,
    checks: /^(?:verifySlackRequest|isValidSlackRequest|createEventAdapter)$/,
    packages: /^@slack\//,
    path: /slack/i,
  },
  { name: 'Shopify', headers: /^x-shopify-hmac-sha256$/, packages: /^@shopify\//, path: /shopify/i },
  { name: 'SendGrid', headers: /^x-twilio-email-event-webhook-signature$/, checks: /^verifySignature$/, packages: /^@sendgrid\//, path: /sendgrid/i },
  {
    name: 'Twilio',
    headers: /^x-twilio-signature$/,
    checks: /^(?:validateRequest|validateRequestWithBody|validateExpressRequest|validateIncomingRequest)$/,
    packages: /^twilio\b/,
    path: /twilio/i,
    answers: /^(?:MessagingResponse|VoiceResponse)$/,
  },
  { name: 'Paddle', headers: /^paddle-signature$/, checks: /^(?:unmarshal|isSignatureValid)$/, packages: /^@paddle\//, path: /paddle/i },
  { name: 'Clerk', checks: /^verifyWebhook$/, packages: /^@clerk\//, path: /clerk/i },
  { name: 'Resend', path: /resend/i, packages: /^resend$/ },
  { name: 'Svix', headers: /^(?:svix|webhook)-(?:signature|id|timestamp)$/, packages: /^(?:svix|standardwebhooks)$/, path: /svix/i },
  {
    name: 'PayPal',
    headers: /^paypal-(?:transmission-sig|transmission-id|cert-url|auth-algo)$/,
    checks: /^verifyWebhookSignature$/,
    packages: /^@paypal\//,
    path: /paypal/i,
  },
  {
    name: 'Discord',
    headers: /^x-signature-(?:ed25519|timestamp)$/,
    checks: /^(?:verifyKey|verifyKeyMiddleware)$/,
    packages: /^discord-interactions$/,
    path: /discord/i,
  },
  { name: 'Mailgun', packages: /^mailgun/, path: /mailgun/i },
  {
    name: 'Square',
    headers: /^x-square-(?:hmacsha256-)?signature$/,
    checks: /^(?:isValidWebhookEventSignature|verifySignature)$/,
    packages: /^square$/,
    path: /square/i,
  },
  { name: 'Razorpay', headers: /^x-razorpay-signature$/, checks: /^validateWebhookSignature$/, packages: /^razorpay/, path: /razorpay/i },
  { name: 'Coinbase', headers: /^x-cc-webhook-signature$/, path: /coinbase/i },
  { name: 'Telegram', headers: /^x-telegram-bot-api-secret-token$/, path: /telegram/i, packages: /^(?:telegraf|grammy|node-telegram-bot-api)$/ },
  { name: 'LINE', headers: /^x-line-signature$/, packages: /^@line\//, path: /(?:^|[/-])line(?:$|[/-])/i },
  { name: 'Linear', headers: /^linear-signature$/, packages: /^@linear\//, path: /linear/i },
  { name: 'HubSpot', headers: /^x-hubspot-(?:signature|request-timestamp)/, packages: /^@hubspot\//, path: /hubspot/i },
  { name: 'Zoom', headers: /^x-zm-(?:signature|request-timestamp)$/, path: /zoom/i },
  { name: 'Typeform', headers: /^typeform-signature$/, path: /typeform/i },
  { name: 'Calendly', headers: /^calendly-webhook-signature$/, path: /calendly/i },
  { name: 'Sentry', headers: /^sentry-hook-signature$/, path: /sentry/i },
  { name: 'Vercel', headers: /^x-vercel-signature$/, path: /vercel/i },
  { name: 'WorkOS', headers: /^workos-signature$/, packages: /^@workos/, path: /workos/i },
  { name: 'GitLab', headers: /^x-gitlab-(?:token|event)$/, path: /gitlab/i },
  { name: 'Bitbucket', path: /bitbucket/i },
  { name: 'Meta', path: /facebook|whatsapp|messenger|instagram/i },
  { name: 'GitHub', headers: /^x-hub-signature(?:-256)?$|^x-github-(?:event|delivery)$/, packages: /^@octokit\//, path: /github/i },
  { name: 'Lemon Squeezy', packages: /^@lemonsqueezy\//, path: /lemon-?squeezy/i },
  { name: 'Plaid', headers: /^plaid-verification$/, packages: /^plaid$/, path: /plaid/i },
  { name: 'Intercom', packages: /^intercom-client$/, path: /intercom/i },
  {
    name: 'QStash',
    headers: /^upstash-signature$/,
    checks: /^verifySignature(?:AppRouter|Edge|H3|Nuxt|Svelte|Solidjs)?$/,
    packages: /^@upstash\/qstash/,
    path: /qstash/i,
  },
  { name: 'Inngest', headers: /^x-inngest-signature$/, packages: /^inngest$/, path: /inngest/i },
  { name: 'Polar', packages: /^@polar-sh\//, checks: /^validateEvent$/, path: /polar/i },
]

/** A header of any of them: asked at once of a text that most often is none. */
const HEADER_OF_SOMEBODY = new RegExp(`^(?:${PROVIDERS.flatMap(({ headers }) => headers?.source ?? []).join('|')})`)

/** Calls that compare a signature, whoever sent it. */
const COMPARES = /^(?:timingSafeEqual|safeCompare|secureCompare|compareSignatures?|scmp|tsscmp|constantTimeEquals?)$/
/** Functions of the repository's own that are called after what they do. */
const OWN_CHECKS =
  /^(?:(?:verify|validate|check|assert)\w*(?:signature|webhook|hmac)\w*|is\w*(?:signature|webhook|hmac)\w*valid|isvalid\w*(?:signature|webhook|hmac)\w*)$/i
const SIGNS = /^(?:createHmac|sign|hmac)$/
const WEBHOOK_PATH = /web-?hooks?|(?:^|[/-])(?:hooks?|callbacks?|ipn|notifications?)(?:$|[/-])/i
/** Headers of a signature, whoever sent it. */
const SIGNATURE = /signature|hmac|^x-hub-/i

export function withWebhooks(linked: Linked, entries: EntryPoint[]): EntryPoint[] {
  const found = evidenceIn(linked)
  if (found.size === 0 && !entries.some(({ path }) => WEBHOOK_PATH.test(path))) return entries
  const functions = functionsByLine(linked)
  // Middleware that has to do with signatures, by name.
  const byName = new Map<string, number[]>()
  for (const fn of found.keys()) {
    const name = linked.whole.functions[fn]?.fact.name
    if (name) byName.set(name, [...(byName.get(name) ?? []), fn])
  }
  return entries.map((entry) => {
    if (entry.kind !== 'http' || entry.generated || !/^(?:POST|PUT|ALL|ANY|GET)$/.test(entry.method)) return entry
    const own = entry.handler ? functions(entry.handler.at.file, entry.handler.at.line) : []
    const before = entry.guards.flatMap(({ name }) => byName.get(name.replace(/\(.*$/s, '').split('.').pop() as string) ?? [])
    // `app.post(path, twilio.webhook(), handler)`: made where the route is.
    const there = (found.get(-1) ?? []).filter(({ node }) => entry.guards.some(({ at }) => isAt(linked, node, at)))
    // What asks is a wrapper that both methods go through: `withSignature(async ({ rawBody }) => …)`.
    const around = entry.method === 'GET' ? [] : own.flatMap((fn) => wrappersOf(linked, fn))
    const webhook = webhookOf(linked, entry, own, [...own, ...before, ...around], found, there)
    return webhook ? { ...entry, webhook } : entry
  })
}

/** Functions that a handler is written into the call of, and that hand back what is run in its place. */
function wrappersOf({ whole, values, solver }: Linked, fn: number): number[] {
  const call = values.callAround((whole.functions[fn] as { node: number }).node)
  return call < 0 ? [] : [...(solver.callees.get(call) ?? [])]
}

function isAt({ whole }: Linked, node: number, { file, line }: Evidence): boolean {
  return (whole.files[whole.fileOf(node)] as { path: string }).path === file && whole.linesOf(node)[0] === line
}

interface Hint {
  node: number
  kind: 'check' | 'header' | 'compare' | 'signs'
  provider: string | undefined
}

/** What speaks of signatures, by function. */
function evidenceIn(linked: Linked): Map<number, Hint[]> {
  const { whole, values, solver } = linked
  const lookup = lookupOf(whole)
  const found = new Map<number, Hint[]>()
  const put = (node: number, kind: Hint['kind'], provider?: string) => {
    const fn = whole.functionOf(node)
    const list = found.get(fn)
    const hint: Hint = { node, kind, provider }
    if (list) list.push(hint)
    else found.set(fn, [hint])
  }
  const headerOf = (text: string) => {
    const lower = text.toLowerCase()
    return HEADER_OF_SOMEBODY.test(lower) ? PROVIDERS.find(({ headers }) => headers?.test(lower))?.name : undefined
  }
  // All of them are words with dashes, which few texts of a program are.
  const isHeader = (text: string) =>
    text.includes('-') && (headerOf(text) !== undefined || (SIGNATURE.test(text) && /^[a-z]+(?:-[a-z0-9]+)+$/i.test(text)))
  for (const node of lookup.named(Kind.String, isHeader)) put(node, 'header', headerOf(whole.text(whole.a[node] as number)))
  for (const node of lookup.named(Kind.Load, isHeader)) put(node, 'header', headerOf(whole.text(whole.b[node] as number)))
  for (const provider of PROVIDERS) {
    if (provider.answers) for (const call of lookup.called(provider.answers)) if (isOf(linked, call, provider)) put(call, 'header', provider.name)
    if (!provider.checks) continue
    for (const call of lookup.called(provider.checks)) if (isOf(linked, call, provider)) put(call, 'check', provider.name)
  }
  for (const call of lookup.called(OWN_CHECKS)) if (solver.callees.has(call)) put(call, 'check')
  for (const call of lookup.called(COMPARES)) put(call, 'compare')
  for (const call of lookup.called(SIGNS)) put(call, 'signs')
  // `new Webhook(secret).verify(…)`, `webhooks.verify(…)`, `verify(secret, body, signature)` of Octokit, `webhooks.validate(…)`.
  for (const call of lookup.called(/^(?:verify|verifyAndReceive|validate|process|webhook|webhooks|unmarshal|verifyWebhook)$/)) {
    const name = packageOf(linked, call)
    const provider = name === undefined ? undefined : PROVIDERS.find(({ packages }) => packages?.test(name))
    if (!provider) continue
    const text = values.nameOf(receiverOf(linked, call)) + calledName(linked, call)
    if (/web-?hooks?|verify|unmarshal/i.test(text)) put(call, 'check', provider.name)
  }
  return found
}

function isOf(linked: Linked, call: number, { packages }: Provider): boolean {
  const name = packageOf(linked, call)
  if (name !== undefined) return packages?.test(name) ?? false
  // What it comes from is not in the code: injected, or a parameter.
  return !linked.solver.callees.has(call)
}

/** Package that a call is made of, through whatever the solver knows of its callee. */
function packageOf({ solver, models, modules, whole }: Linked, call: number): string | undefined {
  for (const path of solver.apiCalls.get(call) ?? []) {
    const root = models.paths.rootOf(path)
    if (root.startsWith('npm:')) return root.slice(4)
    if (root.startsWith('type:')) return root.slice(5).replace(/\/[A-Z]\w*$/, '')
  }
  let node = whole.a[call] as number
  for (let hops = 0; hops < 12 && node >= 0; hops++) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Import) {
      const to = modules.resolve((whole.files[whole.fileOf(node)] as { path: string }).path, whole.text(whole.a[node] as number))
      return to.kind === 'package' ? to.name : undefined
    }
    if (kind === Kind.Cell) node = whole.items(whole.a[node] as number)[0] ?? -1
    else if (kind === Kind.Call || kind === Kind.New || kind === Kind.Load || kind === Kind.Await || kind === Kind.Refine)
      node = whole.a[node] as number
    else return undefined
  }
  return undefined
}

function webhookOf(
  linked: Linked,
  entry: EntryPoint,
  own: number[],
  all: number[],
  evidence: Map<number, Hint[]>,
  there: Hint[],
): EntryPoint['webhook'] {
  const below = nodesBelow(linked, all)
  const hints = [...there, ...[...below].flatMap((fn) => evidence.get(fn) ?? [])]
  const checks = hints.filter(({ kind }) => kind === 'check' || kind === 'compare')
  const headers = hints.filter(({ kind }) => kind === 'header')
  const isNamed = WEBHOOK_PATH.test(entry.path)
  const [byPath] = PROVIDERS.filter(({ path }) => path?.test(entry.path))
  // Checking a login's token by a comparison of its own is no webhook.
  const told = hints.filter(({ kind, provider }) => (kind === 'check' || kind === 'header') && provider !== undefined)
  const isSigned = told.length > 0 || (headers.length > 0 && (checks.length > 0 || hints.some(({ kind }) => kind === 'signs')))
  const usesSdk = byPath?.packages !== undefined && usesPackage(linked, own, byPath.packages)
  if (!isSigned && !(isNamed && (usesSdk || checks.length > 0 || byPath !== undefined))) return undefined
  if (told.length === 0 && !isNamed && !byPath) return undefined
  const named = told.find(({ kind }) => kind === 'check') ?? told[0]
  // Several services sign in the same way; the path then says which.
  const shared = named?.provider === 'GitHub' || named?.provider === 'Svix' || named === undefined
  const provider = (shared ? (byPath?.name ?? named?.provider) : named.provider) ?? 'unknown'
  return { provider, verified: verified(linked, hints, below) }
}

function usesPackage({ whole, modules }: Linked, functions: number[], packages: RegExp): boolean {
  const files = new Set(functions.map((fn) => whole.functions[fn]?.file ?? -1))
  return [...files].some((file) =>
    (whole.files[file]?.graph.imports ?? []).some(({ specifier }) => {
      const to = modules.resolve((whole.files[file] as { path: string }).path, specifier)
      return to.kind === 'package' && packages.test(to.name)
    }),
  )
}

/** Whether a check is made and what it says stops the handler. */
function verified(linked: Linked, hints: Hint[], below: Set<number>): Answer {
  const checks = hints.filter(({ kind }) => kind === 'check' || kind === 'compare')
  const signs = hints.some(({ kind }) => kind === 'signs')
  const compared = signs || hints.some(({ kind }) => kind === 'header') ? comparisons(linked, hints) : []
  const every = [...checks.map(({ node }) => node), ...compared]
  const stopping = every.filter((node) => stops(linked, node, below))
  if (stopping[0] !== undefined)
    return { answer: 'yes', reason: 'The signature is checked, and the handler stops where it is wrong', evidence: [cite(linked, stopping[0])] }
  if (every[0] !== undefined)
    return { answer: 'no', reason: 'The signature is checked, and nothing stops the handler where it is wrong', evidence: [cite(linked, every[0])] }
  return { answer: 'no', reason: 'No check of a signature was found', evidence: [] }
}

/** `signature !== expected`, next to where a digest is made or the header is read. */
function comparisons(linked: Linked, hints: Hint[]): number[] {
  const { whole, values } = linked
  const functions = new Set(hints.map(({ node }) => whole.functionOf(node)))
  return [...functions].flatMap((fn) =>
    fn < 0
      ? []
      : [...lookupOf(whole).inFunction(fn)].filter((node) => {
          if (whole.kind[node] !== Kind.Binary || !(isEqual(whole.c[node] as number) || isUnequal(whole.c[node] as number))) return false
          const sides = [whole.a[node] as number, whole.b[node] as number]
          // Asking whether the header is there, or how long it is, checks nothing.
          if (sides.some((side) => values.nameOf(side) === 'length')) return false
          if (sides.some((side) => whole.kind[side] === Kind.Undefined || whole.kind[side] === Kind.Null || whole.kind[side] === Kind.Boolean))
            return false
          return sides.some((side) => /sign|hmac|digest|hash|expected|computed|token|secret/i.test(values.nameOf(side) + whole.sourceOf(side, 60)))
        }),
  )
}

/** Checks that throw on their own; what they say by `false` must be asked. */
const THROWS =
  /^(?:constructEvent(?:Async)?|verifyAndReceive|unmarshal|verifyWebhook|verifySlackRequest|verifyKeyMiddleware|createEventAdapter|webhook|webhooks|validateEvent|process)$/

function stops(linked: Linked, node: number, below: Set<number>): boolean {
  const { whole } = linked
  const isCall = whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New
  const name = isCall ? calledName(linked, node) : ''
  if (
    isCall &&
    (THROWS.test(name) ||
      throwsItself(linked, node) ||
      (name === 'verify' && /^(?:svix|standardwebhooks|resend)$/.test(packageOf(linked, node) ?? '')))
  )
    return !swallowed(linked, node)
  if (isAsked(linked, node)) return true
  // `return timingSafeEqual(a, b)` in a helper: whoever calls it asks.
  const fn = whole.functionOf(node)
  const returned = fn >= 0 && (whole.functions[fn]?.returns ?? []).some((value) => madeWith(linked, value, node))
  return returned && [...(linked.solver.callers.get(fn) ?? [])].some((caller) => below.has(whole.functionOf(caller)) && isAsked(linked, caller))
}

/** A function of the program that throws, or answers with a refusal, where the check fails. */
function throwsItself({ solver, effects, whole }: Linked, call: number): boolean {
  return [...(solver.callees.get(call) ?? [])].some((fn) => effects.ofFunction(fn).some((node) => whole.kind[node] === Kind.Throw))
}

/** How far behind a try its continuation is looked for. */
const MOST_REGIONS = 2000

/** In a `try` whose `catch` goes on as if nothing had been. */
function swallowed({ whole }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] !== RegionKind.Try) continue
    // What follows the try stands in a region of its own only where the catch does not come back.
    const fn = whole.functionOf(node)
    const past = [...range(region + 1, Math.min(region + MOST_REGIONS, whole.regions.length / 4))].some(
      (other) =>
        whole.regions[other * 4 + 3] === fn &&
        whole.regions[other * 4] === RegionKind.Past &&
        whole.regions[other * 4 + 1] === whole.regions[region * 4 + 1],
    )
    if (past) return false
    const inside = hasWorkAfter(whole, region, fn)
    return inside
  }
  return false
}

/** Calls after a try in the same body: they run whatever the catch did. */
function hasWorkAfter(whole: Linked['whole'], region: number, fn: number): boolean {
  const parent = whole.regions[region * 4 + 1] as number
  let last = -1
  for (const node of lookupOf(whole).inFunction(fn)) if (whole.region[node] === region) last = Math.max(last, whole.end[node] as number)
  return [...lookupOf(whole).inFunction(fn)].some(
    (node) => whole.kind[node] === Kind.Call && whole.region[node] === parent && (whole.pos[node] as number) > last,
  )
}

/** Whether a condition is made of it, and something in that function ends where the condition says no. */
function isAsked(linked: Linked, node: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(node)
  const inside = fn >= 0 ? lookupOf(whole).inFunction(fn) : new Int32Array(0)
  for (const each of inside) {
    const kind = whole.kind[each] as Kind
    if (kind !== Kind.Call && kind !== Kind.Throw && kind !== Kind.String && kind !== Kind.New) continue
    for (let region = whole.region[each] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      const way = whole.regions[region * 4] as RegionKind
      if (
        condition >= 0 &&
        (way === RegionKind.False || way === RegionKind.True) &&
        madeWith(linked, condition, node) &&
        endsThere(linked, fn, condition)
      )
        return true
    }
  }
  return false
}

/** Work stands on the other side of the condition: a refusal that does not return leaves none there. */
function endsThere({ whole }: Linked, fn: number, condition: number): boolean {
  const ways = new Set<number>()
  for (const node of lookupOf(whole).inFunction(fn)) {
    // What is only known of a value on that way is no work.
    if (whole.kind[node] !== Kind.Call && whole.kind[node] !== Kind.New && whole.kind[node] !== Kind.Throw) continue
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4 + 2] === condition) ways.add(whole.regions[region * 4] as number)
  }
  if (ways.has(RegionKind.True) && ways.has(RegionKind.False)) return true
  // `if (valid) { … }` with nothing behind it.
  const after = whole.end[condition] as number
  return [...lookupOf(whole).inFunction(fn)].every(
    (node) => whole.kind[node] !== Kind.Call || (whole.pos[node] as number) < after || isUnder(whole, node, condition),
  )
}

function isUnder(whole: Linked['whole'], node: number, condition: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4 + 2] === condition) return true
  return false
}

function madeWith({ whole }: Linked, value: number, part: number): boolean {
  const seen = new Set<number>()
  const stack = [value]
  while (stack.length > 0 && seen.size < 80) {
    const at = stack.pop() as number
    if (at === part) return true
    if (at < 0 || at >= whole.size || seen.has(at)) continue
    seen.add(at)
    stack.push(...whole.madeOf(at))
  }
  return false
}

/** Functions that begin on a line, or the innermost around it. */
function functionsByLine(linked: Linked): (file: string, line: number) => number[] {
  const { whole, fileIndex } = linked
  const byFile = new Map<number, number[]>()
  whole.functions.forEach(({ file }, fn) => {
    const list = byFile.get(file)
    if (list) list.push(fn)
    else byFile.set(file, [fn])
  })
  const spans = new Map<number, { fn: number; from: number; to: number }[]>()
  return (path, line) => {
    const file = fileIndex.get(path)
    if (file === undefined) return []
    let known = spans.get(file)
    if (!known) {
      known = (byFile.get(file) ?? []).map((fn) => {
        const [from, to] = whole.linesOf((whole.functions[fn] as { node: number }).node)
        return { fn, from, to }
      })
      spans.set(file, known)
    }
    const beginning = known.filter(({ from }) => from === line).map(({ fn }) => fn)
    if (beginning.length > 0) return beginning
    // A decorator stands above its method.
    const next = known.filter(({ from }) => from > line && from <= line + 6).sort((one, other) => one.from - other.from)[0]
    return next ? [next.fn] : []
  }
}

function* range(from: number, to: number): Iterable<number> {
  for (let at = from; at < to; at++) yield at
}
