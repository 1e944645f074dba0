import { type Format, platform, type Stated } from '../format'
import { withoutComments } from '../read/comments'

export const prisma: Format = {
  name: 'Prisma schema',
  claims: ({ name }) => name.endsWith('.prisma'),
  facts(source) {
    const text = withoutComments(source.text)
    const begin = /^[ \t]*(?:datasource|generator|model|enum)\b/m.exec(text)
    if (!begin) return []
    const found: Stated[] = [platform('prisma', source.lineAt(begin.index + (begin[0].length - begin[0].trimStart().length)))]
    for (const block of text.matchAll(/^[ \t]*datasource\s+(\w+)\s*\{([^}]{0,2000})\}/gm)) {
      const provider = /\bprovider\s*=\s*"([^"\n]+)"/.exec(block[2] as string)
      if (provider)
        found.push({
          kind: 'service',
          ecosystem: 'datasource',
          name: provider[1] as string,
          value: block[1],
          line: source.lineAt(block.index + block[0].indexOf('{') + 1 + provider.index),
        })
    }
    for (const block of text.matchAll(/^[ \t]*generator\s+\w+\s*\{([^}]{0,2000})\}/gm)) {
      const isClient = /\bprovider\s*=\s*"prisma-client(?:-js)?"/.test(block[1] as string)
      const output = /\boutput\s*=\s*"([^"\n]+)"/.exec(block[1] as string)
      if (isClient && output)
        found.push({
          kind: 'written',
          ecosystem: 'npm',
          name: '@prisma/client',
          value: output[1] as string,
          line: source.lineAt(block.index + block[0].indexOf('{') + 1 + output.index),
        })
    }
    return found
  },
}
