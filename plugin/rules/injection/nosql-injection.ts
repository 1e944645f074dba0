import type { Program, Shape } from '../../types'
import { defineRule, type Hit } from '../rule'
import { atMost, isValidated } from '../sureness'
import { taintRule } from '../taint-rule'

/** Libraries whose operators carry program text: `$where`, scripts of Redis and of search engines. */
const RUNS_SCRIPTS = new Set(['mongodb', 'mongoose', 'minimongo', 'redis', '@elastic/elasticsearch'])

/** Places of a query that run as a script; a value that might hold one of them under its own keys is a query object. */
const SCRIPTS = /\$where|\$expr|\$function|\$accumulator|\b(?:mapReduce|group|eval)\b/

const WHY = 'Parsers of JSON and of query strings make objects, and an object where a text was expected is an operator such as `$ne` or `$gt`.'
const WHY_PRISMA =
  'Parsers of JSON and of query strings make objects, and an object where a text was expected is a filter such as `not` or `contains`, which fits other rows.'
const WHY_SCRIPT = 'What a query holds as a script is compiled and run by the database, for each record.'

const byFlow = taintRule({
  id: 'nosql-injection',
  class: 'nosql-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [943, 89],
  title: 'Outside data becomes part of a database query object',
  why: WHY,
  describe: ({ origin, api, sink, library }) =>
    `${sink === 'code' ? WHY_SCRIPT : library === '@prisma/client' ? WHY_PRISMA : WHY} Here \`${origin}\` reaches \`${api}\`.`,
  impact: [
    'Logins are passed without knowing the password',
    'Records of other people are found, changed or deleted',
    'Scripts run inside the database',
  ],
  fix: 'Turn each value into the type the query expects before using it, or check the request against a schema. Never build `$where` from text.',
  code: 'await users.findOne({ name: String(request.body.name) })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
    'https://www.mongodb.com/docs/manual/faq/fundamentals/',
  ],
  from: ['request', 'message', 'parameter'],
  to: ['nosql', 'code'],
  where: ({ sink, library, api, trace }) =>
    sink === 'nosql' || (RUNS_SCRIPTS.has(library) && (SCRIPTS.test(api) || trace.some(({ text }) => SCRIPTS.test(text)))),
})

/** Packages that keep documents, and so have operators. */
const DOCUMENT_STORES =
  /^(?:mongodb|mongoose|mongojs|mongoist|monk|nedb|@seald-io\/nedb|nedb-promises|tingodb|minimongo|marsdb|camo|papr|typegoose|@typegoose\/.*|@nestjs\/mongoose)$/

/** Mappers of SQL databases with methods of the same names. */
const ROW_MAPPERS = /^(?:sequelize|sequelize-typescript|typeorm|objection|@mikro-orm\/.*|@prisma\/client|waterline)$/

/**
 * Where operators are taken out of every request, what arrives at queries is text after all; scripts are text and stay. A
 * query on something that only its method's name tells is one of documents where the package has a store of them alone.
 */
const byObject = defineRule({
  ...byFlow,
  check: (program) => {
    const dependencies = program.manifests.flatMap(({ facts }) => facts).filter(({ kind }) => kind === 'dependency')
    const has = (names: RegExp) => dependencies.some(({ name }) => names.test(name))
    const hasStore = dependencies.length === 0 || (has(DOCUMENT_STORES) && !has(ROW_MAPPERS))
    const removed = program.usages.some(({ kind, test }) => kind === 'query-operators-removed' && !test)
    const flows = program.flows.filter(({ sink, library }) => sink !== 'nosql' || (!removed && (hasStore || library !== 'any-database')))
    return byFlow.check({ ...program, flows })
  },
})

/** A text that was held to be one becomes an object after all. */
const isParsed = ({ at, trace = [] }: Hit): boolean => [at, ...trace].some(({ text }) => /\bJSON5?\.parse\(/.test(text))

/** Whether the schema of an operation of GraphQL takes nothing but texts and numbers: no operator gets past it. */
function takesScalars({ route }: Hit, { entryPoints }: Program): boolean {
  const operations = entryPoints.filter(({ kind, method, path }) => kind === 'graphql' && `${method} ${path}` === route)
  const isScalar = (shape: Shape | undefined): boolean => {
    if (shape?.type === 'array') return isScalar(shape.items)
    if (shape?.type === 'object') return shape.fields !== undefined && shape.fields.length > 0 && shape.fields.every((field) => isScalar(field.shape))
    return shape !== undefined && /^(?:string|number|integer|boolean)$/.test(shape.type)
  }
  return operations.length > 0 && operations.every(({ parameters }) => parameters.length > 0 && parameters.every(({ shape }) => isScalar(shape)))
}

const graded = atMost(byObject, (hit, program) => (hit.flow?.sink === 'nosql' && !isParsed(hit) && isValidated(hit, program) ? 'low' : undefined))

export default defineRule({
  ...graded,
  check: (program) => graded.check(program).filter((hit) => hit.flow?.sink !== 'nosql' || isParsed(hit) || !takesScalars(hit, program)),
})

export const isDatabaseScript = ({ library }: { library: string }) => RUNS_SCRIPTS.has(library)
