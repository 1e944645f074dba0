/** Whole runs, as a build or a terminal makes them: a world on a temporary directory, and everything a run leaves behind. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from '../../plugin/pipeline'
import type { AnalyseOptions, Analysis, World } from '../../plugin/types'
import { createWorld, type WorldOptions } from '../../plugin/world'
import { emptyDirectory, options } from '../tree'

export interface Left extends Analysis {
  /** Every page by its path. */
  page: Record<string, string>
  /** The ledger's file as it lies on disk; undefined when there is none. */
  ledgerText: string | undefined
  /** Everything that is to be the same bytes when the input is the same. */
  bytes: { pages: Analysis['pages']; results: string; ledger: string | undefined }
  /** The stages that had work to do. */
  stages: string[]
}

/** A place for what several runs share: the ledger and, unless a run says otherwise, the cache. */
export interface Home {
  run(root: string, change?: Partial<AnalyseOptions>, more?: Partial<WorldOptions> & { wrap?: (world: World) => World }): Promise<Left>
  ledgerFile: string
}

export function home(): Home {
  const directory = emptyDirectory()
  const ledgerFile = path.join(directory, 'ledger.json')
  return {
    ledgerFile,
    async run(root, change = {}, { wrap = (it: World) => it, ...more } = {}) {
      const world = await createWorld({ root, ledgerFile, cacheDirectory: path.join(directory, 'cache'), ...more })
      const analysis = await analyse({ ...options, ...change }, wrap(world))
      const ledgerText = existsSync(ledgerFile) ? readFileSync(ledgerFile, 'utf8') : undefined
      return {
        ...analysis,
        page: Object.fromEntries(analysis.pages.map((page) => [page.path, page.content])),
        ledgerText,
        bytes: { pages: analysis.pages, results: JSON.stringify(analysis.results, null, 2), ledger: ledgerText },
        stages: analysis.timings.map(({ stage }) => stage),
      }
    },
  }
}

/** Every row of a page's tables, and every sentence, that names something. */
export function linesWith(page: string | undefined, text: string): string[] {
  return (page ?? '').split('\n').filter((line) => line.includes(text))
}
