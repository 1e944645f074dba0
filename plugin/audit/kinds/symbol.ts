/** Names of code in running text: that an own class, object or type has the member, and that a name is no slip of another. */
import escapeStringRegexp from 'escape-string-regexp'
import type { Claim, DocumentFacts, ExportedSymbol, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'
import { hasMember, isClosed, nearMember, type OwnCode, ownCodeOf } from './own-code'

const kind = 'symbol'

export const symbols: ClaimReader = {
  id: kind,
  title: 'Names of the code',
  why: 'Who looks for a name that the code does not have finds nothing, and doubts the rest.',
  read(document, ground) {
    const code = ownCodeOf(ground)
    return document.passages.flatMap((passage) => [...inCode(document, passage, ground, code), ...decorators(document, passage, code)])
  },
}

/** What follows the dot of a file, and not of an object. */
const ENDINGS =
  /^(?:[cm]?[jt]sx?|json5?|ya?ml|md|mdx|html?|css|s[ac]ss|less|svg|png|jpe?g|gif|ico|txt|env|lock|toml|xml|csv|sql|sh|log|vue|svelte|astro|py|go|rs|rb|java|kt|php|graphql|gql|proto|prisma|exe|zip|gz|pdf|io|com|org|net|dev|app|conf|ini|map|d|config|test|spec|example|local|NET)$/

function inCode(document: DocumentFacts, passage: Passage, ground: Ground, code: OwnCode): Claim[] {
  return passage.codes.flatMap(({ text, line }) => {
    const spot: Spot = { document, line, text: lineOf(passage, line), heading: passage.heading }
    const why = () => whyNotPassage(document, passage, passage.raw.indexOf(text))
    const member = /^(?:new )?([A-Za-z_$][\w$]*)(?:\.prototype\.|\.|#)([A-Za-z_$][\w$]*)(\(.*\))?;?$/.exec(text)
    if (member) return ofOwner(spot, member[1] as string, member[2] as string, member[3], code, why)
    const called = /^(?:new )?([A-Za-z_$][\w$]*)\((.*)\);?$/.exec(text)
    if (called) return ofFunction(spot, called[1] as string, called[2] as string, text.startsWith('new '), code, why, ground)
    const type = /^([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)$/.exec(text)
    return type ? slip(spot, type[1] as string, code, why, ground) : []
  })
}

function ofOwner(spot: Spot, owner: string, member: string, call: string | undefined, code: OwnCode, why: () => string | undefined): Claim[] {
  const own = code.named(owner)
  if (own.length === 0 || ENDINGS.test(member)) return []
  const subject = `${owner}.${member}`
  const having = own.find((symbol) => hasMember(symbol, member))
  if (having) return [holds(kind, spot, subject, `${owner} has ${member}.`, [having.at])]
  if (!own.every(isClosed)) return []
  const reason = why()
  if (reason) return [notJudged(kind, spot, subject, reason)]
  const near = nearMember(member, own)
  // A small name may be a variable of the text: it says little of what is exported by that name.
  if (!near && !/^[A-Z]/.test(owner)) return [notJudged(kind, spot, subject, `It is not sure that ${owner} of the code is meant.`)]
  // Of a class that others build on, or a word with a dot in it.
  if (!near && !call && own.some((symbol) => symbol.kind !== 'class' && symbol.kind !== 'constant'))
    return [notJudged(kind, spot, subject, `It is not sure that ${owner} of the code is meant.`)]
  const first = own[0] as ExportedSymbol
  return [
    contradicted(kind, spot, subject, {
      says: `${owner} has ${member}.`,
      actual: near ? `It has ${near}, and no ${member}.` : `${owner} in ${first.file} has no ${member}.`,
      impact: 'Whoever writes it by the document gets undefined, or an error.',
      action: near ? `Write ${near}.` : 'Name what is there.',
      confidence: near ? 'high' : 'medium',
      evidence: [first.at],
      ...(near ? { patch: { line: spot.line, from: member, to: near } } : {}),
    }),
  ]
}

function ofFunction(spot: Spot, name: string, inner: string, isNew: boolean, code: OwnCode, why: () => string | undefined, ground: Ground): Claim[] {
  const own = code.named(name).filter((symbol) => (isNew ? symbol.kind === 'class' : symbol.kind === 'function'))
  if (own.length === 0) return slip(spot, name, code, why, ground)
  const [symbol] = own
  const given = argumentsIn(inner)
  const subject = `${name}()`
  if (!symbol?.parameters || own.length > 1 || !given)
    return [
      holds(
        kind,
        spot,
        subject,
        `The code has ${name}.`,
        own.slice(0, 1).map(({ at }) => at),
      ),
    ]
  const { parameters } = symbol
  const isOpen = parameters.some(({ rest }) => rest) || (symbol.open && !symbol.typed)
  if (given.length <= parameters.length || isOpen) return [holds(kind, spot, subject, `The code has ${name}.`, [symbol.at])]
  const reason = why()
  if (reason) return [notJudged(kind, spot, `arguments of ${subject}`, reason)]
  return [
    contradicted(kind, spot, `arguments of ${subject}`, {
      says: `${name} takes ${given.length}.`,
      actual: `It takes ${parameters.length}: ${parameters.map((parameter) => parameter.name).join(', ') || 'nothing'}.`,
      impact: 'What is given beyond that is ignored, or does not compile.',
      action: 'Write what it takes.',
      confidence: 'medium',
      evidence: [symbol.at],
    }),
  ]
}

/** Names or texts between commas; undefined for anything that could be a list of its own, or leaves something out. */
function argumentsIn(inner: string): string[] | undefined {
  if (/\.\.\.|…|[[\]{}()<>=|]/.test(inner)) return undefined
  return inner.trim() === '' ? [] : inner.split(',')
}

/** `@Name` in running text. */
function decorators(document: DocumentFacts, passage: Passage, code: OwnCode): Claim[] {
  return [...passage.raw.matchAll(/(?<![\w/@.:-])@([A-Z][A-Za-z0-9]+)\b(?![/.@-])/g)].flatMap((match) => {
    const name = match[1] as string
    const line = passage.line + passage.raw.slice(0, match.index).split('\n').length - 1
    const spot: Spot = { document, line, text: lineOf(passage, line), heading: passage.heading }
    const own = code.named(name).filter((symbol) => symbol.kind === 'function' || symbol.kind === 'constant' || symbol.kind === 'other')
    if (own[0]) return [holds(kind, spot, `@${name}`, `The code has ${name}.`, [own[0].at])]
    if (code.isKnown(name)) return []
    const near = code.near(name, (symbol) => symbol.kind === 'function' || symbol.kind === 'other')
    if (!near) return []
    const why = whyNotPassage(document, passage, match.index)
    return [why ? notJudged(kind, spot, `@${name}`, why) : slipped(spot, `@${name}`, name, near)]
  })
}

/** A name that stands nowhere in the code, and differs in little from one that is exported. */
function slip(spot: Spot, name: string, code: OwnCode, why: () => string | undefined, { program }: Ground): Claim[] {
  const own = code.named(name)
  if (own[0]) return [holds(kind, spot, name, `The code has ${name}.`, [own[0].at])]
  if (code.isKnown(name) || isPlaceholder(name) || isName(name, program)) return []
  // What a link leads away with is somebody else's.
  if (new RegExp(`\\[[^\\]]*\\b${escapeStringRegexp(name)}\\b[^\\]]*\\]\\(\\w+:`).test(spot.text)) return []
  // One that the reader is to write, or a pattern: `registerXTool`.
  if (/[a-z][XYZ][A-Z]/.test(name) || /\byour\b/i.test(spot.text.slice(0, spot.text.indexOf(name)))) return []
  const near = code.near(name, () => true)
  if (!near) return []
  const reason = why()
  return [reason ? notJudged(kind, spot, name, reason) : slipped(spot, name, name, near)]
}

/** Of the project, of a technology, of a package. */
function isName(name: string, { project, technologies }: Ground['program']): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return [project.name, ...technologies.map((it) => it.name)].some((it) => plain(it) === plain(name))
}

function slipped(spot: Spot, subject: string, name: string, near: ExportedSymbol): Claim {
  return contradicted(kind, spot, subject, {
    says: `There is ${subject}.`,
    actual: `Nothing in the code is called so; it has ${near.name}.`,
    impact: 'Who looks for it finds nothing.',
    action: `Write ${near.name}.`,
    severity: 'Low',
    confidence: 'medium',
    evidence: [near.at],
    patch: { line: spot.line, from: name, to: near.name },
  })
}

function lineOf({ raw, line }: Passage, at: number): string {
  return raw.split('\n')[at - line] ?? raw
}
