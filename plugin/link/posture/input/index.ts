/**
 * What comes in from outside, and what is done to it. In: the program with its doors, flows and uses. Out: sources with their
 * places, what was looked at for injections, how output is encoded, and uploads.
 */
import type { Input } from '../../../types'
import type { Known } from '../known'
import { encodingOf } from './encoding'
import { interpretersOf } from './interpreters'
import { practicesOf } from './practices'
import { printedBy } from './printed'
import { secondLineOf } from './second-line'
import { sourcesOf } from './sources'
import { uploadsOf } from './uploads/index'

export function inputOf(known: Known): Input {
  const uploads = uploadsOf(known)
  const sources = sourcesOf(known, uploads)
  const printed = printedBy(known)
  return {
    sources,
    practices: practicesOf(known, sources),
    interpreters: interpretersOf(known.linked),
    encoding: encodingOf(known, printed),
    secondLine: secondLineOf(known),
    unescaped: printed.unescaped,
    prints: { escaped: printed.text.length, plain: printed.plain.length + printed.markup.length },
    uploads,
  }
}
