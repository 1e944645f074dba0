/**
 * The whole program on one screen. In: options and a world. Out: pages, the results file and the ledger; nothing is
 * written here but the ledger and the cache, both through the world.
 */
import path from 'node:path'
import { standardsFingerprint } from './compliance/standard-files'
import { unknownDoor } from './door-lookup'
import { modelsFingerprint } from './link/model-files'
import { memory } from './memory'
import { advisoryStamp } from './outside/advisories/stamp'
import { pageMemory } from './page-memory'
import { programOnce } from './program-memory'
import { scan } from './scan/index'
import { stopwatch } from './stopwatch'
import type { AnalyseOptions, Analysis, Drawn, Page, World } from './types'
import { UserError } from './user-error'

/** Loaded when something changed: compiler, rules and the rest take three times as long to load as an unchanged tree takes in all. */
async function stages() {
  const { extract } = await import('./extract/index.js')
  const { lookOutside } = await import('./outside/index.js')
  const { withBreaks } = await import('./outside/broken-by.js')
  const { toldIn } = await import('./link/told.js')
  const { withSurroundings } = await import('./link/surroundings.js')
  const { rules } = await import('./rules/index.js')
  const { judge } = await import('./rules/judge.js')
  const { nonfunctionalRules } = await import('./rules/nonfunctional/index.js')
  const { judgeQuality } = await import('./rules/nonfunctional/judge.js')
  const { audit } = await import('./audit/index.js')
  const { complete } = await import('./rules/complete.js')
  const { statements } = await import('./rules/statements.js')
  const { reconcile, suppressionsOf } = await import('./ledger/index.js')
  const { assess } = await import('./compliance/index.js')
  const { loadStandards } = await import('./compliance/load.js')
  const { forAudience, picturesOf, resultsOf, views } = await import('./views/index.js')
  const { brokenLinks, drawn, render } = await import('./render/index.js')
  return {
    extract,
    lookOutside,
    withBreaks,
    toldIn,
    withSurroundings,
    rules,
    judge,
    nonfunctionalRules,
    judgeQuality,
    complete,
    statements,
    audit,
    suppressionsOf,
    reconcile,
    assess,
    loadStandards,
    forAudience,
    picturesOf,
    resultsOf,
    views,
    brokenLinks,
    drawn,
    render,
  }
}

/** Loaded when code changed: documents and history are put beside a program that was linked before. */
async function linking() {
  const { loadModels } = await import('./link/models.js')
  const { linkCode } = await import('./link/index.js')
  return { loadModels, linkCode }
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
  const remembered = memory(world, {
    scan: found,
    options,
    date,
    models,
    standards: standardsFingerprint(options.standards ?? []),
    advisories: [options.advisories, options.outdated].map((place) => advisoryStamp(place)).join(' '),
  })
  return { timed, found, last, date, models, remembered }
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
  const { timed, found, last, date, models, remembered } = begun

  const {
    extract,
    lookOutside,
    withBreaks,
    toldIn,
    withSurroundings,
    rules,
    judge,
    nonfunctionalRules,
    judgeQuality,
    complete,
    statements,
    audit,
    suppressionsOf,
    reconcile,
    assess,
    loadStandards,
    forAudience,
    resultsOf,
    views,
    brokenLinks,
    render,
  } = await stages()
  const standards = loadStandards(options.frameworks, options.standards)
  const facts = await timed('extract', () => extract(found.files, world))
  const outside = await timed('outside', () => lookOutside(facts, options, world, found.files))
  const program = await timed('link', async () => {
    const { documents = [], ...code } = facts
    const told = toldIn(documents)
    const linked = await programOnce(world, { scan: found, extracted: facts, told, options, models }, async () => {
      const { loadModels, linkCode } = await linking()
      return linkCode(found, code, told, loadModels(options.models), options, path.basename(world.root))
    })
    return withSurroundings(linked, found, facts, outside)
  })
  const suppressionOf = suppressionsOf(program, options, date)
  const judged = await timed('judge', () =>
    complete(judge(rules, program), program, (finding) => suppressionOf(finding) !== undefined, statements(facts.code)),
  )
  const audited = await timed('audit', () => audit(facts.documents ?? [], program))
  const quality = judgeQuality(nonfunctionalRules, program)
  const verdict = { ...judged, nonfunctional: quality, problems: [...judged.problems, ...quality.problems, ...audited.problems] }
  const { ledger, rows, nonfunctional, discrepancies } = await timed('ledger', () => {
    const reconciled = reconcile(last, { verdict, audit: audited, program, options, date, commit: world.repository?.commit ?? null })
    return withBreaks(reconciled, last, world, options)
  })
  const compliance = await timed('comply', () => assess(standards, { program, verdict, audit: audited, rows: [...rows, ...nonfunctional] }, options))
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
    const shown = await timed('views', () => views.flatMap((view) => view(of)))
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

/** One kind of picture, without pages, findings or ledger. */
export async function draw({ name, whole }: { name: string; whole: boolean }, options: AnalyseOptions, world: World): Promise<Drawn[]> {
  const timed = stopwatch(world.progress)
  const { extract, toldIn, picturesOf, drawn } = await stages()
  const { loadModels, linkCode } = await linking()
  const found = await timed('scan', () => scan(options, world))
  const facts = await timed('extract', () => extract(found.files, world))
  const told = toldIn(facts.documents ?? [])
  const program = await timed('link', () => linkCode(found, facts, told, loadModels(options.models), options, path.basename(world.root)))
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
