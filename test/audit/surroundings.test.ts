/** Statements that are right by what surrounds them, each beside a twin that is wrong. */
import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const manifest = (more: object) => JSON.stringify({ name: 'orchard', repository: 'github:corner/orchard', ...more })
const project = {
  'package.json': manifest({ scripts: { release: 'node release.js' } }),
  'api/package.json': manifest({ name: 'api', scripts: { dev: 'node main.js', 'test:system': 'node system.js' } }),
  'api/main.js': "const port = process.env.PORT\nrequire('http').createServer().listen(3000)\n",
  'web/package.json': manifest({ name: 'web', scripts: { dev: 'vite' } }),
  'config.sample.json': '{}',
}

const held = (files: Record<string, string>, ...kinds: string[]) => toldAndExpected({ ...project, ...files }, kinds)

async function agree(files: Record<string, string>, ...kinds: string[]): Promise<void> {
  const { told, expected } = await held(files, ...kinds)
  expect(told).toEqual(expected)
}

test('scripts of the folder that the words lead into', async () => {
  await agree(
    {
      'docs/help.md': `# Help

## Setup

1. Open the \`api\` folder
2. Start it with \`npm run dev\`
3. Look at it with \`npm run watch\` ✗ command

### Web

Start it with \`npm run dev\`.

## Tests

Run \`npm run test:system\` in the api folder.

Run \`npm run test:system\` in the web folder. ✗ command
`,
    },
    'command',
  )
})

test('pages of a site speak of what they document, and what stands beside its configuration of the site', async () => {
  const site = {
    'docs/package.json': manifest({ name: 'docs', scripts: { start: 'docusaurus start' }, engines: { node: '>=18.0' } }),
    'docs/docusaurus.config.js': 'module.exports = {}',
  }
  await agree(
    {
      ...site,
      'docs/docs/contribute.md': '# Contributing\n\nRequired: Node.js >= 22\n\nRun `npm run dev`.\n',
      'docs/README.md': '# Docs\n\nRequired: Node.js >= 22 ✗ version\n\nRun `npm start`. Run `npm run dev`. ✗ command\n',
    },
    'command',
    'version',
  )
})

test('a version and everything above it', async () => {
  await agree(
    {
      'package.json': manifest({ engines: { node: '>=18' } }),
      'README.md': '# Orchard\n\nNodejs v18 & above is needed.\n\n## Requirements\n\nNode.js v14 & above is needed. ✗ version\n',
    },
    'version',
  )
})

test('a chart has a version of its own', async () => {
  const badge = (version: string) => `![Version: ${version}](https://img.shields.io/badge/Version-${version}-informational)`
  await agree(
    {
      'package.json': manifest({ version: '2.4.0' }),
      'README.md': `# Orchard\n\n${badge('1.0.0')} ✗ version\n`,
      'charts/orchard/Chart.yaml': 'name: orchard\nversion: 1.0.0\n',
      'charts/orchard/README.md': `# orchard\n\n${badge('1.0.0')}\n`,
    },
    'version',
  )
})

test('variables of scripts, of images, of files that the program reads, and of those that the sample uses itself', async () => {
  await agree(
    {
      'api/main.js': `const port = process.env.PORT
const rune = /ORCHARD_RUNE="([^"]+)"/.exec(text)
for (const name of Object.keys(process.env)) if (name.startsWith('MAIL_OPT_')) use(name)
`,
      'docker/entrypoint.sh': '#!/bin/sh\nif [ "$TRUST_PROXY" = "true" ]; then echo trusted; fi\n',
      'README.md': `# Orchard

\`\`\`sh
export STORE_FOLDER=$HOME/orchard && docker run -v \${STORE_FOLDER}:/data orchard
export STORE_PLACE=$HOME/orchard && docker run orchard ✗ environment
\`\`\`

## Environment variables

| Variable | Means |
| --- | --- |
| \`PORT\` | Where it listens |
| \`TRUST_PROXY\` | Whether a proxy stands in front |
| \`TRUST_NOBODY\` | Whether nobody is trusted | ✗ environment
| \`ORCHARD_RUNE\` | A line of the file |
| \`MAIL_OPT_SSL\` | Handed to the mailer |
| \`MAIL_SSL\` | Handed to nobody | ✗ environment
`,
    },
    'environment',
  )
})

test('a list that says where the rest is told is not whole', async () => {
  const code = { 'api/main.js': 'const { API_URL, API_KEY, API_SALT, API_LEVEL } = process.env\n' }
  const list = 'API_URL=http://localhost\nAPI_KEY=\nAPI_SALT=\n'
  await agree({ ...code, '.env.example': `${list}# for more variables see the docs\n` }, 'environment')
  const { told } = await held({ ...code, '.env.example': list }, 'environment')
  expect(told).toEqual(['.env.example:3 environment (undocumented)'])
})

test('what git leaves out is made by whoever uses it', async () => {
  await agree(
    {
      '.gitignore': '# settings\nconfig.json\n/public/\n',
      'api/src/index.js': '',
      'README.md': `# Orchard

Edit \`api/src/config.json\` to switch it on.

Edit \`api/src/settings.json\` to switch it on. ✗ path

| Setting | Default |
| --- | --- |
| place | \`./api/data/store.json\` |

| Setting | File |
| --- | --- |
| place | \`api/src/data.json\` | ✗ path

\`\`\`sh
cp -R web/dist public
cp api/src/config.json backup/config.json
cp api/src/settings.json backup/settings.json ✗ command
\`\`\`
`,
    },
    'path',
    'command',
  )
})

test('files of the folder that is cloned into', async () => {
  await agree(
    {
      'docs/build.md': `# Build

\`\`\`sh
git clone --depth 1 https://example.com/corner/orchard.git vendors
cp vendors/config.sample.json config.json
cp vendors/config.dist.json config.json ✗ command
\`\`\`
`,
    },
    'command',
  )
})

test('an address of mail in the words of a link to it, and a file that a site is asked to show', async () => {
  await agree(
    {
      'README.md': `# Orchard

Write to [team@orchard.garden](mailto:team@orchard.garden).

Write to [team@orchard.garden](team@orchard.garden). ✗ link

@[code](@orchard/api/types)

[types](orchard/api/types.md) ✗ link
`,
    },
    'link',
  )
})

test('a port that an option is given', async () => {
  await agree(
    {
      'README.md': `# Orchard

Use \`npm start -- --host 0.0.0.0 --port 8765\` for another one.

It is served on port 8765. ✗ service
`,
    },
    'service',
  )
})
