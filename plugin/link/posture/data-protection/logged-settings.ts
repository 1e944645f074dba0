/**
 * Whole settings written to a log, with the secrets among them. In: log lines. Out: those that are given an object of settings,
 * with the names of secrets that it holds, as far as the code tells.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, type Linked } from '../../linked'
import { variablesOf } from '../../names'
import { sensitivityOf } from '../../taint/sensitive'
import type { Ground } from './ground'
import type { LogLine } from './log-lines'

export interface LoggedSettings {
  /** As the code calls the object. */
  name: string
  secrets: string[]
  at: Evidence
}

const SETTINGS = /^(?:app_?|server_?|env_?)?(?:config(?:uration)?|settings|conf|options|secrets|credentials|env(?:ironment)?|envVars)$/i
/** Calls that hand on all that is in an object. */
const KEEPS_ALL = /^(?:inspect|stringify|format|entries|assign|dump|toJSON|cloneDeep|freeze)$/
const ADDRESS =
  /^(?:db|database|mongo(?:db)?|redis|postgres|mysql)(?:_?(?:ur[il]|uri|connection))?$|(?:db|database|mongo|redis|connection)_?(?:ur[il]|string)$/i

export function loggedSettings({ linked }: Ground, lines: readonly LogLine[]): LoggedSettings[] {
  const { whole } = linked
  const found: LoggedSettings[] = []
  for (const { call, at } of lines)
    for (const argument of whole.args(call)) {
      const object = wholeObject(linked, argument)
      if (object < 0) continue
      const name = nameOfObject(linked, call, object)
      if (!SETTINGS.test(name)) continue
      const secrets = [...new Set(namesIn(linked, object))].filter(
        (key) => sensitivityOf(key) === 'password' || sensitivityOf(key) === 'secret' || isKey(key) || ADDRESS.test(key),
      )
      if (secrets.length > 0 || /^(?:config|secrets|credentials|env)/i.test(name)) found.push({ name, secrets, at })
    }
  return found
}

const isKey = (name: string): boolean => /(?:key|secret|password|token|pass)$/i.test(name) && !/^(?:public|primary|foreign)/i.test(name)

/** A module as a whole has the name that its import gives it, which stands in the call alone. */
function nameOfObject({ whole, values }: Linked, call: number, object: number): string {
  const name = variablesOf(whole, object)[0]?.name ?? values.nameOf(object)
  if (name !== '' && name !== '*' && name !== 'default') return name
  return (
    whole
      .sourceOf(call)
      .replace(/^[^(]*/, '')
      .match(/[A-Za-z_$][\w$]*/g)
      ?.find((word) => SETTINGS.test(word)) ?? ''
  )
}

/** The object that is logged as it is, also through `inspect` and the like; -1 where one of its members is. */
function wholeObject(linked: Linked, node: number): number {
  const { whole } = linked
  for (let at = node, hops = 0; at >= 0 && hops < 5; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call && KEEPS_ALL.test(calledName(linked, at))) at = whole.args(at)[0] ?? -1
    else if (kind === Kind.Refine || kind === Kind.Spread) at = whole.a[at] as number
    else
      return kind === Kind.Object || kind === Kind.Cell || kind === Kind.Import || kind === Kind.Choice || kind === Kind.Load || kind === Kind.Global
        ? at
        : -1
  }
  return -1
}

/** Names of what an object holds, with those of the files that it is put together from. */
function namesIn(linked: Linked, node: number, hops = 0): string[] {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 4) return []
  const found = values.propertyNames(node)
  for (const made of [node, ...values.definitions(node)]) {
    if (made >= whole.size) continue
    if (whole.kind[made] === Kind.Object)
      for (const entry of whole.items(whole.a[made] as number)) {
        if (whole.kind[entry] === Kind.Spread) found.push(...namesIn(linked, whole.a[entry] as number, hops + 1))
        else if (whole.a[entry] !== -1) found.push(whole.text(whole.a[entry] as number))
      }
    else if (whole.kind[made] === Kind.Choice) for (const item of whole.items(whole.a[made] as number)) found.push(...namesIn(linked, item, hops + 1))
    else if (whole.kind[made] === Kind.Call && calledName(linked, made) === 'require') found.push(...namesOfFiles(linked, made))
  }
  return found
}

/** `require(path.resolve(__dirname + '/../env/' + name + '.js'))`: every file that it may name. */
function namesOfFiles(linked: Linked, call: number): string[] {
  const { whole } = linked
  const source = textsOfParts(linked, call)
  const tail = source
    .replace(/^.*\.\.\//, '')
    .replace(/^\{[^}]*\}\/?/, '')
    .replace(/^\/+|^\.\//, '')
  if (!tail || !/\w/.test(tail.replace(/\{[^}]*\}/g, ''))) return []
  const pattern = new RegExp(
    `(?:^|/)${tail
      .split(/\{[^}]*\}/)
      .map((part) => escapeStringRegexp(part))
      .join('[^/]*')}(?:\\.\\w+)?$`,
  )
  const found: string[] = []
  whole.files.forEach(({ path }, file) => {
    if (!pattern.test(path)) return
    for (const made of whole.commonjs[file] as number[]) found.push(...namesIn(linked, made, 3))
    for (const entry of whole.exports[file] as { name: string; node: number }[])
      found.push(...(entry.name === 'default' ? namesIn(linked, entry.node, 3) : [entry.name]))
  })
  return found
}

/** Text of a path as far as it is written, what is not known in braces. */
function textsOfParts(linked: Linked, call: number): string {
  const { whole, values } = linked
  let [at] = whole.args(call)
  while (at !== undefined && whole.kind[at] === Kind.Call && /^(?:resolve|join|normalize)$/.test(calledName(linked, at))) {
    const parts = [...whole.args(at)]
    if (parts.length > 1) return parts.map((part) => values.texts(part)[0]?.value ?? '{part}').join('/')
    at = parts[0]
  }
  return at === undefined ? '' : (values.texts(at)[0]?.value ?? '')
}

/** Settings of the process as a whole, which a detector tells. */
export function loggedEnvironment({ uses }: Ground, isLog: (library: string) => boolean): Evidence[] {
  return uses('disclosed-environment').flatMap(({ at, library }) => (isLog(library) ? [at] : []))
}
