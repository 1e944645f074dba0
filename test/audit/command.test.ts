import { expect, test } from 'vitest'
import { discrepancies, hold } from './documented'
import { toldAndExpected } from './expected'

const packageJson = JSON.stringify({
  name: 'orchard',
  repository: 'github:corner/orchard',
  bin: { orchard: 'src/cli.js' },
  scripts: {
    start: 'node dist/main.js',
    build: 'tsc -p .',
    test: 'vitest run',
    lint: 'eslint .',
    'db:migrate': 'node migrate.js',
    tasks: 'nps',
    prune: 'node src/cli.js prune',
  },
  devDependencies: { vitest: '^3.0.0', eslint: '^9.0.0', typescript: '^5.0.0' },
})
const cli = `#!/usr/bin/env node
const { Command } = require('commander')
const program = new Command('orchard')
program.command('prune').option('-d, --dry-run', 'change nothing').option('--older-than <days>', 'age').option('--keep <n>', 'how many').action(() => {})
program.command('plant <tree>').option('--deep').action(() => {})
program.parse()
`
const project = {
  'package.json': packageJson,
  'src/cli.js': cli,
  'packages/web/package.json': JSON.stringify({ name: '@orchard/web', scripts: { dev: 'vite', draw: 'node draw.js' } }),
  'package-scripts.js': "module.exports = { scripts: { db: { seed: 'node seed.js' }, lint: { script: 'eslint .' } } }",
  Makefile: 'VERSION := 1\nall: image\n\timage:\nimage:\n\tdocker build .\n',
  'docker-compose.yml': 'services:\n  api:\n    build: .\n  store:\n    image: postgres:16\n',
  '.env.example': 'PORT=3000\n',
  '.gitignore': 'dist\n',
}

const held = (text: string, file = 'README.md') => toldAndExpected({ ...project, [file]: text }, ['command'])

test('scripts are there, by every way of asking for them', async () => {
  const { told, expected } = await held(`# Orchard

\`\`\`bash
npm install
npm run build
npm run biuld ✗ command
npm t
npm start
yarn lint
yarn lnit ✗ command
pnpm run db:migrate
pnpm db:migrte ✗ command
yarn tsc --watch
npm run draw --workspace @orchard/web
npm run paint --workspace @orchard/web ✗ command
pnpm --filter @orchard/web dev
pnpm --filter @orchard/gone dev
npm run <script>
npm run tasks db.seed
npm run tasks db.sow ✗ command
make image
make images ✗ command
cd packages/web && npm run dev && npm run build ✗ command
\`\`\`

Then \`npm run lint\`, not \`npm run hint\`. ✗ command
`)
  expect(told).toEqual(expected)
})

test('what belongs to a project of the reader, to another branch or to another time is left alone', async () => {
  const { told } = await held(`# Orchard

## Make a new one

\`\`\`bash
npx create-orchard my-trees
cd my-trees
npm run grow
\`\`\`

## In your project

\`\`\`bash
npm run whatever
\`\`\`

## On stage

Check out branch \`next\` first.

\`\`\`bash
npm run stage
\`\`\`

## Roadmap

- \`npm run harvest\`

## Another one

\`\`\`bash
git clone https://github.com/somebody/else.git
git clone https://github.com/corner/orchard.git
cd else
npm run theirs
\`\`\`
`)
  expect(told).toEqual([])
})

test('after a clone of this repository its own scripts are meant', async () => {
  const { told, expected } = await held('```sh\ngit clone https://github.com/corner/orchard.git\ncd orchard\nnpm run gone ✗ command\n```\n')
  expect(told).toEqual(expected)
})

test('commands that cannot work as they are written', async () => {
  const { told, expected } = await held(`
\`\`\`bash
cp .env.example ✗ command
cp .env.example .env
cp *.js
cp "$FILES"
npm lint ✗ command
npm ci
\`\`\`
`)
  expect(told).toEqual(expected)
})

