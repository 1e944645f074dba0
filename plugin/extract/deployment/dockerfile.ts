/** Dockerfile: the image that its last stage makes, of which image, what starts in it and at which ports. */
import type { DeploymentReader } from './reader'

export const dockerfile: DeploymentReader = {
  from: 'Dockerfile',
  claims: ({ name }) => /^(?:.+\.)?(?:docker|container)file(?:[.-].+)?$/i.test(name) && !/\.(?:[jt]sx?|md|ya?ml|json)$/i.test(name),
  read(source, tell) {
    const stages = new Map<string, string>()
    let last: { line: number; image: string } | undefined
    let command: string | undefined
    let ports: string[] = []
    for (let number = 1; number <= source.lineCount; number++) {
      const [, word, rest] = /^\s*(FROM|CMD|ENTRYPOINT|EXPOSE)\s+(.*\S)\s*$/i.exec(source.line(number)) ?? []
      if (word === undefined || rest === undefined) continue
      switch (word.toUpperCase()) {
        case 'FROM': {
          const [, image, stage] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(rest) ?? []
          if (image === undefined) break
          const base = stages.get(image.toLowerCase()) ?? image
          last = { line: number, image: base }
          if (stage !== undefined) stages.set(stage.toLowerCase(), base)
          ;[command, ports] = [undefined, stages.has(image.toLowerCase()) ? ports : []]
          break
        }
        case 'EXPOSE':
          ports.push(...rest.split(/\s+/).filter((port) => /^\d+/.test(port)))
          break
        case 'ENTRYPOINT':
          command = `${wordsOf(rest)} ${command ?? ''}`.trim()
          break
        case 'CMD':
          command = `${command ?? ''} ${wordsOf(rest)}`.trim()
      }
    }
    return {
      units: last
        ? [
            tell.unit(source.path, 'image', 'image', last.line, {
              image: last.image,
              ports,
              ...(command === undefined ? {} : { command }),
              build: { context: '.', line: last.line },
            }),
          ]
        : [],
    }
  },
}

/** `["npm", "start"]` as it would be typed. */
function wordsOf(rest: string): string {
  if (!rest.startsWith('[')) return rest
  return [...rest.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join(' ')
}
