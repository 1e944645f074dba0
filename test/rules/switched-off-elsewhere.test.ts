/** Protection that is switched off by a call or by an attribute, rather than by an option. */
import { test } from 'vitest'
import { check } from './marked-lines'

test.each([
  ['escaping', "require('squirrelly').autoEscaping(false) // escaping-switched-off: high"],
  ['escaping that is switched on', "require('squirrelly').autoEscaping(true) // escaping-switched-off: none"],
  ['a method of something else', "require('./editor').autoEscaping(false) // escaping-switched-off: none"],
  [
    'a view that is attached',
    "const { app } = require('electron')\napp.on('web-contents-created', (_made, contents) => contents.on('will-attach-webview', (_event, settings) => {\n  settings.webSecurity = false // unsafe-electron-window: high\n}))",
  ],
  [
    'a view that is tightened',
    "const { app } = require('electron')\napp.on('web-contents-created', (_made, contents) => contents.on('will-attach-webview', (_event, settings) => {\n  settings.nodeIntegration = false // unsafe-electron-window: none\n}))",
  ],
])('%s', (_, text) => check({ 'index.js': text }, { squirrelly: '9', electron: '30' }))

test.each([
  ['Node for a view', '<webview src="https://shop.test" nodeintegration></webview> // unsafe-electron-window: medium'],
  ['no web security for a view', '<webview src="https://shop.test" disablewebsecurity></webview> // unsafe-electron-window: high'],
  [
    'Node for a view that shares its world',
    '<webview src="https://shop.test" nodeintegration webpreferences="contextIsolation=no"></webview> // unsafe-electron-window: high',
  ],
  ['a view', '<webview src="https://shop.test" partition="nodeintegration"></webview> // unsafe-electron-window: none'],
])('%s', (_, line) => check({ 'page.html': `<body>\n${line}\n</body>`, 'index.js': "require('electron')" }, { electron: '30' }))

test.each([
  ['of a component', 'export const View = () => <webview src="https://shop.test" disablewebsecurity="on" /> // unsafe-electron-window: high'],
  ['of a component, off', 'export const View = () => <webview src="https://shop.test" disablewebsecurity={false} /> // unsafe-electron-window: none'],
])('a view %s', (_, line) => check({ 'View.jsx': line }, { electron: '30', react: '18' }))
