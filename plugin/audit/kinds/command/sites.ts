/**
 * Every command of a document with the folder that it would run in. In: the facts of a document. Out: commands in their order;
 * `cd` is followed, and what comes after a step into something that is not here belongs to the reader's own project.
 */
import path from 'node:path'
import type { DocumentFacts, Fence, Passage, ShellCommand } from '../../../types'
import type { Spot } from '../../claim'
import type { Ground } from '../../ground'
import { whyNotBranch, whyNotFence, whyNotPassage } from '../../not-claims'
import { isPageOfSite } from '../../sites-of-docs'
import { packagesOf } from './packages'

export interface Site {
  words: string[]
  spot: Spot
  /** Where it runs; several where the document does not say, the likeliest first. */
  folders: string[]
  /** Whether the document says where. */
  told: boolean
  /** Why it is no statement about this code. */
  why?: string
  form: 'block' | 'inline'
  command: ShellCommand
  passage?: Passage
  fence?: Fence
}

/** Longer passages are data and no instructions. In characters. */
const MOST_TEXT = 5000

const THEIRS = 'It is about a project of the reader’s.'
const YOURS =
  /\b(?:your|a new|an existing|another|any) (?:own )?(?:\w+ )?(?:project|app|application|package|repo|repository|workspace|monorepo|site|package\.json)\b/i

const known = new WeakMap<Ground, Map<DocumentFacts, Site[]>>()

export function sitesOf(document: DocumentFacts, ground: Ground): Site[] {
  const ofGround = known.get(ground) ?? new Map<DocumentFacts, Site[]>()
  known.set(ground, ofGround)
  const sites = ofGround.get(document) ?? findSites(document, ground)
  ofGround.set(document, sites)
  return sites
}

function findSites(document: DocumentFacts, ground: Ground): Site[] {
  const home = ground
    .manifestsFor(document.path)
    .filter((manifest) => path.posix.basename(manifest.path) === 'package.json')
    .map((manifest) => (path.posix.dirname(manifest.path) === '.' ? '' : path.posix.dirname(manifest.path)))
  // Pages of a site speak of what they document; of the site itself only what stands beside its configuration.
  const folders = [...new Set(isPageOfSite(document.path, ground) ? ['', ...home] : [...home, ''])]
  return [...inBlocks(document, ground, folders), ...inText(document, ground, folders)].sort((a, b) => a.spot.line - b.spot.line)
}

function inBlocks(document: DocumentFacts, ground: Ground, home: string[]): Site[] {
  let folders = home
  let told = false
  let away: string | undefined
  let clone: string | undefined
  let section = -2
  // The front page of a repository that has its reader clone one thing means itself.
  const clones = document.fences.flatMap(({ commands = [] }) => commands.filter(({ words }) => words[0] === 'git' && words[1] === 'clone'))
  const isOwnClone = clones.length === 1 && !document.path.includes('/')
  return document.fences.flatMap((fence) => {
    if (!fence.commands) return []
    // Instructions of one section follow each other; those of the next begin again.
    if (top(document, fence.heading) !== section) {
      section = top(document, fence.heading)
      const step = stepInto(document, ground, { heading: fence.heading, line: fence.line, raw: fence.before })
      ;[folders, told, away] = [step === undefined ? withNamed(home, document, fence.heading, ground) : [step], step !== undefined, undefined]
    }
    const why =
      whyNotFence(document, fence) ??
      whyNotBranch(document, fence.heading, fence.line) ??
      (YOURS.test(lastSentence(fence.before)) || YOURS.test(document.headings[fence.heading]?.text ?? '') ? THEIRS : undefined)
    return fence.commands.flatMap((command) => {
      const { words, line, text } = command
      const [name = '', first = ''] = words
      if (name === 'git' && first === 'clone') clone = words.find((word) => /[/:]/.test(word)) ?? clone
      if (isBeginning(words)) away = THEIRS
      if (name === 'cd' || name === 'pushd') {
        const next = into(first, folders, clone, ground, isOwnClone)
        if (next === undefined) away = THEIRS
        else [folders, told, away] = [[next], true, undefined]
        return []
      }
      const reason = away ?? why
      return [
        {
          words,
          spot: { document, line, text, heading: fence.heading },
          folders,
          told,
          ...(reason ? { why: reason } : {}),
          form: 'block' as const,
          command,
          fence,
        },
      ]
    })
  })
}

function inText(document: DocumentFacts, ground: Ground, home: string[]): Site[] {
  return document.passages.flatMap((passage) => {
    if (passage.raw.length > MOST_TEXT) return []
    const lines = passage.raw.split('\n')
    const asks = passage.codes.some(({ commands = [] }) => commands.length > 0)
    const step = asks ? stepInto(document, ground, passage) : undefined
    const folders = step === undefined ? withNamed(home, document, passage.heading, ground) : [step]
    return passage.codes.flatMap(({ text, line, commands = [] }): Site[] => {
      const why =
        whyNotPassage(document, passage, passage.raw.indexOf(text)) ??
        whyNotBranch(document, passage.heading, line) ??
        (YOURS.test(passage.raw) ? THEIRS : undefined)
      return commands.map((command) => ({
        words: command.words,
        spot: { document, line, text: lines[line - passage.line] ?? passage.raw, heading: passage.heading },
        folders,
        told: step !== undefined,
        ...(why ? { why } : {}),
        form: 'inline',
        command,
        passage,
      }))
    })
  })
}

