/** Windows of Electron with Node, where the page has a world of its own and where it has none. */
import { test } from 'vitest'
import { check } from './marked-lines'

const WINDOWS = (alone: string, isolated: string) => ({
  'main.js': `
const { BrowserWindow } = require('electron')
const alone = new BrowserWindow({ webPreferences: { nodeIntegration: true } }) // unsafe-electron-window: ${alone}
const isolated = new BrowserWindow({ webPreferences: { nodeIntegration: true, contextIsolation: true } }) // unsafe-electron-window: ${isolated}
const shared = new BrowserWindow({ webPreferences: { nodeIntegration: true, contextIsolation: false } }) // unsafe-electron-window: high
const workers = new BrowserWindow({ webPreferences: { nodeIntegrationInWorker: true } }) // unsafe-electron-window: high
const lax = new BrowserWindow({ webPreferences: { nodeIntegration: true, webSecurity: false } }) // unsafe-electron-window: high
module.exports = [alone, isolated, shared, workers, lax]
`,
})

test('since Electron 12 a page has Node only where its world is shared', async () => {
  await check(WINDOWS('medium', 'medium'), { electron: '^25.9.8' })
  await check(WINDOWS('high', 'medium'), { electron: '^11.5.0' })
  await check(WINDOWS('high', 'medium'), { electron: 'latest' })
})
