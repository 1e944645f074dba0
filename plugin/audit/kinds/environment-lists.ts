/**
 * Lists of variables: which documents hold one, what it leaves out, and what may have taken the place of a name that nothing
 * reads. In: a document and what the code reads. Out: what is missing, each name once.
 */
import type { Claim, DocumentFacts, EnvironmentVariable } from '../../types'
import { undocumented } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type Mention, mentionsOf } from './environment-mentions'

/** Fewer names than this in one block are examples, and no list; so are less than this share of what is read. */
const leastOfList = 3
const leastShare = 0.5

/** Read by the runtime, the shell, CI services, package managers and images of databases. An address is for the program that goes there. */
export const OF_OTHERS =
  /^(?:NODE_(?:ENV|OPTIONS|PATH|EXTRA_CA_CERTS|DEBUG|TLS_REJECT_UNAUTHORIZED|AUTH_TOKEN)|DEBUG|HOME|PATH|USER|SHELL|LANG|TZ|PWD|TERM|EDITOR|CI|FORCE_COLOR|NO_COLOR|HTTPS?_PROXY|NO_PROXY|NPM_\w+|npm_\w+|GITHUB_\w+|GITLAB_\w+|CIRCLE\w*|TRAVIS\w*|VERCEL\w*|NETLIFY\w*|AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION|DEFAULT_REGION|PROFILE)|GOOGLE_APPLICATION_CREDENTIALS|DOCKER_\w+|COMPOSE_\w+|BUILDKIT_\w+|PG[A-Z]+|(?!\w+_(?:URL|URI|DSN|HOST)$)(?:MYSQL|MARIADB|POSTGRES|MONGO_INITDB|REDIS|RABBITMQ|MINIO|KEYCLOAK|ELASTIC)_\w+|SOURCE_DATE_EPOCH|CODECOV_\w+|SONAR_\w+|SENTRY_(?:AUTH_TOKEN|ORG|PROJECT)|UV_THREADPOOL_SIZE)$/

/** What the code reads, for a name as a document writes it. */
export interface Variables {
  byName: Map<string, EnvironmentVariable>
  /** Whether a name, or how it begins, stands anywhere in the code, in a script or in what runs it. */
  isMentioned(name: string): boolean
  /** What manifests say, where compose files, workflows and images may hand variables to programs that we do not read. */
  manifests: string
  /** Of this program, and not only of its tests. */
  own: EnvironmentVariable[]
  lists: Map<DocumentFacts, List>
}

interface List {
  /** Undefined where the document only speaks of some. */
  last: Mention | undefined
  /** Of the program's own, and nowhere in the document. */
  absent: EnvironmentVariable[]
  /** By a name that nothing reads: the one that may be meant. */
  replaced: Map<string, EnvironmentVariable>
}

const known = new WeakMap<Ground, Variables>()

export function variablesOf(ground: Ground): Variables {
  let variables = known.get(ground)
  if (!variables) {
    const { environment, mentioned } = ground.program.inventory
    const names = new Set(mentioned)
    const beginnings = mentioned.filter((it) => it.endsWith('_'))
    variables = {
      byName: new Map(environment.map((variable) => [variable.name, variable])),
      isMentioned: (name) => names.has(name) || beginnings.some((it) => name.startsWith(it)),
      // An example of settings is a document itself, and proves nothing.
      manifests: ground.program.manifests
        .filter(({ path }) => !ground.document(path))
        .flatMap(({ facts }) => facts.map(({ text, value }) => `${text}\n${value ?? ''}`))
        .join('\n'),
      own: environment.filter(({ name, test, reads }) => !test && reads.length > 0 && !OF_OTHERS.test(name)),
      lists: new Map(),
    }
    known.set(ground, variables)
  }
  return variables
}

export function listIn(document: DocumentFacts, ground: Ground): List {
  const variables = variablesOf(ground)
  let list = variables.lists.get(document)
  if (!list) {
    list = listed(document, variables, ground.packageOf(document.path))
    variables.lists.set(document, list)
  }
  return list
}