const FOLDER =
  "(?:(?:the\\s+)?(?:\\[?`([\\w@./-]+)`\\]?(?:\\([^)]*\\))?(?:\\s+(?:sub)?(?:folder|director(?:y|ies)|package|workspace))?|([\\w@./-]+)\\s+(?:sub)?(?:folder|directory|package|workspace)\\b)|(?:the\\s+)?(?:project(?:'s)?|repo(?:sitory)?(?:'s)?)?\\s*(root)\\b)"
/** `Open the \`api\` folder`: what follows is done there. */
const GOES = new RegExp(`\\b(?:open|enter|cd(?:\\s+into)?|(?:go|change|switch|move|navigate)\\s+(?:in)?to)\\s+${FOLDER}`, 'gi')
/** `in the api directory`, of the command beside it. */
const WHERE = new RegExp(`\\b(?:in|inside|into|within|from|under)\\s+${FOLDER}`, 'gi')

/** The package that words lead into: those of the passage itself, or a step of the same section before it, the nearest. */
function stepInto(
  document: DocumentFacts,
  ground: Ground,
  { heading, line, raw }: Pick<Passage, 'heading' | 'line'> & { raw?: string },
): string | undefined {
  const packages = packagesOf(ground)
  const told = (text: string, pattern: RegExp): string | undefined => {
    for (const [, marked, plain, root] of [...text.matchAll(pattern)].reverse()) {
      const wanted = root ? '' : path.posix.normalize((marked ?? plain ?? '').replace(/\/$/, '')).replace(/^\.$/, '')
      if ((root || wanted !== '') && packages.at(wanted)) return wanted
    }
    return undefined
  }
  const here = raw === undefined ? undefined : (told(raw, WHERE) ?? told(raw, GOES))
  if (here !== undefined) return here
  const before = document.passages.filter((it) => it.heading === heading && it.line < line && it.kind !== 'heading' && it.raw.length <= MOST_TEXT)
  for (const passage of before.reverse()) {
    const step = told(passage.raw, GOES)
    if (step !== undefined) return step
  }
  return undefined
}

/** With the package whose folder a heading above is called by: `### Backend`. */
function withNamed(folders: string[], { headings }: DocumentFacts, heading: number, ground: Ground): string[] {
  const found: string[] = []
  for (let at = heading, depth = 7; at >= 0; at--) {
    const above = headings[at]
    if (!above || above.depth >= depth) continue
    depth = above.depth
    const named = packagesOf(ground).all.find(({ folder }) => folder !== '' && path.posix.basename(folder) === above.text.trim().toLowerCase())
    if (named) found.push(named.folder)
  }
  return found.length === 0 ? folders : [...new Set([...folders, ...found])]
}

/** A new project begins: what follows is done in it. */
function isBeginning(words: string[]): boolean {
  const [name = '', verb = '', what = ''] = words.filter((word) => !/^-/.test(word))
  return (
    (/^(?:npm|pnpm|yarn|bun)$/.test(name) && (/^(?:create|init)$/.test(verb) || (verb === 'dlx' && what.startsWith('create-')))) ||
    (/^(?:npx|bunx|pnpx)$/.test(name) && (verb.startsWith('create-') || /^(?:init|new)$/.test(what))) ||
    (/^(?:nest|ng|rails|django-admin|vue|expo)$/.test(name) && /^(?:new|create|init|startproject)$/.test(verb))
  )
}

/** Where `cd` leads: a folder of the repository, or the repository itself after it was cloned. */
function into(to: string, folders: string[], clone: string | undefined, ground: Ground, isOwnClone: boolean): string | undefined {
  if (to === '' || to === '-' || to === '.') return folders[0]
  const clean = to.replace(/\/$/, '')
  for (const folder of folders) {
    const joined = path.posix.normalize(path.posix.join(folder, clean)).replace(/^\.$/, '')
    if (joined.startsWith('..')) return ''
    const at = ground.lookUp(joined)
    if (at.exists && at.isDirectory) return joined
  }
  const base = path.posix.basename(clean).toLowerCase()
  const cloned =
    clone === undefined
      ? undefined
      : path.posix
          .basename(clone)
          .replace(/\.git$/, '')
          .toLowerCase()
  if (isOwnName(base, ground) || (cloned !== undefined && (isOwnClone || isOwnName(cloned, ground)) && (cloned === base || /^[<{[$]/.test(clean))))
    return ''
  // `cd repository/packages/api`
  const rest = clean.split('/').slice(1).join('/')
  if (rest && isOwnName(clean.split('/')[0]?.toLowerCase() ?? '', ground) && ground.lookUp(rest).isDirectory) return rest
  return undefined
}

/** What a clone of this repository is called. */
function isOwnName(name: string, ground: Ground): boolean {
  const { program } = ground
  const names = program.manifests.flatMap(({ path: file, facts }) =>
    file === 'package.json' ? facts.filter(({ kind }) => kind === 'package' || kind === 'repository').map((fact) => fact.name) : [],
  )
  return [...names, program.project.name].some((own) => path.posix.basename(own).toLowerCase() === name)
}

/** The section of the second depth, so that steps below it stay together. */
function top({ headings }: DocumentFacts, heading: number): number {
  for (let at = heading; at >= 0; at--) if ((headings[at]?.depth ?? 9) <= 2) return at
  return -1
}

function lastSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/).at(-1) ?? ''
}

/** A package that a folder belongs to: its own, else the nearest above. */
export function packageAround(folder: string, ground: Ground) {
  const packages = packagesOf(ground)
  for (let at = folder; ; at = path.posix.dirname(at) === '.' ? '' : path.posix.dirname(at)) {
    const found = packages.at(at)
    if (found || at === '') return found
  }
}
