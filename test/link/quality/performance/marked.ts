/** Small programs whose comments say what must be found on their line: `// expect: n-plus-one`. An unmarked finding fails as surely as a missing one. */
import type { Hotspot } from '../../../../plugin/types'
import { linkSources, type Sources } from '../../small-programs'

export function hotspotsOf(sources: Sources): Hotspot[] {
  return linkSources(sources).quality.performance.hotspots
}

/** What is found and what the comments expect of some kinds, both as `file:line kind`. */
export function compared(sources: Sources, ...kinds: Hotspot['kind'][]): { found: string[]; expected: string[] } {
  const found = hotspotsOf(sources)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ at, kind }) => `${at.file}:${at.line} ${kind}`)
  const expected = Object.entries(sources).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => [...line.matchAll(/expect: ([\w-]+)/g)].map(([, kind]) => `${file}:${index + 1} ${kind}`)),
  )
  return { found: found.sort(), expected: expected.sort() }
}

/** A server whose handlers stand between these lines. */
export const express = (inside: string, imports = '') => `import express from 'express'
${imports}
const app = express()
${inside}
app.listen(3000)
`
