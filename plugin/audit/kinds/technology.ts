/** What documents say the system is made with, held against what it is made with. */
import type { Claim, DocumentFacts, Evidence, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type Product, products, productsIn } from './products'
import { chosenDatabase, dependenciesOf, isNamedAnywhere, isTraced, proofOf } from './technology-proof'

const kind = 'technology'

export const technologies: ClaimReader = {
  id: kind,
  title: 'Technologies',
  why: 'Who learns, installs or hires for what is not used does so in vain.',
  read: (document, ground) => {
    if (document.format !== 'markdown' || whyNotDocument(document)) return []
    const told = [...inTitlePicture(document), ...document.passages.flatMap((passage) => inPassage(document, passage)), ...inTables(document, ground)]
    // One line says a thing once, however many of its words do.
    const once = new Map(told.map((it) => [`${it.spot.line} ${it.product.name}`, it]))
    return [...[...once.values()].flatMap((statement) => judged(statement, ground)), ...namedPackages(document, ground)]
  },
  missing: (ground) => ({ claims: inDescriptions(ground), unlisted: [] }),
}

/** What packages say of themselves is published as well. */
function inDescriptions(ground: Ground): Claim[] {
  return ground.program.manifests.flatMap(({ path, facts }) =>
    facts.flatMap((fact) => {
      if (fact.kind !== 'description' || ASIDE.test(path)) return []
      const passage: Passage = { kind: 'paragraph', raw: fact.name, line: fact.line, codes: [], heading: -1 }
      const document: DocumentFacts = {
        path,
        format: 'text',
        lines: 1,
        headings: [],
        anchors: [],
        passages: [passage],
        fences: [],
        links: [],
        silenced: [],
      }
      return inPassage(document, passage).flatMap((statement) => judged(statement, ground))
    }),
  )
}

interface Statement {
  product: Product
  spot: Spot
  /** Words that say what it is used for, where they do. */
  how: 'used' | 'needed'
  why?: string
}

/** Longer passages are data and no statements. In characters. */
const MOST_TEXT = 5000

