/**
 * What a call does that a reader wants to see: it reads or changes stored data, leaves the process, proves who somebody is, or has a
 * library do some work. In: a call and the door it stands below. Out: to whom it goes, in which words, and how much it says;
 * undefined for what only computes. Models decide, not names; where no model knows a library, how the code treats the result does.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { DataUse, EntryPoint, Evidence } from '../../types'
import { recordCalls } from '../access/records'
import type { KnownArchitecture } from '../architecture/index'
import { packageOf } from '../connections'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { isOfSession } from '../posture/authentication/sign-in'
import { modelsOfCall, pathsOfCall } from '../usages/modelled'
import type { Act } from './act'
import { Weight } from './items'
import { libraryAct } from './libraries'
import { statementAct } from './statements'
import { rootOf, STORES, Stores } from './stores'
import { callText, recordText, shortened } from './words'

/** Kinds of use that models give, in the words of a step. */
const USES: Record<string, [words: string, weight: Weight]> = rowsByName({
  'password-compare': ['compares the password', Weight.Main],
  'password-hash-call': ['hashes the password', Weight.Main],
  'slow-hash': ['hashes', Weight.Main],
  hash: ['hashes', Weight.Plain],
  'web-hash': ['hashes', Weight.Plain],
  'token-sign': ['signs a token', Weight.Main],
  'token-issue': ['signs a token', Weight.Main],
  'token-verify': ['verifies the token', Weight.Main],
  'token-check': ['verifies the token', Weight.Main],
  'token-decode': ['decodes the token', Weight.Plain],
  'one-time-code-check': ['checks the one-time code', Weight.Main],
  'one-time-code-secret': ['makes a secret for one-time codes', Weight.Plain],
  'policy-check': ['asks the policy', Weight.Telling],
  'delegated-login': ['signs in elsewhere', Weight.Telling],
  'safe-comparison': ['compares in constant time', Weight.Telling],
  'yaml-load': ['reads YAML', Weight.Plain],
})

/** Sinks of models that say what a call does, whatever reaches it. */
const SINKS: Record<string, [words: string, weight: Weight]> = {
  command: ['runs a command', Weight.Main],
  argument: ['runs a program', Weight.Main],
  code: ['runs code', Weight.Main],
  deserialize: ['turns text into objects', Weight.Plain],
  xml: ['parses XML', Weight.Plain],
  ldap: ['asks the directory', Weight.Telling],
  prompt: ['asks the language model', Weight.Main],
}

const TRANSACTION = /^\$?(?:transaction|transactional|withTransaction|inTransaction|runInTransaction|startTransaction|beginTransaction|begin)$/
const ENDS_TRANSACTION = /^(?:commit|commitTransaction|rollback|rollbackTransaction|abortTransaction)$/
/** Run text as code, and functions as everyone uses them. */
const TIMER = /^set(?:Timeout|Interval|Immediate)$/
const FILES = 'File system'

export class Acts {
  private readonly linked: Linked
  private readonly stores: Stores
  private readonly atLine = new Map<string, Act>()

  constructor(known: KnownArchitecture) {
    this.linked = known.linked
    this.stores = new Stores(known)
    const put = (at: Evidence, act: Act) => {
      const key = `${at.file}:${at.line}`
      if (!this.atLine.has(key)) this.atLine.set(key, act)
    }
    for (const { kind, topic, at } of known.publications)
      put(at, {
        to: {
          kind: kind === 'queue' ? 'queue' : 'external',
          name: kind === 'queue' ? `Queue ${shortened(topic, 24)}` : kind === 'websocket' ? 'Connected clients' : 'Listeners',
        },
        label: shortened(`sends ${topic}`),
        weight: Weight.Main,
      })
    for (const { protocol, method, host, path, library, at } of known.serviceCalls)
      put(at, {
        to: { kind: 'external', name: protocol === 'sdk' ? library : nameOfHost(host) },
        label: shortened(`${method ?? ''} ${path || library}`),
        weight: Weight.Main,
      })
  }

