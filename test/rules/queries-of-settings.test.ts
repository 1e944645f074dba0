/** A query is as far outside as the address that it is part of, wherever that was parsed. */
import { test } from 'vitest'
import { check } from './marked-lines'

const store = (settings: string, first: string, marked: string) => ({
  'src/store.test.ts': `
import { Store } from './store'
for (const address of addresses) test(address, () => expect(new Store(address).client).toBeDefined())
`,
  'src/settings.ts': `
import { getEnv } from 'settings-kit'
class Settings {
  public readonly storeUrl = ${settings}
}
export class Environment {
  static values = new Settings()
}
`,
  'src/store.ts': `
import fs from 'node:fs'
import express from 'express'
import { attempt } from 'settings-kit'
import { createClient } from 'redis'
import { Environment } from './settings'
abstract class Base {
  protected options(url?: URL) {
    const file = url?.searchParams.get('cert')
    return { cert: file ? fs.readFileSync(file).toString() : undefined } // path-traversal: ${marked}
  }
}
export class Store extends Base {
  readonly client
  constructor(address?: string | undefined) {
    super()
    if (address) this.client = createClient({ url: address, socket: this.options(attempt(() => new URL(address))) })
  }
}
export class Cluster extends Base {
  readonly client
  constructor(url: URL) {
    super()
    this.client = createClient({ socket: this.options(url) })
  }
}
export const open = () => {
  const { storeUrl } = Environment.values
  if (storeUrl) {
    const url = attempt(() => new URL(storeUrl))
    if (url && url.searchParams.get('cluster')) return new Cluster(url)
  }
  return new Store(storeUrl)
}
const app = express()
app.get('/', (req, res) => {
  ${first}
  res.json(open().client.isOpen)
})
app.listen(80)
`,
})

test.each(["getEnv('STORE_URL')", 'process.env.STORE_URL', "'redis://localhost:6379'"])('of %s', (settings) =>
  check(store(settings, '', 'none'), { express: '4', redis: '5', 'settings-kit': '1' }),
)

test.each(['new Store(req.query.store)', 'new Cluster(new URL(req.query.store))', 'new Cluster(req.body.url)'])(
  'but not where there is %s',
  (first) => check(store("getEnv('STORE_URL')", first, 'high'), { express: '4', redis: '5', 'settings-kit': '1' }),
)
