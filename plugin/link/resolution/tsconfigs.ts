/**
 * What tsconfig and jsconfig files say about where imports lead. In: their texts. Out: per directory, the compiler options
 * in force there, `extends` followed and project references taken in, best first.
 */
import { parse as parseJsonc } from 'jsonc-parser'
import { dirOf, join } from './paths'

/** The options of one configuration that bear on module resolution, all paths made relative to the analysed root. */
export interface PathOptions {
  /** Path of the configuration file. */
  config: string
  baseUrl: string | undefined
  /** Patterns in the order in which they are to be tried: exact first, then the longest prefix. */
  paths: { prefix: string; suffix: string; exact: boolean; targets: string[] }[]
  rootDirs: string[]
  /** Where compiled files go, and what they are compiled from. */
  outputs: { outDir: string; rootDir: string | undefined }[]
}

interface RawConfig {
  extends?: unknown
  references?: unknown
  compilerOptions?: Record<string, unknown>
}

/** Options as merged along `extends`: each value with the directory of the configuration that set it. */
type Merged = Map<string, { value: unknown; dir: string }>

/** How a shared configuration names the directory of the one that extends it. */
const OWN_DIR = /^\$\{configDir\}/
const CONFIG_NAME = /(?:^|\/)(?:ts|js)config(?:\.[^/]*)?\.json$/

export function isTsconfig(path: string): boolean {
  return CONFIG_NAME.test(path)
}

/** The options in force in a directory: of the nearest configuration and its references, and of those further out. */
export interface InForce {
  own: PathOptions[]
  /** Not in force by the letter, but bundlers often apply them to the whole tree. */
  outer: PathOptions[]
}

/** @param packageDir where a package named in `extends` lives in the tree, or undefined */
export function readTsconfigs(configs: { path: string; text: string }[], packageDir: (name: string) => string | undefined): (dir: string) => InForce {
  const raw = new Map<string, RawConfig>()
  for (const { path, text } of configs) {
    const parsed = parseRelaxed(text)
    if (parsed) raw.set(path, parsed)
  }
  const byDir = new Map<string, string[]>()
  for (const path of [...raw.keys()].sort()) {
    const dir = dirOf(path)
    byDir.set(dir, [...(byDir.get(dir) ?? []), path])
  }

  const merged = new Map<string, Merged>()
  const optionsOf = memoised((path: string) => toOptions(path, merge(path, { raw, packageDir, merged })))
  const inDir = memoised((dir: string): PathOptions[] => {
    const here = byDir.get(dir) ?? []
    const main = here.find((path) => /(?:^|\/)tsconfig\.json$/.test(path)) ?? here.find((path) => /(?:^|\/)jsconfig\.json$/.test(path))
    if (!main) return here.map(optionsOf)
    return [main, ...references(main, raw)].map(optionsOf)
  })
  const inForce: (dir: string) => InForce = memoised((dir) => {
    const own = inDir(dir)
    const above = dir === '' ? { own: [], outer: [] } : inForce(dirOf(dir))
    return own.length === 0 ? above : { own, outer: [...above.own, ...above.outer] }
  })
  return inForce
}

/** Configurations in the same directory that a solution-style configuration hands its files to. */
function references(main: string, raw: Map<string, RawConfig>): string[] {
  const seen = new Set([main])
  const queue = [main]
  for (const path of queue) {
    const listed = raw.get(path)?.references
    if (!Array.isArray(listed)) continue
    for (const entry of listed) {
      const wanted = (entry as { path?: unknown } | null)?.path
      if (typeof wanted !== 'string') continue
      const target = join(dirOf(path), wanted)
      const found = target !== undefined && (raw.has(target) ? target : `${target}/tsconfig.json`)
      if (!found || !raw.has(found) || dirOf(found) !== dirOf(main) || seen.has(found)) continue
      seen.add(found)
      queue.push(found)
    }
  }
  return [...seen].slice(1)
}

interface Reading {
  raw: Map<string, RawConfig>
  packageDir: (name: string) => string | undefined
  /** What was merged already; a configuration is entered before its bases, so that a circle ends. */
  merged: Map<string, Merged>
}

