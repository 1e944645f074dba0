/**
 * The whole program on one screen. In: options and a world. Out: pages, the results file and the ledger; nothing is
 * written here but the ledger and the cache, both through the world.
 */
import path from 'node:path'
import { standardsFingerprint } from './compliance/standard-files'
import { digestOf } from './digest'
import { unknownDoor } from './door-lookup'
import { modelsFingerprint } from './link/model-files'
import { memory } from './memory'
import { advisoryStamp } from './outside/advisories/stamp'
import { pageMemory } from './page-memory'
import { programOnce } from './program-memory'
import { scan } from './scan/index'
import { stageMemory } from './stage-memory'
import { stopwatch } from './stopwatch'
import type { AnalyseOptions, Analysis, Audit, Drawn, Finding, Page, SourceFile, World } from './types'
import { UserError } from './user-error'

/** Loaded when something changed: compiler, rules and the rest take three times as long to load as an unchanged tree takes in all. */
async function reading() {
  const { extraction } = await import('./extract/index.js')
  const { lookOutside } = await import('./outside/index.js')
  const { toldIn } = await import('./link/told.js')
  const { withDocuments, withSurroundings } = await import('./link/surroundings.js')
  return { extraction, lookOutside, toldIn, withDocuments, withSurroundings }
}

/** Loaded when code changed: documents and history are put beside a program that was linked before. */
async function linking() {
  const { loadModels } = await import('./link/models.js')
  const { linkCode } = await import('./link/index.js')
  return { loadModels, linkCode }
}

/** Loaded when rules look at something else than in the last run, which documents are not. */
async function judging() {
  const { rules } = await import('./rules/index.js')
  const { judge } = await import('./rules/judge.js')
  const { nonfunctionalRules } = await import('./rules/nonfunctional/index.js')
  const { judgeQuality } = await import('./rules/nonfunctional/judge.js')
  const { complete } = await import('./rules/complete.js')
  const { statements } = await import('./rules/statements.js')
  return { rules, judge, nonfunctionalRules, judgeQuality, complete, statements }
}

async function comparing() {
  const { audit } = await import('./audit/index.js')
  const { entryOf, reconcile, suppressionsOf } = await import('./ledger/index.js')
  const { withBreaks } = await import('./outside/broken-by.js')
  return { audit, entryOf, reconcile, suppressionsOf, withBreaks }
}

async function printing() {
  const { forAudience, picturesOf, resultsOf, views } = await import('./views/index.js')
  const { brokenLinks, drawn, render } = await import('./render/index.js')
  return { forAudience, picturesOf, resultsOf, views, brokenLinks, drawn, render }
}

type Publish = (analysis: Analysis) => Promise<void>

const nowhere: Publish = async () => {}

/** What the code alone decides, and what the last run made of the same. */
async function begin(options: AnalyseOptions, world: World) {
  const timed = stopwatch(world.progress)
  const found = await timed('scan', () => scan(options, world))
  const last = await world.loadLedger()
  const date = await world.dateOf(found.files)
  const models = modelsFingerprint(options.models)
  const standards = standardsFingerprint(options.standards ?? [])
  const remembered = memory(world, {
    scan: found,
    options,
    date,
    models,
    standards,
    advisories: [options.advisories, options.outdated].map((place) => advisoryStamp(place)).join(' '),
  })
  return { timed, found, last, date, models, standards, remembered }
}

async function recall({ timed, last, remembered }: Awaited<ReturnType<typeof begin>>, world: World, publish: Publish): Promise<Analysis | undefined> {
  const known = await remembered.recall(last)
  if (!known) return undefined
  const analysis = { ...known, timings: timed.report() }
  await publish(analysis)
  // What was kept may come from a run that only read its ledger, or kept none.
  await world.saveLedger(known.ledger)
  return analysis
}

/** The analysis of a tree that did not change since the last run; undefined of any other. */
export async function recalled(options: AnalyseOptions, world: World): Promise<Analysis | undefined> {
  return recall(await begin(options, world), world, nowhere)
}

