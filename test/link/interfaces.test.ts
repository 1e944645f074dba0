/** Interfaces beside plain routes, on small programs: `expected.txt` has the whole table of their doors, one a line. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EntryPoint, Parameter } from '../../plugin/types'
import { casesIn, FIXTURES, linkDirectory } from './fixture-programs'

const INTERFACES = path.join(FIXTURES, 'interfaces')

/** `graphql QUERY /graphql#user (id:json!) auth=yes roles=admin What it is for file.ts:4` */
function shown(entry: EntryPoint): string {
  const { kind, method, path: own, through, parameters, guards, authRequired, purpose, at } = entry
  const roles = [...new Set(guards.flatMap((guard) => guard.roles ?? []))]
  return [
    kind,
    method,
    through === undefined ? own : `${through}#${own}`,
    `(${parameters.map(parameterText).join(', ')})`,
    `auth=${authRequired.answer}`,
    ...(roles.length > 0 ? [`roles=${roles.join(',')}`] : []),
    ...(purpose ? [purpose] : []),
    `${at.file}:${at.line}`,
  ].join(' ')
}

const parameterText = ({ name, in: place, required }: Parameter) => `${name}:${place}${required ? '!' : ''}`

describe('doors of other interfaces', () => {
  test.each(casesIn(INTERFACES))('%s', async (name) => {
    const directory = path.join(INTERFACES, name)
    const { entryPoints, notAnalysed } = await linkDirectory(directory)
    const wanted = fs
      .readFileSync(path.join(directory, 'expected.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    expect(entryPoints.map(shown).sort()).toEqual(wanted.sort())
    expect(notAnalysed.filter(({ reason }) => reason === 'does not parse')).toEqual([])
  })
})
