/** Predictable numbers that are called a secret, and what they are for. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { axios: '1', graphql: '16', '@apollo/server': '4' }

describe('fields that an interface gives to callers', () => {
  const channel = (marker: string) => `export class Channel {
  token: string
  secret: string
  constructor(input: { token?: string }) {
    this.token = input.token ?? String(Math.random()) // insecure-random: ${marker}
    this.secret = Math.random().toString(36) // insecure-random: high
  }
}
`
  const server = (fields: string) => `import { ApolloServer } from '@apollo/server'
import { Channel } from './channel'
const typeDefs = \`#graphql
  type Channel { id: ID! ${fields} }
  type Query { channel: Channel }
\`
const resolvers = { Query: { channel: () => new Channel({}) } }
export const server = new ApolloServer({ typeDefs, resolvers })
`

  test('a token that a query answers with may be a name; a secret is none', async () => {
    await check({ 'channel.ts': channel('medium'), 'server.ts': server('token: String! secret: String!') }, DEPENDENCIES)
  })

  test('a token that no query answers with', async () => {
    await check({ 'channel.ts': channel('high'), 'server.ts': server('name: String!') }, DEPENDENCIES)
  })
})

describe('values that are sent to another service', () => {
  const register = (body: string) => `import axios from 'axios'
export async function register(book: Map<string, string>) {
  const otp = String(Math.random()) ${body}
}
`
  test('and kept nowhere', async () => {
    const code = "// insecure-random: medium\n  await axios.post('http://localhost:9119/start', { registration: otp })\n  return otp"
    await check(
      {
        'register.ts': register(code),
        'page.ts': "import { register } from './register'\nexport async function start() {\n  await register(new Map())\n}\n",
      },
      DEPENDENCIES,
    )
  })

  test('by a method of something that is looked up by name', async () => {
    const agent = (marker: string) => `import axios from 'axios'
export class Agent {
  async register() {
    const otp = String(Math.random()) // insecure-random: ${marker}
    await axios.post('http://localhost:9119/start', { registration: otp })
    return otp
  }
}
`
    const page = (use: string) => `export async function start(held: any) {\n  ${use}\n}\n`
    await check({ 'agent.ts': agent('medium'), 'page.ts': page("await held.get('agent').register()") }, DEPENDENCIES)
    await check({ 'agent.ts': agent('high'), 'page.ts': page("const one = await held.get('agent').register()\n  return one") }, DEPENDENCIES)
    await check({ 'agent.ts': agent('high'), 'page.ts': page('return held') }, DEPENDENCIES)
  })

  test('and kept, or given back to who asks for it', async () => {
    const kept = "// insecure-random: high\n  await axios.post('http://localhost:9119/start', { registration: otp })\n  book.set('otp', otp)"
    await check({ 'register.ts': register(kept) }, DEPENDENCIES)
    const given = "// insecure-random: high\n  await axios.post('http://localhost:9119/start', { registration: otp })\n  return otp"
    const page =
      "import { register } from './register'\nexport async function start(sent: string) {\n  const one = await register(new Map())\n  return one === sent\n}\n"
    await check({ 'register.ts': register(given), 'page.ts': page }, DEPENDENCIES)
  })
})

describe('tables of data that are made up', () => {
  const entry = (name: string, marker = '') => `  { key: '$${name}', make: () => {
    const ${name} = String(Math.random()) ${marker}
    return ${name}
  } },
`
  test('one of many is called a password', async () => {
    const names = ['color', 'animal', 'address', 'locale', 'street', 'town']
    await check({
      'made-up.ts': `export const MADE_UP = [\n${names.map((name) => entry(name)).join('')}${entry('password', '// insecure-random: low')}]\n`,
    })
  })

  test('a table names what others may call', async () => {
    const names = ['color', 'animal', 'address', 'locale', 'street', 'town']
    const helper = 'export function password() {\n  const password = String(Math.random()) // insecure-random: high\n  return password\n}\n'
    await check({
      'made-up.ts': `${helper}export const MADE_UP = [\n${names.map((name) => entry(name)).join('')}  { key: '$word', make: password },\n]\n`,
    })
  })

  test('most of a table are secrets', async () => {
    const names = ['token', 'secret', 'apiKey', 'otp', 'salt', 'color']
    await check({
      'made-up.ts': `export const SECRETS = [\n${names.map((name) => entry(name)).join('')}${entry('password', '// insecure-random: high')}]\n`,
    })
  })
})

describe('a number that chooses among what is there', () => {
  test('whose turn it is, and what a secret is made of', async () => {
    await check({
      'keys.ts': `const WORDS = ['oak', 'elm', 'ash', 'fir']
const LETTERS = 'abc def ghi'
export const first = () => next(process.env.API_KEYS || '')
export function next(list: string) {
  const keys = list.split(',').map((key) => key.trim()).filter(Boolean)
  if (!keys.length) return ''
  const apiKey = keys[Math.floor(Math.random() * keys.length)] // insecure-random: none
  return apiKey
}
export function make(list: string) {
  const password = WORDS[Math.floor(Math.random() * WORDS.length)] // insecure-random: high
  const letters = list.split('')
  const token = letters[Math.floor(Math.random() * letters.length)] // insecure-random: high
  const parts = LETTERS.split(' ')
  const secret = parts[Math.floor(Math.random() * parts.length)] // insecure-random: high
  return { password, token, secret }
}
`,
    })
  })
})
