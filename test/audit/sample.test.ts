import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const F = '```'

const code = {
  'package.json': JSON.stringify({ name: 'orchard', main: 'src/index.ts', dependencies: { express: '^4', pears: '^1', plums: '^2' } }),
  'src/index.ts':
    "export { Basket } from './models/basket.model'\nexport { weigh } from './lib/scales'\nexport type { WeighOptions } from './lib/scales'\n",
  'src/models/basket.model.ts': `
export class Basket {
  static empty(): Basket {
    return new Basket('')
  }
  weight = 0
  constructor(readonly owner: string) {}
  add(kind: string, grams?: number): void {
    this.weight += grams ?? 1
  }
}
`,
  'src/models/open.model.ts': "import { Base } from 'pears'\nexport class Open extends Base {\n  known(): void {}\n}\n",
  'src/lib/scales.ts': `
export interface WeighOptions {
  unit: string
  precise?: boolean
}
export function weigh(kinds: string[], options: WeighOptions): number
export function weigh(kinds: string[], options: WeighOptions, log?: () => void): number {
  return kinds.length
}
export const scales = { tare(): void {}, limit: 5 }
`,
  'src/lib/plugin.js': `
function paginate(query, options) {
  const limit = options.limit || 10
  return query.limit(limit).skip(options.page)
}
module.exports = { paginate }
`,
  'src/seeds/PickFruit.ts': `
import { Crate, Picker } from 'pears'
import { Basket } from '../models/basket.model'
export class PickFruit implements Picker {
  async pick(crate: Crate): Promise<void> {
    await crate(Basket)().fillMany(3)
  }
}
`,
  'src/lib/define.ts':
    "import { define } from 'pears'\nimport { Basket } from '../models/basket.model'\ndefine(Basket, (made, settings: { size: number }) => made)\n",
}

const samples = (...blocks: string[]) =>
  toldAndExpected({ ...code, 'README.md': blocks.map((block) => `${F}ts\n${block}\n${F}\n`).join('\nNext:\n\n') }, ['sample'])

test('imports: that there is such a module, and that it exports the name', async () => {
  const { told, expected } = await samples(
    `import { Basket } from '../../models/basket.model'
import { Basket as Other } from '../models/Basket' ✗ sample
import { weigh, wiegh } from '../lib/scales' ✗ sample
import { weigh as other } from 'orchard'
import { Crate } from 'orchard' ✗ sample
import express from 'express'
import quinces from 'quinces' ✗ sample`,
    // Where it is imported from is not told: it may be the reader's.
    "import { App } from './app'\nimport { Tree } from './tree/tree'\nimport cherries from 'cherries'",
    "import { Basket } from '<path to src>/models/basket'\nconst { paginate } = require('../lib/plugin')",
  )
  expect(told).toEqual(expected)
})

test('modules that the document counts from itself', async () => {
  const { told, expected } = await toldAndExpected(
    {
      ...code,
      'docs/library.md': `${F}ts\nimport { weigh } from '../src/lib/balance' ✗ sample\n${F}\n\n## Your own\n\nCreate a file for your scales:\n\n${F}ts\nimport { mine } from '../src/lib/mine'\n${F}\n`,
    },
    ['sample'],
  )
  expect(told).toEqual(expected)
})

test('members, arguments and options', async () => {
  const { told, expected } = await samples(
    `import { Basket, weigh } from 'orchard'
const basket = new Basket('ada')
basket.add('pear')
basket.add('pear', 2, 3) ✗ sample
basket.ad('pear') ✗ sample
basket.remove('pear') ✗ sample
basket.weight = 3
Basket.empty()
Basket.full() ✗ sample
new Basket().add('pear') ✗ sample
new Basket('ada').put('pear') ✗ sample
weigh(['pear'], { unit: 'g' })
weigh(['pear'], { unit: 'g', precision: 2 }) ✗ sample
weigh(['pear']) ✗ sample`,
    // What it extends is not seen, and what is declared twice stands for nothing that is sure.
    `import { Open } from '../models/open.model'
const open = new Open()
open.anything()
let basket = new Basket('ada')
function pack(basket: string) {
  basket.trim()
}`,
    `const { paginate } = require('../lib/plugin')
paginate(query, { limit: 3, page: 2 })
paginate(query, { limit: 3, pages: 2 }) ✗ sample`,
    // Something is left out, so nothing is said of how many.
    "import { weigh } from 'orchard'\nweigh(...)\nweigh(['pear'])",
    // A class of the reader's own.
    'class Basket { fold() {} }\nconst basket = new Basket()\nbasket.fold()',
  )
  expect(told).toEqual(expected)
})

test('names that a sample makes, and slips of them', async () => {
  const { told, expected } = await samples(
    `import { Basket } from 'orchard'
const basketOfAda = new Basket('ada')
console.log(basketOfAdda.weight) ✗ sample
console.log(basket, baskets, somethingElse)`,
  )
  expect(told).toEqual(expected)
})

test('classes, interfaces, signatures and callbacks of the project, shown once more', async () => {
  const { told, expected } = await samples(
    `export class PickFruit implements PickerInterface { ✗ sample
  async pick(crate: CrateInterface) { ✗ sample
    await crate(Basket)({ size: 3 }).makeMany(3) ✗ sample
    const connection = await crate.connection() ✗ sample
  }
}`,
    'await crate(Tree)().makeMany(2) ✗ sample',
    'export class PickFruit implements Picker {\n  async pick(crate: Crate) {\n    await crate(Basket)().fillMany(3)\n  }\n  more(): void {}\n}',
    'interface WeighOptions {\n  unit: number ✗ sample\n  precision?: boolean ✗ sample\n  precise?: boolean\n}',
    'function weigh(kinds: string[], options: WeighOptions): number',
    'function weigh(\n  kinds: string[],\n  options: WeighOptions,\n  log: () => void,\n  unit: string, ✗ sample\n): number',
    'define(Basket, (made, settings: { sizes: number[] }) => made) ✗ sample',
  )
  expect(told).toEqual(expected)
})

test('no sample of what was, of plans, and of other languages', async () => {
  const wrong = `${F}ts\nimport { wiegh } from '../lib/scales'\n${F}\n`
  const { told } = await toldAndExpected(
    {
      ...code,
      'README.md': `## Roadmap\n\n${wrong}\n## Upgrading from 1.0\n\n${wrong}\n## Use\n\nPreviously it was:\n\n${wrong}\n${F}js\nPOST /wiegh from '../lib/scales'\n${F}\n`,
      'CHANGELOG.md': wrong,
    },
    ['sample'],
  )
  expect(told).toEqual([])
})
