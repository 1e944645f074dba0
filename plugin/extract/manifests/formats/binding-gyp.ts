/** How native code of a package is compiled: the flags that its `binding.gyp` hands to compiler and linker. */
import type { Format } from '../format'

/** `-fstack-protector-strong`, `/guard:cf`, `-D_FORTIFY_SOURCE=2`, written as texts of lists. */
const FLAG = /['"]((?:-[A-Za-z][\w=,+.:-]*|\/[A-Za-z][\w:-]*))['"]|\b(_FORTIFY_SOURCE=\d)\b/g

export const bindingGyp: Format = {
  name: 'binding.gyp',
  claims: ({ name }) => name === 'binding.gyp',
  facts(source) {
    const text = source.text.replace(/#[^\n]*/g, (comment) => ' '.repeat(comment.length))
    return [...text.matchAll(FLAG)].map((match) => ({
      kind: 'tool' as const,
      ecosystem: 'compiler-flag',
      name: match[1] ?? (match[2] as string),
      line: source.lineAt(match.index),
    }))
  },
}
