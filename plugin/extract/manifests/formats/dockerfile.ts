/** Dockerfile: an image a stage, who runs it, what it exposes, and what its `RUN` lines use. */
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Source, type Stated } from '../format'
import { addressFact, imageFact } from '../image'

export interface Instruction {
  keyword: string
  /** Continued lines joined, with their line breaks, so that lines can still be counted. */
  rest: string
  line: number
}

export const dockerfile: Format = {
  name: 'Dockerfile',
  claims: ({ name }) => /^(?:.+\.)?(?:docker|container)file(?:[.-].+)?$/i.test(name) && !/\.(?:[jt]sx?|md|ya?ml|json)$/i.test(name),
  facts(source) {
    const instructions = instructionsOf(source)
    const first = instructions.find(({ keyword }) => keyword === 'FROM')
    if (!first) return []
    const args = new Map<string, string>()
    const stages = new Set<string>()
    const found: Stated[] = [platform('docker', first.line)]
    for (const { keyword, rest, line } of instructions) {
      const text = substitute(rest.trim(), args)
      if (keyword === 'ARG') {
        const [, name, value] = /^(\w+)=["']?([^"'\s]*)/.exec(rest.trim()) ?? []
        if (name !== undefined && value !== undefined) args.set(name, value)
      } else if (keyword === 'FROM') {
        const [, image, stage] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(text) ?? []
        if (image !== undefined && !stages.has(image.toLowerCase()))
          found.push(...imageFact(image, line, 'dockerfile', stage === undefined ? undefined : `stage ${stage}`))
        if (stage !== undefined) stages.add(stage.toLowerCase())
      } else if (keyword === 'COPY' || keyword === 'RUN') {
        const from = /--(?:from=|mount=\S*\bfrom=)([^\s,]+)/.exec(text)?.[1]
        if (from !== undefined && !stages.has(from.toLowerCase()) && !/^\d+$/.test(from))
          found.push(...imageFact(from, line, 'dockerfile', 'files copied from it'))
        if (keyword === 'RUN') found.push(...commandFacts(shellOf(rest), line, 'dockerfile'))
      } else if (keyword === 'CMD' || keyword === 'ENTRYPOINT') {
        found.push(...commandFacts(shellOf(rest), line, 'dockerfile'))
      } else if (keyword === 'USER') {
        if (text !== '') found.push({ kind: 'service', ecosystem: 'user', name: text.split(/\s+/)[0] as string, value: 'container user', line })
      } else if (keyword === 'EXPOSE') {
        for (const port of text.split(/\s+/))
          if (/^\d+/.test(port))
            found.push({ kind: 'service', ecosystem: 'port', name: port.replace(/\/tcp$/, ''), value: 'exposed by the image', line })
      } else if (keyword === 'ENV') {
        const [, name, value] = /^(\w+)[= ](.*)$/s.exec(text) ?? []
        if (name !== undefined) found.push(...addressFact(name, value, line))
      }
    }
    return firstOfEach(found)
  },
}

export function instructionsOf(source: Pick<Source, 'line' | 'lineCount'>): Instruction[] {
  const found: Instruction[] = []
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number)
    const [, keyword, rest] = /^\s*([A-Za-z]+)(?:\s+(.*))?$/.exec(line) ?? []
    if (keyword === undefined) continue
    const start = number
    let text = rest ?? ''
    while (/\\\s*$/.test(source.line(number)) && number < source.lineCount) {
      number++
      // Comments and empty lines inside a continued instruction are left out by the builder.
      while (/^\s*(?:#|$)/.test(source.line(number)) && number < source.lineCount) {
        text += '\\\n'
        number++
      }
      text += `\n${source.line(number)}`
    }
    for (const heredoc of [...text.matchAll(/<<-?["']?(\w+)["']?/g)]) {
      const body: string[] = []
      while (number < source.lineCount && source.line(++number).trim() !== heredoc[1]) body.push(source.line(number))
      if (/^RUN$/i.test(keyword)) text = `${text.replace(heredoc[0], '')}\n${body.join('\n')}`
    }
    found.push({ keyword: keyword.toUpperCase(), rest: text, line: start })
  }
  return found
}

/** `["npm", "start"]` is a command line too, as are the options before one. */
function shellOf(rest: string): string {
  const text = rest.replace(/^\s*(?:--\S+\s+)+/, '')
  if (!/^\s*\[/.test(text)) return text
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? words.join(' ') : ''
  } catch {
    // Not a list after all: the shell gets it as it stands, and so do we.
    return text
  }
}

function substitute(text: string, args: Map<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)/g,
    (written, braced: string | undefined, fallback: string | undefined, plain: string | undefined) => {
      return args.get(braced ?? (plain as string)) ?? fallback ?? written
    },
  )
}