/** Words right in front of what is used. */
const USES =
  /\b(?:uses|us(?:e|ing)|built (?:with|on|using|upon|in|around)|made with|powered by|based on|written (?:with|using)|backed by|thanks to|implemented (?:with|using|in)|done with|developed (?:with|using)|stored in|is|are managed (?:with|by))(?: the| a| an| our)?(?: \w+){0,3}? ?(?:\[|\*\*|`|_)*$/i
const NEEDS = /\b(?:installs?|needs?|requires?|must have|set up|start|run)\b[^.!?]{0,40}$/i
/** What is compared, offered, left to the reader, or not so. */
const OTHERWISE =
  /\b(?:instead|rather than|unlike|alternativ\w*|inspired|similar|such as|(?:just|counted|works?|does|same) as|like|e\.g|i\.e|for (?:example|instance)|or|either|any|other|another|supports?|supported|compatible|integrat\w*|plugins?|adapters?|option(?:al|ally|s)|if|you can|can|could|may|might|would|should|switch\w*|replac\w*|migrat\w*|compar\w*|vs|versus|not|never|without|no|except|original\w*|choose|prefer\w*|recommend\w*|sample|tutorial|whether|planned|learn|looking|your|their|he|she|they|when|where|in case|most|many|popular|example)\b/i
/** Tables of what may be used, and of what others have. */
const OFFERS =
  /\b(?:support(?:s|ed)?|compatib\w*|integrations?|adapters?|plugins?|alternatives?|comparison|related|similar|other|inspir\w*|examples?|recogni[sz]\w*|detect\w*)\b/i
const STACK = /\b(?:features?|stack|tech|technolog\w*|built with|made with|tools?|dependenc\w+|frameworks?|librar\w+|under the hood)\b/i

/** `# ![Node/Express/Mongoose Example App](logo.png)`: a list of what it is made with. */
function inTitlePicture(document: DocumentFacts): Statement[] {
  return document.links.flatMap(({ image, text, url, line, heading }) => {
    if (!image || line > 10 || /^https?:/.test(url) || !/[/,+&|]/.test(text)) return []
    // A slash parts them here, and would be a path elsewhere.
    const said = productsIn(text.replace(/[/,+&|]/g, ' , '))
    const isList = said.length > 1 || text.split(/[/,+&|]/).length > 2
    return isList ? said.map(({ product }) => ({ product, spot: { document, line, text: `![${text}](${url})`, heading }, how: 'used' as const })) : []
  })
}

function inPassage(document: DocumentFacts, passage: Passage): Statement[] {
  if (passage.cell || passage.kind === 'quote' || passage.raw.length > MOST_TEXT) return []
  const text = withoutAddresses(passage.raw)
  const title = document.headings[passage.heading]?.text ?? ''
  const isFeature = passage.kind === 'item' && (STACK.test(title) || /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__)/.test(text))
  return productsIn(text).flatMap(({ product, at }): Statement[] => {
    const before = text.slice(0, at)
    const clause = before.slice(Math.max(before.lastIndexOf('. ') + 1, before.lastIndexOf('\n\n') + 1, 0))
    const sentence = clause + text.slice(at).split(/[.!?](?:\s|$)/)[0]
    // `Express, Mongoose and Jest`: what is said in front of the first is said of all.
    const lead = clause.replace(/(?:[\w.*`[\]-]+(?:, | and | & |, and | \+ ))+(?:\[|\*\*|`)*$/, '')
    const needed = product.purpose === 'database' && /^[\s\S]{0,20}\b(?:database|server|instance)\b/i.test(text.slice(at)) && NEEDS.test(clause)
    const used = [clause, lead].some((it) => USES.test(it)) || (isFeature && isNamed(text, at))
    if (!needed && !used) return []
    const spot: Spot = { document, ...placed(passage, text, at), heading: passage.heading }
    const why =
      whyNotPassage(document, passage, Math.max(0, passage.raw.search(product.said))) ??
      (OTHERWISE.test(sentence.replace(product.said, '')) ? 'The sentence compares, offers or advises.' : undefined)
    return [{ product, spot, how: needed ? 'needed' : 'used', ...(why ? { why } : {}) }]
  })
}

/** In an item of a list of features the product is a link, in bold, or what the item begins with. */
function isNamed(text: string, at: number): boolean {
  return /(?:\[|\*\*|`)$/.test(text.slice(0, at)) || /^[\s*_-]*$/.test(text.slice(0, at))
}

/** Rows of a table whose others name what is used. */
function inTables(document: DocumentFacts, ground: Ground): Statement[] {
  const tables = new Map<number, Passage[]>()
  for (const passage of document.passages)
    if (passage.cell && passage.cell.column === 0 && passage.cell.row >= 0)
      tables.set(passage.cell.table, [...(tables.get(passage.cell.table) ?? []), passage])
  return [...tables.values()].flatMap((rows) => {
    const title = `${document.headings[rows[0]?.heading ?? -1]?.text ?? ''} ${rows[0]?.cell?.head ?? ''}`
    if (OFFERS.test(title) || OFFERS.test(document.path)) return []
    const said = rows.map((passage) => ({ passage, found: productsIn(withoutAddresses(passage.raw)) }))
    const present = said.filter(({ passage, found }) => found.some(({ product }) => proofOf(product, ground)) || isDependency(passage.raw, ground))
    if (present.length < 3 || present.length * 2 < rows.length) return []
    return said.flatMap(({ passage, found }) =>
      found.length !== 1 || !/^[\s*`]*\[/.test(passage.raw)
        ? []
        : found.map(({ product, at }) => {
            const why = whyNotPassage(document, passage)
            return {
              product,
              spot: { document, ...placed(passage, passage.raw, at), heading: passage.heading },
              how: 'used' as const,
              ...(why ? { why } : {}),
            }
          }),
    )
  })
}

function isDependency(raw: string, ground: Ground): boolean {
  const name = /^[\s*`]*\[?([\w@/. -]+?)\]?(?:\(|$|[*`|])/.exec(raw)?.[1]?.trim().toLowerCase().replace(/\s+/g, '-')
  return name !== undefined && dependenciesOf(ground).has(name)
}

/** `[Winston](https://…)` is `[Winston]`, of the same text otherwise. */
function withoutAddresses(raw: string): string {
  return raw.replace(/\]\([^)]*\)/g, ']').replace(/<[^>]+>/g, ' ')
}

function placed({ line, raw }: Passage, text: string, at: number): { line: number; text: string } {
  const below = text.slice(0, at).split('\n').length - 1
  return { line: line + below, text: raw.split('\n')[below] ?? raw }
}

