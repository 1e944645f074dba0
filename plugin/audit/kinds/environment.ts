/** Variables of the environment: that the code reads them, what stands in for them, and whether it goes on without. */
import type { Claim, DocumentFacts, EnvironmentVariable } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotDocument, whyNotPassage, whyNotSection } from '../not-claims'
import type { ClaimReader } from '../reader'
import { alike, listIn, missingIn, OF_OTHERS, variablesOf } from './environment-lists'
import { type Mention, mentionsOf } from './environment-mentions'

const kind = 'environment'

export const environment: ClaimReader = {
  id: kind,
  title: 'Environment variables',
  why: 'A variable that nothing reads is set in vain, and one that is not told of is missing where the program is started.',
  read: (document, ground) => mentionsOf(document).flatMap((mention) => judged(document, mention, ground)),
  missing: (ground, claims) => missingIn(kind, ground, claims),
}

function judged(document: DocumentFacts, mention: Mention, ground: Ground): Claim[] {
  const { name, form } = mention
  const spot: Spot = { document, ...mention }
  const why =
    whyNotDocument(document) ??
    whyNotSection(document, mention.heading) ??
    (mention.passage ? whyNotPassage(document, mention.passage, mention.at) : undefined)
  const variables = variablesOf(ground)
  const variable = variables.byName.get(name)
  if (!variable) {
    // A word in capitals may be anything; only where variables are set or listed is it surely one.
    if (form === 'word') return []
    if (why) return [notJudged(kind, spot, name, why)]
    if (isPlaceholder(name)) return [notJudged(kind, spot, name, 'The name is a placeholder.')]
    if (OF_OTHERS.test(name)) return [notJudged(kind, spot, name, 'The variable belongs to the runtime, to a service or to another program.')]
    if (mention.foreign) return [notJudged(kind, spot, name, mention.foreign)]
    if (variables.isMentioned(name))
      return [notJudged(kind, spot, name, 'The name stands in the code; whether it is read as a variable could not be told.')]
    if (variables.manifests.includes(name)) return [notJudged(kind, spot, name, 'A manifest names it; what reads it there was not looked at.')]
    if (variables.byName.size === 0) return [notJudged(kind, spot, name, 'No read of the environment was recognised in the code at all.')]
    const replaced = listIn(document, ground).replaced.get(name)
    const instead = replaced && isNearest(replaced.name, name, variables.byName.keys()) ? replaced : undefined
    const near = instead?.name ?? nearest(name, variables.byName.keys())
    return [
      contradicted(kind, spot, name, {
        says: `The program reads ${name}.`,
        actual: near
          ? `Nothing reads it; the code reads ${near}${instead ? ', which the document does not name' : ''}.`
          : 'Nothing in the code reads it.',
        impact: 'Whoever sets it changes nothing, and looks for the reason elsewhere.',
        action: near ? `Write ${near}, if that is what is meant.` : 'Remove it, or name the variable that is read.',
        evidence: near ? (variables.byName.get(near)?.reads.slice(0, 1) ?? []) : [],
        ...(near && alike(name, near) > 0.7 ? { patch: { line: mention.line, from: name, to: near } } : {}),
      }),
    ]
  }
  if (why) return [notJudged(kind, spot, name, why)]
  const evidence = variable.reads.slice(0, 1)
  const more = isOfItsPackage(document, variable, ground) ? [...requirement(spot, mention, variable), ...fallback(spot, mention, variable)] : []
  return [holds(kind, spot, name, `The code reads ${name}.`, evidence), ...more]
}

/** What stands in for a variable in one package says nothing of another that reads the same name. */
function isOfItsPackage({ path }: DocumentFacts, { reads, because }: EnvironmentVariable, ground: Ground): boolean {
  const within = ground.packageOf(path)
  const packages = new Set(reads.map(({ file }) => ground.packageOf(file)))
  return within === '' ? packages.size <= 1 : because === undefined || because.file.startsWith(within)
}

/** What the document says of whether the program goes on without. */
function requirement(spot: Spot, { name, demanded }: Mention, { required, because, default: text }: EnvironmentVariable): Claim[] {
  if (!demanded || required === 'unknown') return []
  const subject = `${name} is ${demanded}`
  const evidence = because ? [because] : []
  if ((demanded === 'required') === (required === 'yes')) return [holds(kind, spot, subject, `The code agrees.`, evidence)]
  return [
    contradicted(kind, spot, subject, {
      says: `${name} is ${demanded}.`,
      actual:
        required === 'yes'
          ? 'The program does not go on without it.'
          : text === undefined
            ? 'The program goes on without it.'
            : `It is optional: ${text} stands in where it is not set.`,
      impact:
        required === 'yes'
          ? 'Whoever leaves it out has a program that does not start.'
          : 'Whoever leaves it out has a program that starts with something they did not choose.',
      action: required === 'yes' ? 'Say that it is required.' : 'Say that it is optional, and what stands in for it.',
      confidence: 'medium',
      evidence,
    }),
  ]
}

/** What the document says stands in. */
function fallback(spot: Spot, { name, defaultsTo }: Mention, { default: text, because }: EnvironmentVariable): Claim[] {
  // A masked secret says nothing of what it was.
  if (defaultsTo === undefined || text === undefined || /\*{3}/.test(text)) return []
  const subject = `${name} defaults to ${defaultsTo}`
  const evidence = because ? [because] : []
  if (same(defaultsTo, text)) return [holds(kind, spot, subject, 'The code agrees.', evidence)]
  if (/[{[(]|\s/.test(text)) return [notJudged(kind, spot, subject, 'What stands in is computed.')]
  return [
    contradicted(kind, spot, subject, {
      says: `${name} defaults to ${defaultsTo}.`,
      actual: `The code has ${text}.`,
      impact: 'Whoever relies on the default gets another one.',
      action: `Write ${text}, or change the code.`,
      evidence,
      patch: { line: spot.line, from: defaultsTo, to: text },
    }),
  ]
}

function same(told: string, real: string): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .replace(/^["'`]|["'`]$/g, '')
      .replace(/(?<=\d)[_,](?=\d{3})/g, '')
      .replace(/\/$/, '')
      .toLowerCase()
  return plain(told) === plain(real)
}

/** `DB_HOST` may be any host: of several names that end as it does, which is meant could not be told. */
function isNearest(found: string, name: string, names: Iterable<string>): boolean {
  const end = `_${name.split('_').at(-1)}`
  if (found.split('_')[0] === name.split('_')[0] || !found.endsWith(end)) return true
  return [...names].every((other) => other === found || !other.endsWith(end))
}

/** A name that differs in little: one word more or less. */
function nearest(name: string, names: Iterable<string>): string | undefined {
  const scored = [...names].map((other) => ({ other, score: alike(name, other) })).sort((x, y) => y.score - x.score)
  return scored[0] && scored[0].score > 0.7 ? scored[0].other : undefined
}
