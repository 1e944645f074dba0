/**
 * Small programs that say on their own lines what taint must find. `// flows` at the end of a line: data of the request does
 * harm there (`// flows: sql`: harm of that kind). `// safe`: none does. `// todo flows` and `// todo safe` are known gaps:
 * the engine does not say so yet, and the marker has to go once it does.
 */
import { expect, test, vi } from 'vitest'
import { Tabulation } from '../../plugin/link/taint/propagation/tabulation'
import type { Flow } from '../../plugin/types'
import { linkSources, type Sources } from './small-programs'

/** What a case can name without declaring it. One line, so that it moves no other. */
const HEAD = [
  `import express from 'express'; import { exec, execFile } from 'child_process'; import fs from 'fs'; import path from 'path'; import { z } from 'zod'`,
  `import mysql from 'mysql2/promise'; import { EventEmitter } from 'events'; const app = express(); const db = mysql.createConnection({})`,
].join('; ')

/** Kinds of harm that the cases are about; what a log or a slow expression is to data is told elsewhere. */
const KINDS = new Set('sql nosql command argument code template html script-url path url redirect xpath ldap deserialize property merge'.split(' '))

export type Case = [claim: string, code: string | Sources]

/** A text alone is a handler's body; what stands before a line of `---` is the module around it. */
export function programOf(code: string | Sources): Sources {
  if (typeof code !== 'string') return code
  const [body, around] = code.split(/^\s*---\s*$/m).reverse() as [string, string | undefined]
  return { 'a.ts': `${HEAD}\n${around ?? ''}\napp.get('/x', async (req, res, next) => {\n${body}\n})` }
}

/** What makes a path is a sink of its own, for rules that only guess; here it is a step. */
export function requestFlows(sources: Sources): Flow[] {
  return linkSources(sources).flows.filter(
    ({ source, sink, library }) => (source === 'request' || source === 'message') && KINDS.has(sink) && library !== 'path',
  )
}

/** Places and kinds of all flows, each once. */
export const told = (flows: Flow[]) => [...new Set(flows.map(({ source, sink, at }) => `${at.file}:${at.line} ${source} ${sink}`))].sort()

/** What is found when nothing is ruled out beforehand: facts are kept wherever they come. */
export function withoutReach<T>(find: () => T): T {
  const spy = vi.spyOn(Tabulation.prototype, 'mayHarm').mockImplementation((_, mask) => mask !== 0)
  try {
    return find()
  } finally {
    spy.mockRestore()
  }
}

const MARKER = /\/\/ (todo )?(flows|safe)(?:: ([\w-]+))?\s*$/

export function check(code: string | Sources): void {
  const sources = programOf(code)
  const flows = requestFlows(sources)
  const found = new Set(flows.flatMap(({ at, sink }) => [`${at.file}:${at.line}`, `${at.file}:${at.line} ${sink}`]))
  const wrong: string[] = []
  const marked = new Set<string>()
  for (const [file, text] of Object.entries(sources))
    text.split('\n').forEach((line, index) => {
      const match = MARKER.exec(line)
      if (!match) return
      const [, todo, said, kind] = match
      const at = `${file}:${index + 1}`
      marked.add(at)
      const isFound = found.has(kind ? `${at} ${kind}` : at)
      if (isFound === (said === 'flows') && todo) wrong.push(`no gap any more, take the todo away: ${line.trim()}`)
      else if (isFound !== (said === 'flows') && !todo) wrong.push(isFound ? `flagged: ${line.trim()}` : `missed: ${line.trim()}`)
    })
  for (const { at, sink } of flows) if (!marked.has(`${at.file}:${at.line}`)) wrong.push(`flagged without a marker, as ${sink}: ${at.text}`)
  if (marked.size === 0) wrong.push('no line says what is expected')
  expect(wrong).toEqual([])
  expect(told(flows)).toEqual(told(withoutReach(() => requestFlows(sources))))
}

export const each = (cases: Case[]) => test.each(cases)('%s', (_, code) => check(code))