/** A list of what it is made with names packages: in code, or by the one word that an item is. */
function namedPackages(document: DocumentFacts, ground: Ground): Claim[] {
  const lists = new Map<number, { name: string; spot: Spot; passage: Passage }[]>()
  for (const passage of document.passages) {
    if (passage.kind !== 'item' || !MADE_WITH.test(document.headings[passage.heading]?.text ?? '')) continue
    const alone = /^\s*([a-z][a-z\d.-]*)\s*$/.exec(passage.raw)?.[1]
    const names = [
      ...passage.codes.map(({ text, line }) => ({ text, line })),
      ...(alone && ofProducts.has(alone) ? [{ text: alone, line: passage.line }] : []),
    ]
    for (const { text, line } of names)
      if (/^(?:@[a-z\d][\w.-]*\/)?[a-z][a-z\d-]*(?:\.js)?$/.test(text) && text.length < 60)
        lists.set(passage.heading, [
          ...(lists.get(passage.heading) ?? []),
          {
            name: text,
            passage,
            spot: { document, line, text: passage.raw.split('\n')[line - passage.line] ?? passage.raw, heading: passage.heading },
          },
        ])
  }
  const declared = dependenciesOf(ground)
  return [...lists.values()].flatMap((named) => {
    const there = named.filter(({ name }) => declared.has(name))
    // Where most of what is named is no package, commands or files are meant.
    if (there.length === 0 || there.length * 2 < named.length) return []
    return named.flatMap(({ name, spot, passage }): Claim[] => {
      const subject = `uses package ${name}`
      const at = declared.get(name)
      if (at) return [holds(kind, spot, subject, 'A manifest asks for it.', [at])]
      const why = whyNotPassage(document, passage) ?? (OTHERWISE.test(passage.raw) ? 'The sentence compares, offers or advises.' : undefined)
      if (why) return [notJudged(kind, spot, subject, why)]
      if (!ofProducts.has(name) || isNamedAnywhere(name, ground))
        return [notJudged(kind, spot, subject, 'It could not be told that a package is meant, and that it is gone.')]
      return [
        contradicted(kind, spot, subject, {
          says: `The package ${name} is used.`,
          actual: 'No manifest asks for it, and nothing imports it.',
          impact: 'Whoever learns of it, or looks for it in the code, does so in vain.',
          action: 'Name what took its place, or remove it.',
          confidence: 'medium',
        }),
      ]
    })
  })
}

const MADE_WITH = /\b(?:built with|made with|(?:tech(?:nology|nical)?|software) ?stack|technologies|dependencies|libraries|under the hood)\b/i
const ofProducts = new Set(products.flatMap(({ packages }) => packages))

/** What tests and examples bring along takes nobody's place. */
const ASIDE = /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|samples?|e2e|benchmarks?|demos?)\//

function judged({ product, spot, how, why }: Statement, ground: Ground): Claim[] {
  const { name, purpose } = product
  const subject = how === 'needed' ? `needs ${name}` : `uses ${name}`
  const chosen = purpose === 'database' && how === 'needed' ? chosenDatabase(ground) : undefined
  const proof = proofOf(product, ground)
  if (proof && (!chosen || chosen.names.includes(name))) return [holds(kind, spot, subject, `${name} is there.`, [proof])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (chosen && !chosen.names.includes(name))
    return [fault(spot, subject, product, chosen.names[0] as string, chosen.at, `The example of settings chooses ${chosen.names[0]}.`)]
  if (isTraced(product, ground)) return [notJudged(kind, spot, subject, 'Something of it is there; whether it is used could not be told.')]
  const rivals = products.flatMap((other) => {
    const at = other.purpose === purpose && other.name !== name ? proofOf(other, ground) : undefined
    return at && !ASIDE.test(at.file) ? [{ other, at }] : []
  })
  const rival = rivals[0]
  if (!rival) return [notJudged(kind, spot, subject, 'No trace of it was found, nor of another product for that purpose.')]
  return [
    fault(
      spot,
      subject,
      product,
      rival.other.name,
      rival.at,
      `Nothing of it is there; for ${purpose} there is ${rivals.map(({ other }) => other.name).join(', ')}.`,
    ),
  ]
}

function fault(spot: Spot, subject: string, { name }: Product, real: string, at: Evidence, actual: string): Claim {
  return contradicted(kind, spot, subject, {
    says: `${name} is used.`,
    actual,
    impact: 'Whoever prepares for it prepares for the wrong thing.',
    action: `Write ${real}, if that took its place.`,
    severity: 'Medium',
    confidence: 'medium',
    evidence: [at],
  })
}
