/**
 * The OSV service, or another that answers like it (https://google.github.io/osv.dev/api/). What leaves the machine: names and
 * versions of packages. Asked once a day for the same packages; records are kept by their time of change.
 */
import { createHash } from 'node:crypto'
import type { World } from '../../types'
import { type Advisory, advisoryOf } from './advisory'
import type { AdvisorySource, Answered, Asked } from './source'
import { today } from './stamp'

export const osvAddress = 'https://api.osv.dev'

/** Most queries that the service takes at once. */
const AT_ONCE = 1000
/** Records fetched side by side. */
const SIDE_BY_SIDE = 8
/** Of one request, in milliseconds. */
const PATIENCE = 20_000
/** Pages of one answer that are followed. */
const MOST_PAGES = 20

interface Known {
  day: string
  /** Ids, with the time of their last change. */
  ids: [string, string][]
}

interface Query {
  package: { name: string; ecosystem: 'npm' }
  version?: string
  page_token?: string
}

export function osvService(base: string, cache: World['cache']): AdvisorySource {
  const host = new URL(base).host
  return async (asked): Promise<Answered> => {
    const queries = asked.flatMap(queriesOf)
    const key = `osv ${createHash('sha256')
      .update(JSON.stringify([base, queries]))
      .digest('hex')}`
    const kept = await keptIn(cache, key)
    let known: Known
    let problem: string | undefined
    try {
      known = kept?.day === today() ? kept : { day: today(), ids: await idsOf(base, queries) }
      if (known !== kept) await cache.put(key, Buffer.from(JSON.stringify(known)))
    } catch (cause) {
      if (!kept) return { advisories: [], label: `the OSV service at ${host}`, problem: `${host} did not answer: ${said(cause)}.`, passing: true }
      known = kept
      problem = `${host} did not answer this time (${said(cause)}); what it answered earlier was used.`
    }
    const { advisories, missing } = await recordsOf(base, known.ids, cache)
    if (missing > 0) problem ??= `${host} did not hand out ${missing} of ${known.ids.length} advisories.`
    return { advisories, label: `the OSV service at ${host}`, ...(problem ? { problem, passing: true } : {}) }
  }
}

function queriesOf({ name, versions }: Asked): Query[] {
  const about = { name, ecosystem: 'npm' } as const
  return versions.length === 0 ? [{ package: about }] : versions.map((version) => ({ package: about, version }))
}

async function keptIn(cache: World['cache'], key: string): Promise<Known | undefined> {
  const bytes = await cache.get(key)
  return bytes ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as Known) : undefined
}

async function idsOf(base: string, queries: Query[]): Promise<[string, string][]> {
  const found = new Map<string, string>()
  let open = queries
  for (let page = 0; open.length > 0 && page < MOST_PAGES; page++) {
    const next: Query[] = []
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const part = open.slice(from, from + AT_ONCE)
      const answer = await request(`${base}/v1/querybatch`, { queries: part })
      const results = (answer as { results?: { vulns?: { id?: unknown; modified?: unknown }[]; next_page_token?: unknown }[] }).results ?? []
      results.forEach((result, index) => {
        for (const { id, modified } of result?.vulns ?? []) if (typeof id === 'string' && isId(id)) found.set(id, String(modified ?? ''))
        const token = result?.next_page_token
        if (typeof token === 'string' && token !== '') next.push({ ...(part[index] as Query), page_token: token })
      })
    }
    open = next
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** What goes into an address comes from the network. */
const isId = (id: string): boolean => /^[\w.:-]{3,80}$/.test(id)

async function recordsOf(base: string, ids: [string, string][], cache: World['cache']): Promise<{ advisories: Advisory[]; missing: number }> {
  const records = new Map<string, unknown>()
  const open = [...ids]
  let missing = 0
  const worker = async (): Promise<void> => {
    for (let next = open.shift(); next; next = open.shift()) {
      const [id, modified] = next
      const key = `osv record ${id} ${modified}`
      const bytes = await cache.get(key)
      try {
        const record = bytes ? JSON.parse(Buffer.from(bytes).toString('utf8')) : await request(`${base}/v1/vulns/${encodeURIComponent(id)}`)
        if (!bytes) await cache.put(key, Buffer.from(JSON.stringify(record)))
        records.set(id, record)
      } catch {
        // Counted, and told on the page.
        missing++
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  return { advisories: ids.flatMap(([id]) => advisoryOf(records.get(id)) ?? []), missing }
}

async function request(address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(PATIENCE),
    redirect: 'error',
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

function said(cause: unknown): string {
  const { name, message, cause: inner } = cause as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? 'no answer in time' : (inner?.code ?? message)
}
