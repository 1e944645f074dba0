/**
 * What a script is for, told by the programs that it runs. In: a command line and what its names stand for. Out: what is
 * done (build, test, lint…) and with which programs; nothing where a part of it is not known.
 */
import { rowsByName } from '../../../rows-by-name'

export type Deed = 'build' | 'test' | 'lint' | 'format' | 'start'

const DEEDS: [Deed, RegExp][] = [
  ['build', /^(?:tsc|tsup|webpack|rollup|esbuild|parcel|unbuild|swc|babel|ncc|pkgroll|microbundle)$/],
  ['test', /^(?:jest|vitest|mocha|ava|tap|jasmine|karma|cypress|playwright|c8|nyc|uvu|wtr)$/],
  ['lint', /^(?:eslint|tslint|oxlint|standard|xo|stylelint|jshint|semistandard)$/],
  ['format', /^(?:prettier|dprint)$/],
  ['start', /^(?:node|nodemon|pm2|pm2-runtime|ts-node|ts-node-dev|tsx|http-server|serve|electron|forever|supervisor)$/],
]
/** Programs that do one thing or another, by their first word. */
const BY_VERB: Record<string, Record<string, Deed>> = rowsByName({
  next: { build: 'build', dev: 'start', start: 'start', lint: 'lint' },
  nuxt: { build: 'build', dev: 'start', start: 'start', generate: 'build' },
  vite: { build: 'build', dev: 'start', serve: 'start', preview: 'start', '': 'start' },
  astro: { build: 'build', dev: 'start', preview: 'start' },
  docusaurus: { build: 'build', start: 'start', serve: 'start' },
  nest: { build: 'build', start: 'start' },
  ng: { build: 'build', serve: 'start', test: 'test', lint: 'lint' },
  'react-scripts': { build: 'build', start: 'start', test: 'test' },
  'vue-cli-service': { build: 'build', serve: 'start', lint: 'lint' },
  remix: { build: 'build', dev: 'start' },
  gatsby: { build: 'build', develop: 'start', serve: 'start' },
  nx: { build: 'build', serve: 'start', test: 'test', lint: 'lint' },
  biome: { lint: 'lint', format: 'format' },
  bun: { build: 'build', test: 'test' },
  deno: { test: 'test', lint: 'lint', fmt: 'format' },
  playwright: { test: 'test' },
})
const deedOf = (verbs: Record<string, Deed>, verb: string): Deed | undefined => (Object.hasOwn(verbs, verb) ? verbs[verb] : undefined)

/** They change nothing about what the line is for. */
const ASIDE = /^(?:rimraf|rm|mkdir|cp|mv|echo|copyfiles|ncp|cpx|shx|del-cli|cat|chmod|true|sleep|printf|clear|touch)$/
/** They run what follows. */
const RUNS = /^(?:cross-env|env|npx|dotenv|dotenvx|env-cmd|time|exec|bunx|c8|nyc)$/

const OPTION_WITH_WORD = /^(?:-e|-f|--env-file|-r|--require)$/

export interface Done {
  deeds: Set<Deed>
  programs: Set<string>
  /** Every part of the line was understood. */
  whole: boolean
}

