/** Files that only whoever runs a program names and fills, beside files that others have a hand in. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const IMPORTS = "const fs = require('fs'); const os = require('os'); const path = require('path'); const { randomBytes } = require('crypto')"

/** Confidence that a file may change in between, where a program makes one that is missing. */
async function sureness(file: string, content: string, ...more: string[]): Promise<string | undefined> {
  const make = `exports.make = (name, data) => { const file = ${file}; if (!fs.existsSync(file)) fs.writeFileSync(file, ${content}) }`
  const text = `${[IMPORTS, ...more, make].join('\n')}\n`
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': '{"name":"shop","version":"1.0.0"}', 'app.js': text })))
  return findings.find(({ rule }) => rule === 'file-system-race')?.confidence
}

test.each([
  ['process.env.SETTINGS', "'{}'"],
  ['path.join(process.env.DATA, "cookie")', "randomBytes(32).toString('hex')"],
  ['path.join(os.homedir(), ".shop")', 'JSON.stringify({ on: false })'],
  ['path.join(__dirname, "cache.json")', 'data'],
  ['`${process.cwd()}/cache.json`', 'data'],
])('%s, filled with %s, is a lead', async (file, content) => expect(await sureness(file, content)).toBe('low'))

test.each([
  ['process.env.SETTINGS', 'data'],
  ['path.join(__dirname, name)', "'{}'"],
  ['name', "'{}'"],
  ['path.join(os.tmpdir(), "shop.json")', "'{}'"],
  ['"/tmp/shop.json"', "'{}'"],
])('%s, filled with %s, is a fault', async (file, content) => expect(await sureness(file, content)).toBe('medium'))
