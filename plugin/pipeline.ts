/**
 * The whole program on one screen. In: options and a world. Out: pages, the results file and the ledger; nothing is
 * written here but the ledger and the cache, both through the world.
 */
import path from 'node:path'
import { extract } from './extract/index'
import { reconcile } from './ledger/index'
import { link } from './link/index'
import { loadModels, modelsFingerprint } from './link/models'
import { memory } from './memory'
import { render } from './render/index'
import { rules } from './rules/index'
import { judge } from './rules/judge'
import { scan } from './scan/index'
import { stopwatch } from './stopwatch'
import type { AnalyseOptions, Analysis, World } from './types'
import { resultsOf, views } from './views/index'

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

  const models = loadModels(options.models)
  const facts = await timed('extract', () => extract(found.files, world))
  const program = await timed('link', () => link(found, facts, models, options, path.basename(world.root)))
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
