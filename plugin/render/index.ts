/**
 * From views to pages. In: what each page shows. Out: Markdown with front matter, ready to be written; the same views
 * give the same bytes. Reads templates, and nothing of the analysed code.
 */
import path from 'node:path'
import { Liquid } from 'liquidjs'
import { readFrontMatter, writeFrontMatter } from '../front-matter'
import type { AnalyseOptions, Page, PageTexts, Repository, View } from '../types'
import { citationsOf } from './citations'
import { drawingsOf } from './drawings'
import { escapeMarkdown } from './escape'
import { registerFilters } from './filters'
import { resolveLabels } from './labels'
import { publisher, type Show } from './publishing'
import { tidy } from './tidy'

export { drawn } from './drawn'
export { brokenLinks } from './links'

export interface RenderContext {
  options: Pick<AnalyseOptions, 'diagrams' | 'audience'>
  repository: Repository | undefined
}

/** Beside `plugin/` in the checkout and beside `dist/` in the package. */
const templates = path.join(__dirname, '..', '..', 'templates')

/** On every page: analysed code is hostile, so pages are CommonMark; nobody edits what the next build writes anew. */
const everyPage = { mdx: { format: 'md' }, custom_edit_url: null }

/** At the end of pages for the public: no search engine is to keep them. Blank lines around it make it one block of HTML. */
const keepOut = '\n<head>\n  <meta name="robots" content="noindex">\n</head>\n'

const writtenAnew: PageTexts = { once: (_, write) => write() }

export async function render(views: View[], { options, repository }: RenderContext, texts = writtenAnew): Promise<Page[]> {
  const citations = citationsOf(repository)
  const drawings = drawingsOf()
  const { liquid, show } = engine(templates)
  const publish = publisher({ citations, drawings, ...options }, show)
  const end = options.audience === 'public' ? keepOut : ''
  const print = (view: View): Page => {
    drawings.turnTo(view.path)
    // A page whose path ends in `.json` is its data.
    if (view.path.endsWith('.json')) return { path: view.path, content: texts.once(view, () => `${JSON.stringify(view.data, null, 2)}\n`) }
    try {
      const text = texts.once(view, () => headed(liquid.renderFileSync(`pages/${view.template}`, view.data)))
      return { path: view.path, content: finished(view.path, publish(text), end) }
    } catch (cause) {
      throw new Error(`The page ${view.path} could not be printed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }
  const pages = views.map(print)
  // Only now is it known which lines were cited that have no address of their own.
  const excerpts = citations.excerpts()
  if (excerpts.length > 0) excerpts.unshift(excerptsCategory)
  return resolveLabels([...pages, ...drawings.files(), ...excerpts.map(print)])
}

const excerptsCategory: View = {
  path: 'source/_category_.json',
  template: 'data',
  data: { label: 'Source excerpts', position: 99, collapsed: true },
}

/** A mistyped variable or filter stops the build; a page that silently lacks a fact would be worse. */
export function engine(root: string): { liquid: Liquid; show: Show } {
  const liquid = new Liquid({
    root,
    extname: '.md',
    cache: true,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    outputEscape: escapeMarkdown,
    trimTagRight: true,
    greedy: false,
  })
  return { liquid, show: registerFilters(liquid) }
}

/** With a front matter that is one whatever the template put into it. That takes longer than all the rest of a page, and is kept with its text. */
function headed(text: string): string {
  const { data, content, problem } = readFrontMatter(text)
  if (problem) throw new Error(problem)
  return writeFrontMatter({ ...data, ...everyPage }, content)
}

function finished(path: string, text: string, end: string): string {
  // Within front matter of ours no line says the same.
  const body = text.indexOf(endOfFrontMatter) + endOfFrontMatter.length
  return `${text.slice(0, body)}\n${tidy(path, text.slice(body).trimStart())}${end}`
}

const endOfFrontMatter = '\n---\n'
