/** Variables of the environment: that the code reads them, what stands in for them, and whether it goes on without. */
import type { Claim, DocumentFacts, EnvironmentVariable } from '../../types'
import { contradicted, holds, notJudged, type Spot, undocumented } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotDocument, whyNotPassage, whyNotSection } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type Mention, mentionsOf } from './environment-mentions'

const kind = 'environment'

/** Fewer names than this in one block are examples, and no list. */
const leastOfList = 3

/** Read by the runtime, the shell, CI services and package managers. */
const OF_OTHERS =
  /^(?:NODE_(?:ENV|OPTIONS|PATH|EXTRA_CA_CERTS|DEBUG|TLS_REJECT_UNAUTHORIZED|AUTH_TOKEN)|DEBUG|HOME|PATH|USER|SHELL|LANG|TZ|PWD|TERM|EDITOR|CI|FORCE_COLOR|NO_COLOR|HTTPS?_PROXY|NO_PROXY|NPM_\w+|npm_\w+|GITHUB_\w+|GITLAB_\w+|CIRCLE\w*|TRAVIS\w*|VERCEL\w*|NETLIFY\w*|AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION|DEFAULT_REGION|PROFILE)|GOOGLE_APPLICATION_CREDENTIALS|DOCKER_\w+|COMPOSE_\w+|BUILDKIT_\w+|(?:MYSQL|MARIADB|POSTGRES|PG|MONGO_INITDB|REDIS|RABBITMQ|MINIO|KEYCLOAK|ELASTIC)_?\w*|SOURCE_DATE_EPOCH|CODECOV_\w+|SONAR_\w+|SENTRY_(?:AUTH_TOKEN|ORG|PROJECT)|UV_THREADPOOL_SIZE)$/

export const environment: ClaimReader = {
  id: kind,
  title: 'Environment variables',
  why: 'A variable that nothing reads is set in vain, and one that is not told of is missing where the program is started.',
  read: (document, ground) => mentionsOf(document).flatMap((mention) => judged(document, mention, ground)),
  missing,
}

function variablesOf({ program }: Ground): Map<string, EnvironmentVariable> {
  return new Map(program.inventory.environment.map((variable) => [variable.name, variable]))
}

