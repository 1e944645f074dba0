/** Drawn trees of folders. In: a block of code. Out: the path of every entry, with its line; empty where it is no such drawing. */
import type { Fence } from '../../types'

const BRANCH = /^((?:[\s\u00a0]|[│|┃])*)(?:[├└┣┗╰]|\|--|\+--|\\--|`--)[─━\-–]*[\s\u00a0]*(.+)$/
const NAME = /^([\w@.()[\]-]+(?:\/[\w@.-]+)*[\\/]?)(?:\s+.*|\s*)$/

export function treeEntries({ text, line }: Fence): { entry: string; line: number; text: string }[] {
  const lines = text.split('\n')
  const drawn = lines.filter((raw) => BRANCH.test(raw)).length
  if (drawn > 1) return branches(lines, line)
  return columns(lines, line)
}

function branches(lines: string[], first: number): ReturnType<typeof treeEntries> {
  const open: { depth: number; name: string }[] = []
  return lines.flatMap((raw, index) => {
    const match = BRANCH.exec(raw)
    const name = match && NAME.exec((match[2] as string).trim())
    if (!match || !name) return []
    const depth = (match[1] as string).length
    while (open.length > 0 && (open.at(-1) as { depth: number }).depth >= depth) open.pop()
    const bare = (name[1] as string).replace(/[\\/]$/, '')
    const entry = [...open.map((it) => it.name), bare].join('/')
    open.push({ depth, name: bare })
    return /^\.{2,}$|…/.test(bare) ? [] : [{ entry, line: first + index, text: raw.trim() }]
  })
}

/** `src\` and below it `  |--config\   # …`: folders in a column, indented by marks or spaces. */
function columns(lines: string[], first: number): ReturnType<typeof treeEntries> {
  const rows = lines.map((raw) => /^(\s*(?:\|--)?\s*)([\w@.-]+)([\\/])(?:\s+(?:#|-|\/\/).*)?\s*$/.exec(raw))
  if (rows.filter(Boolean).length < 3 || rows.filter((row, index) => !row && (lines[index] as string).trim() !== '').length > rows.length / 3)
    return []
  const open: { depth: number; name: string }[] = []
  return rows.flatMap((row, index) => {
    if (!row) return []
    const depth = (row[1] as string).length
    while (open.length > 0 && (open.at(-1) as { depth: number }).depth >= depth) open.pop()
    const entry = [...open.map(({ name }) => name), row[2]].join('/')
    open.push({ depth, name: row[2] as string })
    return [{ entry, line: first + index, text: (lines[index] as string).trim() }]
  })
}
