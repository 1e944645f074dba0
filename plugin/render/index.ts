/**
 * From views to pages. In: what each page shows. Out: Markdown with front matter, ready to be written; the same views
 * give the same bytes. Reads templates, and nothing of the analysed code.
 */
import path from 'node:path'
import { Liquid } from 'liquidjs'
import { readFrontMatter, writeFrontMatter } from '../front-matter'
import type { AnalyseOptions, DiagramFormat, Page, Repository, View } from '../types'
import { type Citations, citationsOf } from './citations'
import { type Drawings, drawingsOf } from './drawings'
import { escapeMarkdown } from './escape'
import { registerFilters } from './filters'
import { resolveLabels } from './labels'
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

export async function render(views: View[], context: RenderContext): Promise<Page[]> {
  const citations = citationsOf(context.repository)
  const drawings = drawingsOf()
  const liquid = engine(templates, citations, context.options.diagrams, context.options.audience, drawings)
  const end = context.options.audience === 'public' ? keepOut : ''
  const pages = views.map((view) => {
    drawings.turnTo(view.path)
    return print(liquid, view, end)
  })
  // Only now is it known which lines were cited that have no address of their own.
  const excerpts = citations.excerpts()
  if (excerpts.length > 0) excerpts.unshift(excerptsCategory)
  return resolveLabels([...pages, ...drawings.files(), ...excerpts.map((view) => print(liquid, view, end))])
}

const excerptsCategory: View = {
  path: 'source/_category_.json',
  template: 'data',
  data: { label: 'Source excerpts', position: 99, collapsed: true },
}

/** A mistyped variable or filter stops the build; a page that silently lacks a fact would be worse. */
export function engine(
  root: string,
  citations: Citations,
  diagrams: DiagramFormat,
  audience?: AnalyseOptions['audience'],
  drawings: Drawings = drawingsOf(),
): Liquid {
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
  registerFilters(liquid, { citations, diagrams, drawings, ...(audience ? { audience } : {}) })
  return liquid
}

/** A page whose path ends in `.json` is its data. */
function print(liquid: Liquid, view: View, end: string): Page {
  if (view.path.endsWith('.json')) return { path: view.path, content: `${JSON.stringify(view.data, null, 2)}\n` }
  try {
    const { data, content, problem } = readFrontMatter(liquid.renderFileSync(`pages/${view.template}`, view.data))
    if (problem) throw new Error(problem)
    return { path: view.path, content: writeFrontMatter({ ...data, ...everyPage }, `\n${tidy(view.path, content.trimStart())}${end}`) }
  } catch (cause) {
    throw new Error(`The page ${view.path} could not be printed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
