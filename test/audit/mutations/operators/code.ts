import { all, moved, renamedInCode, replaced } from '../edits'
import { operator } from '../mutant'

const ofOrders = 'src/lib/orders.ts'

export const ofCode = [
  ...operator(
    'import',
    'rename an exported symbol',
    ['shop', renamedInCode('totalOf', 'sumOf'), 'docs/library.md: import { placeOrder, totalOf }', 'docs/library.md: totalOf([10'],
    [
      'shop',
      renamedInCode('placeOrder', 'submitOrder'),
      'docs/library.md: import { placeOrder, totalOf }',
      ['docs/library.md: await placeOrder', 'docs/architecture.md: createApp --> placeOrder', 'docs/architecture.md: placeOrder --> query'],
    ],
    [
      'shop',
      renamedInCode('PriceCache', 'PriceStore'),
      'docs/library.md: import { PriceCache }',
      ['docs/library.md: new PriceCache', 'docs/architecture.md: PriceCache --> Redis'],
    ],
    [
      'workspace',
      renamedInCode('perimeter', 'outline'),
      'packages/geometry/README.md: import { area, perimeter',
      'packages/geometry/README.md: perimeter(square',
    ],
    [
      'workspace',
      renamedInCode('Polygon', 'Outline'),
      'packages/geometry/README.md: import { area, perimeter',
      'packages/geometry/README.md: new Polygon',
    ],
  ),
  ...operator(
    'import',
    'stop exporting a symbol',
    ['workspace', replaced('packages/geometry/src/index.ts', 'area, perimeter', 'area'), 'packages/geometry/README.md: import { area, perimeter'],
    ['shop', replaced(ofOrders, 'export function totalOf', 'function totalOf'), 'docs/library.md: import { placeOrder, totalOf }'],
  ),
  ...operator('import', 'move a module', [
    'shop',
    all(moved('src/lib/cache.ts', 'src/lib/prices.ts'), replaced('src/index.ts', './lib/cache', './lib/prices')),
    ['docs/library.md: import { PriceCache }', 'README.md: cache.ts'],
  ]),
  ...operator(
    'sample',
    'change the number of parameters',
    [
      'shop',
      replaced(ofOrders, 'customer: string, items: string[]', 'customer: string, items: string[], currency: string'),
      'docs/library.md: await placeOrder',
    ],
    ['shop', replaced(ofOrders, 'prices: number[], options: OrderOptions', 'prices: number[]'), 'docs/library.md: totalOf([10'],
    [
      'workspace',
      replaced('packages/geometry/src/shapes.ts', 'points: Point[], closed: boolean', 'points: Point[]'),
      'packages/geometry/README.md: perimeter(square',
    ],
    [
      'workspace',
      replaced('packages/geometry/src/polygon.ts', 'moveBy(x: number, y: number)', 'moveBy(x: number, y: number, z: number)'),
      'packages/geometry/README.md: .moveBy(2, 3)',
    ],
  ),
  ...operator(
    'sample',
    'rename a method',
    ['shop', replaced('src/lib/cache.ts', 'remember(', 'keep('), 'docs/library.md: prices.remember'],
    ['shop', replaced('src/lib/cache.ts', 'async read(', 'async priceOf('), 'docs/library.md: prices.read'],
    ['workspace', replaced('packages/geometry/src/polygon.ts', 'moveBy(', 'shift('), 'packages/geometry/README.md: .moveBy(2, 3)'],
  ),
  ...operator('sample', 'rename an option', ['shop', replaced(ofOrders, 'discount', 'rebate'), 'docs/library.md: totalOf([10']),
  ...operator(
    'values',
    'rename an allowed value',
    ['shop', replaced(ofOrders, "'shipped'", "'sent'"), 'docs/api.md: | `shipped`'],
    ['workspace', replaced('packages/geometry/src/point.ts', 'robinson', 'winkel'), 'packages/geometry/README.md: A `Projection` is'],
    ['notes', replaced('src/environment.js', "'light', 'dark'", "'light', 'night'"), 'README.md: NOTES_THEME'],
  ),
  ...operator('values', 'drop an allowed value', ['shop', replaced(ofOrders, /\n {2}Cancelled.*/, ''), 'docs/api.md: | `cancelled`']),
  ...operator('values', 'add an allowed value', [
    'shop',
    replaced(ofOrders, '  Cancelled', "  Returned = 'returned',\n  Cancelled"),
    'docs/api.md: | `cancelled`',
  ]),
  ...operator('constant', 'change a constant', [
    'shop',
    replaced('src/lib/tokens.ts', 'MAX_ATTEMPTS = 5', 'MAX_ATTEMPTS = 3'),
    'docs/api.md: failed attempts',
  ]),
  ...operator(
    'graphql',
    'rename a field',
    ['notes', replaced('schema.graphql', /^ {2}title: String!/m, '  name: String!'), ['docs/graphql.md:10', 'docs/graphql.md:20']],
    [
      'notes',
      all(replaced('schema.graphql', 'addNote(', 'createNote('), replaced('src/plugins/graph.js', 'addNote', 'createNote')),
      'docs/graphql.md: addNote(',
    ],
  ),
  ...operator('graphql', 'rename an argument', [
    'notes',
    replaced('schema.graphql', 'addNote(title: String!, body: String)', 'addNote(title: String!, text: String)'),
    'docs/graphql.md: addNote(',
  ]),
  ...operator('graphql', 'rename a value', [
    'notes',
    replaced('schema.graphql', 'SHARED', 'FRIENDS'),
    ['docs/graphql.md: visibility: SHARED', 'docs/graphql.md: - `SHARED`'],
  ]),
  ...operator(
    'diagram',
    'rename a component that a diagram shows',
    ['shop', renamedInCode('createApp', 'buildApp'), 'docs/architecture.md: createApp --> placeOrder'],
    ['shop', renamedInCode('query', 'ask'), 'docs/architecture.md: placeOrder --> query'],
  ),
  ...operator('configuration', 'rename a key of a settings file', [
    'workspace',
    replaced('atlas.config.json', 'margin', 'padding'),
    'docs/contributing.md: "margin"',
  ]),
  ...operator('licence', 'change the licence', [
    'shop',
    all(replaced('package.json', '"MIT"', '"ISC"'), replaced('LICENSE', 'MIT License', 'ISC License')),
    'README.md: [MIT](LICENSE)',
  ]),
]
