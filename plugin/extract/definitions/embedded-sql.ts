/** Tables that texts inside of code create: `db.query('CREATE TABLE …')`. In: the facts of one file. Out: what they do, with lines of the file. */
import { type Definition, type FileFacts, Kind, type TableChange } from '../../graph'
import { tablesIn } from './sql'

const STATES = /\b(?:create|alter|drop)\s+(?:\w+\s+){0,4}table\b/i
/** Functions that take a migration back. */
const UNDOES = /^(?:down|undo|rollback|revert)$/i

export function embeddedTables({ path, text, graph }: FileFacts): { definition?: Definition } {
  if (!STATES.test(text)) return {}
  const found: TableChange[] = []
  const undone = graph.functions.filter(({ name }) => UNDOES.test(name))
  let [start, end] = [0, 0]
  for (let node = graph.kind.length - 1; node >= 0; node--) {
    const kind = graph.kind[node] as Kind
    if (kind !== Kind.String && kind !== Kind.Template && kind !== Kind.Tagged) continue
    const pos = graph.pos[node] as number
    // What a text is part of stands behind it.
    if (pos >= start && pos < end) continue
    const source = text.slice(pos, graph.end[node])
    if (!STATES.test(source) || undone.some((fn) => pos >= fn.pos && pos < fn.end)) continue
    start = pos
    end = graph.end[node] as number
    const quote = source.search(/["'`]/)
    if (quote < 0) continue
    const written = source.slice(quote + 1, source.lastIndexOf(source[quote] as string))
    // A statement begins the text, or a line of it: `create table` in a sentence is none.
    if (!/(?:^|[;\n])\s*(?:create|alter|drop)\s+(?:\w+\s+){0,4}table\b/i.test(written.replace(/\\n/g, '\n'))) continue
    const plain = written
      .replace(/\$\{[^}]*\}/g, (hole) => hole.replace(/[^\n]/g, '_'))
      .replace(/\\n/g, ' \n')
      .replace(/\\(["'`])/g, ' $1')
    // Escaped line ends are no lines of the file.
    const offset = text.slice(0, pos + quote + 1).split('\n').length - 1
    const changes = tablesIn(/\\n/.test(written) ? plain.replace(/ \n/g, '  ') : plain, path, offset)
    found.unshift(...changes)
  }
  return found.length === 0 ? {} : { definition: { path, format: 'sql', operations: [], types: [], tables: found } }
}
