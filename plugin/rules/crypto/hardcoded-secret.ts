import type { Confidence, SecretSighting, Usage } from '../../types'
import { defineRule, type Hit } from '../rule'
import { foldersOfDevelopers } from '../standing'

const one = (usage: Usage, key: string) => usage.values[key]?.texts[0] ?? ''

/** How sure it is that the text is a secret in use: who takes it, and what it looks like. */
function confidenceOf(usage: Usage): Confidence {
  const [role, look] = [one(usage, 'role'), one(usage, 'look')]
  if (role === 'username' || isOfTestMode(usage) || isForDevelopment(usage)) return 'medium'
  // What a product is installed with, and the first that anybody tries.
  if (one(usage, 'asUser') === 'true') return 'medium'
  // The file is called one of tests; the program may run it all the same, to try itself out.
  if (one(usage, 'ofTests') === 'true') return 'medium'
  if ((role === 'key' || role === 'salt') && (look === 'placeholder' || look === 'digits')) return 'low'
  if (role === 'salt') return 'medium'
  // What a description shows is made up for readers, most likely.
  if (one(usage, 'example') === 'true') return 'low'
  // Every page sends it to its service, for whoever looks.
  if (one(usage, 'ofPage') === 'true') return 'low'
  // The program stops before anything is done with it.
  if (one(usage, 'refused') === 'true' && usage.values.where && one(usage, 'where') === '') return 'low'
  // Where it matters the program stops; elsewhere it signs with what everybody can read.
  if (one(usage, 'refused') === 'true') return 'medium'
  // Where nobody sets the key it signs with what everybody can read, and says nothing.
  if (one(usage, 'fallback') === 'true' && role !== 'signing') return 'medium'
  // What takes it is known by its name alone.
  if (role === 'key' && one(usage, 'use') === '') return 'medium'
  // No call takes it: a name alone says as much of records, samples and identifiers.
  if (role === 'name') return 'medium'
  // A word that is set elsewhere under a name of its own, `status = 'draft'`, is hardly what the call is meant to get.
  if ((role === 'key' || role === 'header') && look === 'words' && isElsewhere(usage)) return 'low'
  // One of several values that a getter or an object of settings hands out, most likely another one than is asked for there.
  if (isElsewhere(usage)) return 'medium'
  // What a service gives out is no word: `apiKey: 'ollama'` stands where a client insists on one.
  if ((role === 'token' || (role === 'header' && !OF_PEOPLE.test(one(usage, 'name')))) && look === 'words') return 'medium'
  // Signed tokens expire, and many are examples of what one looks like.
  if (role === 'shape' && one(usage, 'name') === 'signed token') return 'medium'
  return role === 'shape' && look === 'words' ? 'medium' : 'high'
}

/** Schemes of headers that hold a password, which people think of. */
const OF_PEOPLE = /^(?:basic|digest)$/

/** Given out by a service for what is tried out with it. */
const isOfTestMode = (usage: Usage): boolean => one(usage, 'pattern') === 'stripe-test-key'

/** A test of the environment keeps it out of production. */
const isForDevelopment = (usage: Usage): boolean => one(usage, 'development') === 'true'

// `salt`, and no longer word that begins so.
const SECRET_NAME = /key|secret|salt(?![a-z]{3})|pass|phrase|token|pepper|seed|\biv\b|nonce|hmac|cipher|crypt|sign|hash/i

/** In another file than the call that computes with it, on a line that speaks of no secret. */
const isElsewhere = (usage: Usage): boolean => {
  const use = usage.values.use?.at
  return use !== undefined && use.file !== usage.at.file && !SECRET_NAME.test(usage.at.text) && !SECRET_NAME.test(one(usage, 'called'))
}

function describe(usage: Usage): string {
  if (one(usage, 'asUser') === 'true')
    return `${what(usage)} It is the name of the user as well, as defaults are: where nobody changes it, it is the first that anybody tries.`
  if (isForDevelopment(usage)) return `${what(usage)} A test of the environment keeps it for development.`
  return isOfTestMode(usage) ? `${what(usage)} It belongs to the test mode of its service, so that it reaches no customer.` : what(usage)
}

function refusalOf(usage: Usage): string {
  const where = usage.values.where && one(usage, 'where')
  if (where === undefined) return ' The program refuses it under some condition, which could not be told to hold wherever it runs.'
  return where === '' ? ' The program does not start with it.' : ` The program does not start with it where \`${where}\` holds, and does elsewhere.`
}

