/** Programs of Electron: what a preload script hands to the page, what comes in from the system, and what is answered for everybody. */
import { test } from 'vitest'
import { check } from './marked-lines'

const ELECTRON = { electron: '34' }

test('what a preload script hands to the page', () =>
  check(
    {
      'whole.js': `const { contextBridge, ipcRenderer, shell } = require('electron')
const fs = require('node:fs')
contextBridge.exposeInMainWorld('ipc', ipcRenderer) // unlimited-bridge: high
contextBridge.exposeInMainWorld('shop', {
  send: ipcRenderer.send, // unlimited-bridge: high
  on: ipcRenderer.on.bind(ipcRenderer), // unlimited-bridge: high
  files: {
    read: fs.readFileSync, // unlimited-bridge: high
    save: (name, text) => fs.writeFileSync(name, text), // path-traversal: medium
    home: () => fs.readFileSync('/etc/shop.json'), // path-traversal: none
  },
  open: shell.openExternal, // unlimited-bridge: medium
  run: (code) => eval(code), // code-injection: medium
})
`,
      'renderer.js': `import { contextBridge, ipcRenderer } from 'electron/renderer'
contextBridge.exposeInMainWorld('ipc', { ask: ipcRenderer.invoke }) // unlimited-bridge: high
`,
      'kit.js': `import { contextBridge } from 'electron'
import { electronAPI } from '@electron-toolkit/preload'
contextBridge.exposeInMainWorld('electron', electronAPI) // unlimited-bridge: medium
`,
      'channels.ts': `import { contextBridge, ipcRenderer } from 'electron'
const KNOWN = ['orders', 'stock']
const known = (channel: string) => { if (!KNOWN.includes(channel)) throw new Error(channel) }
const api = {
  invoke: (channel: string, ...more: unknown[]) => ipcRenderer.invoke(channel, ...more), // unlimited-bridge: medium
  all: (...more: [string]) => ipcRenderer.send(...more), // unlimited-bridge: medium
  on: (channel: string, told: () => void) => ipcRenderer.on(channel, () => told()), // unlimited-bridge: low
  some: (channel: string) => {
    if (KNOWN.includes(channel)) ipcRenderer.send(channel) // unlimited-bridge: none
  },
  few: (channel: string) => {
    if (!KNOWN.includes(channel)) return
    ipcRenderer.send(channel) // unlimited-bridge: none
  },
  asked: (channel: string) => {
    known(channel)
    return ipcRenderer.invoke(channel) // unlimited-bridge: none
  },
  orders: (page: number) => ipcRenderer.invoke('orders', page), // unlimited-bridge: none
  named: (name: string) => ipcRenderer.invoke('orders:' + name), // unlimited-bridge: none
}
contextBridge.exposeInMainWorld('shop', api)
`,
    },
    ELECTRON,
  ))

test('schemes of the program’s own', () =>
  check(
    {
      'main.js': `const { protocol, session, net } = require('electron')
const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const ROOT = path.join(__dirname, 'ui')
protocol.registerFileProtocol('shop', (request, answer) => {
  answer({ path: path.join(ROOT, decodeURI(request.url.slice(7))) }) // path-traversal: medium
})
protocol.handle('media', (request) => net.fetch('file://' + request.url.slice(8))) // path-traversal: medium
protocol.handle('page', (request) => {
  const { pathname } = new URL(request.url)
  return net.fetch(pathToFileURL(path.join(ROOT, decodeURIComponent(pathname))).toString()) // path-traversal: medium
})
session.defaultSession.protocol.registerBufferProtocol('part', (request, answer) => {
  answer({ data: fs.readFileSync(ROOT + '/' + decodeURIComponent(request.url.slice(7))) }) // path-traversal: medium
})
protocol.handle('safe', (request) => {
  const file = path.resolve(ROOT, '.' + decodeURIComponent(new URL(request.url).pathname))
  if (!file.startsWith(ROOT + path.sep)) return new Response('no', { status: 403 })
  return net.fetch(pathToFileURL(file).toString()) // path-traversal: none
})
protocol.handle('held', (request) => {
  const file = path.resolve(ROOT, decodeURIComponent(new URL(request.url).pathname))
  const below = path.relative(ROOT, file)
  if (below.startsWith('..') || path.isAbsolute(below)) return new Response('no', { status: 404 })
  return net.fetch(pathToFileURL(file).href) // path-traversal: none
})
protocol.handle('unheld', (request) => {
  const file = path.resolve(ROOT, decodeURIComponent(new URL(request.url).pathname))
  return net.fetch(pathToFileURL(file).href) // path-traversal: medium
})
protocol.handle('fixed', () => net.fetch(pathToFileURL(path.join(ROOT, 'index.html')).toString())) // path-traversal: none
protocol.registerSchemesAsPrivileged([
  { scheme: 'shop', privileges: { standard: true, bypassCSP: true } }, // trusting-electron-session: low
  { scheme: 'page', privileges: { standard: true, bypassCSP: false } }, // trusting-electron-session: none
])
`,
    },
    ELECTRON,
  ))

