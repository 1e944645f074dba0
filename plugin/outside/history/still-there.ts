/** Which secrets of the history stand in the tree still. In: the files of the tree. Out: the secrets. */
import escapeStringRegexp from 'escape-string-regexp'
import type { SourceFile, World } from '../../types'
import type { Found } from './found'

/** Shorter texts stand in many files for other reasons; for them only the file counts in which they were seen. */
const SHORT = 8
const MOST_BYTES = 5_000_000

export async function presentIn(world: World, files: SourceFile[], found: Found[]): Promise<Set<string>> {
  const present = new Set<string>()
  const bySearched = new Map<string, Found[]>()
  for (const it of found) bySearched.set(searched(it.secret), [...(bySearched.get(searched(it.secret)) ?? []), it])
  const texts = [...bySearched.keys()].filter((text) => text.length > 0).sort((one, other) => other.length - one.length)
  if (texts.length === 0) return present
  const any = new RegExp(texts.map((text) => escapeStringRegexp(text)).join('|'), 'g')
  for (const file of files) {
    if (file.hash === '' || file.bytes > MOST_BYTES) continue
    // One that is gone by now holds nothing.
    const bytes = await world.read(file.path).catch(() => undefined)
    if (!bytes) continue
    for (const [text] of Buffer.from(bytes).toString('utf8').matchAll(any))
      for (const it of bySearched.get(text) ?? []) if (text.length >= SHORT || it.file === file.path) present.add(it.secret)
  }
  return present
}

/** Of a text of several lines its longest run without a break, which is written the same with whatever line ends. */
function searched(secret: string): string {
  if (!/\n|\\[nr]/.test(secret)) return secret
  return secret.split(/\r?\n|\\[nr]/).reduce((best, line) => (!/-----/.test(line) && line.length > best.length ? line : best), '')
}
