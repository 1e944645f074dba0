/** Programs about what browsers get: fields for passwords, scripts of other hosts, storage, drawings, markup. */
import { pack, type SmallPrograms } from './program'

const accounts = `import argon2 from 'argon2'
import express from 'express'
import { Pool } from 'pg'

const pool = new Pool()
const app = express()
app.use(express.urlencoded({ extended: false }))
app.set('view engine', 'ejs')
app.get('/login', (_req, res) => res.render('login'))
app.post('/login', async (req, res) => {
  const { rows } = await pool.query('select * from users where email = $1', [req.body.email])
  if (!rows[0] || !(await argon2.verify(rows[0].password_hash, req.body.password))) return res.status(401).send('Wrong email or password')
  res.redirect('/')
})
app.listen(3000)
`

export const pages: SmallPrograms = {
  'password-fields-closed': {
    shows: 'keeps browsers from filling a password in, and users from pasting one',
    files: {
      'package.json': pack('express ejs pg argon2'),
      'src/server.ts': accounts,
      'views/login.ejs': `<form method="post" action="/login">
  <input name="email" type="email">
  <input name="password" type="password" autocomplete="off"> <!-- V2.1.11 fail -->
  <input name="again" type="password" onpaste="return false">
</form>
`,
    },
  },
  'password-fields-open': {
    shows: 'lets password managers do their work, shows what was typed, and how strong it is',
    files: {
      'package.json': pack('express react zxcvbn pg argon2'),
      'src/server.ts': accounts,
      'src/login.tsx': `import { useState } from 'react'
import zxcvbn from 'zxcvbn'

export function Login() {
  const [showPassword, setShowPassword] = useState(false)
  const [strength, setStrength] = useState(0)
  return (
    <form method="post" action="/login">
      <input name="password" type="password" autoComplete="current-password" onChange={(event) => setStrength(zxcvbn(event.target.value).score)} /> {/* V2.1.11 pass */}
      <meter value={strength} />
      <button type="button" onClick={() => setShowPassword(!showPassword)}>{showPassword ? 'Hide' : 'Show'}</button>
    </form>
  )
}
`,
    },
  },
  'paste-prevented': {
    shows: 'stops pasting in a handler of React',
    files: {
      'package.json': pack('express react pg argon2'),
      'src/server.ts': accounts,
      'src/login.tsx': `export const Login = () => (
  <form method="post" action="/login">
    <input name="password" type="password" onPaste={(event) => event.preventDefault()} /> {/* V2.1.11 fail */}
  </form>
)
`,
    },
  },
  'scripts-of-others': {
    shows: 'loads a script and a style of other hosts without saying what is expected',
    files: {
      'package.json': pack('express ejs'),
      'views/index.ejs': `<!doctype html>
<link rel="stylesheet" href="https://cdn.example.net/site.css" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin>
<script src="https://cdn.example.net/chart.js"></script> <!-- V14.2.3 fail -->
<h1><%= title %></h1>
`,
      'server.js': `const express = require('express')
const app = express()
app.set('view engine', 'ejs')
app.get('/', (req, res) => res.render('index', { title: 'Shop' }))
app.listen(3000)
`,
    },
  },
  'scripts-with-integrity': {
    shows: 'says the hash of the script that it loads from another host',
    files: {
      'package.json': pack('express'),
      'public/index.html': `<!doctype html>
<script src="https://cdn.example.net/chart.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin></script> <!-- V14.2.3 pass -->
`,
      'public/shop.js': `document.querySelector('#leave').addEventListener('click', () => {
  sessionStorage.removeItem('basket')
  fetch('/logout', { method: 'POST' })
})
sessionStorage.setItem('theme', 'dark')
`,
      'webpack.config.js': `const { DefinePlugin } = require('webpack')
module.exports = { plugins: [new DefinePlugin({ 'process.env.API_URL': JSON.stringify(process.env.API_URL) })] }
`,
      'server.js': `const express = require('express')
const app = express()
app.use(express.static('public'))
app.listen(3000)
`,
    },
  },
  'old-plug-ins': {
    shows: 'embeds a Flash film',
    files: {
      'package.json': pack('express swfobject'),
      'public/index.html': '<script src="/swfobject.js"></script>\n<div id="film"></div>\n',
      'public/film.swf': 'FWS',
      'server.js': "const app = require('express')()\napp.use(require('express').static('public'))\napp.listen(3000)\n",
    },
  },
  'secrets-of-pages': {
    shows: 'asks for the place of its user, and puts a token into the storage of the browser',
    files: {
      'package.json': pack('react'),
      'src/map.tsx': `export function Here({ token }: { token: string }) {
  const find = () => navigator.geolocation.getCurrentPosition(() => {})
  localStorage.setItem('token', token)
  return <button onClick={find}>Where am I?</button>
}
`,
    },
  },
  'drawings-taken': {
    shows: 'takes drawings (SVG) as they are',
    files: {
      'package.json': pack('express multer'),
      'server.js': `const express = require('express')
const multer = require('multer')

const upload = multer({
  dest: 'public/pictures',
  limits: { fileSize: 1000000 },
  fileFilter: (req, file, done) => done(null, ['image/png', 'image/svg+xml'].includes(file.mimetype)), // V5.2.7 fail
})
const app = express()
app.use(express.static('public'))
app.post('/pictures', upload.single('picture'), (req, res) => res.json({ name: req.file.filename }))
app.listen(3000)
`,
    },
  },
  'markup-written': {
    shows: 'writes markup into a page that stands in its own code',
    files: {
      'package.json': pack('vite'),
      'src/comments.js': `export function none() {
  document.getElementById('comments').innerHTML = '<p><b>Nothing</b> was said so far.</p>' // V5.2.1 pass
}
none()
`,
    },
  },
  'markdown-escaped': {
    shows: 'prints Markdown with its HTML escaped',
    files: {
      'package.json': pack('react react-markdown'),
      'src/comment.tsx': `import Markdown from 'react-markdown'
export const Comment = ({ text }: { text: string }) => <Markdown>{text}</Markdown> // V5.2.8 pass
`,
    },
  },
}
