import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const F = '```'

test('a sample that shows a file of the project', async () => {
  const { told, expected } = await toldAndExpected(
    {
      'package.json': JSON.stringify({ name: 'orchard' }),
      'config/default.json': JSON.stringify({ trees: 12, bees: { hives: 2, feed: true }, key: 'abc' }),
      'README.md': `
By default \`config/default.json\` contains:

${F}json
{
  // comments are fine
  "trees": 10, ✗ json-sample
  "bees": {
    "hives": 2,
    "feed": true,
    "smoke": true ✗ json-sample
  },
  "key": "abc",
}
${F}

Add this to \`config/default.json\`:

${F}json
{ "trees": 10, "bees": { "hives": 2, "feed": true } }
${F}

\`config/default.json\` contains:

${F}json
{ "trees": 10, ... }
${F}

\`config/default.json\` contains the names of the trees:

${F}json
["pear"]
${F}
`,
    },
    ['json-sample'],
  )
  expect(told).toEqual(expected)
})