/** @param publish puts the pages where they belong; only then are ids given out for good */
export async function analyse(options: AnalyseOptions, world: World, publish = nowhere): Promise<Analysis> {
  const begun = await begin(options, world)
  const known = await recall(begun, world, publish)
  if (known) return known
  const { timed, found, last, date, models, standards, remembered } = begun

  const { extraction, lookOutside, toldIn, withDocuments, withSurroundings } = await reading()
  const once = stageMemory(world, options)
  // First of all, since a mistake in them is the user's.
  const chosen = await once('standards', standards, async () => {
    const { loadStandards } = await import('./compliance/load.js')
    return loadStandards(options.frameworks, options.standards)
  })
  const facts = await timed('extract', () => extraction(found.files, world))
  const outside = await timed('outside', () => lookOutside(facts, options, world, found.files))
  const linked = await timed('link', () => {
    const { documents = [], ...code } = facts
    const told = toldIn(documents)
    return programOnce(world, { scan: found, extracted: facts, told, options, models }, async () => {
      const { loadModels, linkCode } = await linking()
      return linkCode(found, { ...code, code: await facts.code() }, told, loadModels(options.models), options, path.basename(world.root))
    })
  })
  const undocumented = withSurroundings(linked.program, found, facts, outside)
  const program = withDocuments(undocumented, facts)
  const { audit, entryOf, reconcile, suppressionsOf, withBreaks } = await comparing()
  // All that rules look at: of documents, that they are there.
  const seen = digestOf([linked.state, outside, facts.notAnalysed, { ...found, files: found.files.map(withoutContent) }, date])
  const judged = await timed('judge', () =>
    once('judge', seen, async () => {
      const { rules, judge, nonfunctionalRules, judgeQuality, complete, statements } = await judging()
      const suppressionOf = suppressionsOf(undocumented, options, date)
      const isApart = (finding: Finding) => suppressionOf(finding) !== undefined
      const security = complete(judge(rules, undocumented), undocumented, isApart, statements(await facts.code()))
      return { ...security, nonfunctional: judgeQuality(nonfunctionalRules, undocumented) }
    }),
  )
  const audited = await timed('audit', () => audit(facts.documents ?? [], program))
  const verdict = { ...judged, problems: [...judged.problems, ...judged.nonfunctional.problems, ...audited.problems] }
  const { ledger, rows, nonfunctional, discrepancies } = await timed('ledger', () => {
    const reconciled = reconcile(last, { verdict, audit: audited, program, options, date, commit: world.repository?.commit ?? null })
    return withBreaks(reconciled, last, world, options)
  })
  const compliance = await timed('comply', () => {
    const told = documentedOf(audited)
    return once('comply', [seen, standards, told, audited.problems, ledger], async () => {
      const { assess } = await import('./compliance/index.js')
      const given = { program: undocumented, verdict, audit: told, rows: [...rows, ...nonfunctional] }
      return assess(chosen, given, options)
    })
  })
  const { forAudience, resultsOf, views, brokenLinks, render } = await printing()
  const context = forAudience({
    program,
    rows,
    nonfunctional,
    discrepancies,
    compliance,
    audit: audited,
    verdict,
    options,
    date,
    repository: world.repository,
    broken: [],
  })
  const texts = await pageMemory(world, options)
  const print = async (of: typeof context) => {
    const state = digestOf([seen, verdict.problems, ...[rows, nonfunctional].map((some) => some.map(entryOf)), of.broken])
    const shown = await timed('views', () => views.flatMap((view) => texts.pagesOf(view, of, state)))
    return timed('render', () => render(shown, of, texts))
  }
  const draft = await print(context)
  // Only printed pages tell whether their links hold; the index says so, and is printed again where one does not.
  const broken = brokenLinks(draft)
  const pages = broken.length === 0 ? draft : await print({ ...context, broken })
  const made = { pages, results: resultsOf(context), ledger }
  const analysis = { ...made, timings: timed.report() }
  await publish(analysis)
  await world.saveLedger(ledger)
  // A source that did not answer may answer the next time.
  if (!outside.advisories.passing) await remembered.keep(made, last)
  await texts.keep()
  return analysis
}

/** Nothing but the audit looks into documents. */
const withoutContent = (file: SourceFile) => (file.kind === 'document' ? { ...file, bytes: 0, hash: '', uncommitted: false } : file)

/** Of the audit, what standards ask for. */
const documentedOf = ({ claims, documents }: Audit) => ({
  claims,
  documents: documents.map(({ path: file, drawings }) => ({ path: file, drawings })),
})

/** One kind of picture, without pages, findings or ledger. */
export async function draw({ name, whole }: { name: string; whole: boolean }, options: AnalyseOptions, world: World): Promise<Drawn[]> {
  const timed = stopwatch(world.progress)
  const { extraction, toldIn } = await reading()
  const { picturesOf, drawn } = await printing()
  const { loadModels, linkCode } = await linking()
  const found = await timed('scan', () => scan(options, world))
  const facts = await timed('extract', () => extraction(found.files, world))
  const told = toldIn(facts.documents ?? [])
  const program = await timed('link', async () =>
    linkCode(found, { ...facts, code: await facts.code() }, told, loadModels(options.models), options, path.basename(world.root)),
  )
  const pictures = picturesOf(program, name, whole)
  if (pictures.length === 0 && name === 'sequence') throw new UserError(unknownDoor(program.entryPoints, options.sequences?.[0] ?? ''))
  return pictures.map(({ diagram, ...rest }) => ({ ...rest, text: drawn(diagram, options.diagrams, world.repository) }))
}

/** What stands in the folder until the first analysis: an index with its headings, which claims nothing. */
export async function placeholder(project: string, options: Pick<AnalyseOptions, 'frameworks' | 'diagrams'>): Promise<Page[]> {
  const { placeholder: view } = await import('./views/index.js')
  const { render } = await import('./render/index.js')
  return render([view(project, options)], { options, repository: undefined })
}
