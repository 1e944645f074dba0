import { expect, test } from 'vitest'
import { drawnNames } from '../../plugin/audit/kinds/mermaid-names'
import { toldAndExpected } from './expected'

const code = {
  'package.json': JSON.stringify({ name: 'orchard', dependencies: { ioredis: '5.0.0' } }),
  'src/orders.ts': 'export class OrderService {}\nexport class StockService {}\nexport function placeOrder(): void {}\n',
  'src/models.ts': `import mongoose from 'mongoose'
export const Order = mongoose.model('Order', new mongoose.Schema({ total: Number }))
export const Customer = mongoose.model('Customer', new mongoose.Schema({ name: String }))
`,
}

test('what a drawing calls by names of the code', async () => {
  const { told, expected } = await toldAndExpected(
    {
      ...code,
      'README.md': `
\`\`\`mermaid
flowchart LR
  subgraph Services
    placeOrder --> OrderService[OrderService]
    OrderService -- reserves --> StockService & PriceService ✗ diagram
  end
  OrderService -->|caches| Redis[(Redis)]
  browser --> placeOrder
  A[The warehouse] -.-> StockService
\`\`\`

\`\`\`mermaid
sequenceDiagram
  actor U as Customer
  participant OrderService
  participant Stock as StockServise ✗ diagram
  U->>OrderService: order
  OrderService->>Stock: reserve
\`\`\`

\`\`\`mermaid
erDiagram
  CUSTOMER ||--o{ ORDER : places
  ORDER ||--|{ LINE_ITEM : contains ✗ diagram
\`\`\`
`,
    },
    ['diagram'],
  )
  expect(told).toEqual(expected)
})

test('a drawing of something else is nobody’s to judge', async () => {
  const { told } = await toldAndExpected(
    { ...code, 'README.md': '```mermaid\nflowchart TD\n  readInput --> checkIt --> OrderService\n  checkIt --> writeOutput\n```\n' },
    ['diagram'],
  )
  expect(told).toEqual([])
})

test.each<[string, string[]]>([
  ['graph TD;\n  a-->b;\n  b-->c;', ['a', 'b', 'c']],
  ['flowchart LR\n  a["First one"] ==> b{{Second}} -. maybe .-> c((Third))\n  a:::big --- d', ['First one', 'Second', 'Third', 'd']],
  ['%% a remark\nflowchart LR\n  a\n  a[Later]', ['Later']],
  ['sequenceDiagram\n  a->>+b: hi\n  b-->>-a: ho\n  Note over a: x', ['a', 'b']],
  ['classDiagram\n  Animal <|-- Duck\n  class Fish {\n    +swim()\n  }', ['Animal', 'Duck', 'Fish']],
  ['erDiagram\n  A ||--o{ B : has\n  A {\n    string name\n  }', ['A', 'B']],
  ['pie\n  "x" : 3', []],
  ['', []],
])('names of %j', (text, names) => {
  expect(drawnNames(text).map(({ name }) => name)).toEqual(names)
})
