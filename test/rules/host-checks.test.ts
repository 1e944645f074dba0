/** Hosts that are looked for in a part of an address, by what comes of it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what a page shows, which word comes of it, and what is let through', async () => {
  await check(
    {
      'source.ts': `
export function sourceOf(address: string) {
  if (address.includes('maps.example.com')) return 'maps' // incomplete-host-check: low
  if (address.includes('films.example.com') || address.includes('clips')) return 'films' // incomplete-host-check: low
  return 'other'
}
export function isOurs(address: string) {
  return address.includes('songs.example.com') // incomplete-host-check: medium
}
export function target(address: string) {
  if (address.startsWith('https://songs.example.com')) return address // incomplete-host-check: medium
  return '/'
}
`,
      'hint.tsx': `
export const Hint = ({ host }: { host: string }) => <p>{host.includes('songs.example.com') && <b>Ours</b>}</p> // incomplete-host-check: low
`,
    },
    { react: '19' },
  )
})
