/** Secrets that are written in the code, and what the program does with them. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { jsonwebtoken: '9', '@react-google-maps/api': '2', '@googlemaps/google-maps-services-js': '3', react: '18' }
const SIGNS = "import { sign } from 'jsonwebtoken'\n"
const USES = '\nexport const token = (id: string) => sign({ id }, KEY)\n'

describe('a text that stands in for a key', () => {
  const stands = (marker: string) => `export const KEY = process.env.KEY || 'dev-key-of-us' // hardcoded-secret: ${marker}\n`

  test('the program does not start with it somewhere', async () => {
    const where = "const isProduction = process.env.NODE_ENV === 'production'\n"
    await check(
      { 'a.ts': `${SIGNS}${where}${stands('medium')}if (isProduction && KEY === 'dev-key-of-us') {\n  throw new Error('set KEY')\n}${USES}` },
      DEPENDENCIES,
    )
    await check({ 'a.ts': `${SIGNS}${stands('low')}if (KEY === 'dev-key-of-us') throw new Error('set KEY')${USES}` }, DEPENDENCIES)
  })

  test('nothing refuses it, or another text', async () => {
    await check({ 'a.ts': `${SIGNS}${stands('high')}${USES}` }, DEPENDENCIES)
    await check({ 'a.ts': `${SIGNS}${stands('high')}if (KEY === 'other-key-of-us') throw new Error('set KEY')${USES}` }, DEPENDENCIES)
    await check({ 'a.ts': `${SIGNS}${stands('high')}if (KEY !== 'dev-key-of-us') throw new Error('set KEY')${USES}` }, DEPENDENCIES)
    await check({ 'a.ts': `${SIGNS}${stands('high')}if (KEY === 'dev-key-of-us') console.warn('set KEY')${USES}` }, DEPENDENCIES)
  })
})

describe('keys that pages send', () => {
  const KEY = `AIzaSy${'CKxhBHUymQG7L57NeRhJRdzlvO4kcymXU'}`

  test('pages load maps by it', async () => {
    const page = `import { useJsApiLoader } from '@react-google-maps/api'
export function Map() {
  const { isLoaded } = useJsApiLoader({
    id: 'map',
    googleMapsApiKey: '${KEY}', // hardcoded-secret: low
  })
  return isLoaded
}
`
    await check({ 'map.tsx': page }, DEPENDENCIES)
  })

  test('a frame of a page shows one by it', async () => {
    const frame = (address: string, marker: string) => `export const Place = ({ at }: { at: string }) => (
  <iframe
    src={\`https://www.google.com/${address}?key=${KEY}&q=\${at}\`} // hardcoded-secret: ${marker}
  />
)
`
    await check({ 'place.tsx': frame('maps/embed/v1/place', 'low') }, DEPENDENCIES)
    await check({ 'place.tsx': frame('search/v1/place', 'high') }, DEPENDENCIES)
    const kept = (address: string, marker: string) => `const KEY = '${KEY}' // hardcoded-secret: ${marker}
export const addressOf = (at: string) => \`https://www.google.com/${address}?key=\${KEY}&q=\${at}\`
`
    await check({ 'place.ts': kept('maps/embed/v1/place', 'low') }, DEPENDENCIES)
    await check({ 'place.ts': kept('search/v1/place', 'high') }, DEPENDENCIES)
  })

  test('an application of Firebase says by it which project it is of', async () => {
    const page = (from: string, sure: string) => `import { initializeApp } from '${from}'
const config = {
  apiKey: '${KEY}', // hardcoded-secret: ${sure}
  projectId: 'shop',
}
export const shop = initializeApp(config)
`
    await check({ 'shop.ts': page('firebase/app', 'low') }, DEPENDENCIES)
    await check({ 'shop.ts': page('./start', 'high'), 'start.ts': 'export const initializeApp = (given: object) => given' }, DEPENDENCIES)
  })

  test('a server asks a service by it', async () => {
    const server = `import { Client } from '@googlemaps/google-maps-services-js'
const client = new Client({})
export const find = (address: string) => client.geocode({
  params: {
    address,
    key: '${KEY}', // hardcoded-secret: high
  },
})
`
    await check({ 'find.ts': server }, DEPENDENCIES)
  })
})
