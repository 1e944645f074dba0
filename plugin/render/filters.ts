/**
 * What templates can do to a value. Filters marked `raw` return Markdown; everything else a template prints is escaped.
 * Words stay in templates: a filter that needs some shows a partial.
 */
import type { Liquid, Template } from 'liquidjs'
import { rowsByName } from '../rows-by-name'
import { codeSpan, escapeMarkdown, fence, oneLine, prose } from './escape'
import { labelMark, linkMark, mentionMark, nameMark } from './labels'
import { citationMark, diagramMark, type Show } from './publishing'

/** @returns what shows a value by a partial, for texts that no template holds */
export function registerFilters(liquid: Liquid): Show {
  const raw = (name: string, handler: (...values: never[]) => string): void =>
    liquid.registerFilter(name, { raw: true, handler: handler as (...values: unknown[]) => string })

  const partials = new Map<string, { template: Template[]; shown: Map<string, string> }>()

  /** A value shown by a partial, in which it is called `it`, on one line. Half of all cells say what another said before. */
  const show: Show = (value, partial) => {
    let known = partials.get(partial)
    if (!known) {
      known = { template: liquid.parseFileSync(`partials/${partial}`), shown: new Map() }
      partials.set(partial, known)
    }
    const key = JSON.stringify(value)
    let text = known.shown.get(key)
    if (text === undefined) {
      text = (liquid.renderSync(known.template, { it: value }) as string).trim().replace(/\s*\n\s*/g, ' ')
      known.shown.set(key, text)
    }
    return text
  }

  // A double-quoted YAML string is a JSON string.
  raw('yaml', (text: string) => JSON.stringify(frontMatterText(text)))
  raw('code', codeSpan)
  raw('fence', fence)
  raw('prose', prose)
  raw('heading', heading)
  raw('label', labelMark)
  // Entry points by method and path: their specification is where their name stands.
  raw('name', nameMark)
  raw('mention', (name: string, text: string = name) => mentionMark(name, codeSpan(text)))
  raw('page', (page: string, label?: string) => linkMark(page, label))
  raw('here', (label: string) => linkMark('', label))
  raw('evidence', citationMark)
  raw('reference', reference)
  raw('diagram', diagramMark)
  raw('show', show)
  /** Every value by its partial, as a person lists them: a, b and c. With a limit the rest is counted. */
  raw('list', (values: unknown[], partial: string, limit = values.length) => {
    const shown = values.slice(0, limit).map((value) => show(value, partial))
    if (values.length > limit) shown.push(show(values.length - limit, 'and-more'))
    return sentence(shown)
  })
  /** Without commas, for narrow cells. */
  raw('stack', (values: unknown[], partial: string, limit = values.length) => {
    const shown = values.slice(0, limit).map((value) => show(value, partial))
    if (values.length > limit) shown.push(show(values.length - limit, 'and-more'))
    return shown.join(', ')
  })

  liquid.registerFilter(
    'counted',
    (count: number, one: string, many = `${one}s`) => `${count === 0 ? 'no' : grouped(count)} ${count === 1 ? one : many}`,
  )
  liquid.registerFilter('number', grouped)
  liquid.registerFilter('percent', percent)
  liquid.registerFilter('score', (score: number) => score.toFixed(1))
  liquid.registerFilter('capital', (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1))
  return show
}

/**
 * Docusaurus copies front matter and first headings into scripts: into JavaScript without escaping backslashes, into JSON
 * within HTML without escaping angle brackets. A hostile name could end its string, or the script, and go on as code. So
 * look-alikes stand in here, and first headings are only words of ours. It also stops at an empty title, and a file may
 * be called ` `.
 */
function frontMatterText(text: string): string {
  return oneLine(text).replace(/[\\<>]/g, (character) => lookalikes[character]!) || '(empty)'
}

const lookalikes: Record<string, string> = rowsByName({ '\\': '\u2216', '<': '\u2039', '>': '\u203a' })

/** At the end of a heading `{#…}` would name its anchor, and a `#` would be taken for the closing. */
function heading(text: string): string {
  return prose(text.replaceAll('{#', '{ #')).replace(/#+$/, (run) => run.replaceAll('#', '\\#'))
}

function sentence(parts: string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Never 0 % for something, nor 100 % for less than all. */
function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1 %'
  if (share < 1 && share > 0.99) return 'over 99 %'
  return `${Math.round(share * 100)} %`
}

const wellKnown: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^https:\/\/cwe\.mitre\.org\/data\/definitions\/(\d+)\.html$/, ([, id]) => `CWE-${id}`],
  [/^https:\/\/github\.com\/advisories\/(GHSA-[\w-]+)$/i, ([, id]) => id!],
  [/^https:\/\/nvd\.nist\.gov\/vuln\/detail\/(CVE-\d+-\d+)$/, ([, id]) => id!],
  [/^https:\/\/osv\.dev\/vulnerability\/([\w.-]+)$/, ([, id]) => id!],
  [/^https:\/\/cheatsheetseries\.owasp\.org\/cheatsheets\/([\w-]+)\.html/, ([, name]) => `OWASP: ${name!.replaceAll('_', ' ')}`],
]

/** A rule's reference: an address becomes a link, anything else stays text. */
function reference(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return escapeMarkdown(text)
  const url = new URL(text)
  url.username = ''
  url.password = ''
  const href = url.href
    .replace(/[()<>\\`*[\]|"'{}^]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    // Otherwise `&lt;` in an address would be read as a character reference.
    .replaceAll('&', '&amp;')
  for (const [pattern, nameOf] of wellKnown) {
    const match = pattern.exec(url.href)
    if (match) return `[${escapeMarkdown(nameOf(match))}](${href})`
  }
  return `[${codeSpan(url.host + url.pathname.replace(/\/$/, ''))}](${href})`
}
