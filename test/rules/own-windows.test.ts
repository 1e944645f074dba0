/** What the pages of a program on somebody's own machine send to it, and which library a method is of that others have as well. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('messages of windows of Electron', () =>
  check(
    {
      'main.js': `const { app, BrowserWindow, ipcMain, shell } = require('electron')
const fs = require('node:fs')
const path = require('node:path')
const http = require('node:http')
const { exec } = require('node:child_process')
ipcMain.handle('read', (event, name) => fs.promises.readFile(path.join('/books', name))) // path-traversal: medium
ipcMain.on('run', (event, { script }) => exec(script)) // command-injection: medium
ipcMain.handle('open', (event, { url }) => {
  const window = new BrowserWindow()
  window.loadURL(url) // server-side-request-forgery: medium
})
http.createServer((request, response) => exec(request.headers.script)).listen(8080, '127.0.0.1') // command-injection: high
`,
    },
    { electron: '34' },
  ))

test('createCipher of node-forge takes an initialization vector later, and makes no key of a password', () =>
  check(
    {
      'a.mjs': `import forge from 'node-forge'
import crypto from 'node:crypto'
export function sealed(key, iv, text) {
  const cipher = forge.cipher.createCipher('AES-CBC', key) // cipher-without-iv: none
  cipher.start({ iv })
  cipher.update(forge.util.createBuffer(text))
  cipher.finish()
  return cipher.output
}
export const shut = (password, text) => crypto.createCipher('aes-256-cbc', password).update(text) // cipher-without-iv: high
export const closed = (tools, password, text) => tools.createCipher('aes-256-cbc', password).update(text) // cipher-without-iv: high
`,
    },
    { 'node-forge': '1' },
  ))
