/** Methods that texts alone have: where one was called, no object came that far. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a method of texts is called on a value, or on what stands in for it', async () => {
  await check({
    'app.js': `
const express = require('express')
const { MongoClient } = require('mongodb')
const keepers = new MongoClient('mongodb://db').db('zoo').collection('keepers')
const app = express()
app.use(express.json())
app.post('/or', async (req, res) => {
  const { name } = req.body
  const key = (name || '').toLowerCase()
  res.json([key, await keepers.findOne({ name })]) // nosql-injection: none
})
app.post('/nullish', async (req, res) => {
  const { name } = req.body
  if ((name ?? 'nobody').trim() === '') return res.sendStatus(400)
  res.json(await keepers.findOne({ name })) // nosql-injection: none
})
app.post('/optional', async (req, res) => {
  const { name } = req.body
  const parts = name?.split(' ')
  res.json([parts, await keepers.findOne({ name })]) // nosql-injection: none
})
app.post('/second', async (req, res) => {
  const { name, other } = req.body
  const key = (other || name).toLowerCase()
  res.json([key, await keepers.findOne({ name })]) // nosql-injection: high
})
app.post('/and', async (req, res) => {
  const { name } = req.body
  const key = (name && '').trim()
  res.json([key, await keepers.findOne({ name })]) // nosql-injection: high
})
app.post('/under', async (req, res) => {
  const { name, isLoud } = req.body
  const key = isLoud ? (name || '').toUpperCase() : ''
  res.json([key, await keepers.findOne({ name })]) // nosql-injection: high
})
app.post('/after', async (req, res) => {
  const { name } = req.body
  const found = await keepers.findOne({ name }) // nosql-injection: high
  res.json([found, (name || '').trim()])
})
app.post('/lists', async (req, res) => {
  const { name } = req.body
  const first = (name || '').slice(0, 1)
  res.json([first, await keepers.findOne({ name })]) // nosql-injection: high
})
app.post('/made', async (req, res) => {
  const { name } = req.body
  const key = String(name || '').trim()
  res.json([key, await keepers.findOne({ name })]) // nosql-injection: high
})
`,
  })
})
