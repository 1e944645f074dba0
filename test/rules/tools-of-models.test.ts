import { test } from 'vitest'
import { check } from './marked-lines'

test('arguments of a tool that a model calls have the types of its schema, and any content', async () => {
  await check(
    {
      'server.ts': `
import { exec } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
const users = new MongoClient('mongodb://db.internal').db().collection('users')
const server = new McpServer({ name: 'shop', version: '1' })
server.tool('find', 'Finds somebody', { name: z.string() }, async ({ name }) => {
  const user = await users.findOne({ name }) // nosql-injection: none
  return { content: [{ type: 'text', text: String(user?.mail) }] }
})
server.registerTool('ping', { inputSchema: { host: z.string() } }, async ({ host }) => {
  exec('ping ' + host) // command-injection: high
  return { content: [] }
})
const plain = new Server({ name: 'plain', version: '1' })
plain.setRequestHandler(CallToolRequestSchema, async (request) => {
  const user = await users.findOne({ name: request.params.arguments.name }) // nosql-injection: high
  return { content: [{ type: 'text', text: String(user?.mail) }] }
})
`,
    },
    { '@modelcontextprotocol/sdk': '1', mongodb: '6', zod: '3' },
  )
})
