/**
 * What comments say of work left undone. In: a text and where its comments stand. Out: markers, and comments that silence the
 * type checker.
 */
import type { Remark } from '../../graph'

/** Written in capitals it is a marker wherever it stands in a comment; otherwise at the beginning of a line, called upon like `todo:`. */
const MARKER =
  /(?=[TtFfHhXx])(?<![\w$./`'"#-])(?:(?<loud>TODO|FIXME|HACK|XXX)(?![\w$`'"/]|-\w)|(?<=^[\s/*#!<-]*@?)(?<quiet>[Tt]odo|[Ff]ixme|[Ff]ix[Mm]e|[Hh]ack|[Xx]xx)(?=\s*[:(]|\s*$|\s+-))|(?<=^[\s/*#!<-]*@)(?<tag>todo|fixme|hack)\b/gm
const SILENCED = /@ts-(?:ignore|expect-error|nocheck)\b/

/** @param comments start and end of each, in turn */
export function remarksIn(text: string, comments: readonly number[]): Remark[] {
  const found: Remark[] = []
  for (let i = 0; i < comments.length; i += 2) {
    const [from, to] = [comments[i] as number, comments[i + 1] as number]
    // Most comments say nothing of the kind, and this asks in one step.
    const comment = text.slice(from, to)
    if (!/to-?do|fix-?me|hack|xxx|@ts-/i.test(comment)) continue
    for (const match of comment.matchAll(MARKER)) {
      const marker = (match[0] as string).toUpperCase() as 'TODO' | 'FIXME' | 'HACK' | 'XXX'
      // Three letters that also stand for anything: 555-XXX, `XXX/YYY`.
      if (marker === 'XXX' && /[\w-]$/.test(comment.slice(0, match.index).trimEnd().slice(-1)) && !/^\s*:/.test(comment.slice(match.index + 3)))
        continue
      const end = comment.indexOf('\n', match.index)
      const said = comment
        .slice(match.index, end < 0 ? undefined : end)
        .replace(/\s*(?:\*\/|-->)\s*$/, '')
        .trim()
      found.push({ kind: marker, pos: from + match.index, text: said.slice(0, MOST_TEXT) })
    }
    const silenced = SILENCED.exec(comment)
    if (silenced) found.push({ kind: 'suppressed error', pos: from + silenced.index, text: '' })
  }
  return found
}

/** Of what a marker says, in characters. */
const MOST_TEXT = 160
