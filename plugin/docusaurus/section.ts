/**
 * A section of a site, kept up to date. In: Docusaurus' context, checked options, and how to analyse. Out: the docs
 * plugin over a folder of our pages, so that the section has all that a docs section has.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import docsPlugin, { type PluginOptions as DocsOptions, type LoadedContent } from '@docusaurus/plugin-content-docs'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { isPR } from 'ci-info'
import diagrams from '../diagrams/remark'
import { discrepanciesToTell } from '../discrepancies/index'
import type { PluginOptions } from '../options'
import { product } from '../product'
import { overThreshold } from '../threshold'
import type { AnalyseOptions, Analysis } from '../types'
import { UserError } from '../user-error'
import { writePages } from '../write-pages'
import { audienceWarning } from './audience'
import checkboxes from './checkboxes'
import { coalesce } from './coalesce'
import { planFor } from './command'
import { type MarksByFile, marksByAddress, marksOf } from './marks'
import noindex from './noindex'
import { plain } from './plain'
import { withRoot } from './root-page'
import { sharedRun } from './shared-run'
import { registerCommand } from './site-command'
import tables from './tables'
import { translatePages, translationsOfPages } from './translations'
import { pathsToWatch } from './watch'

/** The core, handed in so that a test can hand in another one. */
export interface Core {
  /** @param stays something will change again, and be asked for again */
  analyses(of: {
    stays: boolean
  }): (options: AnalyseOptions, world: { root: string; ledgerFile: string | false; readOnlyLedger: boolean }) => Promise<Analysis>
}

export async function sectionPlugin(core: Core, context: LoadContext, options: PluginOptions): Promise<Plugin<LoadedContent>> {
  const { siteDir, generatedFilesDir, outDir } = context
  const fromSite = (place: string) => path.resolve(siteDir, place)
  const folder = path.join(generatedFilesDir, 'plumbline', options.id)
  // Beside the pages: another process may have made them.
  const marksFile = path.join(generatedFilesDir, 'plumbline', `${options.id}.marks.json`)
  const source = fromSite(options.source)
  const ledgerFile = options.ledger && fromSite(options.ledger)
  const models = options.models.map(fromSite)
  const standards = (options.standards ?? []).map(fromSite)
  const discrepancyBaseline = options.discrepancyBaseline && fromSite(options.discrepancyBaseline)
  const { advisories: named } = options
  const advisories = named === undefined || named === 'osv' || /^https?:\/\//.test(named) ? named : fromSite(named)
  const outdated = options.outdated && fromSite(options.outdated)
  const invocation = { argv: process.argv, nodeEnv: process.env.NODE_ENV, isProposal: isPR === true }
  demandMermaidTheme(context, options)
  const plan = planFor(invocation, options.id, options.ledgerMode)
  const warning = plan.analyse && audienceWarning(context.siteConfig, options)
  if (warning) console.warn(warning)

  const run = core.analyses({ stays: plan.live })
  const analyse = async (): Promise<Analysis> => {
    try {
      return await run({ ...options, models, standards, advisories, outdated }, { root: source, ledgerFile, readOnlyLedger: plan.readOnlyLedger })
    } catch (error) {
      throw plain(error)
    }
  }
  const publish = async (): Promise<void> => {
    const analysis = await analyse()
    await writePages(folder, withRoot(analysis.pages))
    if (options.markDocs)
      await writeFile(marksFile, JSON.stringify(marksOf(analysis.results, `${context.baseUrl}${options.routeBasePath.replace(/^\/|\/$/g, '')}/`)))
    const told = await discrepanciesToTell({ ...options, discrepancyBaseline }, analysis.results).catch((error) => {
      throw plain(error)
    })
    if (told.log) console.log(told.log)
    if (told.warn) console.warn(told.warn)
    const problem = [overThreshold(options.failOn, analysis.results), told.throw].filter((it) => it !== undefined).join('\n')
    if (problem && !plan.live) throw plain(new UserError(problem))
    if (problem) console.warn(problem)
  }

  // The docs plugin lists its folder while it is constructed, so the pages come first.
  await mkdir(folder, { recursive: true })
  if (plan.analyse) await (plan.onlyBuild ? sharedRun({ folder, options }, publish) : publish())

  const docs = await docsPlugin(context, docsOptions(options, folder))
  const loadDocs = async () => (await docs.loadContent?.()) as LoadedContent
  const reload = coalesce(async () => {
    await publish()
    return loadDocs()
  })
  let fresh = true

  return {
    ...docs,
    loadContent() {
      if (!fresh) return reload()
      fresh = false
      return loadDocs()
    },
    getPathsToWatch() {
      // Our pages follow sources that are watched already; of what the docs plugin names, translations and old versions are left.
      const ofDocs = (docs.getPathsToWatch?.() ?? []).filter((watched) => !fromSite(watched).startsWith(folder))
      const written = [generatedFilesDir, outDir, ...(ledgerFile ? [ledgerFile] : [])]
      // Another command would take them for pages of ours, and edit them.
      return plan.live
        ? [...ofDocs, ...pathsToWatch({ source, siteDir, models: [...models, ...standards], exclude: options.exclude, written })]
        : ofDocs
    },
    async getTranslationFiles({ content }) {
      return [...((await docs.getTranslationFiles?.({ content })) ?? []), translationsOfPages(content)]
    },
    translateContent({ content, translationFiles }) {
      return translatePages(docs.translateContent!({ content, translationFiles }), translationFiles)
    },
    async allContentLoaded({ allContent, actions }) {
      if (!options.markDocs) return
      const byFile = JSON.parse(await readFile(marksFile, 'utf8').catch(() => '{}')) as MarksByFile
      actions.setGlobalData({ plumblineMarks: marksByAddress(byFile, allContent, siteDir, source) })
    },
    getClientModules() {
      return [
        ...(docs.getClientModules?.() ?? []),
        ...(options.markDocs ? ['marks.css', 'marks.js'].map((file) => path.join(__dirname, '..', 'theme', file)) : []),
      ]
    },
    extendCli(cli) {
      docs.extendCli?.(cli)
      registerCommand(cli, { ...options, discrepancyBaseline }, analyse)
    },
  }
}

function docsOptions(options: PluginOptions, folder: string): DocsOptions {
  const docs = options.docs as unknown as DocsOptions
  // The version is for Docusaurus: its cache of pages is kept until something that it can write down changes.
  const draw = options.renderer === 'static' ? [[diagrams, { version: product.version }] as const] : []
  return {
    ...docs,
    id: options.id,
    path: folder,
    routeBasePath: options.routeBasePath,
    beforeDefaultRemarkPlugins: [
      ...draw,
      [tables, { version: product.version }] as const,
      ...(options.audience === 'public' ? [noindex] : []),
      ...(docs.beforeDefaultRemarkPlugins ?? []),
    ],
    rehypePlugins: [[checkboxes, { version: product.version }] as const, ...(docs.rehypePlugins ?? [])],
  }
}

/** Without the theme, a fence would stay a block of code and nobody would be told. */
function demandMermaidTheme({ siteConfig }: LoadContext, { renderer }: PluginOptions): void {
  if (renderer !== 'theme-mermaid' || siteConfig.markdown.mermaid) return
  throw plain(
    new UserError(
      'Option "renderer" is "theme-mermaid"; expected that the site has @docusaurus/theme-mermaid among its themes, and `markdown: { mermaid: true }`.',
    ),
  )
}