/** @param within the folder of the document's package: what others read is told elsewhere */
function listed(document: DocumentFacts, { byName, own: all, isMentioned }: Variables, within: string): List {
  const own = all.filter(({ reads }) => reads.some(({ file }) => file.startsWith(within)))
  const asked = mentionsOf(document).filter(({ form, foreign }) => form !== 'word' && !foreign)
  const told = asked.filter(({ name }) => byName.has(name))
  const names = new Set(told.map(({ name }) => name))
  const isList = names.size >= leastOfList && own.filter(({ name }) => names.has(name)).length >= own.length * leastShare
  // A word about it anywhere in the document is enough.
  const words = wordsIn(document)
  const absent = own.filter(({ name }) => !words.has(name))
  const unread = [...new Set(asked.map(({ name }) => name))].filter((name) => !byName.has(name) && !isMentioned(name) && !OF_OTHERS.test(name))
  return {
    last: isList && !whyNotDocument(document) && !saysMore(document) ? longestRun(told).at(-1) : undefined,
    absent,
    replaced: pairs(unread, absent, isList),
  }
}

/** Most alike first, each name once; the rest is paired only where one of each is left, in a list that would be whole by it. */
function pairs(unread: string[], absent: EnvironmentVariable[], isList: boolean): Map<string, EnvironmentVariable> {
  const found = new Map<string, EnvironmentVariable>()
  const taken = new Set<EnvironmentVariable>()
  const scored = unread
    .flatMap((name) => absent.map((variable) => ({ name, variable, score: alike(name, variable.name) })))
    .filter(({ score }) => score > 0.4)
    .sort((a, b) => b.score - a.score)
  for (const { name, variable } of scored) {
    if (found.has(name) || taken.has(variable)) continue
    found.set(name, variable)
    taken.add(variable)
  }
  const lost = unread.filter((name) => !found.has(name))
  const left = absent.filter((variable) => !taken.has(variable))
  if (isList && lost.length === 1 && left.length === 1) found.set(lost[0] as string, left[0] as EnvironmentVariable)
  return found
}

/** Share of words that two names have in common, 0 to 1. */
export function alike(one: string, other: string): number {
  const [a, b] = [one.split('_'), other.split('_')]
  return (2 * a.filter((word) => b.includes(word)).length) / (a.length + b.length)
}

export function missingIn(kind: string, ground: Ground, claims: Claim[]): ReturnType<NonNullable<ClaimReader['missing']>> {
  const variables = variablesOf(ground)
  const lists = ground.documents.flatMap((document) => {
    const { last, absent, replaced } = listIn(document, ground)
    return last ? [{ document, last, absent, told: new Set(replaced.values()) }] : []
  })
  if (lists.length === 0) {
    const told = new Set(claims.map(({ subject }) => subject.split(' ')[0]))
    return { claims: [], unlisted: variables.own.filter(({ name }) => !told.has(name)).map(({ name, reads }) => ({ subject: name, at: reads[0]! })) }
  }
  return {
    claims: lists.flatMap(({ document, last, absent, told }) =>
      absent
        // What took the place of another one is told there.
        .filter((variable) => !told.has(variable))
        .map(({ name, reads, required, default: text }) =>
          undocumented(kind, { document, line: last.line, text: last.text, heading: last.heading }, name, reads[0]!, {
            says: 'The list of variables leaves it out.',
            actual: `The code reads ${name}${text === undefined ? '' : `, with ${text === '' ? 'an empty text' : text} where it is not set`}.`,
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

/** `# more settings: see the docs`: the list says of itself that it is not whole. */
const MORE =
  /\b(?:more|other|all|additional|further|full list of|complete list of)\s+(?:(?:available|possible|supported|optional|advanced)\s+)*(?:(?:env(?:ironment)?|config(?:uration)?)\s+)?(?:variables?|settings?|options?|values)\b[^.\n]{0,40}\b(?:docs?|documentation|guide|wiki|see|at|in)\b|\bsee\b[^.\n]{0,40}\bfor (?:more|all|other|the (?:full|complete) list)\b/i

const saysMore = ({ passages, fences }: DocumentFacts): boolean =>
  [...passages.map(({ raw }) => raw), ...fences.map(({ text }) => text)].some((text) => MORE.test(text))

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

function wordsIn({ passages, fences }: DocumentFacts): Set<string> {
  const texts = [...passages.map(({ raw }) => raw), ...fences.map(({ text }) => text)]
  return new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []))
}
