import type { Format, Stated } from '../format'

export const goMod: Format = {
  name: 'go.mod',
  claims: ({ name }) => name === 'go.mod',
  facts(source) {
    const found: Stated[] = []
    let block = ''
    for (let number = 1; number <= source.lineCount; number++) {
      const [code = '', comment = ''] = source.line(number).split('//') as [string, string?]
      const words = code.trim().split(/\s+/)
      if (words[1] === '(' || words[0] === ')') {
        block = words[0] === ')' ? '' : (words[0] as string)
        continue
      }
      const [directive, name, version] = block === '' ? words : [block, ...words]
      if (name === undefined || name === '') continue
      if (directive === 'module') found.push({ kind: 'package', ecosystem: 'go', name, line: number })
      if (directive === 'go') found.push({ kind: 'engine', ecosystem: 'go', name: 'go', version: name, value: 'go', line: number })
      // What others need is listed here too, and marked so.
      if (directive === 'require' && !/\bindirect\b/.test(comment))
        found.push({ kind: 'dependency', ecosystem: 'go', name, version, scope: 'runtime', line: number })
      if (directive === 'tool') found.push({ kind: 'tool', ecosystem: 'go', name, line: number })
    }
    return found
  },
}