function what(usage: Usage): string {
  const api = one(usage, 'use')
  const refusal = one(usage, 'refused') === 'true' ? refusalOf(usage) : ''
  const fallback = one(usage, 'fallback') !== 'true' ? '' : ` It stands in where the configured one is missing.${refusal}`
  switch (one(usage, 'role')) {
    case 'signing':
      return `\`${api}\` signs or checks with a key that is written in the code: whoever reads it can sign as this program.${fallback}`
    case 'key':
      return `The key that ${api ? `\`${api}\`` : 'this call'} computes with is written in the code.${fallback}`
    case 'salt':
      return `The salt that \`${api}\` writes identifiers with is in the code: who knows it reads them and makes others. What depends on that could not be told.${fallback}`
    case 'username':
      return `The user name for \`${api}\` is written in the code, next to its password.`
    case 'header':
      return `An authorization header is made of a text that is written in the code.${fallback}`
    case 'name':
      return `\`${one(usage, 'name')}\` takes its value from a text in the code.${fallback}`
    case 'shape':
      return `The code holds a text with the form of ${article(one(usage, 'name'))}.${one(usage, 'example') === 'true' ? ' A description shows it as an example, which nothing has to use.' : ''}${one(usage, 'ofPage') === 'true' ? ' Pages load maps or tell their project by it, and every visitor is sent it: what it may be used for is to be limited at its service.' : ''}`
    default:
      return `The credential for \`${api}\` is written in the code.${fallback}`
  }
}

const article = (name: string) => `${/^[aeiou]|^X /i.test(name) ? 'an' : 'a'} ${name}`

/** So many values under one name are data. */
const MANY_OF_ONE_NAME = 9

/** Secrets of files that are no code; those of code are usages, which tell more. One hit for all of a name in a file: they go together. */
function hitOf({ pattern, type, name, file, at, lines, weight, because, confidence }: SecretSighting): Hit[] {
  if (weight !== 'credential' || confidence === undefined) return []
  // Data that has a column of that name: pictures and their tokens, words and theirs.
  const isColumn = lines.length >= MANY_OF_ONE_NAME
  const more = lines.length > 0 ? ` ${lines.length + 1} values stand under this name in the file.` : ''
  const what =
    name === ''
      ? `The file holds ${article(type)}.`
      : pattern === 'named-value'
        ? `\`${name}\` has its value in the file.`
        : `\`${name}\` holds ${article(type)}.`
  return [
    {
      subject: `${file} ${name || type}`,
      at,
      trace: [at, ...lines.slice(0, 4).map((line) => ({ file, line, text: at.text }))],
      confidence: isColumn && pattern === 'named-value' ? 'low' : confidence,
      description: `${what}${more} ${because}`,
    },
  ]
}

export default defineRule({
  id: 'hardcoded-secret',
  size: 'medium',
  class: 'hardcoded-secret',
  phase: 'Secrets Management',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [798, 321, 259],
  title: 'A secret is written in the code',
  why: 'Everyone who can read the code, its history or its build has the secret, and it can be changed only by a new release.',
  impact: [
    'Whoever reads the repository, a package or an image signs in where the program does',
    'The secret outlives people and machines that should no longer have it',
  ],
  fix: 'Take it from the environment or a secret store, stop when it is missing, and replace the one that was published.',
  code: 'const key = process.env.SIGNING_KEY\nif (!key) throw new Error("SIGNING_KEY is not set")',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html'],
  check: (program) => {
    const { usages, posture } = program
    const developed = foldersOfDevelopers(program)
    const best = new Map<string, { usage: Usage; confidence: Confidence }>()
    for (const usage of usages) {
      if (usage.kind !== 'written-secret' || usage.test) continue
      const place = `${usage.at.file}:${usage.at.line}`
      // What the program makes itself known by guards nothing where developers alone run it.
      const isOwn = /^(?:signing|key|salt)$/.test(one(usage, 'role')) && developed.some((folder) => usage.at.file.startsWith(folder))
      const confidence = isOwn ? 'low' : confidenceOf(usage)
      const known = best.get(place)
      if (!known || rank(confidence, usage) < rank(known.confidence, known.usage)) best.set(place, { usage, confidence })
    }
    const inTexts = posture.secrets.sightings.flatMap(hitOf)
    const written = [...best.values()].map(({ usage, confidence }) => {
      const use = usage.values.use?.at
      return {
        subject: `${usage.around || usage.at.file} ${one(usage, 'use') || one(usage, 'name')}`,
        at: usage.at,
        trace: use && (use.file !== usage.at.file || use.line !== usage.at.line) ? [usage.at, use] : [usage.at],
        confidence,
        description: describe(usage),
        // Identifiers are told apart by it, and hidden at most: nobody is let in.
        ...(one(usage, 'role') === 'salt' ? { metrics: { C: 'L', I: 'L' } } : {}),
      }
    })
    return [...written, ...inTexts]
  },
})

/** Of several on one line the surest, and a password before its user name. */
const rank = (confidence: Confidence, usage: Usage) => ['high', 'medium', 'low'].indexOf(confidence) * 2 + (one(usage, 'role') === 'username' ? 1 : 0)
