/** Command lines: that the scripts, tasks, programs and files are there which they ask for, and that they can work at all. */
import path from 'node:path'
import type { Claim, DocumentFacts } from '../../types'
import { contradicted, holds, notJudged } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder } from '../not-claims'
import type { ClaimReader } from '../reader'
import { composeClaims, fileClaims, syntaxClaims } from './command/files'
import { missingScripts } from './command/missing-scripts'
import { missingOptions, optionClaims } from './command/options'
import { ownProgram } from './command/own'
import { type Named, packagesOf } from './command/packages'
import { doneBy, rivalOf, toldDeed } from './command/purpose'
import { type Asked, askedFor, bare, nps } from './command/scripts'
import { packageAround, type Site, sitesOf } from './command/sites'
import { usageClaims } from './command/usage'

const kind = 'command'

export const commands: ClaimReader = {
  id: kind,
  title: 'Commands',
  why: 'A command that fails is the first thing a newcomer meets.',
  read: (document: DocumentFacts, ground: Ground) => [
    ...sitesOf(document, ground).flatMap((site) => judged(site, ground)),
    ...optionClaims(document, ground),
  ],
  missing: (ground) => ({ claims: [...usageClaims(ground), ...missingOptions(ground), ...missingScripts(ground)], unlisted: [] }),
}

function judged(site: Site, ground: Ground): Claim[] {
  const words = bare(site.words)
  const syntax = syntaxClaims({ ...site, words }, ground)
  if (syntax.length > 0) return syntax
  const asked = askedFor(words)
  if (asked) return scriptClaims(site, asked, ground)
  return [...composeClaims({ ...site, words }, ground), ...fileClaims({ ...site, words }, ground), ...ownProgram({ ...site, words }, ground)]
}

function scriptClaims(site: Site, first: Asked, ground: Ground): Claim[] {
  const { spot, why } = site
  const found = resolve(site, first, ground)
  const { asked, named } = found
  const subject = `${asked.runner} ${asked.of ? `${'package' in asked.of ? asked.of.package : asked.of.folder} ` : ''}${asked.name}`
  if (named) {
    const there = holds(kind, spot, subject, `${shown(asked)} is there.`, [named.at])
    return [there, ...(why ? [] : [...purposeClaims(site, asked, named, ground), ...givenToProgram(site, asked, named, ground)])]
  }
  if (why) return [notJudged(kind, spot, subject, why)]
  if (isPlaceholder(asked.name) || !/^[\w@:./-]+$/.test(asked.name)) return [notJudged(kind, spot, subject, 'The name is a placeholder.')]
  if (found.doubt) return [notJudged(kind, spot, subject, found.doubt)]
  if (spot.document.fences.some(({ text }) => text.includes(`"${asked.name}":`)))
    return [notJudged(kind, spot, subject, 'The document shows how to define it.')]
  const near = nearest(asked.name, found.names)
  return [
    contradicted(kind, spot, subject, {
      says: `There is ${shown(asked).replace(/^The/, 'the')}.`,
      actual: near ? `There is none; there is ${near.name}.` : 'There is none of that name.',
      impact: 'Whoever types the command gets an error.',
      action: near ? `Write ${near.name}, if that is what is meant.` : `Remove it, or name what took its place.`,
      severity: 'High',
      confidence: asked.orProgram ? 'medium' : 'high',
      evidence: near ? [near.at] : [],
      ...(near && spot.text.split(asked.name).length === 2 ? { patch: { line: spot.line, from: asked.name, to: near.name } } : {}),
    }),
  ]
}

/** `npm run draw -- --grid`: what follows is given to the program that the script runs. */
function givenToProgram(site: Site, { rest }: Asked, { command = '', at }: Named, ground: Ground): Claim[] {
  const [runner = '', file = '', ...more] = bare(command.split(' '))
  if (!rest.some((word) => word.startsWith('--')) || /&&|;|\|/.test(command) || !/^(?:node|tsx|ts-node)$/.test(runner)) return []
  return ownProgram({ ...site, words: ['node', path.posix.join(path.posix.dirname(at.file), file), ...more, ...rest] }, ground)
}

const RUNNERS = { script: 'script', nps: 'task', nx: 'target', turbo: 'task', make: 'target' }