function merge(path: string, reading: Reading): Merged {
  const known = reading.merged.get(path)
  if (known) return known
  const merged: Merged = new Map()
  reading.merged.set(path, merged)
  const config = reading.raw.get(path)
  const bases = Array.isArray(config?.extends) ? config.extends : [config?.extends]
  for (const base of bases) {
    const target = typeof base === 'string' ? extendsTarget(path, base, reading) : undefined
    if (target !== undefined) for (const [key, entry] of merge(target, reading)) merged.set(key, entry)
  }
  const options = config?.compilerOptions
  if (options && typeof options === 'object') for (const [key, value] of Object.entries(options)) merged.set(key, { value, dir: dirOf(path) })
  return merged
}

function extendsTarget(from: string, base: string, { raw, packageDir }: Reading): string | undefined {
  const tries: (string | undefined)[] = []
  const around = (target: string | undefined) => {
    if (target !== undefined) tries.push(target, `${target}.json`, join(target, 'tsconfig.json'))
  }
  if (/^\.{1,2}(?:\/|$)/.test(base)) around(join(dirOf(from), base))
  else {
    const [, name, rest] = /^(@[^/]+\/[^/]+|[^/]+)\/?(.*)$/.exec(base) ?? []
    const dir = name === undefined ? undefined : packageDir(name)
    if (dir !== undefined) around(join(dir, rest ?? ''))
  }
  return tries.find((target): target is string => target !== undefined && raw.has(target))
}

function toOptions(config: string, merged: Merged): PathOptions {
  const here = dirOf(config)
  const located = (value: unknown, dir: string): string | undefined =>
    typeof value === 'string' ? join(...(OWN_DIR.test(value) ? [here, value.replace(OWN_DIR, '.')] : [dir, value])) : undefined
  const single = (key: string) => {
    const entry = merged.get(key)
    return entry && located(entry.value, entry.dir)
  }
  const baseUrl = single('baseUrl')
  const rootDir = single('rootDir')
  const outputs = [single('outDir'), single('declarationDir')].filter((outDir) => outDir !== undefined).map((outDir) => ({ outDir, rootDir }))
  const rootDirs = merged.get('rootDirs')
  return {
    config,
    baseUrl,
    paths: patterns(merged.get('paths'), baseUrl, located),
    rootDirs: Array.isArray(rootDirs?.value) ? rootDirs.value.map((dir) => located(dir, rootDirs.dir)).filter((dir) => dir !== undefined) : [],
    outputs,
  }
}

function patterns(
  entry: { value: unknown; dir: string } | undefined,
  baseUrl: string | undefined,
  located: (value: unknown, dir: string) => string | undefined,
): PathOptions['paths'] {
  if (!entry || typeof entry.value !== 'object' || entry.value === null) return []
  const found: PathOptions['paths'] = []
  for (const [pattern, targets] of Object.entries(entry.value)) {
    if (!Array.isArray(targets)) continue
    const star = pattern.indexOf('*')
    // Targets are relative to baseUrl where there is one, else to the configuration that wrote `paths`.
    const resolved = targets.map((target) => located(target, baseUrl ?? entry.dir)).filter((target) => target !== undefined)
    if (star < 0) found.push({ prefix: pattern, suffix: '', exact: true, targets: resolved })
    else found.push({ prefix: pattern.slice(0, star), suffix: pattern.slice(star + 1), exact: false, targets: resolved })
  }
  return found.sort((one, other) => Number(other.exact) - Number(one.exact) || other.prefix.length - one.prefix.length)
}

/** JSON with comments and trailing commas; undefined where it is no object at all. Its faults are told by the manifest facts. */
export function parseRelaxed(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Most are plain JSON, where the native parser is many times faster; the rest may have comments.
    value = parseJsonc(text, [], { allowTrailingComma: true })
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}

export function memoised<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined && !known.has(key)) {
      value = compute(key)
      known.set(key, value)
    }
    return value as T
  }
}
