/**
 * Lists of options: tables and lists whose rows begin with one. In: documents. Out: each option held against the program that
 * the list is about, and what the program takes and a complete list leaves out.
 */
import path from 'node:path'
import type { Claim, DocumentFacts, EntryPoint, Passage } from '../../../types'
import { contradicted, holds, notJudged, type Spot, undocumented } from '../../claim'
import type { Ground } from '../../ground'
import { whyNotDocument, whyNotPassage } from '../../not-claims'
import { BUILT_IN, optionsOf, type Program, programsOf, RAW, spellings } from './own'
import { packagesOf } from './packages'

const kind = 'command'
/** Fewer than this are examples, and no list; so is less than this share of what there is. */
const leastOfList = 3
const leastShare = 0.5

interface Row {
  written: string
  spot: Spot
  passage: Passage
}

interface List {
  rows: Row[]
  program: Program
  /** The one command that all of them belong to, where there is one. */
  command: EntryPoint | undefined
}

export function optionClaims(document: DocumentFacts, ground: Ground): Claim[] {
  return listsOf(document, ground).flatMap(({ rows, program }) =>
    rows.map(({ written, spot, passage }) => {
      const subject = `${program.name} ${written}`
      const flag = optionsOf(program).find(({ name, at }) => spellings(name, at?.text).includes(written))
      if (flag) return holds(kind, spot, subject, 'The program takes it.', flag.at ? [flag.at] : [])
      const why = whyNotDocument(document) ?? whyNotPassage(document, passage)
      if (why) return notJudged(kind, spot, subject, why)
      return contradicted(kind, spot, subject, {
        says: `${program.name} takes ${written}.`,
        actual: `It takes ${optionsOf(program)
          .map(({ name }) => `--${name}`)
          .slice(0, 12)
          .join(', ')}.`,
        impact: 'Whoever uses it gets an error, or something other than was asked for.',
        action: 'Name an option that is there, or remove the row.',
        evidence: [program.at],
      })
    }),
  )
}

/** What a complete list leaves out. */
export function missingOptions(ground: Ground): Claim[] {
  return ground.documents.flatMap((document) =>
    whyNotDocument(document)
      ? []
      : listsOf(document, ground).flatMap(({ rows, program, command }) => {
          const all = optionsOf(program, command).filter(({ name }) => !BUILT_IN.test(`--${name}`))
          const told = (name: string, line: string | undefined) => rows.some(({ written }) => spellings(name, line).includes(written))
          const left = all.filter(({ name, at }) => !told(name, at?.text))
          const last = rows.at(-1)
          if (!last || all.length - left.length < leastOfList || (all.length - left.length) / all.length < leastShare) return []
          // A word about it elsewhere in the document is enough.
          const text = [...document.passages.map(({ raw }) => raw), ...document.fences.map((fence) => fence.text)].join('\n')
          return left
            .filter(({ name, at }) => at && !spellings(name, at.text).some((it) => it.startsWith('--') && text.includes(it)))
            .map(({ name, at }) =>
              undocumented(kind, last.spot, `${program.name} --${name}`, at as Claim['doc'], {
                says: 'The list of options leaves it out.',
                actual: `${program.name} takes --${name}.`,
                impact: 'Who reads the list does not know of it.',
                action: `Add --${name} to the list.`,
              }),
            )
        }),
  )
}

const known = new WeakMap<Ground, Map<DocumentFacts, List[]>>()

function listsOf(document: DocumentFacts, ground: Ground): List[] {
  const ofGround = known.get(ground) ?? new Map<DocumentFacts, List[]>()
  known.set(ground, ofGround)
  let lists = ofGround.get(document)
  if (!lists) {
    lists = programsOf(ground).size === 0 ? [] : findLists(document, ground)
    ofGround.set(document, lists)
  }
  return lists
}

function findLists(document: DocumentFacts, ground: Ground): List[] {
  const groups = new Map<string, Row[]>()
  for (const passage of document.passages) {
    const { cell, codes, raw, heading, kind: of } = passage
    const first = codes[0]
    if (!first || (cell ? cell.column !== 0 || cell.row < 0 : of !== 'item') || !raw.replace(/^[\s*_[(]+/, '').startsWith('`')) continue
    // `-o, --output <file>` is its long name; a short one alone cannot be told apart well enough.
    const written = /(?:^|[\s,/|])(--[A-Za-z][\w-]*)/.exec(first.text)?.[1]
    if (!written || !/^--?[A-Za-z]/.test(first.text) || BUILT_IN.test(written)) continue
    const key = cell ? `table ${cell.table}` : `list ${heading}`
    groups.set(key, [
      ...(groups.get(key) ?? []),
      { written, passage, spot: { document, line: first.line, text: raw.split('\n')[0] ?? raw, heading } },
    ])
  }
  return [...groups.values()].flatMap((rows): List[] => {
    const own = [...programsOf(ground).values()].filter(({ commands }) => !commands.some(({ framework }) => RAW.has(framework)))
    const scored = own
      .map((program) => ({
        program,
        fits: rows.filter(({ written }) => optionsOf(program).some(({ name, at }) => spellings(name, at?.text).includes(written))).length,
        named: isNamedNear(document, rows[0] as Row, [program.name, ...scriptsOf(program, ground)]),
      }))
      .filter(({ fits, named }) => fits > 0 && fits / rows.length >= leastShare && (named || fits >= leastOfList))
      .sort((a, b) => Number(b.named) - Number(a.named) || b.fits - a.fits)
    const best = scored[0]
    if (!best) return []
    const { program } = best
    const alone = program.commands.filter(
      (command) =>
        rows.filter(({ written }) => command.parameters.some((it) => it.in === 'flag' && spellings(it.name, it.at?.text).includes(written)))
          .length === best.fits,
    )
    return [{ rows, program, command: alone.length === 1 ? alone[0] : undefined }]
  })
}

/** The section shows a call of the program, or names it in its title. */
function isNamedNear({ fences, headings, passages }: DocumentFacts, { spot: { heading } }: Row, names: string[]): boolean {
  const calls = [
    ...fences.filter((fence) => fence.heading === heading).flatMap(({ commands = [] }) => commands),
    ...passages.filter((passage) => passage.heading === heading).flatMap(({ codes }) => codes.flatMap(({ commands = [] }) => commands)),
  ]
  return names.some(
    (name) =>
      (headings[heading]?.text ?? '').includes(name) || calls.some(({ words }) => words.some((word) => word === name || word.endsWith(`/${name}`))),
  )
}

/** Scripts that run the program's file. */
function scriptsOf({ commands }: Program, ground: Ground): string[] {
  return packagesOf(ground).all.flatMap(({ folder, scripts }) =>
    [...scripts.values()]
      .filter(({ command = '' }) =>
        commands.some(({ at }) => command.split(' ').some((word) => word.includes('/') && path.posix.join(folder, word) === at.file)),
      )
      .map(({ name }) => name),
  )
}