function shown({ runner, name }: Asked): string {
  return `The ${RUNNERS[runner]} ${name}${runner === 'script' ? '' : ` of ${runner}`}`
}

interface Resolved {
  asked: Asked
  named?: Named
  /** What there is to ask for. */
  names: Named[]
  /** Why its absence may mean nothing. */
  doubt?: string
}

function resolve(site: Site, asked: Asked, ground: Ground): Resolved {
  const packages = packagesOf(ground)
  if (asked.runner === 'make' || asked.runner === 'turbo' || asked.runner === 'nps') return task(asked, packages.tasks(asked.runner), site)
  if (asked.runner === 'nx') return target(asked, packages.tasks('nx'), ground)
  const scripts = (folder: string) => packages.at(folder)?.scripts
  if (asked.of) {
    const of =
      'package' in asked.of
        ? (packages.named(asked.of.package) ??
          packages.all.find((it) => path.posix.basename(it.folder) === (asked.of as { package: string }).package))
        : packages.at(path.posix.normalize(asked.of.folder))
    if (!of) return { asked, names: [], doubt: 'The package it is asked of was not found.' }
    const named = of.scripts.get(asked.name)
    return { asked, names: [...of.scripts.values()], ...(named ? { named } : programDoubt(asked, ground)) }
  }
  const here = site.folders.map((folder) => packageAround(folder, ground)).filter((it) => it !== undefined)
  for (const it of here) {
    const named = scripts(it.folder)?.get(asked.name)
    if (!named) continue
    // `yarn start lint`, where `start` is nps: the word after it is a task of that.
    const inner = /^(?:npx )?nps\s*$/.test(named.command?.trim() ?? '') && asked.rest.length > 0 ? nps(asked.rest) : undefined
    return inner ? task(inner, packages.tasks('nps'), site) : { asked, named, names: [] }
  }
  if (here.length === 0) return { asked, names: [], doubt: 'No package.json was found for it.' }
  const elsewhere = packages.all.filter((it) => it.scripts.has(asked.name))
  // The front page speaks of all packages, that of a package of its own and of what is above.
  if (elsewhere.length > 0 && (asked.anywhere || (!site.told && site.folders[0] === '')))
    return asked.anywhere
      ? { asked, named: elsewhere[0]?.scripts.get(asked.name) as Named, names: [] }
      : { asked, names: [], doubt: 'Another package of the repository has it; which one is meant is not sure.' }
  const names = here.flatMap((it) => [...it.scripts.values()])
  if (names.length === 0) return { asked, names, doubt: 'The package has no scripts at all.' }
  if (asked.name === 'start' && here.some((it) => ground.lookUp(path.posix.join(it.folder, 'server.js')).exists))
    return { asked, names, doubt: 'npm starts server.js where there is no such script.' }
  return { asked, names, ...programDoubt(asked, ground) }
}

/** `yarn jest` and `pnpm eslint` run what a dependency brings along. */
function programDoubt({ name, orProgram }: Asked, ground: Ground): Pick<Resolved, 'doubt'> {
  const packages = packagesOf(ground)
  const isProgram = orProgram && (packages.programs.has(name) || packages.isDependency(name) || KNOWN_PROGRAMS.test(name) || /[./]/.test(name))
  return isProgram ? { doubt: 'It may be a program of a dependency.' } : {}
}

/** Programs that are called otherwise than their package. */
const KNOWN_PROGRAMS =
  /^(?:tsc|tsserver|ng|nest|vue-cli-service|sb|storybook|playwright|prisma|sequelize|knex|typeorm|cap|expo|eas|changeset|wrangler|drizzle-kit|mikro-orm|graphql-codegen|oclif|depcheck|ncu|json|svelte-kit|node-gyp|serverless|sls|cdk|firebase|vercel|netlify|ts-node-script|openapi|swagger|hygen|plop)$/

