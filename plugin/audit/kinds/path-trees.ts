/**
 * Drawn trees of folders. In: a block of code. Out: the path of every entry, with its line, and what the drawing calls its
 * root; empty where it is no such drawing.
 */
import type { Fence } from '../../types'

export interface Drawn {
  entry: string
  line: number
  text: string
}

const BRANCH = /^((?:[\s\u00a0]|[│|┃])*)(?:[├└┣┗╰]|\|--|\+--|\\--|`--)[─━\-–]*[\s\u00a0]*(.+)$/
const NAME = /^([\w@.()[\]-]+(?:\/[\w@.-]+)*[\\/]?)(?:\s+.*|\s*)$/

/** A root of its own for every top: `app.ts` and `lib` below `src` are one tree, and a second one may follow. */
export function treesIn({ text, line }: Fence): { root: string; entries: Drawn[] }[] {
  const lines = text.split('\n')
  return lines.filter((raw) => BRANCH.test(raw)).length > 1 ? branches(lines, line) : columns(lines, line)
}

function branches(lines: string[], first: number): ReturnType<typeof treesIn> {
  const trees: ReturnType<typeof treesIn> = []
  let open: { depth: number; name: string }[] = []
  lines.forEach((raw, index) => {
    const match = BRANCH.exec(raw)
    if (!match) {
      const top = /^\s*(\.|(?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)*)[\\/]?(?:\s+.*)?\s*$/.exec(raw)
      if (raw.trim() === '' || /^[\s\u00a0│|┃]+$/.test(raw)) return
      trees.push({ root: top ? (top[1] as string).replace(/^\.\/?/, '') : '', entries: [] })
      open = []
      return
    }
    const name = NAME.exec((match[2] as string).trim())
    if (!name) return
    const depth = (match[1] as string).length
    while (open.length > 0 && (open.at(-1) as { depth: number }).depth >= depth) open.pop()
    const bare = (name[1] as string).replace(/[\\/]$/, '')
    const entry = [...open.map((it) => it.name), bare].join('/')
    open.push({ depth, name: bare })
    if (/^\.{2,}$|…/.test(bare)) return
    if (trees.length === 0) trees.push({ root: '', entries: [] })
    trees.at(-1)?.entries.push({ entry, line: first + index, text: raw.trim() })
  })
  return trees
}

/** `src\` and below it `  |--config\   # …`: folders in a column, indented by marks or spaces. */
function columns(lines: string[], first: number): ReturnType<typeof treesIn> {
  const rows = lines.map((raw) => /^(\s*(?:\|--)?\s*)([\w@.-]+)([\\/])(?:\s+(?:#|-|\/\/).*)?\s*$/.exec(raw))
  if (rows.filter(Boolean).length < 3 || rows.filter((row, index) => !row && (lines[index] as string).trim() !== '').length > rows.length / 3)
    return []
  const open: { depth: number; name: string }[] = []
  const entries = rows.flatMap((row, index) => {
    if (!row) return []
    const depth = (row[1] as string).length
    while (open.length > 0 && (open.at(-1) as { depth: number }).depth >= depth) open.pop()
    const entry = [...open.map(({ name }) => name), row[2]].join('/')
    open.push({ depth, name: row[2] as string })
    return [{ entry, line: first + index, text: (lines[index] as string).trim() }]
  })
  return [{ root: '', entries }]
}
