/** Files and folders that documents name: in code, in tables of the layout, in drawn trees. Letter case counts. */
import path from 'node:path'
import type { Claim, DocumentFacts, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotFence, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'
import { baseOf, find, findBelow, isInKnownFolder, isLeftOut } from './path-places'
import { treesIn } from './path-trees'

const kind = 'path'

export const paths: ClaimReader = {
  id: kind,
  title: 'Files and folders',
  why: 'Who is sent to a file that is not there has to search, and does not know what else is out of date.',
  read: (document, ground) => [
    ...document.passages.flatMap((passage) => inPassage(document, passage, ground)),
    ...document.fences.flatMap((fence) =>
      treesIn(fence).flatMap((tree) => {
        const base = baseOf(document.path, tree, ground)
        const why =
          whyNotFence(document, fence) ?? (base === undefined ? 'Less than half of what is drawn is there, so it may be another project.' : undefined)
        return tree.entries.flatMap(({ entry, line, text }) =>
          judged({ document, line, text, heading: fence.heading }, entry, ground, { why, sure: true, base }),
        )
      }),
    ),
  ],
}

function inPassage(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  if (document.format === 'env' || passage.kind === 'heading') return []
  const lines = passage.raw.split('\n')
  const spotAt = (line: number): Spot => ({ document, line, text: lines[line - passage.line] ?? passage.raw, heading: passage.heading })
  const coded = passage.codes.flatMap(({ text, line }) => {
    if (!looksLikePath(text)) return []
    const why =
      whyNotPassage(document, passage, passage.raw.indexOf(text)) ??
      (isMade(passage.raw, text)
        ? 'The sentence is about something the reader makes, that is made for them, or that only serves as an example.'
        : undefined) ??
      (/^default/i.test(passage.cell?.head ?? '') ? 'It is the value of a setting, which is meant from where the program runs.' : undefined)
    return judged(spotAt(line), text, ground, { why, sure: isAmongPaths(document, passage, text, ground) })
  })
  return [...coded, ...inLayout(document, passage, spotAt, ground)]
}

/** Other paths beside it, of its passage or of its column, are there: then it means one of this project as well. */
function isAmongPaths({ path: from, passages }: DocumentFacts, passage: Passage, text: string, ground: Ground): boolean {
  if (!text.includes('/')) return false
  const { cell } = passage
  const beside = cell ? passages.filter((it) => it.cell?.table === cell.table && it.cell.column === cell.column && it.cell.row >= 0) : [passage]
  const others = beside.flatMap(({ codes }) => codes.map((code) => code.text)).filter((it) => it !== text && it.includes('/') && looksLikePath(it))
  // In a sentence `a/` or `b/` may be folders of any project.
  return (
    (cell !== undefined || EXTENSION.test(text)) &&
    others.length > 0 &&
    others.filter((it) => find(from, it.replace(/^\.\//, ''), ground).path !== undefined).length * 2 >= others.length
  )
}

/** A table of the layout names folders without marks of code, often in bold. */
function inLayout(document: DocumentFacts, passage: Passage, spotAt: (line: number) => Spot, ground: Ground): Claim[] {
  const title = document.headings[passage.heading]?.text ?? ''
  if (passage.cell?.column !== 0 || passage.cell.row < 0 || passage.codes.length > 0 || !LAYOUT.test(title)) return []
  const text = passage.raw.replace(/\*\*|__|~~/g, '').trim()
  if (!/^(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\/?$/.test(text) || !/[/.]/.test(text)) return []
  return judged(spotAt(passage.line), text, ground, { why: whyNotPassage(document, passage), sure: true })
}

const LAYOUT = /\b(?:structure|layout|folders?|director(?:y|ies)|files|tree|organi[sz]ation|overview)\b/i
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|json5?|jsonc|ya?ml|toml|md|mdx|html?|s?css|less|vue|svelte|astro|graphql|gql|prisma|proto|sql|sh|env|ini|xml|svg|png|ejs|pug|hbs|txt|lock|conf|tf|py|go|rs|rb)$/i
/** Files that have a name and no ending, or begin with a dot. */
const NAMED =
  /^(?:Dockerfile|Makefile|Procfile|LICENSE|README|CODEOWNERS|\.[a-z][\w.-]*rc(?:\.[a-z]+)?|\.env(?:\.[\w.]+)?|\.git(?:ignore|attributes)|\.docker(?:ignore)|\.nvmrc|\.editorconfig)$/

/** Whether code in running text may be a path at all. */
export function looksLikePath(text: string): boolean {
  if (
    text.length > 160 ||
    /[\s"'`<>|?;=(){}$!,]|:\/\/|^[#@~&+-]|\*|\\/.test(text) ||
    (/^[\w.+-]+\/[\w.+-]+$/.test(text) === false && !text.includes('/') && !EXTENSION.test(text) && !NAMED.test(text))
  )
    return false
  if (/^\/|^[\w-]+:/.test(text) || /^(?:https?|www\.)/.test(text)) return false
  if (/^(?:application|text|image|audio|video|multipart|font|model|message)\//.test(text)) return false
  // A version, a number, a domain, a method of something.
  if (/^v?\d+(?:\.\d+)*$|\.(?:com|org|io|net|dev|app)(?:\/|$)/i.test(text)) return false
  return text.includes('/') ? /\/$|\.[a-z0-9]+$|^(?:\.{1,2}\/|[\w.-]+\/[\w.-]+)/i.test(text) : EXTENSION.test(text) || NAMED.test(text)
}

const OUTPUT =
  /(?:^|\/)(?:node_modules|dist|build|out|coverage|\.next|\.nuxt|\.docusaurus|tmp|temp|logs?|target|\.cache|generated|public\/build)(?:\/|$)/
const MAKES =
  /\b(?:creat(?:e|es|ed|ing)|generat(?:e|es|ed|ing)|cop(?:y|ies|ied)|renam(?:e|es|ed)|writ(?:e|es|ten)|add(?:s|ed)?|put|plac(?:e|es|ed)|new|produc(?:e|es|ed)|output|emit(?:s|ted)?|download(?:s|ed)?|sav(?:e|es|ed)|stor(?:e|es|ed)|your(?: own)?|make|touch|install(?:s|ed)?)\b/i

function isMade(raw: string, text: string): boolean {
  const at = raw.indexOf(text)
  const start = Math.max(raw.lastIndexOf('. ', at), raw.lastIndexOf('\n\n', at)) + 1
  const end = raw.indexOf('. ', at)
  return MAKES.test(raw.slice(start, end < 0 ? raw.length : end)) || /\b(?:such as|e\.g\.|for example|for instance)\b/i.test(raw.slice(start, at))
}

interface Doubts {
  /** Why it may be no statement about this project. */
  why: string | undefined
  /** The document lists the files of this project, so a name needs no further sign that it means one. */
  sure: boolean
  /** The folder that it is surely in. */
  base?: string | undefined
}

function judged(spot: Spot, text: string, ground: Ground, { why, sure, base }: Doubts): Claim[] {
  const subject = text
  const wanted = text.replace(/^\.\//, '').replace(/:\d+(?:[-:]\d+)?$/, '')
  const found = base === undefined ? find(spot.document.path, wanted, ground) : findBelow(base, wanted, ground)
  if (found.path !== undefined) return [holds(kind, spot, subject, `It is there: ${found.path || 'the root'}.`, [])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (isPlaceholder(wanted)) return [notJudged(kind, spot, subject, 'The name is a placeholder.')]
  if (isLeftOut(spot.document.path, wanted, ground))
    return [notJudged(kind, spot, subject, 'Git leaves such files out, so whoever builds, runs or sets it up makes it.')]
  if (OUTPUT.test(wanted) || /(?:^|\/)\.env(?:\.(?!example|sample|template)[\w.]+)?$/.test(wanted))
    return [notJudged(kind, spot, subject, 'It is made by a build, by a run or by the reader.')]
  if (found.actual !== undefined)
    return [
      contradicted(kind, spot, subject, {
        says: `There is ${wanted}.`,
        actual: `It is written ${found.actual}.`,
        impact: 'Where capital and small letters differ, nobody finds it under this name.',
        action: `Write ${found.actual}.`,
        severity: 'Low',
        patch: { line: spot.line, from: wanted, to: found.actual },
      }),
    ]
  const isKnown =
    isInKnownFolder(spot.document.path, wanted, ground) && (EXTENSION.test(wanted) || /\/$/.test(wanted) || wanted.split('/').length > 2)
  if (!sure && !isKnown) return [notJudged(kind, spot, subject, 'It is not sure that a file of this project is meant.')]
  const moved = ground.named(path.posix.basename(wanted)).filter((it) => EXTENSION.test(it))
  return [
    contradicted(kind, spot, subject, {
      says: `There is ${wanted}.`,
      actual: moved.length === 1 ? `There is none; ${moved[0]} has that name.` : 'There is none.',
      impact: 'Whoever looks there finds nothing.',
      action: moved.length === 1 ? `Write ${moved[0]}, if that is what is meant.` : 'Name what is there now, or remove it.',
      evidence: moved.length === 1 ? [{ file: moved[0]!, line: 1, text: moved[0]! }] : [],
      ...(moved.length === 1 && wanted.includes('/') ? { patch: { line: spot.line, from: wanted, to: moved[0]! } } : {}),
    }),
  ]
}
