/** Calls of other services, on small programs whose comments say what each asks: protocol, method, host, who decides it, path. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServiceCall } from '../../plugin/types'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const SERVICES = path.join(FIXTURES, 'services')

/** `http GET api.example.com code /users`, `sdk - {URL} environment:URL from users` */
function shown({ protocol, method, host, path: asked, at }: ServiceCall): string {
  const text = host.text.includes(' ') ? `"${host.text}"` : host.text
  return [`${at.file}:${at.line}`, protocol, method ?? '-', text, host.name === undefined ? host.from : `${host.from}:${host.name}`, asked]
    .join(' ')
    .trim()
}

describe('calls of other services', () => {
  test.each(casesIn(SERVICES))('%s', async (name) => {
    const directory = path.join(SERVICES, name)
    const { serviceCalls } = await linkDirectory(directory)
    const wanted = expectationsIn(directory, 'calls').map(({ at, text }) => `${at} ${text}`)
    expect(serviceCalls.map(shown).sort()).toEqual(wanted.sort())
    if (!name.includes('lookalikes')) expect(wanted.length).toBeGreaterThan(0)
  })
})