function judged(document: DocumentFacts, mention: Mention, ground: Ground): Claim[] {
  const { name, form } = mention
  const spot: Spot = { document, ...mention }
  const why =
    whyNotDocument(document) ??
    whyNotSection(document, mention.heading) ??
    (mention.passage ? whyNotPassage(document, mention.passage, mention.at) : undefined)
  const variable = variablesOf(ground).get(name)
  if (!variable) {
    // A word in capitals may be anything; only where variables are set or listed is it surely one.
    if (form === 'word') return []
    if (why) return [notJudged(kind, spot, name, why)]
    if (isPlaceholder(name)) return [notJudged(kind, spot, name, 'The name is a placeholder.')]
    if (OF_OTHERS.test(name)) return [notJudged(kind, spot, name, 'The variable belongs to the runtime, to a service or to another program.')]
    if (mention.foreign) return [notJudged(kind, spot, name, mention.foreign)]
    if (ground.program.inventory.mentioned.includes(name))
      return [notJudged(kind, spot, name, 'The name stands in the code; whether it is read as a variable could not be told.')]
    if (isReadElsewhere(name, ground)) return [notJudged(kind, spot, name, 'A manifest names it; what reads it there was not looked at.')]
    if (ground.program.inventory.environment.length === 0)
      return [notJudged(kind, spot, name, 'No read of the environment was recognised in the code at all.')]
    const near = nearest(name, [...variablesOf(ground).keys()])
    return [
      contradicted(kind, spot, name, {
        says: `The program reads ${name}.`,
        actual: near ? `Nothing reads it; the code reads ${near}.` : 'Nothing in the code reads it.',
        impact: 'Whoever sets it changes nothing, and looks for the reason elsewhere.',
        action: near ? `Write ${near}.` : 'Remove it, or name the variable that is read.',
        evidence: near ? (variablesOf(ground).get(near)?.reads.slice(0, 1) ?? []) : [],
        ...(near ? { patch: { line: mention.line, from: name, to: near } } : {}),
      }),
    ]
  }
  if (why) return [notJudged(kind, spot, name, why)]
  const evidence = variable.reads.slice(0, 1)
  const more = [...requirement(spot, mention, variable), ...fallback(spot, mention, variable)]
  return [holds(kind, spot, name, `The code reads ${name}.`, evidence), ...more]
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

/** Compose files, workflows and images name variables that reach programs we do not read. */
function isReadElsewhere(name: string, { program }: Ground): boolean {
  return program.manifests.some(({ facts }) => facts.some(({ text, value }) => text.includes(name) || value?.includes(name)))
}

/** A name that differs in little: one word more or less, or a slip of the pen. */
function nearest(name: string, names: string[]): string | undefined {
  const words = (text: string) => text.split('_')
  const scored = names.map((other) => {
    const [a, b] = [words(name), words(other)]
    const common = a.filter((word) => b.includes(word)).length
    return { other, score: (2 * common) / (a.length + b.length) }
  })
  const best = scored.sort((x, y) => y.score - x.score)[0]
  return best && best.score > 0.7 ? best.other : undefined
}

/** Where a document names less of what is read than this, it shows some and lists nothing. */
const leastShare = 0.5

function missing(ground: Ground, claims: Claim[]): ReturnType<NonNullable<ClaimReader['missing']>> {
  const own = ground.program.inventory.environment.filter(
    ({ name, test, reads }) => !test && reads.length > 0 && name !== 'NODE_ENV' && !OF_OTHERS.test(name),
  )
  const known = variablesOf(ground)
  const lists = ground.documents.flatMap((document) => {
    if (whyNotDocument(document)) return []
    const listed = mentionsOf(document).filter(({ name, form, foreign }) => form !== 'word' && !foreign && known.has(name))
    const names = new Set(listed.map(({ name }) => name))
    const share = own.filter(({ name }) => names.has(name)).length / Math.max(1, own.length)
    const last = longestRun(listed).at(-1)
    return names.size >= leastOfList && share >= leastShare && last ? [{ document, last }] : []
  })
  if (lists.length === 0) {
    const told = new Set(claims.map(({ subject }) => subject.split(' ')[0]))
    return { claims: [], unlisted: own.filter(({ name }) => !told.has(name)).map(({ name, reads }) => ({ subject: name, at: reads[0]! })) }
  }
  return {
    claims: lists.flatMap(({ document, last }) =>
      own
        // A word about it anywhere in the document is enough.
        .filter(({ name }) => !namesIn(document).has(name))
        .map(({ name, reads, required, default: text }) =>
          undocumented(kind, { document, line: last.line, text: last.text, heading: last.heading }, name, reads[0]!, {
            says: 'The list of variables leaves it out.',
            actual: `The code reads ${name}${text === undefined ? '' : `, with ${text} where it is not set`}.`,
            impact:
              required === 'yes'
                ? 'Who sets what is listed has a program that does not start.'
                : 'Who reads the list does not know that it can be set.',
            action: `Add ${name} to the list.`,
            severity: required === 'yes' ? 'Medium' : 'Low',
          }),
        ),
    ),
    unlisted: [],
  }
}

/** The longest stretch of neighbouring lines: the list itself, not a word elsewhere. */
function longestRun(mentions: Mention[]): Mention[] {
  const runs: Mention[][] = []
  for (const mention of mentions) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && mention.line - before.line <= 4 && mention.heading === before.heading) run.push(mention)
    else runs.push([mention])
  }
  return runs.sort((a, b) => b.length - a.length)[0] ?? []
}

function namesIn({ passages, fences }: DocumentFacts): Set<string> {
  const texts = [...passages.map(({ raw }) => raw), ...fences.map(({ text }) => text)]
  return new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []))
}