test('links that the system hands to the program', () =>
  check(
    {
      'main.js': `const { app, shell, BrowserWindow } = require('electron')
const { exec, execFile } = require('node:child_process')
const window = new BrowserWindow({})
app.on('open-url', (event, link) => {
  exec('tool --open ' + link.slice(7)) // command-injection: high
  window.webContents.executeJavaScript(\`show("\${link}")\`) // code-injection: high
  window.webContents.executeJavaScript(\`show(\${JSON.stringify(link)})\`) // code-injection: none
})
app.on('second-instance', (event, words) => {
  exec('tool --open ' + words.pop()) // command-injection: high
  shell.openExternal(words[1]) // unsafe-open-external: medium
})
app.on('open-url', (event, link) => {
  console.log('opened', link) // log-injection: none
})
app.on('browser-window-focus', (event, focused) => {
  exec('tool --title ' + focused) // command-injection: none
})
app.on('web-contents-created', (event, contents) => {
  contents.setWindowOpenHandler(({ url }) => {
    shell.openExternal(url) // unsafe-open-external: medium
    return { action: 'deny' }
  })
})
`,
    },
    ELECTRON,
  ))

test('certificates that are let through', () =>
  check(
    {
      'main.js': `const { app, session, dialog, BrowserWindow } = require('electron')
const OWN = 'sha256/own'
app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
  event.preventDefault()
  answer(true) // certificate-not-checked: high
})
new BrowserWindow({}).webContents.on('certificate-error', (event, address, error, certificate, answer) => answer(true)) // certificate-not-checked: high
session.defaultSession.setCertificateVerifyProc((request, answer) => answer(0)) // certificate-not-checked: high
session.fromPartition('own').setCertificateVerifyProc((request, answer) => answer(-3)) // certificate-not-checked: none
`,
      'pinned.js': `const { app, session, dialog } = require('electron')
app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
  if (certificate.fingerprint !== process.env.OWN) return answer(false)
  event.preventDefault()
  answer(true) // certificate-not-checked: none
})
session.defaultSession.setCertificateVerifyProc((request, answer) => {
  if (request.certificate.fingerprint === 'sha256/own') answer(0) // certificate-not-checked: none
  else answer(-3)
})
app.on('certificate-error', async (event, contents, address, error, certificate, answer) => {
  event.preventDefault()
  dialog.showMessageBox({ message: address }).then(() => answer(true)) // certificate-not-checked: none
})
`,
      'own-host.js': `const { app } = require('electron')
const settings = require('./settings.json')
app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
  if (address.startsWith('https://localhost:8443/')) answer(true) // certificate-not-checked: none
})
app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
  if (new URL(address).hostname === 'localhost') {
    answer(true) // certificate-not-checked: none
  } else answer(false)
})
app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
  if (settings.allowInsecure) answer(true) // certificate-not-checked: medium
})
`,
      'near.js': `const { app } = require('electron')
if (!app.isPackaged)
  app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
    event.preventDefault()
    answer(true) // certificate-not-checked: low
  })
`,
      'wanted.js': `const { app } = require('electron')
module.exports = (settings) => {
  if (settings.allowInsecure)
    app.on('certificate-error', (event, contents, address, error, certificate, answer) => {
      event.preventDefault()
      answer(true) // certificate-not-checked: medium
    })
}
`,
    },
    ELECTRON,
  ))

const GRANTS = (permission: string) => ({
  'session.js': `const { session, BrowserWindow } = require('electron')
exports.shown = new BrowserWindow({})
const own = session.defaultSession
own.setPermissionRequestHandler((contents, permission, answer) => answer(true)) // trusting-electron-session: ${permission}
own.setPermissionCheckHandler(() => true) // trusting-electron-session: ${permission}
own.setDevicePermissionHandler(() => true) // trusting-electron-session: medium
const other = session.fromPartition('other')
other.setPermissionRequestHandler((contents, permission, answer) => answer(permission === 'notifications')) // trusting-electron-session: none
other.setPermissionCheckHandler((contents, permission) => { // trusting-electron-session: none
  if (permission !== 'notifications') return false
  return true // trusting-electron-session: none
})
other.setDevicePermissionHandler(({ origin }) => origin === 'https://shop.example') // trusting-electron-session: none
`,
})

test('permissions of every page', async () => {
  await check(GRANTS('low'), ELECTRON)
  await check({ ...GRANTS('medium'), 'main.js': "require('./session').shown.loadURL('https://shop.example/')\n" }, ELECTRON)
  await check({ ...GRANTS('low'), 'main.js': "require('./session').shown.loadURL('http://localhost:3000/')\n" }, ELECTRON)
})