function task(asked: Asked, all: Named[], { folders, told }: Site): Resolved {
  if (all.length === 0) return { asked, names: [], doubt: 'No file that defines such tasks was recognised.' }
  const near = asked.runner === 'make' ? all.filter(({ at }) => folders.includes(path.posix.dirname(at.file).replace(/^\.$/, ''))) : all
  const named = near.find(({ name }) => name === asked.name) ?? all.find(({ name }) => name === asked.name)
  if (named) return { asked, named, names: [] }
  if ((near.length === 0 && !told) || all.some(({ name }) => name === '*'))
    return { asked, names: [], doubt: 'More tasks are defined than could be read.' }
  // `nps test.watch` finds a task by its beginning as well.
  if (
    asked.runner === 'nps' &&
    all.some(({ name }) => name.startsWith(`${asked.name}.`) || name.split('.').some((part) => part.startsWith(asked.name)))
  )
    return { asked, names: all, doubt: 'nps finds tasks by their beginnings, too.' }
  return { asked, names: near }
}

function target(asked: Asked, all: Named[], ground: Ground): Resolved {
  const [project = '', name = ''] = asked.name.split(':')
  const fits = all.filter((it) => (project === '' || it.name.startsWith(`${project}:`)) && it.name.split(':')[1] === name)
  const scripts = packagesOf(ground).all.filter((it) => (project === '' || it.name === project) && it.scripts.has(name))
  const named = fits[0] ?? scripts[0]?.scripts.get(name)
  if (named) return { asked, named, names: [] }
  const isKnown = all.some((it) => it.name.startsWith(`${project}:`))
  return all.some((it) => it.name === '*') || !isKnown
    ? { asked, names: [], doubt: 'Targets of nx may come from plugins, which were not read.' }
    : { asked, names: all }
}

/** What the document says that a script does, held against what it runs. */
function purposeClaims(site: Site, asked: Asked, named: Named, ground: Ground): Claim[] {
  const description = descriptionOf(site)
  if (!description || !named.command || named.command.endsWith('…')) return []
  const done = doneBy(named.command, (words) => {
    const inner = askedFor(words)
    return inner && resolve(site, inner, ground).named?.command
  })
  const subject = `${asked.name}: ${description.slice(0, 60)}`
  const told = toldDeed(description)
  const rival = rivalOf(description, done)
  const fault = rival
    ? `It runs ${rival.runs}, not ${rival.told}.`
    : told && done.whole && done.deeds.size > 0 && ![...told.all].some((deed) => done.deeds.has(deed))
      ? `It runs ${named.command}.`
      : undefined
  if (!fault) return told && done.deeds.has(told.deed) ? [holds(kind, site.spot, subject, 'That is what it runs.', [named.at])] : []
  return [
    contradicted(kind, site.spot, subject, {
      says: `${asked.name} is for this: ${description}.`,
      actual: fault,
      impact: 'Whoever runs it expects something else to happen.',
      action: 'Say what it does, or name the script that does what is said.',
      confidence: 'medium',
      evidence: [named.at],
    }),
  ]
}

/** The comment beside a command, the words after it in an item, the cell beside it in a table. */
function descriptionOf({ form, command, passage, spot }: Site): string | undefined {
  if (form === 'block') return command.comment
  if (!passage) return undefined
  if (passage.cell) {
    const row = spot.document.passages.find(
      (other) =>
        other.cell?.table === passage.cell?.table && other.cell?.row === passage.cell?.row && other.cell?.column === (passage.cell?.column ?? 0) + 1,
    )
    return row && row.codes.length === 0 ? row.raw.trim() : undefined
  }
  if (passage.kind !== 'item') return undefined
  return /^\**`[^`]+`\**\s*[-–—:=]+>?\s*([^\n]+)/.exec(passage.raw.trim())?.[1]?.replace(/[.\s]+$/, '')
}

/** One word more or less, or a slip of the pen. */
function nearest(name: string, names: Named[]): Named | undefined {
  const parts = (text: string) => text.toLowerCase().split(/[:._-]/)
  const scored = names
    .map((it) => {
      const [a, b] = [parts(name), parts(it.name)]
      const common = a.filter((part) => b.includes(part)).length
      return { it, score: distance(name, it.name) <= Math.max(1, name.length / 5) ? 1 : (2 * common) / (a.length + b.length) }
    })
    .sort((x, y) => y.score - x.score)
  return scored[0] && scored[0].score > 0.6 && scored[0].score > (scored[1]?.score ?? 0) ? scored[0].it : undefined
}

/** Letters to change; far apart is far apart, so long names are not compared to the end. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return 9
  let row = [...Array(b.length + 1).keys()]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length] as number
}
