import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const F = '```'

const code = {
  'package.json': JSON.stringify({ name: 'orchard', bin: { orchard: 'src/cli.js' }, dependencies: { commander: '^12', zod: '^3' } }),
  'src/values.ts': `
import { z } from 'zod'
export enum Fruit {
  Pear = 'pear',
  Plum = 'plum',
  Quince = 'quince',
}
export type Season = 'spring' | 'summer' | 'autumn'
export const basket = z.object({ size: z.enum(['small', 'large']).default('small') })
export const MAX_PICKERS = 5
export const MAX_BYTES = 50 * 1024
export const limits = { perTree: 7 }
export const REST_MINUTES = 30
export const tools = [{ name: 'ladder' }, { name: 'basket' }, { name: 'rake' }]
`,
  'src/paginate.js': `
exports.paginate = function paginate(query, options) {
  const limit = options.limit || 10
  const sorted = options.sortBy ? query.sort(options.sortBy) : query
  if (options.populate) sorted.populate(options.populate)
  return sorted.limit(limit).skip(options.page)
}
exports.handOn = function handOn(query, options) {
  return other(query, { ...options, a: options.first, b: options.second, c: options.third })
}
`,
  'src/cli.js': `
const { program } = require('commander')
program.option('--trees <n>', 'how many', '12').option('--folder <path>', 'where').parse()
const folder = program.folder ? program.folder : 'src/trees'
`,
}

const values = (readme: string) => toldAndExpected({ ...code, 'README.md': readme }, ['values'])

test('allowed values', async () => {
  const { told, expected } = await values(`
\`Fruit\` is one of \`pear\`, \`plum\` or \`quince\`.
\`Fruit\` is one of \`pear\`, \`plum\` or \`fig\`. ✗ values
\`Season\` can be \`spring\` or \`summer\`. ✗ values (undocumented)
\`Season\` can be \`spring\` or \`summer\`, for example.
\`Tree\` is one of \`pear\`, \`fig\`.
A \`Season\` may be \`long\` or \`short\`.

| Field | Type |
| --- | --- |
| \`size\` | 'small' \\| 'large' |
| \`size\` | 'small' \\| 'big' | ✗ values

There are these (\`Fruit\`):

| Name | Taste |
| --- | --- |
| \`pear\` | sweet |
| \`plumm\` | sweet | ✗ values
| \`quince\` | sour |

\`Season\` is one of:

- \`spring\`
- \`summer\` ✗ values (undocumented)

The \`Season\` decides of these:

- \`spring\` and what is sown
- the harvest
`)
  expect(told).toEqual(expected)
})

test('options of a function', async () => {
  const { told, expected } = await values(`
### paginate

The \`options\` of it can have these fields: ✗ values (undocumented)

${F}js
const options = {
  sortBy: 'name',
  limit: 5,
  page: 2,
}
${F}

### paginate()

Its options:

| Option | Default |
| --- | --- |
| \`limit\` | \`20\` | ✗ values
| \`page\` | |
| \`populate\` | |
| \`sortBy\` | |
| \`sorted\` | | ✗ values

### handOn

It takes the options

- \`first\`
- \`second\`
- \`third\`
- \`fourth\`, which is handed on

## Baskets

- \`sortBy\`
- \`limit\`
- \`page\`
`)
  expect(told).toEqual(expected)
})

test('constants, times and counts', async () => {
  const { told, expected } = await values(`
\`MAX_PICKERS\` (5) may pick; \`MAX_BYTES\` is 51200.
\`MAX_PICKERS\` (6) may pick. ✗ values
\`limits.perTree\` is \`8\`. ✗ values
\`MAX_PICKERS\` is 3 times more than before.

They rest for 30 minutes, by \`REST_MINUTES\`.

They rest for 20 minutes, by \`REST_MINUTES\`. ✗ values

They rest for 2 hours, and \`REST_MINUTES\` says how long the trees do.

It has 3 tools: \`ladder\`, \`basket\` and \`rake\`.
It has 4 tools. ✗ values
It needs at least 2 tools, and 2 of the tools are sharp.
It has 2 sharp tools and 7 trees.
`)
  expect(told).toEqual(expected)
})

test('defaults of flags', async () => {
  const { told, expected } = await values(`
- \`--trees <n>\`: how many (default: \`12\`)
- \`--trees <n>\`: how many (default: 10) ✗ values
- \`--bees <n>\`: how many (default: 10)

| Call | Meaning |
| --- | --- |
| \`orchard --folder <path>\` | Where they stand (Default: \`src/trees/\`) |
| \`orchard --folder <path>\` | Where they stand (Default: \`src/\`) | ✗ values
`)
  expect(told).toEqual(expected)
})
