/** Models: the shipped ones load, a user's own work, and a mistake in one says where it is and what was expected. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parsePath } from '../../plugin/link/api-paths'
import { modelsFingerprint } from '../../plugin/link/model-files'
import { loadModels } from '../../plugin/link/models'
import { UserError } from '../../plugin/user-error'
import { tree, write } from '../tree'
import { endpoints, linkSources, type Sources, shippedModels } from './small-programs'

const ROOT = path.join(__dirname, '..', '..')

describe('the shipped models', () => {
  test('load', () => expect(() => loadModels([])).not.toThrow())
  const names = readdirSync(path.join(ROOT, 'plugin', 'models')).filter((name) => /\.ya?ml$/.test(name))
  test.each(names)('%s is among them', (name) => {
    const { library } = load(readFileSync(path.join(ROOT, 'plugin', 'models', name), 'utf8')) as { library: string[] }
    for (const each of library) expect([...shippedModels().libraries.keys()]).toContain(each)
  })
})

/** What stops the analysis when a directory holds this model. */
function mistake(model: string): string {
  const directory = tree({ 'mine.yaml': model })
  try {
    loadModels([directory])
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    const { message } = error as UserError
    expect(message).toContain(path.join(directory, 'mine.yaml'))
    return message.replace(path.join(directory, 'mine.yaml'), 'FILE')
  }
  throw new Error('The model was accepted')
}

test('a choice may be several steps', () => {
  expect(parsePath('lib.{open,Open.file,get().all}').map(({ steps }) => steps)).toEqual([['.open'], ['.Open', '.file'], ['.get', '()', '.all']])
})

describe('a mistake names file, key, value and what was expected', () => {
  const begin = 'library: mine\ntitle: Mine\n'
  test.each([
    ['an unknown role', `${begin}roles: [{ is: ["lib.guard()"], role: auth }]`, ['key "roles.0.role" is "auth"', 'one of', 'authentication']],
    [
      'an unknown role of a decorator',
      `${begin}decorators: [{ is: lib.Skip, decorator: skip, role: limits }]`,
      ['key "decorators.0.role" is "limits"', 'rate-limit'],
    ],
    [
      'an unknown kind',
      `${begin}connections: [{ call: "lib.connect()", kind: db, name: Mine }]`,
      ['key "connections.0.kind" is "db"', 'one of', 'database'],
    ],
    ['an unknown key', `${begin}route: []`, ['key "route" is []', 'not allowed']],
    ['an unknown key of an entry', `${begin}routes: [{ call: lib.get, method: GET, path: 0, handler: 1 }]`, ['key "routes.0.handlers"', 'required']],
    ['no library', 'title: Mine', ['key "library"', 'required']],
    [
      'an argument that is none',
      `${begin}passes: [{ call: lib.keep, argument: -1 }]`,
      ['key "passes.0.argument" is -1', 'greater than or equal to 0'],
    ],
    ['a type in lower case', `${begin}types: { router: { is: ["lib.Router()"] } }`, ['key "types.router"', 'not allowed']],
    ['a path without a beginning', `${begin}uses: [".use"]`, ['key "uses.0" is ".use"', 'does not start with "lib"']],
    ['a path that cannot be read', `${begin}uses: ["lib.use{a}"]`, ['key "uses.0" is "lib.use{a}"', 'cannot read "{a}"', 'expected .name']],
    [
      'a type that is not there',
      `${begin}types: { App: { is: ["lib()"] } }\nuses: ["Router.use"]`,
      ['key "uses.0" is "Router.use"', '"Router" is not a type', 'expected "lib"', 'App'],
    ],
    ['a type that is like none', `${begin}types: { App: { is: ["lib()"], like: Base } }`, ['key "types.App.like" is "Base"', '"Base" is not a type']],
    [
      'a request type that is not there',
      `${begin}requests: [{ type: Request, parameters: { body: body } }]`,
      ['key "requests.0.type" is "Request.body"', '"Request" is not a type'],
    ],
    [
      'a pattern that is none',
      `${begin}files: [{ pattern: "app/(", handlers: exports }]`,
      ['key "files.0.pattern" is "app/("', 'Invalid regular expression'],
    ],
    ['text that is no YAML', 'library: [mine', ['not valid YAML']],
    ['an empty file', '', ['is null', 'must be of type object']],
    ['a list', '- mine', ['key "" is', 'must be of type object']],
  ])('%s', (_, model, parts) => {
    const message = mistake(model)
    expect(message).toMatch(/^FILE: /)
    for (const part of parts) expect(message).toContain(part)
  })
  test('a directory that is not there, or none', () => {
    const directory = path.join(tree({}), 'models')
    expect(() => loadModels([directory])).toThrow(`models: "${directory}" does not exist; expected a directory with model files (*.yaml)`)
    writeFileSync(directory, 'library: [lib]')
    expect(() => loadModels([directory])).toThrow(`models: "${directory}" is a file; expected a directory with model files (*.yaml)`)
    expect(() => modelsFingerprint([directory])).toThrow(UserError)
  })
  test('a file of another kind beside them is none', () => {
    expect(() => loadModels([tree({ 'notes.txt': 'no: [model', 'mine.yml': begin })])).not.toThrow()
  })
})