test('files and services that commands name', async () => {
  const { told, expected } = await held(`
\`\`\`bash
cp .env.example .env
cp .env.sample .env ✗ command
node dist/main.js
docker compose up -d api store
docker compose up database ✗ command
docker-compose -f docker-compose.yml logs --tail 5 api
docker compose -f docker-compose.prod.yml up ✗ command
docker compose exec api npm run build
\`\`\`
`)
  expect(told).toEqual(expected)
})

test('output and prompts of a console are no commands', async () => {
  const { told, expected } = await held('```console\n$ npm run build\nnpm run nothing\n$ npm run nope ✗ command\n```\n')
  expect(told).toEqual(expected)
})

test('what a script is said to do, and does not', async () => {
  const { told, expected } = await held(`
- \`npm start\` - Build the application ✗ command
- \`npm run build\` - Build the application
- \`npm test\` - Runs the tests with Jest ✗ command
- \`npm run lint\` - Runs the linter

\`\`\`bash
# compile everything
npm run build
# build the application
npm run lint ✗ command
npm start & npm test # builds nothing
\`\`\`
`)
  expect(told).toEqual(expected)
})

test('a complete list of scripts leaves one out', async () => {
  const { told, expected } = await held(`
## Scripts

| Script | |
| --- | --- |
| \`npm start\` | starts |
| \`npm run build\` | builds |
| \`npm test\` | tests |
| \`npm run lint\` | lints |
| \`npm run db:migrate\` | migrates |
| \`npm run tasks\` | tasks | ✗ command (undocumented)
`)
  expect(told).toEqual(expected)
})

test('a list that says there are more leaves nothing out', async () => {
  const { told } = await held(
    '## Scripts\n\nThe most important scripts:\n\n- `npm start`\n- `npm run build`\n- `npm test`\n- `npm run lint`\n- `npm run db:migrate`\n',
  )
  expect(told).toEqual([])
})

test('a script that the document has its reader define', async () => {
  const { told } = await held('```json\n{ "scripts": { "grow": "orchard plant" } }\n```\n\nThen `npm run grow`.\n')
  expect(told).toEqual([])
})

test('commands and options of the program itself', async () => {
  const { told, expected } = await held(`
## orchard

\`\`\`bash
npx orchard prune --dry-run --older-than 3
npx orchard prune --dry-ran ✗ command
npx orchard prune -d --help
npx orchard burn ✗ command
orchard plant apple --deep
npm run prune -- --keep 3
npm run prune -- --kept 3 ✗ command
\`\`\`

| Option | |
| --- | --- |
| \`-d, --dry-run\` | nothing changes |
| \`--older-than <days>\` | age |
| \`--gone\` | what was once | ✗ command
| \`--keep\` | how many |
`)
  expect(told).toEqual(expected)
})

test('a list of options is complete but for one', async () => {
  const left = cli.replace(".option('--keep <n>', 'how many')", ".option('--keep <n>', 'how many')\n  .option('--quiet', 'say nothing')")
  const { told, expected } = await toldAndExpected(
    {
      ...project,
      'src/cli.js': left,
      'README.md':
        '## orchard\n\n- `--dry-run`: nothing changes\n- `--older-than`: age\n- `--keep`: how many ✗ command (undocumented)\n\n```sh\nnpx orchard prune\n```\n',
    },
    ['command'],
  )
  expect(told).toEqual(expected)
})

test('a help text calls the package by another name', async () => {
  const { audited } = await hold({
    'package.json': JSON.stringify({ name: 'create-big-orchard', bin: 'bin/create.js' }),
    'bin/create.js':
      "#!/usr/bin/env node\nconsole.log('npx create-orchard my-trees')\nconsole.log('npx create-big-orchard my-trees')\nconsole.log('npx rimraf .git')\n",
  })
  expect(discrepancies(audited).map(({ doc, patch }) => [`${doc.file}:${doc.line}`, patch?.to])).toEqual([['bin/create.js:2', 'create-big-orchard']])
})
