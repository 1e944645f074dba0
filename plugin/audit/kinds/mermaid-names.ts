/**
 * Names that a Mermaid drawing shows. In: the text of a fence. Out: what each box is called, with its line, each once, in order.
 * Reads flowcharts, sequence, class and entity diagrams as far as names go; any other kind gives none.
 */
import { rowsByName } from '../../rows-by-name'

export interface DrawnName {
  name: string
  /** From 0, within the fence. */
  line: number
  /** Of an entity diagram, or of a class diagram. */
  of: 'box' | 'class' | 'entity'
}

export function drawnNames(text: string): DrawnName[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '' && !/^\s*(?:%%|---|\w+:)/.test(line))
  const kind = /^\s*(flowchart|graph|sequenceDiagram|classDiagram|erDiagram)\b/.exec(lines[first] ?? '')?.[1]
  const read = kind ? readers[kind] : undefined
  if (!read) return []
  const found = new Map<string, DrawnName>()
  lines.forEach((line, index) => {
    if (index <= first || /^\s*%%/.test(line)) return
    for (const { id, name, of } of read(line)) {
      const known = found.get(id)
      // A label may be given after the first mention.
      if (!known) found.set(id, { name: name ?? id, line: index, of })
      else if (name !== undefined && known.name === id) known.name = name
    }
  })
  const once = new Map<string, DrawnName>()
  for (const drawn of found.values()) if (!once.has(drawn.name)) once.set(drawn.name, drawn)
  return [...once.values()]
}

interface Mention {
  id: string
  name?: string
  of: DrawnName['of']
}

const readers: Record<string, (line: string) => Mention[]> = rowsByName({
  flowchart: boxes,
  graph: boxes,
  sequenceDiagram: participants,
  classDiagram: classes,
  erDiagram: entities,
})

const NO_BOX = /^\s*(?:subgraph|end|classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/
/** `-- says -->`, then plain arrows of every make, and `&` between boxes. */
const SAID = /\s(?:--|==|-\.)\s+[^-=>|]+?\s+(?:-->|---|==>|===|\.->|-\.->)/g
const ARROW = /[<xo]?(?:-{2,}|={2,}|-\.+-)[>xo]?|~~~|\s&\s/

function boxes(line: string): Mention[] {
  if (NO_BOX.test(line)) return []
  return line
    .replace(/;\s*$/, '')
    .replace(/\|[^|]*\|/g, ' ')
    .replace(SAID, ' -->')
    .split(ARROW)
    .flatMap((part): Mention[] => {
      const box = /^\s*([A-Za-z_][\w./-]*)(?::::\w+)?\s*(?:[[({>/\\]+\s*"?`?(.*?)`?"?\s*[\])}/\\]+)?(?::::\w+)?\s*$/.exec(part)
      return box ? [{ id: box[1] as string, ...(box[2] ? { name: plain(box[2]) } : {}), of: 'box' }] : []
    })
}

function participants(line: string): Mention[] {
  const declared = /^\s*(?:create\s+)?(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+?))?\s*$/.exec(line)
  if (declared) return [{ id: declared[1] as string, ...(declared[2] ? { name: plain(declared[2]) } : {}), of: 'box' }]
  const message = /^\s*([\w.]+)\s*(?:<<)?--?(?:>>|>|x|\))\s*[+-]?\s*([\w.]+)\s*:/.exec(line)
  return message ? [message[1], message[2]].map((id) => ({ id: id as string, of: 'box' })) : []
}

function classes(line: string): Mention[] {
  const declared = /^\s*class\s+([A-Za-z_]\w*)/.exec(line)
  if (declared) return [{ id: declared[1] as string, of: 'class' }]
  const related = /^\s*([A-Za-z_]\w*)\s+(?:"[^"]*"\s+)?[<|*o.-]*(?:--|\.\.)[|>*o.-]*\s+(?:"[^"]*"\s+)?([A-Za-z_]\w*)/.exec(line)
  return related ? [related[1], related[2]].map((id) => ({ id: id as string, of: 'class' })) : []
}

function entities(line: string): Mention[] {
  const related = /^\s*([A-Za-z_][\w-]*)\s+[|}o]{1,2}(?:--|\.\.)[|{o]{1,2}\s+([A-Za-z_][\w-]*)\s*:/.exec(line)
  if (related) return [related[1], related[2]].map((id) => ({ id: id as string, of: 'entity' }))
  const declared = /^\s*([A-Za-z_][\w-]*)\s*\{/.exec(line)
  return declared ? [{ id: declared[1] as string, of: 'entity' }] : []
}

const plain = (label: string): string =>
  label
    .replace(/<br\s*\/?>[\s\S]*$/i, '')
    .replace(/^["'`]+|["'`]+$/g, '')
    .trim()
