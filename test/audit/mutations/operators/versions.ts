import { all, moved, replaced } from '../edits'
import { operator } from '../mutant'

export const ofVersions = [
  ...operator(
    'port',
    'change a port',
    ['shop', replaced('Dockerfile', 'EXPOSE 3000', 'EXPOSE 4000'), 'README.md: exposes port 3000'],
    ['shop', replaced('src/config/settings.ts', '?? 3000', '?? 3100'), ['README.md: listens on port', 'README.md: | `PORT`'], '.env.example: PORT='],
    [
      'notes',
      replaced('src/main.js', '8080', '9090'),
      'README.md: It listens on',
      ['README.md: 8080/ready', 'README.md: -X POST', 'README.md: -X DELETE'],
    ],
  ),
  ...operator(
    'runtime version',
    'change the version of the runtime',
    [
      'shop',
      all(
        replaced('package.json', '">=20"', '">=22"'),
        replaced('.nvmrc', '20', '22'),
        replaced('.github/workflows/ci.yml', 'node-version: 20', 'node-version: 22'),
      ),
      'README.md: Node.js 20',
    ],
    ['notes', replaced('package.json', '">=22"', '">=24"'), 'README.md: Node.js 22'],
    ['workspace', replaced('package.json', '">=18"', '">=22"'), 'docs/contributing.md: Node.js 18'],
    ['notes', replaced('package.json', 'pnpm@9.7.0', 'pnpm@10.1.0'), 'README.md: Node.js 22'],
    ['shop', replaced('Dockerfile', 'node:20-alpine', 'node:22-alpine'), 'README.md: node:20-alpine'],
  ),
  ...operator('package version', 'change the version of the package', [
    'shop',
    replaced('package.json', '"2.3.0"', '"3.0.0"'),
    'README.md: version-2.3.0',
  ]),
  ...operator('dependency', 'change the major version of a dependency', [
    'shop',
    replaced('package.json', '"express": "^4.19.2"', '"express": "^5.0.0"'),
    'README.md: Express 4',
  ]),
  ...operator(
    'dependency',
    'drop a dependency',
    [
      'shop',
      all(
        replaced('package.json', /\n {4}"ioredis".*/, ''),
        replaced('src/lib/cache.ts', /import Redis.*\n/, ''),
        replaced('src/lib/cache.ts', 'new Redis(settings.redisUrl)', 'new Map<string, string>([[settings.redisUrl, ""]])'),
        replaced('src/lib/cache.ts', /this\.redis\.get\((.*)\)/, 'this.redis.get($1) ?? null'),
      ),
      'README.md: through `ioredis`',
      'docs/architecture.md: PriceCache --> Redis',
    ],
    [
      'shop',
      all(
        replaced('package.json', /,\n {4}"zod".*/, ''),
        replaced('src/routes/orders.ts', /import \{ z \}.*\n/, ''),
        replaced('src/routes/orders.ts', /const order = z.*\n/, ''),
        replaced('src/routes/orders.ts', 'order.parse(request.body)', 'request.body'),
      ),
      'README.md: - zod',
    ],
  ),
  ...operator('badge', 'rename the workflow of a badge', [
    'shop',
    moved('.github/workflows/ci.yml', '.github/workflows/checks.yml'),
    'README.md: [![Checks]',
  ]),
]
