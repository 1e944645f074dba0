/** Where sensitive data are seen in a program: by the names of properties, variables, keys and functions, not of what was hashed. */
import { describe, expect, test } from 'vitest'
import { Kind } from '../../plugin/graph'
import { solve } from '../../plugin/link/index'
import { exceptionParameters } from '../../plugin/link/taint/exceptions'
import { sensitiveNodes } from '../../plugin/link/taint/sensitive-sources'
import { extractSources, shippedModels } from './small-programs'

const solveSource = (text: string) => {
  const { scan, extracted } = extractSources({ 'a.js': text })
  return solve(scan, extracted, shippedModels())
}

/** Source texts of the nodes that hold sensitive data. */
const seen = (text: string) => {
  const linked = solveSource(text)
  return [...new Set([...sensitiveNodes(linked).keys()].map((node) => linked.whole.sourceOf(node)))].sort()
}

describe('sensitive data are seen', () => {
  test.each([
    ['in a property', 'use(account.password)', ['password']],
    ['in what a person has', 'use(customer.name, file.name)', ['name']],
    ['in a variable', 'const token = read(); use(token)', ['read()']],
    ['behind a key', 'use({ email: form.field })', ['field']],
    ['in what a function hands out', 'use(getPassword())', ['getPassword()']],
    ['not in what a function does', 'use(resetPassword(), checkToken())', []],
    ['not in a hash', 'const password = hash(read()); use(password)', []],
    ['not in a rule about it', 'use({ password: Joi.string().min(8), email: String })', []],
    ['not in a method', 'account.password()', []],
    ['in what is written with a capital', 'use(account.Password, account.Token.trim())', ['Password', 'Token']],
    ['not in a model', 'use(account.Token.removeOne(file))', []],
    ['not in a class', 'use(new form.Credential())', []],
    ['not in what a key is called', 'use({ apiKey: form.label, token: customer.tokenName })', []],
    ['in what a person calls theirs', 'use({ apiKey: form.entered })', ['entered']],
  ])('%s', (_, text, expected) => {
    expect(seen(`function f(account, customer, file, form) { ${text} }`).map((it) => it.split('.').at(-1))).toEqual(expected)
  })
})

test('exceptions are parameters of catch handlers, and first parameters of that name', () => {
  const linked = solveSource('read((err, data) => use(data)); work().catch((e) => use(e)); list.map((item) => item)')
  const names = exceptionParameters(linked).map((node) => {
    const { whole } = linked
    return whole.functions[whole.a[node] as number]?.fact.paramNames[whole.b[node] as number]
  })
  expect(names).toEqual(['err', 'e'])
})

test('a parameter that is handed hashes is no password, whatever it is called', () => {
  const add = 'function add(name, password) { save({ name, kept: password }) }'
  const params = (calls: string) => {
    const linked = solveSource(`${add}\n${calls}`)
    return [...sensitiveNodes(linked).keys()].filter((node) => linked.whole.kind[node] === Kind.Param).length
  }
  expect(params("add('a', hashed.hash(read())); add('b', null)")).toBe(0)
  expect(params("add('a', hashed.hash(read())); add('b', read())")).toBe(1)
  expect(params('')).toBe(1)
})
