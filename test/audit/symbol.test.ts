import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const code = {
  'package.json': JSON.stringify({ name: 'orchard' }),
  'src/picker.ts': `
import { Base } from 'pears'
export class PickingService {
  static create(): PickingService {
    return new PickingService()
  }
  pickAll(kind: string): void {}
}
export class OpenService extends Base {}
export function InjectBasket(): ParameterDecorator {
  return () => {}
}
export function countBaskets(kind: string, limit?: number): number {
  return 0
}
export const settings = { basketLimit: 5 }
`,
}

test('names of the code in running text', async () => {
  const { told, expected } = await toldAndExpected(
    {
      ...code,
      'README.md': `
\`PickingService.pickAll()\` and \`PickingService.create()\` are there.
\`PickingService.pickAl()\` is not, ✗ symbol
nor is \`PickingService#pickEverything()\`. ✗ symbol
\`OpenService.anything()\` comes from what it extends.
\`PickingService.ts\` is a file, \`settings.color\` may be a variable of the text.
\`settings.basketLimt\` differs from one in little. ✗ symbol

- \`countBaskets('pear')\`, \`countBaskets(kind, limit)\`
- \`countBaskets(kind, limit, order)\` ✗ symbol
- \`countBasket()\` is told of one or of several
- \`countBaskest()\` ✗ symbol
- \`PickingSrvice\` ✗ symbol
- \`pickingService\` is an instance, \`ReadableStream\` something else
- your \`countBaskett()\` is yours

Custom decorators such as @InjectBasked write to somebody@InjectBasked.com. ✗ symbol
@InjectBasket is there, @Inject is of another library.

## Roadmap

\`PickingService.pickAl()\`
`,
    },
    ['symbol'],
  )
  expect(told).toEqual(expected)
})
