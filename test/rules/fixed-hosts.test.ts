/** Requests that are sent on to one of a few hosts, with the path that they came with: nobody decides on the host. */
import { test } from 'vitest'
import { check } from './marked-lines'

const worker = (line: string, marked: string) => ({
  'app/proxy/[...rest]/route.ts': `
const REGION = { NORTH: 'https://api.north.shop.example', SOUTH: 'https://api.south.shop.example', WEST: 'https://api.west.shop.example:8443', EAST: 'https://api.east.shop.example' }
const ways = {
  [REGION.NORTH]: [REGION.NORTH, REGION.WEST],
  [REGION.SOUTH]: [REGION.SOUTH, REGION.EAST],
}
export async function GET(request: Request) {
  const url = new URL(request.url)
  const hosts = ways[request.headers.get('region')] || [REGION.EAST]
  const wanted = url.pathname + url.search
  for (let index = 0; index < hosts.length; index++) {
    const host = hosts[index]
    ${line} // server-side-request-forgery: ${marked}
    if (answer.ok) return answer
  }
  return new Response('', { status: 502 })
}
`,
})

test.each([
  ['const answer = await fetch(`${host}${wanted}`, { method: request.method })'],
  ['const answer = await fetch(host + wanted)'],
  ['const answer = await fetch(host + url.pathname + url.search)'],
])('%s', (line) => check(worker(line, 'none'), { next: '15' }))

test.each([
  ["const answer = await fetch(host + url.searchParams.get('path'))"],
  ['const answer = await fetch(`${host}${url.pathname.slice(1)}`)'],
  ['const answer = await fetch(`${host}${url.hash}`.replace(REGION.EAST, url.searchParams.get("host")))'],
  ["const answer = await fetch(`${host}${new URL(url.searchParams.get('to')).pathname}`)"],
  ["const answer = await fetch(`${url.searchParams.get('scheme')}://${wanted}`)"],
])('but not: %s', (line) => check(worker(line, 'high'), { next: '15' }))
