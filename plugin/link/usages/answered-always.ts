/**
 * Handlers of Electron that answer yes whoever asks. In: calls that models name for what is asked. Out: `certificate-let-through`,
 * `permission-granted`, `device-granted` and `window-allowed`, with the condition under which the handler is there at all.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { functionsAt, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { environmentOf, settingAround } from '../posture/data-protection/environment'
import { conditionsAbove } from '../regions'
import { callsHanded } from './handed-functions'
import { callsOfKind, usage } from './modelled'
import { constant, isOnly, settingAt, settingOf } from './setting'
import { conditionForTrust } from './tls-conditions'

/** What is called with the answer: kind of the model → kind of use, and what says yes. */
const CALLED: [asked: string, answered: string, yes: string][] = [
  ['certificate-answer', 'certificate-let-through', 'true'],
  // Chromium's number for no error at all.
  ['certificate-result', 'certificate-let-through', '0'],
  ['permission-answer', 'permission-granted', 'true'],
]
/** What is handed a function that returns the answer. */
const RETURNED: [asked: string, answered: string][] = [
  ['permission-check', 'permission-granted'],
  ['device-check', 'device-granted'],
]
/** Of what a window that a page opens is given. */
const PREFERENCES = [
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'contextIsolation',
  'webSecurity',
  'sandbox',
  'enableRemoteModule',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'navigateOnDragDrop',
]

export function answeredAlways(linked: Linked): Usage[] {
  return [...called(linked), ...returned(linked), ...openedWindows(linked)]
}

function* called(linked: Linked): Generator<Usage> {
  const { whole } = linked
  for (const [asked, answered, yes] of CALLED)
    for (const [call] of callsOfKind(linked, asked)) {
      const callee = whole.a[call] as number
      // What another function does with the answer, somebody may have been asked before.
      if (whole.kind[callee] !== Kind.Param || whole.a[callee] !== whole.functionOf(call)) continue
      if (!isOnly(settingAt(linked, call, '0'), yes)) continue
      const handler = whole.a[callee] as number
      const conditions = conditionsAbove(whole, call)
      // Decided by what is asked for: `if (certificate.fingerprint === OWN) answer(true)`.
      if (conditions.some((condition) => asksAbout(linked, condition, handler))) continue
      const when = environmentOf(linked, call)
      const trust = conditionForTrust(linked, call)
      if (when === '' && trust === '' && conditions.length > 0) continue
      yield usage(linked, call, answered, 'electron', asked, { ...circumstances(linked, handler), ...said({ when, asked: trust }) })
    }
}

/** Whether a condition is made of what a handler is handed: `new URL(address).host === OWN`. */
function asksAbout({ whole }: Linked, condition: number, handler: number): boolean {
  const isHanded = (part: number): boolean =>
    whole.kind[part] === Kind.New
      ? whole.args(part).some((argument) => isMadeOf(whole, argument, isHanded))
      : whole.kind[part] === Kind.Param && whole.a[part] === handler
  return isMadeOf(whole, condition, isHanded)
}

function* returned(linked: Linked): Generator<Usage> {
  const { whole } = linked
  for (const [asked, answered] of RETURNED)
    for (const [call] of callsOfKind(linked, asked)) {
      const [handler] = whole.args(call)
      const functions = handler === undefined ? [] : functionsAt(linked, handler)
      const answers = functions.flatMap((fn) => whole.functions[fn]?.returns ?? [])
      if (answers.length === 0 || !answers.every((value) => isOnly(settingOf(linked, value), 'true'))) continue
      yield usage(linked, answers[0] as number, answered, 'electron', asked, circumstances(linked, functions[0] as number))
    }
}

/** `setWindowOpenHandler(() => ({ action: 'allow', overrideBrowserWindowOptions: { webPreferences } }))` */
function* openedWindows(linked: Linked): Generator<Usage> {
  const { whole, values } = linked
  for (const [call] of callsOfKind(linked, 'opened-windows')) {
    const [handler] = whole.args(call)
    const answers = handler === undefined ? [] : functionsAt(linked, handler).flatMap((fn) => whole.functions[fn]?.returns ?? [])
    for (const answer of answers)
      for (const preferences of values.property(answer, 'overrideBrowserWindowOptions').flatMap((node) => values.property(node, 'webPreferences'))) {
        const settings = PREFERENCES.map((name) => [name, settingOf(linked, preferences, [name])] as const)
        yield usage(linked, preferences, 'electron-window', 'electron', 'setWindowOpenHandler', Object.fromEntries(settings))
      }
    if (answers.length > 0 && answers.every((answer) => isOnly(settingOf(linked, answer, ['action']), 'allow')))
      yield usage(linked, call, 'window-allowed', 'electron', 'setWindowOpenHandler', {})
  }
}

/** Under which condition a handler is put in force. */
function circumstances(linked: Linked, fn: number): Record<string, Setting> {
  const calls = callsHanded(linked, fn, PUTS_IN_FORCE)
  const first = calls.length === 1 ? (calls[0] as number) : -1
  if (first < 0) return {}
  return said({
    when: environmentOf(linked, first),
    asked: conditionForTrust(linked, first) || settingAround(linked, first),
  })
}
const PUTS_IN_FORCE =
  /^(?:on|once|addListener|setCertificateVerifyProc|setPermissionRequestHandler|setPermissionCheckHandler|setDevicePermissionHandler)$/

const said = (words: Record<string, string>): Record<string, Setting> =>
  Object.fromEntries(Object.entries(words).flatMap(([name, text]) => (text === '' ? [] : [[name, constant(text)] as const])))