test('headers that are changed on the way to a page', () =>
  check(
    {
      'main.js': `const { session } = require('electron')
const { webRequest } = session.defaultSession
webRequest.onHeadersReceived((details, answer) => {
  delete details.responseHeaders['content-security-policy'] // trusting-electron-session: medium
  delete details.responseHeaders['x-frame-options'] // trusting-electron-session: low
  delete details.responseHeaders['x-powered-by'] // trusting-electron-session: none
  answer({ responseHeaders: details.responseHeaders })
})
session.fromPartition('maps').webRequest.onHeadersReceived({ urls: ['https://maps.example/*'] }, (details, answer) => {
  answer({ responseHeaders: { ...details.responseHeaders, 'Access-Control-Allow-Origin': ['*'] } }) // trusting-electron-session: low
})
session.fromPartition('all').webRequest.onHeadersReceived({ urls: ['*://*/*'] }, (details, answer) => {
  answer({ responseHeaders: { ...details.responseHeaders, 'Access-Control-Allow-Origin': ['*'] } }) // trusting-electron-session: medium
})
session.fromPartition('put').webRequest.onHeadersReceived((details, answer) => {
  details.responseHeaders['Access-Control-Allow-Origin'] = ['*'] // trusting-electron-session: medium
  details.responseHeaders['X-Own'] = ['*'] // trusting-electron-session: none
  answer({ responseHeaders: details.responseHeaders })
})
session.fromPartition('own').webRequest.onHeadersReceived((details, answer) => {
  answer({ responseHeaders: { ...details.responseHeaders, 'Content-Security-Policy': ["default-src 'self'"] } }) // weakened-security-headers: none
})
session.fromPartition('lax').webRequest.onHeadersReceived((details, answer) => {
  answer({ responseHeaders: { ...details.responseHeaders, 'Content-Security-Policy': ["script-src * 'unsafe-inline'"] } }) // weakened-security-headers: medium
})
`,
    },
    ELECTRON,
  ))

test('windows that pages open, and pages without encryption', () =>
  check(
    {
      'main.js': `const { BrowserWindow } = require('electron')
const window = new BrowserWindow({})
window.webContents.setWindowOpenHandler(() => ({
  action: 'allow',
  overrideBrowserWindowOptions: { webPreferences: { nodeIntegration: true, contextIsolation: false } }, // unsafe-electron-window: high
}))
const child = new BrowserWindow({ webPreferences: { navigateOnDragDrop: true } }) // unsafe-electron-window: medium
child.webContents.setWindowOpenHandler(() => ({ action: 'allow' })) // trusting-electron-session: low
new BrowserWindow({}).webContents.setWindowOpenHandler(({ url }) => ({ action: url.startsWith('https://shop.example/') ? 'allow' : 'deny' })) // trusting-electron-session: none
window.loadURL('http://shop.example/') // cleartext-request: medium
window.loadURL('http://localhost:3000/') // cleartext-request: none
child.webContents.loadURL('https://shop.example/') // cleartext-request: none
process.env.ELECTRON_DISABLE_SECURITY_WARNINGS = 'true' // trusting-electron-session: low
`,
      'page.jsx': `export const Page = () => (
  <>
    <webview src="http://partner.example/" /> // cleartext-request: medium
    <webview src="https://partner.example/" /> // cleartext-request: none
  </>
)
`,
    },
    ELECTRON,
  ))

test('switches of the engine', () =>
  check(
    {
      'main.js': `const { app } = require('electron')
const { appendSwitch } = app.commandLine
app.commandLine.appendSwitch('disable-web-security') // unsafe-electron-window: high
app.commandLine.appendArgument('--disable-web-security') // unsafe-electron-window: high
app.commandLine.appendSwitch('remote-debugging-port', '9222') // unsafe-electron-window: medium
app.commandLine.appendSwitch('disable-site-isolation-trials') // unsafe-electron-window: medium
app.commandLine.appendSwitch('disable-features', 'OutOfBlinkCors,HardwareMediaKeyHandling') // unsafe-electron-window: medium
app.commandLine.appendSwitch('disable-features', 'HardwareMediaKeyHandling') // unsafe-electron-window: none
app.commandLine.appendSwitch('auth-server-whitelist', '*') // unsafe-electron-window: medium
app.commandLine.appendSwitch('auth-server-whitelist', '*.shop.example') // unsafe-electron-window: none
app.commandLine.appendSwitch('unsafely-treat-insecure-origin-as-secure', 'http://shop.example') // unsafe-electron-window: medium
app.commandLine.appendSwitch('unsafely-treat-insecure-origin-as-secure', 'http://localhost:3000') // unsafe-electron-window: none
app.commandLine.appendSwitch('force-color-profile', 'srgb') // unsafe-electron-window: none
if (process.env.DESK_SANDBOX === 'off') app.commandLine.appendSwitch('no-sandbox') // unsafe-electron-window: medium
app.commandLine.appendSwitch('remote-debugging-port', process.argv[2]) // unsafe-electron-window: low
if (!app.isPackaged) {
  app.commandLine.appendSwitch('remote-debugging-port', '9223') // unsafe-electron-window: low
}
module.exports = appendSwitch
`,
    },
    ELECTRON,
  ))
