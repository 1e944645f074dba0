/** How people name files in options. In: globs, the dialect of fast-glob. Out: a question that can be asked of every path. */
import type Micromatch from 'micromatch'

/**
 * A name without a slash is meant at any depth (`*.spec.ts`, `legacy`), one with a slash from the root on. Whatever names a
 * directory means all that is in it. A `!` in front takes back what the globs before it meant.
 *
 * @returns whether a POSIX path, relative to the analysed root, is meant; with no globs nothing is
 */
export function matching(globs: string[]): (path: string) => boolean {
  const tests = globs.map((glob) => ({ takesBack: glob.startsWith('!'), test: testOf(glob.replace(/^!/, '')) }))
  return (path) => tests.reduce((meant, { takesBack, test }) => (test(path) ? !takesBack : meant), false)
}

function testOf(glob: string): (path: string) => boolean {
  const name = glob.replace(/^(\.?\/)+/, '').replace(/\/+$/, '')
  if (name === '' || name === '.') return () => true
  // Loaded when there is a glob at all.
  const micromatch = require('micromatch') as typeof Micromatch
  const isAnchored = name.includes('/') || /^\.?\//.test(glob)
  const start = isAnchored ? name : `**/${name}`
  const itself = micromatch.matcher(start, { dot: true })
  const within = micromatch.matcher(`${start}/**`, { dot: true })
  return (path) => itself(path) || within(path)
}
