import type { EntryPoint, Program, Shape, Usage } from '../../types'
import type { Hit } from '../rule'
import { isOn, textOf, usageRule } from '../usage-rule'

/** Names of what often only keeps two things on a page apart. */
const IDENTIFIER = /^(?!.*(?:session|token|secret|pass)).*(?:u+id|guid|salt|iv)/i

/** Keeps a signed request from being taken twice: it has to be new, which a guess of it does not change. */
const ONCE = /(?:oauth|sign(?:ature|ed)?|request|client)[-_]?nonce$|^cnonce$/i

/** Tells what belongs together; who is signed in is told by it only where requests are answered. */
const SESSION = /session[-_]?id$/i

/** What may as well only name something; passwords and secrets are none of these, whoever is answered with them. */
const PUBLIC = /^(?:token|code|key)$/i
/** Objects and lists inside each other that an answer is looked into. */
const MOST_LEVELS = 2

/** Whether a query of GraphQL answers with a field of such a record: callers read it as they read its name. */
function answersWithField({ kind, method, responses }: EntryPoint, owner: string, field: string): boolean {
  const has = (shape: Shape | undefined, level: number): boolean =>
    shape !== undefined &&
    level <= MOST_LEVELS &&
    ((shape.name === owner && shape.fields?.some(({ name }) => name === field) === true) ||
      has(shape.items, level + 1) ||
      (shape.fields?.some((each) => has(each.shape, level + 1)) ?? false))
  return kind === 'graphql' && method === 'QUERY' && responses.some(({ shape }) => has(shape, 0))
}

/** Of a program that answers requests, a part that none of them gets to. */
function isOfScript({ at }: Usage, { entryPoints, reached }: Program): boolean {
  const answers = new Set(entryPoints.filter(({ kind }) => kind !== 'cli').map(({ method, path }) => `${method} ${path}`))
  if (answers.size === 0) return false
  return !reached.some(({ file, routes }) => file === at.file && routes.some((route) => answers.has(route)))
}

export default usageRule({
  id: 'insecure-random',
  class: 'insecure-random',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [338, 330],
  title: 'A secret is made of predictable random numbers',
  why: 'Generators such as `Math.random()` are made to be fast, not secret: from a few of its numbers all others follow, before and after.',
  impact: ['Tokens, passwords and codes of other people are computed from a few of one’s own', 'Sessions and password resets are taken over'],
  fix: 'Make secrets by `crypto.randomBytes`, `crypto.randomUUID` or, in browsers, `crypto.getRandomValues`.',
  code: "const token = crypto.randomBytes(32).toString('hex')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Math/random',
  ],
  of: ['guessable-secret', 'predictable-bytes'],
  fault: (usage, program) => {
    if (usage.kind === 'predictable-bytes' && !runsOnOldNode(usage, program)) return undefined
    const { at } = usage.values.random ?? {}
    // One generator is mended once, however many secrets are made by it.
    const isElsewhere = at && (at.file !== usage.at.file || at.line !== usage.at.line)
    const origin = at ? { trace: isElsewhere ? [at, usage.at] : [usage.at], cause: `${at.file}:${at.line}` } : {}
    return { ...origin, ...faultOf(usage, program) }
  },
})

/** `crypto.pseudoRandomBytes` is another name of `randomBytes` since Node 4 and says so (DEP0115): whether a package states that it runs on an older one. */
function runsOnOldNode({ at }: Usage, { manifests }: Program): boolean {
  return manifests.some(
    ({ path, facts }) =>
      at.file.startsWith(path.slice(0, path.lastIndexOf('/') + 1)) &&
      facts.some(({ kind, ecosystem, name, version = '' }) => kind === 'engine' && ecosystem === 'npm' && name === 'node' && OLD_NODE.test(version)),
  )
}
const OLD_NODE = /(?:^|[\s|>=~^v])[0-3](?:\.|\s|$|\|)/

function faultOf(usage: Usage, program: Program): Partial<Hit> {
  if (usage.kind === 'predictable-bytes')
    return {
      confidence: 'medium',
      description: `\`${usage.api}\` may give numbers that can be predicted: versions of Node before 4, which the package allows, had another generator for it.`,
    }
  const name = textOf(usage.values.name) ?? ''
  if (ONCE.test(name))
    return {
      confidence: 'low',
      description: `\`${name}\` is made of predictable random numbers. It marks a signed request as new: two of the same number are a fault, a guess of it is none.`,
    }
  if (usage.values.identifier)
    return {
      confidence: 'medium',
      description: `\`${name}\` is an identifier by \`${textOf(usage.values.identifier)}\`: made of the clock and what is the same for all of one process, or of a name. Whoever has one knows others.`,
    }
  if (isOn(usage.values.lock))
    return {
      confidence: 'low',
      description: `\`${name}\` is made of predictable random numbers. It tells whose lock it is: two of the same number are a fault, a guess of it is none.`,
    }
  if (isOn(usage.values.table))
    return {
      confidence: 'low',
      description: `\`${name}\` is made of predictable random numbers. It is one of a table of made-up data: whether anybody is let in by it could not be told.`,
    }
  // Whoever guesses the name of a file has to get at files first; one that is handed out in place of a password is another matter.
  if (isOn(usage.values.onlyName))
    return {
      confidence: SESSION.test(name) ? 'low' : 'medium',
      description: `\`${name}\` is made of predictable random numbers. All that it gets into are names of files and arguments of programs: nobody was seen to be let in by it.`,
    }
  const maker = textOf(usage.values.maker)
  if (maker)
    return {
      confidence: 'medium',
      description: `\`${name}\` is made of predictable random numbers. \`${maker}\` makes it up: whether anybody is let in by it could not be told.`,
    }
  if (SESSION.test(name) && isOfScript(usage, program))
    return {
      confidence: 'low',
      description: `\`${name}\` is made of predictable random numbers, in code that no request leads to: nobody is let in by it there.`,
    }
  if (SESSION.test(name) && textOf(usage.values.way) === 'property')
    return {
      confidence: 'medium',
      description: `\`${name}\`, a property of an object, is made of predictable random numbers: whether anybody is let in by it could not be told.`,
    }
  if (isOn(usage.values.sentAlone))
    return {
      confidence: 'medium',
      description: `\`${name}\` is made of predictable random numbers. It is sent to another service and kept nowhere: whether that lets anybody in by it could not be told.`,
    }
  const [owner, field] = [textOf(usage.values.owner), textOf(usage.values.field)]
  const door = owner && field && PUBLIC.test(field) ? program.entryPoints.find((entry) => answersWithField(entry, owner, field)) : undefined
  if (door)
    return {
      confidence: 'medium',
      description: `\`${name}\` is made of predictable random numbers. \`${door.path}\` answers with the \`${field}\` of a \`${owner}\`: whether it lets anybody in could not be told.`,
    }
  return {
    confidence: IDENTIFIER.test(name) ? 'medium' : 'high',
    description:
      textOf(usage.values.way) === 'key'
        ? `\`${name}\` is given a key that is made of predictable random numbers.`
        : `\`${name}\` is made of predictable random numbers.`,
  }
}
