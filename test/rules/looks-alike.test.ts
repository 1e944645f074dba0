/** What looks like a fault and does none: keys of translations, addresses of one's own, records that are sent as JSON. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('texts, addresses and comparisons that harm nobody, beside those that do', async () => {
  await check(
    {
      'pages.js': `
setTimeout(function () {
  $( app.getPref('username') ? '#fe_login_password' : '#fe_login_username' ).focus() // hardcoded-secret: none
}, 1)
export const up = (sequelize) => sequelize.query(\`
  update "Snapshots" set
  set "credentialSecret" = "ProjectSettings"."value"
  from "ProjectSettings"\`) // hardcoded-secret: none
export const words = {
  'welcome.title': 'Bienvenido a la tienda',
  'welcome.email': 'Correo electrónico',
  'welcome.password': 'Contraseña', // hardcoded-secret: none
  'welcome.forgot': '¿Olvidó su contraseña?',
  'welcome.sign-in': 'Iniciar sesión',
}
`,
      'redirect.js': `
import express from 'express'
const app = express()
app.use((req, res, next) => {
  if (req.secure) return next()
  res.redirect('https://' + req.headers.host + req.url) // open-redirect: low
})
app.get('/x', (req, res) => { res.redirect(\`https://\${req.hostname}\${req.originalUrl}\`) }) // open-redirect: low
const SIGNATURE = 0x02014b50
app.get('/z', (req, res) => {
  if (req.query.signature === SIGNATURE) res.end() // timing-unsafe-comparison: none
  if (req.body.password === '__PLACEHOLDER__') res.end() // timing-unsafe-comparison: none
  if (req.body.password === process.env.PASSWORD) res.end() // timing-unsafe-comparison: medium
})
app.listen(80)
`,
      'app/blog/[slug]/page.tsx': `
import { readFileSync } from 'fs'
import { join } from 'path'
export default async function Page({ params, searchParams }) {
  const { slug } = await params
  const text = readFileSync(join('posts', slug + '.md'), 'utf8') // path-traversal: low
  const other = readFileSync(join('posts', decodeURIComponent(slug) + '.md'), 'utf8') // path-traversal: medium
  const third = readFileSync(join('posts', searchParams.draft + '.md'), 'utf8') // path-traversal: medium
  return <p>{text}{other}{third}</p>
}
`,
      'app/api/[name]/route.ts': `
import { readFileSync } from 'fs'
import { join } from 'path'
export async function GET(request, { params }) {
  const { name } = await params
  return new Response(readFileSync(join('posts', name), 'utf8')) // path-traversal: high
}
`,
    },
    { express: '4', next: '15', react: '19' },
  )
}, 120_000)

test('records of a database go out as JSON, their fields as they are', async () => {
  await check(
    {
      'models.js': `
const { Sequelize, DataTypes } = require('sequelize')
const s = new Sequelize(process.env.DB)
module.exports.Dataset = s.define('Dataset', { title: DataTypes.TEXT })
`,
      'ctl.js': `
const db = require('./models')
class DatasetController {
  findAll(team) { return db.Dataset.findAll({ where: { team } }) }
  findOne(id) { return db.Dataset.findOne({ where: { id } }).then((d) => { if (!d) return new Promise((r, j) => j(new Error('404'))); return d }) }
  create(data) { return db.Dataset.create(data).then((d) => this.findOne(d.id)).catch((e) => new Promise((resolve, reject) => reject(e))) }
  async later(id) { const d = await db.Dataset.findByPk(id); return d }
}
module.exports = DatasetController
`,
      'app.js': `
const express = require('express')
const Ctl = require('./ctl')
const db = require('./models')
const ctl = new Ctl()
const app = express()
app.get('/a/:id', (req, res) => ctl.findOne(req.params.id).then((d) => res.status(200).send(d))) // stored-xss: none
app.get('/b/:id', (req, res) => ctl.findAll(req.params.id).then((d) => {
  return res.status(200).send(d) // stored-xss: none
}))
app.post('/c', (req, res) => ctl.create(req.body).then((d) => {
  return res.status(200).send(d) // stored-xss: none
}))
app.get('/d/:id', (req, res) => ctl.later(req.params.id).then((d) => {
  return res.status(200).send(d) // stored-xss: none
}))
app.get('/e/:id', async (req, res) => {
  const d = await db.Dataset.findByPk(req.params.id)
  res.send(d) // stored-xss: none
})
app.get('/f/:id', async (req, res) => {
  const d = await db.Dataset.findByPk(req.params.id)
  res.send(d.title) // stored-xss: medium
})
app.get('/g/:id', (req, res) => ctl.findOne(req.params.id).then((d) => {
  res.send(d.title) // stored-xss: medium
}))
app.listen(3000)
`,
    },
    { express: '4', sequelize: '6' },
  )
}, 120_000)

test('parsed as XML, or set up for mails', async () => {
  await check(
    {
      'page.js': `
export async function titles(address) {
  const text = await (await fetch(address)).text()
  const feed = new DOMParser().parseFromString(text, 'application/xml') // response-xss: none
  const page = new DOMParser().parseFromString(text, 'text/html') // response-xss: medium
  return [feed.querySelector('title').textContent, page.title]
}`,
      'mail.js': `
export function send(user) {
  console.log('sending from', process.env.EMAIL_FROM) // sensitive-data-in-log: none
  console.log('sending to', user.email) // sensitive-data-in-log: medium
}
send(await load())`,
    },
    {},
  )
}, 120_000)
