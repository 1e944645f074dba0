import type { Program, Usage } from '../../types'
import { isAtLeast } from '../package-versions'
import { isMissing, isOff, isOn, mayBe, usageRule } from '../usage-rule'

/** Preferences that are unsafe when on, and those that are when off; with what follows. */
const UNSAFE_ON = new Map([
  ['nodeIntegration', 'scripts of the page can use Node'],
  ['nodeIntegrationInWorker', 'workers of the page can use Node'],
  ['nodeIntegrationInSubFrames', 'frames of the page can use Node'],
  ['enableRemoteModule', 'the page reaches the main process'],
  ['allowRunningInsecureContent', 'an HTTPS page loads scripts over HTTP'],
  ['experimentalFeatures', 'unfinished features of the engine are on'],
  ['enableBlinkFeatures', 'features of the engine that are off for a reason are on'],
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
    if (kind === 'electron-switch')
      return mayBe(values.name, 'disable-web-security', 'ignore-certificate-errors', 'no-sandbox', 'allow-running-insecure-content')
        ? { at }
        : undefined
    const isApart = isIsolated(usage, program)
    const on = [...UNSAFE_ON]
      .filter(([name]) => isOn(values[name]))
      .map(([name, says]) => [name, (isApart && OF_ISOLATED.get(name)) || says] as const)
    const off = [...UNSAFE_OFF].filter(([name]) => values[name]?.state === 'constant' && isOff(values[name]))
    const faults = [...on, ...off]
    const [first] = faults
    if (!first) return undefined
    const isSmall = (name: string) => /experimental|Blink|sandbox/.test(name) || (isApart && OF_ISOLATED.has(name))
    return {
      at: values[first[0]]?.at ?? at,
      description: `Electron keeps a page away from the machine by settings, and this window switches some of them off: ${[...new Set(faults.map(([, says]) => says))].join('; ')}.`,
      ...(faults.every(([name]) => isSmall(name)) ? { confidence: 'medium' as const } : {}),
    }
  },
})
