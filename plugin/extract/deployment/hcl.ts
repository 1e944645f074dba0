/**
 * The blocks of a file in HashiCorp's language, as far as they tell what is deployed: headers, arguments that are texts or
 * numbers, and names of other blocks. Expressions are not computed. In: text. Out: blocks at the top, with what stands in them.
 */
import { withoutAnyComments } from '../manifests/read/comments'

export interface Block {
  /** `resource`, `aws_sqs_queue`, `jobs`. */
  words: string[]
  line: number
  /** Arguments at any depth, the keys of the blocks around joined by dots. */
  arguments: { key: string; value: string; line: number }[]
  /** Other blocks that expressions name: `aws_sqs_queue.jobs`, `module.network`. */
  names: { to: string; key: string; line: number }[]
}

const HEADER = /^\s*([\w-]+)((?:\s+(?:"[^"\n]*"|[\w-]+))*)\s*(=?)\s*[{[(]?\s*\{\s*(.*)$/
const ARGUMENT = /^\s*"?([\w.-]+)"?\s*[=:]\s*(\S.*)$/
const NAME = /(?<![\w."/-])((?:data\.)?[a-z][a-z\d]*_\w+\.[a-zA-Z_][\w-]*|module\.[\w-]+)/g

export function blocksOf(text: string): Block[] {
  const found: Block[] = []
  const lines = withoutAnyComments(text).split(/\r?\n/)
  let block: Block | undefined
  /** Words of the blocks around, one a bracket. */
  let around: string[] = []
  let hereDocument: string | undefined
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (hereDocument !== undefined && line.trim() === hereDocument) {
      hereDocument = undefined
      continue
    }
    const header = hereDocument === undefined ? HEADER.exec(line) : undefined
    if (!block) {
      if (!header || header[3] === '=') continue
      const words = [
        header[1] as string,
        ...[...(header[2] as string).matchAll(/"([^"]*)"|([\w-]+)/g)].map((match) => (match[1] ?? match[2]) as string),
      ]
      block = { words, line: number, arguments: [], names: [] }
      around = []
    }
    const key = around.filter(Boolean).join('.')
    const argument = ARGUMENT.exec(line)
    const value = argument?.[2]?.replace(/,\s*$/, '').trim()
    if (argument && value !== undefined && /^(?:"[^"]*"|-?\d+(?:\.\d+)?|true|false)$/.test(value))
      block.arguments.push({ key: [key, argument[1]].filter(Boolean).join('.'), value: value.replace(/^"|"$/g, ''), line: number })
    // Texts are no names, but what is put into them may be.
    const bare = line.replace(/"(?:[^"$]|\$(?!\{))*"/g, '""')
    for (const match of bare.matchAll(NAME)) {
      // The key that stands next before it: several may stand on one line.
      const own = [...bare.slice(0, match.index).matchAll(/([\w-]+)\s*[=:](?![=:])/g)].at(-1)?.[1]
      block.names.push({ to: match[1] as string, key: [key, own].filter(Boolean).join('.'), line: number })
    }
    const opened = /<<-?\s*"?(\w+)"?\s*$/.exec(line)
    if (opened && hereDocument === undefined) {
      hereDocument = opened[1]
      continue
    }
    if (hereDocument !== undefined) continue
    const plain = line.replace(/"(?:[^"\\]|\\.)*"/g, '')
    const own = header?.[1] ?? argument?.[1] ?? ''
    for (const [at, sign] of [...plain.matchAll(/[{}]/g)].entries()) {
      if (sign[0] === '{') around.push(around.length === 0 || at > 0 ? '' : own)
      else around.pop()
    }
    if (around.length === 0 && /[}]/.test(plain)) {
      found.push(block)
      block = undefined
    }
  }
  if (block) found.push(block)
  return found
}
