/** Names that every object inherits are names of the analysed code like any other, wherever they stand. */
import { expect, test } from 'vitest'
import { tree } from '../tree'
import { home } from './runs'

/** What `{}` answers to without having been given it. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype)

test.each(INHERITED)('a tree where everything is called %s is analysed, and nothing says it from somewhere else', async (name) => {
  const root = tree(namedAlike(name))
  const { run } = home()
  const first = await run(root)
  expect(first.stages).toContain('link')
  for (const text of [first.bytes.results, ...Object.values(first.page)]) expect(text).not.toMatch(/native code|\bfunction Object\b/)
  // And from memory, which has to have kept it.
  const second = await run(root)
  expect(second.bytes.results).toBe(first.bytes.results)
  // What can be known of it is told under its name.
  expect(first.results.endpoints.map(({ path }) => path)).toEqual(expect.arrayContaining([`/${name}`, `/later/${name}`]))
})

const namedAlike = (name: string): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'alike',
    dependencies: { express: '^4.18.0', [name]: '^1.0.0', react: '18.0.0' },
    scripts: Object.fromEntries([[name, `node ${name}.js --${name}`]]),
    engines: Object.fromEntries([[name, '1']]),
    exports: Object.fromEntries([[`./${name}`, `./src/${name}.ts`]]),
    [name]: 'x',
  }),
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: Object.fromEntries([
      ['', { name: 'alike', dependencies: Object.fromEntries([[name, '^1.0.0']]) }],
      [`node_modules/${name}`, { version: '1.0.0', dependencies: Object.fromEntries([[name, '^1.0.0']]) }],
    ]),
  }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { baseUrl: '.', paths: Object.fromEntries([[name, [`src/${name}`]]]) } }),
  Dockerfile: `FROM ${name}:${name} AS ${name}\nENV ${name}=${name}\nARG ${name}\nUSER ${name}\nEXPOSE 80\nCMD ["${name}", "--${name}"]\n`,
  'compose.yaml': `services:\n  ${name}:\n    image: ${name}:${name}\n    environment:\n      ${name}: ${name}\n    networks: [${name}]\nnetworks:\n  ${name}: {}\n`,
  '.github/workflows/ci.yml': `name: ${name}\non: [push]\njobs:\n  ${name}:\n    runs-on: ${name}\n    env:\n      ${name}: ${name}\n    steps:\n      - uses: ${name}/${name}@${name}\n      - run: ${name} --${name}\n`,
  [`deploy/${name}.yaml`]: `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\n  labels: { ${name}: ${name} }\nspec:\n  template:\n    spec:\n      containers:\n        - name: ${name}\n          image: ${name}:${name}\n          env: [{ name: ${name}, value: ${name} }]\n`,
  '.env': `${name}=${name}\n`,
  'schema.prisma': `model ${name} {\n  id Int @id\n  ${name} String @${name}\n  kin ${name}[]\n}\n`,
  'schema.graphql': `type Query {\n  ${name}(${name}: ${name}): ${name}\n}\ntype ${name} {\n  ${name}: ${name}\n}\n`,
  'api.proto': `syntax = "proto3";\nmessage ${name} { string ${name} = 1; }\nservice ${name}s { rpc ${name} (${name}) returns (${name}); }\n`,
  'openapi.yaml': `openapi: 3.0.0\ninfo: { title: a, version: '1' }\npaths:\n  /${name}:\n    get:\n      parameters: [{ name: ${name}, in: query, schema: { $ref: '#/components/schemas/${name}' } }]\n      responses: { '200': { description: ${name} } }\ncomponents:\n  schemas:\n    ${name}: { type: object, properties: { ${name}: { type: string } } }\n`,
  'docs/guide.md': `---\n${name}: ${name}\n---\n# ${name}\n\nRun \`npm run ${name}\` and \`${name} --${name}\`, set \`${name}\` to \`${name}\`, call \`GET /${name}\`.\n\n\`\`\`${name}\n${name} ${name}\n\`\`\`\n\n\`\`\`sh\n${name} --${name}\ncurl -X ${name} http://localhost/${name}\nnpm ${name}\ngit ${name}\n\`\`\`\n`,
  [`src/${name}.ts`]: `
import express from 'express'
import ${name} from '${name}'
import { ${name} as other } from '${name}/${name}'
import * as all from '@${name}/${name}'

const app = express()
app.set('${name}', '${name}')
app.use(express.json({ ${name}: '${name}' }), express.static('${name}', { setHeaders: '${name}' }))
app.get('/${name}', (req, res) => {
  res.setHeader('${name}', req.query.${name})
  res.cookie('${name}', '${name}', { sameSite: '${name}', ${name}: true })
  console.${name}(req.body.${name}, '%${name}')
  res.status(other.${name}).type('${name}').send(\`<p>\${req.params.${name}}</p>\`)
  if (req.headers.${name} === '${name}') throw new Error(\`no \${all.${name}.${name}} for \${req.user.${name}}\`)
})
const router = express.Router({ ${name}: true })
router.${name}('/never', other)
router.get('/${name}', async (req, res) => res.${name}(await fetch(\`https://${name}/\${req.query.${name}}\`, { method: '${name}' })))
app.use('/later', router)
app.${name}('/${name}', (req, res) => res.end())

/** @${name} {${name}} ${name} */
export class Shop extends ${name}.${name} {
  static ${name} = process.env.${name} ?? '${name}'
  @other({ ${name}: '${name}' }) private ${name}2: all.${name} = { ${name}: '${name}' }
  constructor(private readonly kept: ${name}.${name}) { super() }
  run(${name}: string, more: { ${name}: string } = { ${name}: '${name}' }) {
    // TODO ${name}: later
    setTimeout(${name}, '${name}')
    this.kept.${name}(\`SELECT * FROM ${name} WHERE ${name} = '\${more.${name}}'\`)
    new all.${name}({ ${name} }).${name}('${name}', { ${name} })
    return [${name}].map(all.${name}).reduce((kept, each) => ({ ...kept, [each]: kept[each] }), {})
  }
}
export type Kept = { ${name}: string; deep: Record<'${name}', number> }
export enum Way { ${name} = '${name}' }
export const table = { ${name}: (each: string) => each, '${name}2': /${name}/ }
export const pick = (asked: keyof typeof table) => table[asked]?.('${name}')
crypto.createHash('${name}').update('${name}').digest('${name}')
crypto.createCipheriv('${name}', '${name}', '${name}')
jwt.sign({ ${name} }, '${name}', { algorithm: '${name}' })
process.on('${name}', () => process.exit(other.${name}))
`,
  'src/page.tsx': `
import { ${name} } from './${name}'
export const Page = ({ ${name} }: { ${name}: string }) => (
  <main ${name}="${name}" aria-${name}={${name}}>
    <input type="${name}" autoComplete="${name}" name={${name}} />
    <a href={${name}} target="${name}" rel="${name}">{${name}}</a>
    <div dangerouslySetInnerHTML={{ __html: ${name} }} />
  </main>
)
`,
  'src/page.html': `<html ${name}="${name}"><body><${name.replaceAll('_', 'x')} ${name}="a"></${name.replaceAll('_', 'x')}><form method="${name}"><input type="${name}"></form><script src="https://${name}/a.js"></script></body></html>`,
})