describe('a file that says the same of several libraries', () => {
  const text = (library: string, type: string) => `library: ${library}\ntitle: Some\ntypes: { ${type}: { is: ["lib()"] } }\n`
  const files = { 'one.yaml': text('one-store', 'One'), 'other.yaml': text('other-store', 'Other') }
  const kindOf = (shared: string, library: string) => {
    const models = loadModels([tree({ ...files, 'shared.yaml': shared })])
    const { paths } = models
    return [paths.show(paths.find(paths.root(`npm:${library}`), '()')), models.flows.usages.has(paths.find(paths.root(`npm:${library}`), '.connect'))]
  }
  test('does not make them one, where other files tell them apart', () => {
    const shared = 'library: [one-store, other-store]\ntitle: Both\nusages: [{ call: lib.connect, kind: connected }]\n'
    expect(kindOf(shared, 'one-store')).toEqual(['one-store/One', true])
    expect(kindOf(shared, 'other-store')).toEqual(['other-store/Other', true])
  })
  test('names one library where nobody else knows the others', () => {
    const shared = 'library: [one-store, one-store-fork]\ntitle: Both\nusages: [{ call: lib.connect, kind: connected }]\n'
    expect(kindOf(shared, 'one-store-fork')).toEqual(['one-store/One', true])
  })
})

describe('a user’s own model', () => {
  /** The one in the guide, so that the guide stays true. */
  const guide = readFileSync(path.join(ROOT, 'site', 'docs', 'writing-a-model.md'), 'utf8')
  const [, model = ''] = /```yaml title="plumbline-models\/acme-web\.yaml"\n([\s\S]*?)```/.exec(guide) ?? []
  const models = () => loadModels([tree({ 'acme-web.yaml': model })])
  const sources: Sources = {
    'routers.ts': `import { createRouter } from '@acme/web'\nexport const make = () => createRouter()\n`,
    'orders.ts': [
      `import { requireUser } from '@acme/web'`,
      `import { make } from './routers'`,
      'const list = (request, response) => response.send(find(request.query.page))',
      'const add = async ({ body }, response) => response.send(await store(body.item))',
      `make().get('/orders', requireUser(), list)`,
      `make().post('/orders', add)`,
    ].join('\n'),
  }
  test('finds its routes, with who may call them', () => {
    expect(endpoints(sources, models())).toEqual(['GET /orders auth=yes', 'POST /orders auth=no'])
  })
  test('tells what a request brings', () => {
    const { entryPoints } = linkSources(sources, models())
    expect(entryPoints.flatMap(({ method, parameters }) => parameters.map((parameter) => `${method} ${parameter.name} in ${parameter.in}`))).toEqual([
      'GET page in query',
      'POST item in body',
    ])
  })
  test('is what finds them', () => expect(endpoints(sources)).toEqual([]))
  test('changes the fingerprint of what is linked, whenever it changes', () => {
    const directory = tree({ 'acme-web.yaml': model })
    const before = modelsFingerprint([directory])
    expect(modelsFingerprint([directory])).toBe(before)
    write(directory, { 'acme-web.yaml': `${model}# said more\n` })
    expect(modelsFingerprint([directory])).not.toBe(before)
    expect(modelsFingerprint([])).not.toBe(before)
  })
})