  of(call: number, entry: EntryPoint): Act | undefined {
    const { linked } = this
    const { whole } = linked
    if (whole.kind[call] === Kind.Store) return this.ofStore(call)
    if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) return undefined
    const name = calledName(linked, call)
    // What a promise is given is told where it runs.
    if (/^(?:then|catch|finally)$/.test(name) && receiverOf(linked, call) >= 0) return undefined
    const paths = pathsOfCall(linked, call)
    // Where the code of what is called is here, it tells what happens; a library's may be some other value at the same place.
    if ((linked.solver.callees.get(call)?.size ?? 0) > 0) return this.ofRecords(call)
    return (
      this.ofRecords(call) ??
      this.ofWebhook(call, entry) ??
      this.ofTransaction(call, name, paths) ??
      statementAct(linked, this.stores, call, paths) ??
      this.ofConnection(call, paths) ??
      this.ofUse(call, name) ??
      this.ofDoorData(call, name, entry) ??
      this.ofSession(call, name) ??
      this.ofRole(call, paths) ??
      libraryAct(linked, this.stores, call, paths)
    )
  }

  private ofRecords(call: number): Act | undefined {
    const record = recordCalls(this.linked).get(call)
    if (!record) return undefined
    const name = calledName(this.linked, call)
    return {
      to: { kind: 'store', name: this.stores.of(record.library, call) },
      label: shortened(recordText(record.does, record.of, name)),
      weight: record.does === 'read' ? Weight.Telling : Weight.Main,
    }
  }

  /** Whether it was sent by who it seems to be from. */
  private ofWebhook(call: number, { webhook }: EntryPoint): Act | undefined {
    if (webhook?.verified.answer !== 'yes') return undefined
    const at = cite(this.linked, call)
    if (!webhook.verified.evidence.some(({ file, line }) => file === at.file && line === at.line)) return undefined
    return { to: 'self', label: shortened(`verifies the signature: ${callText(this.linked, call)}`), weight: Weight.Main }
  }

  /** Methods of a record that was read before are told by what the door does with its data. */
  private ofDoorData(call: number, name: string, entry: EntryPoint): Act | undefined {
    if (!entry.data || this.linked.solver.callees.has(call)) return undefined
    const at = cite(this.linked, call)
    const use = entry.data.find((each) => each.at.file === at.file && each.at.line === at.line && each.api.split('.').at(-1) === name)
    return use && this.ofUseOfData(use, call)
  }

  ofUseOfData({ does, of, library, api }: DataUse, call: number): Act {
    return {
      to: { kind: 'store', name: this.stores.of(library, call, of) },
      label: shortened(recordText(does, of, api.includes(' ') ? '' : (api.split('.').at(-1) ?? ''))),
      weight: does === 'read' ? Weight.Telling : Weight.Main,
    }
  }

  private ofTransaction(call: number, name: string, paths: readonly number[]): Act | undefined {
    const { solver, whole } = this.linked
    if (solver.callees.has(call) || !(TRANSACTION.test(name) || ENDS_TRANSACTION.test(name))) return undefined
    const root = paths.map((path) => rootOf(this.linked, path)).find((each) => this.stores.has(each))
    // `begin` and `commit` are words of many things.
    if (root === undefined && !(/transaction/i.test(name) && this.stores.only !== '')) return undefined
    const ends = ENDS_TRANSACTION.test(name)
    return {
      to: { kind: 'store', name: this.stores.of(root ?? '', call) },
      label: ends ? (/rollback|abort/i.test(name) ? 'rolls back' : 'commits') : 'begins a transaction',
      weight: Weight.Telling,
      ...(!ends && whole.args(call).some((argument) => whole.kind[argument] === Kind.Function) ? { encloses: true as const } : {}),
    }
  }

  private ofConnection(call: number, paths: readonly number[]): Act | undefined {
    const { models } = this.linked
    const at = cite(this.linked, call)
    const told = this.atLine.get(`${at.file}:${at.line}`)
    for (const path of paths)
      for (const { library, act } of models.acts.get(path) ?? []) {
        if (act.act === 'publish') return told ?? { to: { kind: 'queue', name: 'Queue' }, label: callText(this.linked, call), weight: Weight.Main }
        if (act.act !== 'connect' || (act.name === 'embedded store' && !this.stores.has(packageOf(this.linked, call) ?? ''))) continue
        if (STORES.has(act.kind))
          return { to: { kind: 'store', name: this.stores.of(library, call) }, label: callText(this.linked, call), weight: Weight.Telling }
        if (act.kind === 'http' && told) return told
        const name = act.kind === 'http' ? 'Another service' : act.name
        return { to: { kind: act.kind === 'queue' ? 'queue' : 'external', name }, label: callText(this.linked, call), weight: Weight.Main }
      }
    return told && paths.some((path) => models.services.services.has(path) || models.acts.has(path)) ? told : undefined
  }

  private ofUse(call: number, name: string): Act | undefined {
    const { linked } = this
    for (const { kind } of modelsOfCall(linked, call)) {
      const told = USES[kind]
      if (told) return { to: 'self', label: shortened(`${told[0]}: ${callText(linked, call)}`), weight: told[1] }
    }
    if (!linked.solver.callees.has(call) && /^(?:compare|check|verify|is|valid|match|authenticate)\w*pass/i.test(name))
      return { to: 'self', label: shortened(`compares the password: ${callText(linked, call)}`), weight: Weight.Main }
    for (const path of pathsOfCall(linked, call))
      for (const { kind } of linked.models.flows.sinks.get(path) ?? []) {
        if (kind === 'path' && /^(?:npm:)?(?:node:)?fs\b|fs-extra|fs\/promises/.test(linked.models.paths.rootOf(path)))
          return { to: { kind: 'store', name: FILES }, label: callText(linked, call), weight: Weight.Plain }
        const told =
          kind === 'code' && (TIMER.test(name) || linked.whole.args(call).some((argument) => linked.whole.kind[argument] === Kind.Function))
            ? undefined
            : SINKS[kind]
        if (told)
          return {
            to: kind === 'prompt' ? { kind: 'external', name: 'Language model' } : 'self',
            label: shortened(`${told[0]}: ${callText(linked, call)}`),
            weight: told[1],
          }
      }
    return undefined
  }

  private ofSession(call: number, name: string): Act | undefined {
    const { linked } = this
    const receiver = receiverOf(linked, call)
    if (receiver < 0 || linked.solver.callees.has(call)) return undefined
    if (/^(?:save|regenerate|destroy|delete)$/.test(name) && isOfSession(linked, receiver))
      return { to: 'self', label: `session: ${name}`, weight: Weight.Telling }
    if (/^(?:logIn|login|logOut|logout)$/.test(name) && /^(?:req|request|ctx)$/.test(linked.values.nameOf(receiver)))
      return { to: 'self', label: /out/i.test(name) ? 'ends the session' : 'signs the user in', weight: Weight.Main }
    if (/^(?:cookie|setCookie|clearCookie|setSignedCookie)$/.test(name)) {
      const first = linked.whole.args(call)[0]
      const text = first === undefined ? undefined : linked.values.texts(first).find(({ exact }) => exact)?.value
      return { to: 'self', label: shortened(`${name === 'clearCookie' ? 'clears' : 'sets'} the cookie ${text ?? ''}`), weight: Weight.Plain }
    }
    return undefined
  }

  private ofStore(store: number): Act | undefined {
    const { whole } = this.linked
    if (!isOfSession(this.linked, whole.a[store] as number)) return undefined
    return { to: 'self', label: shortened(`session: ${whole.text(whole.b[store] as number)}`), weight: Weight.Telling }
  }

  private ofRole(call: number, paths: readonly number[]): Act | undefined {
    const { models } = this.linked
    for (const path of paths) {
      const made = models.paths.find(path, '()')
      const role = (made < 0 ? undefined : models.roles.get(made)?.role) ?? undefined
      if (role === 'validation') return { to: 'self', label: shortened(`validates: ${callText(this.linked, call)}`), weight: Weight.Plain }
      if (role === 'authentication' || role === 'authorization')
        return { to: 'self', label: shortened(`checks the caller: ${callText(this.linked, call)}`), weight: Weight.Telling }
      if (role === 'upload') return { to: 'self', label: shortened(`takes the file: ${callText(this.linked, call)}`), weight: Weight.Telling }
      if ((models.doors.inputs.get(path) ?? models.doors.inputs.get(made))?.in === 'file')
        return { to: 'self', label: shortened(`takes the file: ${callText(this.linked, call)}`), weight: Weight.Telling }
      const format = models.services.formats.get(path)?.find((each) => each.format && !models.doors.answers.has(path))
      if (format && this.linked.whole.kind[call] === Kind.Call)
        return { to: 'self', label: shortened(`${format.format}: ${callText(this.linked, call)}`), weight: Weight.Minor }
    }
    return undefined
  }
}

const nameOfHost = ({ text, from, name }: { text: string; from: string; name?: string }): string =>
  from === 'request'
    ? 'Address from the request'
    : from === 'code' && text
      ? text
      : name
        ? `Host of ${name}`
        : text && !text.includes('{')
          ? text
          : 'Another service'
