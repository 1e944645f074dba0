/**
 * What of a page depends on where and how it is published, and not on what it says: where citations lead, and in which format pictures
 * are drawn. Printing leaves a mark that holds the value, so that a printed text stays good for another commit; this puts in what the
 * mark stands for.
 */
import type { AnalyseOptions, Diagram, DiagramFormat, Evidence } from '../types'
import type { Citations } from './citations'
import { writers } from './diagrams/index'
import type { Drawings } from './drawings'
import { codeSpan, fence } from './escape'

export interface Publishing {
  citations: Citations
  diagrams: DiagramFormat
  drawings: Drawings
  audience?: AnalyseOptions['audience']
}

/** A value shown by a partial. */
export type Show = (value: unknown, partial: string) => string

/** Private-use characters: escaped text never holds one, and the values in our marks have theirs written as `\ue003`. */
const open = '\uE003'
const close = '\uE004'
const mark = /\uE003([^\uE003\uE004]*)\uE004/g

export function citationMark(it: Evidence, label?: string): string {
  return marked('c', label === undefined ? [it] : [it, label])
}

export function diagramMark(diagram: Diagram): string {
  return marked('d', diagram)
}

function marked(kind: 'c' | 'd', value: unknown): string {
  const json = JSON.stringify(value).replace(/[\uE000-\uF8FF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
  return `${open}${kind}${json}${close}`
}

/** @returns what puts in the marks of one text after the other; drawings belong to the page that `drawings` was turned to */
export function publisher(publishing: Publishing, show: Show): (text: string) => string {
  const cited = new Map<string, string>()
  return (text) => text.replace(mark, (_, inner: string) => (inner.startsWith('c') ? citation(inner.slice(1)) : drawing(JSON.parse(inner.slice(1)))))

  function citation(json: string): string {
    let shown = cited.get(json)
    if (shown === undefined) {
      const [it, label] = JSON.parse(json) as [Evidence, string?]
      // Where some names lead to their lines and others do not, those that do not would stand out.
      shown = publishing.audience === 'public' && label !== undefined ? codeSpan(label) : cite(publishing.citations, it, label)
      cited.set(json, shown)
    }
    return shown
  }

  function drawing(diagram: Diagram): string {
    const { citations, diagrams, drawings } = publishing
    const writer = writers[diagrams]
    const drawn = fence(
      writer.write(diagram, (at) => (at.withheld ? undefined : citations.webAddressOf(at))),
      writer.language,
    )
    if (!writer.beside) return drawn
    const file = drawings.keep(writer.beside.write(diagram), writer.beside.extension)
    return `${drawn}\n\n${show(file, 'drawing')}`
  }
}

function cite(citations: Citations, it: Evidence, label?: string): string {
  if (it.withheld) return label === undefined ? 'withheld' : codeSpan(label)
  const uncommitted = citations.isUncommitted(it) ? ' (uncommitted)' : ''
  const address = citations.addressOf(it)
  const place = codeSpan(label ?? `${address ? shortened(it.file) : it.file}:${it.line}`)
  return (address ? `[${place}](${address})` : place) + uncommitted
}

/** A deep path makes a table wide; its end tells more than its beginning, and the link holds the whole. */
function shortened(file: string): string {
  return file.length <= 44 ? file : `…/${file.split('/').slice(-2).join('/').slice(-60)}`
}
