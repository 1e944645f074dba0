/** Values that loops, closures and classes make of themselves: what looks through them has to end. Each way to make one stands before each way to use one. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const made = [
  'kept + sent',
  '`${kept}${sent}`',
  "'\"' + kept + '\"'",
  '-kept',
  '!kept',
  'new Set(kept)',
  'new RegExp(kept)',
  '{ value: kept }',
  '{ ...kept, sent }',
  '[kept]',
  '[...kept, sent]',
  'kept[kept]',
  'kept.kept',
  'kept ?? sent',
  'kept || sent',
  'kept && sent',
  'kept ? kept : sent',
  'sent ? kept + sent : kept',
  'await kept',
  'path.join(kept, sent)',
  'path.resolve(kept)',
  'fs.readFileSync(kept, "utf8")',
  'kept.trim()',
  'kept.concat(sent)',
  'kept.filter((one) => one !== sent)',
  'kept.map((one) => [one, kept])',
  'JSON.parse(kept)',
  'schema.parse(kept)',
  'new URL(kept, sent)',
  'Object.assign({}, kept)',
  'jwt.sign(kept, kept)',
  'crypto.createHash("sha256").update(kept).digest("hex")',
  '() => kept(sent)',
  'function again(one) { return kept(one) ?? again(one) }',
  'class extends kept {}',
  'twice(kept)',
  'this.kept',
]

const asked = [
  'if (kept.includes(sent)) return',
  'if (!kept.has(sent)) return',
  'if (kept !== sent) throw new Error(kept)',
  'if (sent.startsWith(kept)) return',
  'if (!kept.test(sent)) return',
  'switch (sent) { case kept: return }',
]

const used = [
  'exec("tar \'" + kept + "\' " + sent)',
  'fs.readFileSync(kept)',
  'fs.readFileSync(path.join("/srv", kept))',
  'users.findOne(kept)',
  'users.findOne({ name: kept })',
  'users.updateOne({ _id: sent }, kept)',
  'response.redirect(kept)',
  'response.render(kept, kept)',
  'response.send("<p>" + kept)',
  'fetch(kept)',
  'fetch(`https://${kept}/`)',
  'eval(kept)',
  'new kept(sent)',
  'kept(sent)',
  'kept.run(sent)',
  'jwt.verify(sent, kept)',
  'console.log(kept)',
  'response.cookie("session", kept, kept)',
  'app.use(kept)',
  'sent.match(kept)',
  'sent.replace(kept, kept)',
  'Object.assign(kept, request.body)',
  'kept[sent] = request.body',
  'limits[sent] = kept',
  'request.session.user = kept',
]

/** Where a value stands that is made of itself. */
const around: Record<string, (make: string) => string> = {
  'in a loop': (make) => `let kept; for (const each of sent) kept = ${make}`,
  'in a loop, from a text': (make) => `let kept = ''; while (Math.random() > 0.5) { kept = ${make} }`,
  'in a closure': (make) => `let kept = sent; const change = () => { kept = ${make} }; change()`,
  'in a function that calls itself': (make) => `const again = (kept) => again(${make}); const kept = again(sent)`,
  'as what a function answers': (make) =>
    `const kept = answer(sent); function answer(sent) { let kept; for (const each of sent) kept = ${make}; return kept }`,
  'as a member': (make) => `const box = { kept: sent }; const { kept } = box; for (const each of sent) box.kept = ${make}`,
}

test.each(Object.keys(around))('%s', async (where) => {
  const routes = made.flatMap((make, index) =>
    ['if (!kept) return', asked[index % asked.length]].map(
      (question) => `app.post('/way/${index}', async function (request, response) {
  const sent = request.body.sent
  ${around[where]?.(make)}
  ${question}
${used.map((use) => `  { ${use} }`).join('\n')}
})`,
    ),
  )
  const files = {
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', mongodb: '6', jsonwebtoken: '9', zod: '3' } }),
    'app.js': `
const { exec } = require('node:child_process')
const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const jwt = require('jsonwebtoken')
const { MongoClient } = require('mongodb')
const { z } = require('zod')
const schema = z.string()
const limits = {}
const users = new MongoClient('mongodb://db.internal').db().collection('users')
const app = express()
app.use(express.json())
function twice(one) { return twice(twice(one)) }
class Left extends Right { run(one) { exec(one); return this.other } }
class Right extends Left { again(one) { return super.run(one) } }
class Other extends Left {}
${routes.join('\n')}
`,
  }
  const { findings, problems } = judge(rules, await linkDirectory(tree(files)))
  expect(problems).toEqual([])
  expect(findings.length).toBeGreaterThan(0)
})
