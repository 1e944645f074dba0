import { all, moved, movedFolder, removed, replaced } from '../edits'
import { operator } from '../mutant'

const tokens = all(
  moved('src/lib/tokens.ts', 'src/security/tokens.ts'),
  replaced('src/index.ts', './lib/tokens', './security/tokens'),
  replaced('src/routes/sessions.ts', '../lib/tokens', '../security/tokens'),
)

export const ofFiles = [
  ...operator(
    'path',
    'move a file',
    ['shop', tokens, 'README.md: tokens.ts'],
    [
      'shop',
      all(
        moved('src/app.ts', 'src/http/app.ts'),
        replaced('src/server.ts', './app', './http/app'),
        replaced('src/index.ts', './app', './http/app'),
        replaced('src/http/app.ts', './routes', '../routes'),
      ),
      'README.md: app.ts',
    ],
    ['shop', moved('migrations/run.js', 'tools/migrate.js'), 'README.md: migrations/run.js'],
    [
      'notes',
      all(moved('src/plugins/graph.js', 'src/graph.js'), replaced('src/main.js', './plugins/graph.js', './graph.js')),
      'docs/graphql.md: src/plugins/graph.js',
    ],
    [
      'workspace',
      all(
        moved('packages/geometry/src/shapes.ts', 'packages/geometry/src/forms.ts'),
        replaced('packages/geometry/src/index.ts', './shapes', './forms'),
        replaced('packages/geometry/src/polygon.ts', './shapes', './forms'),
      ),
      'docs/contributing.md: shapes.ts',
    ],
  ),
  ...operator(
    'path',
    'change the case of the letters of a file',
    [
      'shop',
      all(
        moved('src/lib/tokens.ts', 'src/lib/Tokens.ts'),
        replaced('src/index.ts', './lib/tokens', './lib/Tokens'),
        replaced('src/routes/sessions.ts', '../lib/tokens', '../lib/Tokens'),
      ),
      'README.md: tokens.ts',
    ],
    ['workspace', moved('packages/atlas/src/draw.js', 'packages/atlas/src/Draw.js'), 'docs/contributing.md: draw.js'],
    ['shop', moved('LICENSE', 'License'), 'README.md: [MIT](LICENSE)'],
  ),
  ...operator(
    'path',
    'rename a folder',
    ['workspace', all(movedFolder('packages/atlas', 'packages/maps')), ['README.md: packages/atlas', 'docs/contributing.md: draw.js']],
    ['shop', all(movedFolder('migrations', 'schema'), replaced('package.json', 'migrations/', 'schema/')), 'README.md: migrations/run.js'],
  ),
  ...operator(
    'path',
    'remove a file',
    ['shop', removed('LICENSE'), 'README.md: [MIT](LICENSE)'],
    ['shop', removed('docs/library.md'), 'README.md: docs/library.md'],
    ['notes', removed('docs/graphql.md'), 'README.md: docs/graphql.md'],
    ['workspace', removed('docs/contributing.md'), 'README.md: docs/contributing.md'],
    ['workspace', removed('packages/geometry/README.md'), 'packages/atlas/README.md: ../geometry/README.md'],
  ),
  ...operator(
    'anchor',
    'rename a heading',
    ['shop', replaced('docs/api.md', '## Orders', '## Purchases'), 'README.md: docs/api.md#orders'],
    ['shop', replaced('README.md', '## Command line', '## Terminal'), 'README.md: (#command-line)'],
    ['shop', replaced('README.md', '## Getting started', '## First steps'), 'docs/architecture.md: #getting-started'],
    ['notes', replaced('docs/graphql.md', '## Reading notes', '## Queries'), 'README.md: #reading-notes'],
  ),
]
