import type { Program, Usage } from '../../types'
import { isAtLeast } from '../package-versions'
import type { Hit } from '../rule'
import { isForDevelopers, isMissing, isOff, isOn, textOf, usageRule } from '../usage-rule'

/** Preferences that are unsafe when on, and those that are when off; with what follows. */
const UNSAFE_ON = new Map([
  ['nodeIntegration', 'scripts of the page can use Node'],
  ['nodeIntegrationInWorker', 'workers of the page can use Node'],
  ['nodeIntegrationInSubFrames', 'frames of the page can use Node'],
  ['enableRemoteModule', 'the page reaches the main process'],
  ['allowRunningInsecureContent', 'an HTTPS page loads scripts over HTTP'],
  ['experimentalFeatures', 'unfinished features of the engine are on'],
  ['enableBlinkFeatures', 'features of the engine that are off for a reason are on'],
  ['navigateOnDragDrop', 'what is dropped on it is opened in its place'],
])
const UNSAFE_OFF = new Map([
  ['contextIsolation', 'scripts of the page share objects with the preload script'],
  ['webSecurity', 'pages of one origin read those of another'],
  ['sandbox', 'the renderer runs without a sandbox'],
])

/** What gives Node to the preload script alone where the page has a world of its own; the sandbox it takes from both. */
const OF_ISOLATED = new Map([
  ['nodeIntegration', 'the renderer runs without a sandbox'],
  ['nodeIntegrationInSubFrames', 'frames of the page run without a sandbox'],
])

/** Switches that take a protection from every window, by what follows. */
const SURELY = new Set(['disable-web-security', 'ignore-certificate-errors', 'no-sandbox', 'allow-running-insecure-content'])
const SWITCHES = new Map([
  ['remote-debugging-port', 'whatever runs on the machine commands the windows'],
  ['remote-debugging-pipe', 'whatever started the program commands its windows'],
  ['disable-site-isolation-trials', 'pages of different sites share a process'],
  ['allow-file-access-from-files', 'a page that is a file reads other files'],
  ['unsafely-treat-insecure-origin-as-secure', 'a page over HTTP is given what only encrypted ones should have'],
  ['disable-features', 'a protection of the engine is off'],
  ['auth-server-whitelist', 'every server that asks is sent an answer made of the password of whoever is signed in'],
  ['auth-server-allowlist', 'every server that asks is sent an answer made of the password of whoever is signed in'],
  ['auth-negotiate-delegate-whitelist', 'every server may act in the name of whoever is signed in'],
  ['auth-negotiate-delegate-allowlist', 'every server may act in the name of whoever is signed in'],
])
/** Of switches that matter by what they are given. */
const GIVEN: [name: RegExp, matters: (value: string) => boolean][] = [
  [/^disable-features$/, (value) => PROTECTION.test(value)],
  [/^auth-/, (value) => /^["']?\*["']?$/.test(value)],
  // On the machine itself there is nobody in between.
  [/^unsafely-/, (value) => !value.split(',').every((origin) => /\/\/(?:localhost|127\.)/i.test(origin))],
]
const PROTECTION = /\b(?:OutOfBlinkCors|IsolateOrigins|site-per-process|StrictSiteIsolation|BlockInsecurePrivateNetworkRequests)\b/i

/** `appendSwitch('name', value)`, `appendArgument('--name=value')` */
function ofSwitch(usage: Usage): Partial<Hit> | undefined {
  const { values, at } = usage
  // Whoever runs the program asks for it, by a setting or by what the switch is given.
  const isChosen =
    textOf(values.setting) !== undefined || (values.value !== undefined && !isMissing(values.value) && values.value.state !== 'constant')
  const [sure, likely] = isForDevelopers(usage) ? (['low', 'low'] as const) : isChosen ? (['medium', 'low'] as const) : (['high', 'medium'] as const)
  for (const text of values.name?.texts ?? []) {
    const [, name = '', inside] = /^(?:--)?([^=]*)(?:=(.*))?$/.exec(text) ?? []
    if (SURELY.has(name)) return { at, confidence: sure }
    const says = SWITCHES.get(name)
    const given = inside === undefined ? (values.value?.texts ?? []) : [inside]
    const rule = GIVEN.find(([pattern]) => pattern.test(name))
    if (says === undefined || (rule !== undefined && !given.some((value) => rule[1](value)))) continue
    return {
      at,
      confidence: likely,
      description: `Electron keeps a page away from the machine by settings, and the switch \`${name}\` takes one from every window: ${says}.`,
    }
  }
  return undefined
}

/** Since Electron 12 pages are isolated unless the window says otherwise. */
const isIsolated = ({ values: { contextIsolation }, at }: Usage, program: Program): boolean =>
  isOn(contextIsolation) || (isMissing(contextIsolation) && isAtLeast(program, ['electron'], '12.0.0', at.file))

export default usageRule({
  id: 'unsafe-electron-window',
  class: 'electron-settings',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:H/A:H',
  cwe: [272, 693, 94],
  title: 'An Electron window gives its page more than a browser would',
  why: 'Electron keeps a page away from the machine by settings, and this window switches some of them off.',
  impact: ['Injected script can run programs on the machine of the visitor', 'Pages of other origins can be read'],
  fix: 'Keep isolation, sandbox and web security on, and hand single functions to the page with `contextBridge`.',
  code: 'new BrowserWindow({ webPreferences: { preload, contextIsolation: true, sandbox: true, nodeIntegration: false } })',
  references: [
    'https://www.electronjs.org/docs/latest/tutorial/security',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  of: ['electron-window', 'electron-switch'],
  fault: (usage, program) => {
    const { kind, values, at } = usage
    if (kind === 'electron-switch') return ofSwitch(usage)
    const isApart = isIsolated(usage, program)
    const on = [...UNSAFE_ON]
      .filter(([name]) => isOn(values[name]))
      .map(([name, says]) => [name, (isApart && OF_ISOLATED.get(name)) || says] as const)
    const off = [...UNSAFE_OFF].filter(([name]) => values[name]?.state === 'constant' && isOff(values[name]))
    const faults = [...on, ...off]
    const [first] = faults
    if (!first) return undefined
    const isSmall = (name: string) => /experimental|Blink|sandbox|DragDrop/.test(name) || (isApart && OF_ISOLATED.has(name))
    return {
      at: values[first[0]]?.at ?? at,
      description: `Electron keeps a page away from the machine by settings, and this window switches some of them off: ${[...new Set(faults.map(([, says]) => says))].join('; ')}.`,
      ...(faults.every(([name]) => isSmall(name)) ? { confidence: 'medium' as const } : {}),
    }
  },
})
