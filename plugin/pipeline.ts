/**
 * The whole program on one screen. In: options and a world. Out: pages, the results file and the ledger; nothing is
 * written here but the ledger and the cache, both through the world.
 */
import path from 'node:path'
import { modelsFingerprint } from './link/model-files'
import { memory } from './memory'
import { scan } from './scan/index'
import { stopwatch } from './stopwatch'
import type { AnalyseOptions, Analysis, World } from './types'

/** Loaded when something changed: compiler, rules and the rest take three times as long to load as an unchanged tree takes in all. */
async function stages() {
  const { extract } = await import('./extract/index.js')
  const { lookOutside } = await import('./outside/index.js')
  const { loadModels } = await import('./link/models.js')
  const { link } = await import('./link/index.js')
  const { rules } = await import('./rules/index.js')
  const { judge } = await import('./rules/judge.js')
  const { reconcile } = await import('./ledger/index.js')
  const { resultsOf, views } = await import('./views/index.js')
  const { render } = await import('./render/index.js')
  return { extract, lookOutside, loadModels, link, rules, judge, reconcile, resultsOf, views, render }
}

/** @param publish puts the pages where they belong; only then are ids given out for good */
export async function analyse(
  options: AnalyseOptions,
  world: World,
  publish: (analysis: Analysis) => Promise<void> = async () => {},
): Promise<Analysis> {
  const timed = stopwatch(world.progress)
  const found = await timed('scan', () => scan(options, world))
  const last = await world.loadLedger()
  const date = await world.dateOf(found.files)
  const remembered = memory(world, { scan: found, options, date, models: modelsFingerprint(options.models) })
  const known = await remembered.recall(last)
  if (known) {
    const analysis = { ...known, timings: timed.report() }
    await publish(analysis)
    // What was kept may come from a run that only read its ledger, or kept none.
    await world.saveLedger(known.ledger)
    return analysis
  }

  const { extract, lookOutside, loadModels, link, rules, judge, reconcile, resultsOf, views, render } = await stages()
  const models = loadModels(options.models)
  const facts = await timed('extract', () => extract(found.files, world))
  const outside = await timed('outside', () => lookOutside(found.files, facts.manifests, options, world))
  const program = await timed('link', () => link(found, facts, models, options, path.basename(world.root), outside))
  const verdict = await timed('judge', () => judge(rules, program))
  const { ledger, rows } = await timed('ledger', () => reconcile(last, { verdict, program, options, date, commit: world.repository?.commit ?? null }))
  const context = { program, rows, verdict, options, date, repository: world.repository }
  const shown = await timed('views', () => views.flatMap((view) => view(context)))
  const pages = await timed('render', () => render(shown, context))
  const made = { pages, results: resultsOf(context), ledger }
  const analysis = { ...made, timings: timed.report() }
  await publish(analysis)
  await world.saveLedger(ledger)
  await remembered.keep(made, last)
  return analysis
}
