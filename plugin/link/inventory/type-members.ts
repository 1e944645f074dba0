/** Members of an interface or of a type made of members, as its own text writes them. */
import type { ExportedMember } from '../../types'

/** @returns undefined where the text is no list of members; `open` where it allows members that it does not name */
export function membersOfType(written: string): { members: ExportedMember[]; open: boolean } | undefined {
  const text = written.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const start = text.indexOf('{')
  if (start < 0 || !/^[\s\w$<>,.=|&'"[\]:?]*$/.test(text.slice(0, start))) return undefined
  const members: ExportedMember[] = []
  let open = /\b(?:extends|[&|])/.test(text.slice(0, start)) || /=[^{]*[|&<]/.test(text.slice(0, start))
  let depth = 0
  let piece = ''
  let at = start + 1
  const finish = (): void => {
    const statement = piece.trim()
    piece = ''
    if (statement === '') return
    const member = /^(?:readonly\s+|get\s+|set\s+|static\s+)*(?:(["'])(.+?)\1|([A-Za-z_$][\w$]*))\s*(\?)?\s*([:(<]|$)/.exec(statement)
    if (!member) {
      open = true
      return
    }
    const type = member[5] === ':' ? statement.slice(member[0].length).trim() : undefined
    members.push({
      name: (member[2] ?? member[3]) as string,
      kind: member[5] === '(' || member[5] === '<' || (type !== undefined && /^\(.*\)\s*=>/s.test(type)) ? 'method' : 'property',
      ...(type ? { type: type.replace(/\s+/g, ' ') } : {}),
      ...(member[4] ? { optional: true } : {}),
    })
  }
  for (; at < text.length; at++) {
    const char = text[at] as string
    if (/[({[<]/.test(char)) depth++
    else if (/[)\]]/.test(char) || (char === '>' && text[at - 1] !== '=')) depth--
    else if (char === '}') {
      if (depth === 0) break
      depth--
    }
    if (depth === 0 && (char === ';' || char === ',' || (char === '\n' && !continues(piece, text, at)))) finish()
    else piece += char
  }
  if (at >= text.length) return undefined
  finish()
  if (/^\s*(?:[&|]|\[)/.test(text.slice(at + 1))) open = true
  return { members, open }
}

/** A line that ends in the middle of a type goes on. */
function continues(piece: string, text: string, at: number): boolean {
  return piece.trim() === '' || /[:|&=>?]\s*$/.test(piece) || /^\s*(?:[|&?]|=>|extends\b)/.test(text.slice(at + 1, at + 40))
}