/** @param scriptOf the command of a script or task, by its name */
export function doneBy(line: string, scriptOf: (words: string[]) => string | undefined, depth = 0): Done {
  const done: Done = { deeds: new Set(), programs: new Set(), whole: depth < 6 }
  if (depth >= 6) return done
  for (const part of line.split(/&&|\|\||;|\||(?<!&)&(?!&)/)) {
    const words = stripped(part.trim().split(/\s+/))
    const [program = '', verb = ''] = words
    if (program === '') continue
    const script = scriptOf(words)
    if (script !== undefined) {
      const inner = doneBy(script, scriptOf, depth + 1)
      for (const deed of inner.deeds) done.deeds.add(deed)
      for (const name of inner.programs) done.programs.add(name)
      done.whole &&= inner.whole
      continue
    }
    const name = program.replace(/^.*\//, '').replace(/\.(?:cmd|exe)$/, '')
    done.programs.add(name)
    if (ASIDE.test(name)) continue
    const verbs = BY_VERB[name]
    const deed = verbs ? deedOf(verbs, verb.startsWith('-') ? '' : verb) : DEEDS.find(([, pattern]) => pattern.test(name))?.[0]
    // `node scripts/build.js` builds; only what is made by a build, or called like a server, is surely the program itself.
    const isStarted =
      deed !== 'start' ||
      !/^(?:node|ts-node|tsx)$/.test(name) ||
      /(?:^|\/)(?:dist|build|lib|out|src)?\/?(?:main|index|app|server|www|start)(?:\.[cm]?[jt]s)?$/.test(
        words.filter((word) => !word.startsWith('-'))[1] ?? '',
      )
    if (deed && isStarted) done.deeds.add(deed)
    else done.whole = false
  }
  return done
}

function stripped(words: string[]): string[] {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as string
    if (OPTION_WITH_WORD.test(word)) at++
    else if (!/^[A-Za-z_]\w*=/.test(word) && !RUNS.test(word) && !(at > 0 && word.startsWith('-'))) break
  }
  return words.slice(at)
}

const TOLD: [Deed, RegExp][] = [
  ['build', /^(?:to )?(?:builds?|compiles?|transpiles?|bundles?)\b/i],
  ['test', /^(?:to )?(?:runs? )?(?:all |the |our |unit |integration |e2e )*(?:tests?|test suites?)\b|^(?:to )?tests? /i],
  ['lint', /^(?:to )?(?:lints?\b|runs? (?:the )?(?:linter|linting))/i],
  ['format', /^(?:to )?(?:formats?|prettif(?:y|ies)) /i],
  [
    'start',
    /^(?:to )?(?:starts?|serves?|launch(?:es)?)\b|^(?:to )?runs? (?:the |your |this )?(?:app|application|server|api|project|dev(?:elopment)? server)\b/i,
  ],
]
const ALSO: [Deed, RegExp][] = [
  ['build', /\b(?:build|built|compil|transpil|bundl|generat)/i],
  ['test', /\btest/i],
  ['lint', /\blint/i],
  ['format', /\b(?:format|prettier)/i],
  ['start', /\b(?:start|serv|launch|run|watch|launch|boot|host)/i],
]

/** What a description says is done, when it begins with that; `all` is whatever it may mean besides. */
export function toldDeed(description: string): { deed: Deed; all: Set<Deed> } | undefined {
  const text = description.trim()
  if (text.length > 120) return undefined
  const deed = TOLD.find(([, pattern]) => pattern.test(text))?.[0]
  return deed && { deed, all: new Set(ALSO.filter(([, pattern]) => pattern.test(text)).map(([it]) => it)) }
}

/** Tools of one purpose: where a description names one and the script runs another, one of them is out of date. */
const RIVALS: string[][] = [
  ['jest', 'vitest', 'mocha', 'ava', 'jasmine', 'karma', 'tap'],
  ['eslint', 'tslint', 'oxlint', 'biome', 'standard', 'xo', 'jshint'],
  ['prettier', 'dprint', 'biome'],
  ['webpack', 'rollup', 'esbuild', 'parcel', 'vite', 'tsup'],
  ['nodemon', 'ts-node-dev', 'pm2', 'forever'],
  ['cypress', 'playwright', 'nightwatch', 'testcafe'],
]

export function rivalOf(description: string, { programs, whole }: Done): { told: string; runs: string } | undefined {
  if (!whole) return undefined
  for (const rivals of RIVALS) {
    const told = rivals.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(description))
    const runs = rivals.filter((name) => programs.has(name))
    if (told.length === 1 && runs.length === 1 && told[0] !== runs[0] && !/\bstandard\b/i.test(told[0] as string))
      return { told: told[0] as string, runs: runs[0] as string }
  }
  return undefined
}
