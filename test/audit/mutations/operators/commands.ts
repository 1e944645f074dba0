import { all, replaced } from '../edits'
import { operator } from '../mutant'

const cli = 'src/cli.ts'

export const ofCommands = [
  ...operator(
    'script',
    'rename a script',
    ['shop', replaced('package.json', '"db:migrate"', '"migrate"'), ['README.md: | `npm run db:migrate`', 'README.md: ^npm run db:migrate']],
    ['shop', replaced('package.json', '"lint"', '"check"'), 'README.md: npm run lint'],
    ['notes', replaced('package.json', '"serve"', '"up"'), 'README.md: pnpm serve'],
    [
      'workspace',
      replaced('packages/geometry/package.json', '"measure"', '"survey"'),
      ['packages/geometry/README.md: npm run measure', 'docs/contributing.md: npm run measure'],
    ],
    ['workspace', replaced('packages/atlas/package.json', '"draw"', '"paint"'), 'packages/atlas/README.md: npm run draw'],
  ),
  ...operator(
    'script',
    'drop a script',
    ['shop', replaced('package.json', /\n {4}"build": .*/, ''), 'README.md: npm run build'],
    ['shop', replaced('package.json', /\n {4}"dev": .*/, ''), ['README.md: | `npm run dev`', 'README.md: ^npm run dev']],
    ['notes', replaced('package.json', /\n {4}"check": .*/, ''), 'README.md: pnpm run check'],
    ['workspace', replaced('package.json', /,\n {4}"verify": .*/, ''), 'docs/contributing.md: npm run verify'],
  ),
  ...operator('script', 'add a script', [
    'shop',
    replaced('package.json', '    "db:migrate"', '    "db:seed": "node migrations/run.js --seed",\n    "db:migrate"'),
    'README.md: | `npm run db:migrate`',
  ]),
  ...operator('script', 'move a script to another package', [
    'workspace',
    all(
      replaced('packages/geometry/package.json', /,\n {4}"measure": .*/, ''),
      replaced('packages/atlas/package.json', '"draw":', '"measure": "node src/measure.js", "draw":'),
    ),
    ['packages/geometry/README.md: npm run measure', 'docs/contributing.md: npm run measure'],
  ]),
  ...operator(
    'flag',
    'rename a flag',
    ['shop', replaced(cli, '--dry-run', '--simulate'), ['README.md: | `--dry-run`', 'README.md: products.csv --dry-run']],
    ['shop', replaced(cli, '--older-than', '--min-age'), ['README.md: | `--older-than`', 'README.md: prune --older-than']],
    ['shop', replaced(cli, '--format', '--type'), ['README.md: | `--format`', 'README.md: --format json']],
    [
      'workspace',
      replaced('packages/atlas/src/draw.js', /grid/g, 'lines'),
      ['packages/atlas/README.md: - `--grid`', 'packages/atlas/README.md: --scale 2 --grid'],
    ],
  ),
  ...operator(
    'flag',
    'drop a flag',
    ['shop', replaced(cli, /\n {2}\.option\('-d, .*/, ''), ['README.md: | `--dry-run`', 'README.md: products.csv --dry-run']],
    ['shop', replaced(cli, /\n {2}\.option\('--format.*/, ''), ['README.md: | `--format`', 'README.md: --format json']],
    [
      'workspace',
      all(replaced('packages/atlas/src/draw.js', /\n {2}\.option\('grid'.*/, ''), replaced('packages/atlas/src/draw.js', /, grid/g, '')),
      ['packages/atlas/README.md: - `--grid`', 'packages/atlas/README.md: --scale 2 --grid'],
    ],
  ),
  ...operator('flag', 'add a flag', [
    'shop',
    replaced(cli, "  .option('--older-than", "  .option('--keep-paid', 'leave what was paid')\n  .option('--older-than"),
    'README.md: | `--older-than`',
  ]),
  ...operator(
    'subcommand',
    'rename a subcommand',
    ['shop', replaced(cli, "'prune'", "'clean'"), 'README.md: shopctl prune'],
    ['shop', replaced(cli, "'import <file>'", "'load <file>'"), ['README.md: import products.csv', 'README.md: import products.json']],
  ),
  ...operator('subcommand', 'drop a subcommand', [
    'shop',
    replaced(cli, /program\n {2}\.command\('prune'\)[\s\S]*?\n {2}\}\)\n/, ''),
    ['README.md: shopctl prune', 'README.md: | `--older-than`'],
  ]),
  ...operator(
    'compose service',
    'rename a service',
    ['shop', replaced('docker-compose.yml', /\bcache\b/g, 'memory'), 'README.md: up -d database cache'],
    ['shop', replaced('docker-compose.yml', /\bapi:/, 'server:'), 'README.md: docker compose up api'],
  ),
  ...operator('compose service', 'drop a service', [
    'shop',
    all(replaced('docker-compose.yml', /\n {2}cache:\n.*/, ''), replaced('docker-compose.yml', /\n {6}- cache/, '')),
    'README.md: up -d database cache',
  ]),
]
