/** Secrets of earlier builds, read from their commits once more, since only their places are kept. */
import { gitStream } from '../../git'
import type { SecretSighting, World } from '../../types'
import type { Found } from './found'
import { secretsInLine } from './line'

const LONGEST_KEY_LINES = 120

/** Those whose commits are still here. */
export async function revived(world: World, kept: SecretSighting[]): Promise<Found[]> {
  if (kept.length === 0) return []
  const pieces: Buffer[] = []
  const prefix = world.repository?.prefix ?? ''
  const asked = kept.map(({ commit, file }) => `${commit}:${prefix}${file}\n`)
  // A name with a line break would be two questions.
  if (asked.some((it) => it.indexOf('\n') < it.length - 1)) return []
  await gitStream(
    world.root,
    ['cat-file', '--batch'],
    (piece) => {
      pieces.push(piece)
      return undefined
    },
    asked.join(''),
  )
  const answers = Buffer.concat(pieces)
  const found: Found[] = []
  let at = 0
  for (const sighting of kept) {
    const end = answers.indexOf(10, at)
    if (end < 0) break
    const size = Number(/ blob (\d+)$/.exec(answers.toString('latin1', at, end))?.[1] ?? Number.NaN)
    at = end + 1
    if (Number.isNaN(size)) continue
    const lines = answers.toString('latin1', at, at + size).split('\n')
    at += size + 1
    const isKey = sighting.pattern.startsWith('private-key')
    const text = lines.slice(sighting.line - 1, sighting.line + (isKey ? LONGEST_KEY_LINES : 0)).join('\n')
    const same = secretsInLine(sighting.file, text, isKey).find(({ pattern, name }) => pattern === sighting.pattern && name === sighting.name)
    if (same) found.push({ ...sighting, secret: same.secret })
  }
  return found
}
