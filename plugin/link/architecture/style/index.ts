/**
 * What style the system is built in. In: components, relations, modules. Out: the styles that fit, best first, each with what speaks for it and what
 * against, and what the user says held against that. One file a style; nothing here is a verdict on quality.
 */
import type { ArchitectureStyle } from '../../../types'
import { commandLine } from './command-line'
import { eventDriven } from './event-driven'
import { appliesTo } from './families'
import { layered } from './layered'
import { library } from './library'
import { microservices } from './microservices'
import { modularMonolith } from './modular-monolith'
import { monolith } from './monolith'
import { plugin } from './plugin'
import type { Scene, Style } from './scene'
import { serverless } from './serverless'
import { singlePage } from './single-page'
import { wholeStack } from './whole-stack'

export type { Scene } from './scene'

const styles: Style[] = [
  microservices,
  serverless,
  eventDriven,
  wholeStack,
  singlePage,
  modularMonolith,
  layered,
  monolith,
  plugin,
  commandLine,
  library,
]

/** @param stated as the user calls it */
export function styleOf(scene: Scene, stated: string | undefined): ArchitectureStyle {
  const found = styles
    .flatMap((style) => style(scene) ?? [])
    .sort((one, other) => other.fit - one.fit)
    .map(({ fit: _, ...rest }) => rest)
  if (stated === undefined) return { found }
  const first = found[0]
  if (!first) return { found, stated: { name: stated, agrees: false, reason: 'No style could be told from the code, so nothing speaks for it.' } }
  const same = found.find(({ name }) => appliesTo(stated, name))
  if (same === first) return { found, stated: { name: stated, agrees: true, reason: `The code is best described as ${first.name}.` } }
  return {
    found,
    stated: {
      name: stated,
      agrees: false,
      reason: same
        ? `Something speaks for ${same.name}, but ${first.name} fits better.`
        : `The code is best described as ${first.name}; nothing was found that speaks for ${stated}.`,
    },
  }
}
