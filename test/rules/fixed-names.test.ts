/** Paths of which the sender names a folder, and the program the file in it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { test } from 'vitest'
import { check } from './marked-lines'

test('the last segment is written out', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const app = express()
app.use(express.json())
const NAME = 'map.png'
app.post('/reads', (req, res) => {
  const { area } = req.body
  const file = path.join('/srv', area, 'plan.yaml')
  if (!fs.existsSync(file)) return res.sendStatus(404)
  res.send(fs.readFileSync(file)) // path-traversal: medium
})
app.post('/named', (req, res) => res.send(fs.readFileSync(path.resolve('/srv', req.body.area, NAME)))) // path-traversal: medium
app.post('/written', (req, res) => res.send(fs.readFileSync(\`/srv/\${req.body.area}/map.png\`))) // path-traversal: medium
app.post('/added', (req, res) => res.send(fs.readFileSync('/srv/' + req.body.area + '/map.png'))) // path-traversal: medium
app.post('/taken', (req, res) => {
  fs.unlinkSync(path.join('/srv', req.body.area, 'map.png')) // path-traversal: medium
  res.end()
})
app.post('/put', (req, res) => {
  fs.writeFileSync(path.join('/srv', req.body.area, 'index.js'), 'true') // path-traversal: medium
  res.end()
})
app.post('/extension', (req, res) => res.send(fs.readFileSync(path.join('/srv', req.body.area + '.png')))) // path-traversal: medium
app.post('/last', (req, res) => res.send(fs.readFileSync(path.join('/srv', 'map.png', req.body.area)))) // path-traversal: high
app.post('/folder', (req, res) => {
  fs.rmSync(path.join('/srv', req.body.area, 'tiles'), { recursive: true }) // path-traversal: high
  res.end()
})
app.post('/secret', (req, res) => res.send(fs.readFileSync(path.join('/srv', req.body.area, '.env')))) // path-traversal: high
app.post('/above', (req, res) => {
  const folder = path.dirname(path.join('/srv', req.body.area, 'map.png'))
  res.send(fs.readdirSync(folder)) // path-traversal: high
})
app.post('/either', (req, res) => {
  const name = req.body.name || 'map.png'
  res.send(fs.readFileSync(path.join('/srv', 'all', name))) // path-traversal: high
})
`,
  })
})
