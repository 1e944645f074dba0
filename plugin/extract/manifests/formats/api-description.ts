/** Descriptions of interfaces that say of themselves what they are. They can be long, so only their head is looked for. */
import { type Format, platform } from '../format'

const KINDS: { name: string; yaml: RegExp; json: RegExp }[] = [
  {
    name: 'openapi',
    yaml: /^["']?(?:openapi|swagger)["']?:\s*["']?(\d[\w.]*)/m,
    json: /^[\s{]*(?:"[^"]*"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"(?:openapi|swagger)"\s*:\s*"(\d[\w.]*)"/,
  },
  {
    name: 'asyncapi',
    yaml: /^["']?asyncapi["']?:\s*["']?(\d[\w.]*)/m,
    json: /^[\s{]*(?:"[^"]*"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"asyncapi"\s*:\s*"(\d[\w.]*)"/,
  },
]

export const apiDescription: Format = {
  name: 'interface description',
  claims: ({ name, text }) => headOf(name, text) !== undefined,
  facts(source) {
    const head = headOf(source.name, source.text)
    return head ? [platform(head.name, source.lineAt(head.index), head.version)] : []
  },
}

function headOf(name: string, text: string): { name: string; version: string | undefined; index: number } | undefined {
  const form = /\.ya?ml$/i.test(name) ? 'yaml' : /\.json$/i.test(name) ? 'json' : undefined
  if (form === undefined) return undefined
  for (const kind of KINDS) {
    const match = kind[form].exec(form === 'json' ? text.slice(0, 2000) : text)
    if (match) return { name: kind.name, version: match[1], index: match.index + match[0].lastIndexOf('\n') + 1 }
  }
  return undefined
}
