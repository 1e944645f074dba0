/** How documents speak of variables: blocks that set them, tables and lists that describe them, code in running text. */
import type { DocumentFacts, Passage } from '../../types'

export interface Mention {
  name: string
  line: number
  text: string
  heading: number
  /** `set`: assigned in a block. `listed`: a row or item describes it. `word`: it stands in a sentence. */
  form: 'set' | 'listed' | 'word'
  /** Whether the document says that the program needs it. */
  demanded?: 'required' | 'optional'
  /** What the document says stands in. */
  defaultsTo?: string
  /** Why it may belong to another program. */
  foreign?: string
  passage?: Passage
  /** Where in the passage. */
  at?: number
}

const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^(?:PORT|HOST|HOSTNAME)$/
const ASSIGNED = /^\s*(?:export\s+|set\s+|ENV\s+|-e\s+|#\s*)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/

export function mentionsOf(document: DocumentFacts): Mention[] {
  let known = mentions.get(document)
  if (!known) {
    known = [...inFences(document), ...inPassages(document)].sort((a, b) => a.line - b.line)
    mentions.set(document, known)
  }
  return known
}

const mentions = new WeakMap<DocumentFacts, Mention[]>()

/** Images that have variables of their own. */
const OTHER_IMAGE =
  /\b(?:postgres|postgis|mysql|mariadb|mongo|redis|rabbitmq|elasticsearch|kafka|zookeeper|minio|keycloak|nginx|grafana|prometheus|localstack|mailhog|mcr\.microsoft\.com\S*)(?::\S+)?\s*(?:\\?\s*$|[a-z-])/i
const SETTINGS = /^(?:dotenv|env|ini|properties|conf|toml|)$/
const SHELL = /^(?:bash|sh|shell|zsh|console|terminal|shell-session|cmd|powershell|ps1|bat)$/

function inFences({ fences, format }: DocumentFacts): Mention[] {
  return fences.flatMap(({ language, text, line, heading, before }) => {
    const lines = text.split('\n')
    if (SETTINGS.test(language)) {
      const set = lines.flatMap((raw, index) => {
        const match = ASSIGNED.exec(raw)
        // A comment of an example file may hold a line that was taken out of use.
        if (!match || !VARIABLE.test(match[1] as string) || (/^\s*#/.test(raw) && format !== 'env')) return []
        return [
          {
            name: match[1] as string,
            line: line + index,
            text: raw,
            heading,
            form: 'set' as const,
            commented: /^\s*#/.test(raw),
            ...demandOf(`${before} ${raw.split('#')[1] ?? ''}`),
          },
        ]
      })
      // A block without a language is one of settings only where most of it is.
      if (language === '' && set.length * 2 < lines.filter((raw) => raw.trim() !== '').length) return []
      return set.map(({ commented, ...mention }) => (commented ? { ...mention, foreign: 'The line is taken out of use.' } : mention))
    }
    if (SHELL.test(language) || language === '') {
      const used = new Set([...text.matchAll(/\$\{?([A-Z][A-Z0-9_]*)\b/g)].map((match) => match[1]))
      return lines.flatMap((raw, index) => {
        const found: Mention[] = []
        const isOther = OTHER_IMAGE.test(raw)
        for (const match of raw.matchAll(/(?:^|[\s;&])(?:-e\s+|--env[= ])?([A-Z][A-Z0-9_]*)=(\S*)/g))
          if (VARIABLE.test(match[1] as string))
            found.push({
              name: match[1] as string,
              line: line + index,
              text: raw,
              heading,
              form: 'set',
              ...(isOther
                ? { foreign: 'It is handed to the image of another program.' }
                : used.has(match[1] as string)
                  ? { foreign: 'The commands that set it use it themselves.' }
                  : {}),
            })
        return found
      })
    }
    return []
  })
}

function inPassages(document: DocumentFacts): Mention[] {
  return document.passages.flatMap((passage) => {
    const { cell, codes, raw, line, heading, kind } = passage
    if (document.format === 'env') return []
    return codes.flatMap(({ text, line: at }): Mention[] => {
      const [, name = '', value] = /^(?:process\.env\.|\$\{?)?([A-Z][A-Z0-9_]*)\}?(?:=(.*))?$/.exec(text.trim()) ?? []
      if (!VARIABLE.test(name)) return []
      const isFirst = cell ? cell.column === 0 : kind === 'item' && raw.replace(/^[\s*_[(]+/, '').startsWith('`')
      const isOfVariables = cell ? /\b(?:variables?|env|name|key|setting|option)\b/i.test(cell.head) : aboutVariables(document, heading)
      const row = cell ? rowOf(document, passage) : raw
      const form = isFirst && isOfVariables ? 'listed' : text.startsWith('process.env') || value !== undefined ? 'set' : 'word'
      return [
        {
          name,
          line: at,
          text: raw.split('\n')[at - line] ?? raw,
          heading,
          form,
          passage,
          at: raw.indexOf(text),
          ...demandOf(cell ? demandCell(document, passage) : row),
          ...defaultIn(document, passage, name),
        },
      ]
    })
  })
}

function aboutVariables({ headings }: DocumentFacts, heading: number): boolean {
  return /\b(?:environment|env|variables?|configuration|settings?)\b/i.test(headings[heading]?.text ?? '')
}

function rowOf({ passages }: DocumentFacts, { cell }: Passage): string {
  return passages
    .filter((other) => other.cell && cell && other.cell.table === cell.table && other.cell.row === cell.row)
    .map(({ raw }) => raw)
    .join(' | ')
}

/** A column that says whether it must be there. */
function demandCell({ passages }: DocumentFacts, { cell }: Passage): string {
  const found = passages.find(
    (other) =>
      other.cell &&
      cell &&
      other.cell.table === cell.table &&
      other.cell.row === cell.row &&
      /^(?:required|mandatory|optional)\??$/i.test(other.cell.head),
  )
  if (!found?.cell) return ''
  const isYes = /^(?:yes|true|x|✓|✔|✅|:white_check_mark:|required)/i.test(found.raw.trim())
  const isNo = /^(?:no|false|-|–|✗|❌|:x:|optional)/i.test(found.raw.trim())
  if (!isYes && !isNo) return ''
  return /^optional/i.test(found.cell.head) === isYes ? 'optional' : 'required'
}

function demandOf(text: string): Pick<Mention, 'demanded'> {
  if (/\boptional(?:ly)?\b|\bnot required\b/i.test(text)) return { demanded: 'optional' }
  if (/\b(?:required|mandatory|must be set|must set|have to set)\b/i.test(text)) return { demanded: 'required' }
  return {}
}

function defaultIn({ passages }: DocumentFacts, passage: Passage, name: string): Pick<Mention, 'defaultsTo'> {
  const { cell, raw } = passage
  if (cell) {
    const found = passages.find(
      (other) => other.cell && other.cell.table === cell.table && other.cell.row === cell.row && /^defaults?(?: value)?$/i.test(other.cell.head),
    )
    const text = found?.raw.trim().replace(/^`(.*)`$/, '$1')
    return text && !/^(?:-|–|—|none|n\/a|required|\*.*\*)$/i.test(text) ? { defaultsTo: text } : {}
  }
  const after = raw.slice(raw.indexOf(name) + name.length)
  const match = /\bdefaults?(?:\s+(?:to|is|value(?:\s+is)?))?\s*[:=]?\s*`([^`]+)`|\(default:?\s+`?([^`)\s]+)`?\)/i.exec(after)
  const text = match?.[1] ?? match?.[2]
  return text === undefined ? {} : { defaultsTo: text }
}
