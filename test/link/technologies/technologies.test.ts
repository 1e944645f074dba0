import fs from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { lockedTree } from '../../../plugin/extract/lock-files/index'
import { manifestFacts } from '../../../plugin/extract/manifests/index'
import { compile, ownCatalogue } from '../../../plugin/link/technologies/catalogue'
import { type TechnologyInput, technologiesOf } from '../../../plugin/link/technologies/index'
import type { Evidence, LockedTree, SourceFile } from '../../../plugin/types'

const at = (file: string, line = 1): Evidence => ({ file, line, text: 'x' })
const source = (file: string, language?: string, bytes = 100): SourceFile => ({
  path: file,
  kind: 'other',
  language,
  bytes,
  hash: '',
  uncommitted: false,
})

/** A tree as texts of its manifests. */
function technologies(texts: Record<string, unknown>, rest: Partial<TechnologyInput> = {}) {
  const manifests = Object.entries(texts).map(([file, content]) => ({
    path: file,
    facts: manifestFacts({ path: file }, typeof content === 'string' ? content : JSON.stringify(content, null, 1)).facts,
  }))
  return technologiesOf({ files: [], importedPackages: [], manifests, ...rest })
}

/** `PostgreSQL, infrastructure, database 16 at docker-compose.yml:3` */
function listed(texts: Record<string, unknown>, rest: Partial<TechnologyInput> = {}): string[] {
  return technologies(texts, rest).map(({ name, category, purpose, version, evidence }) => {
    const [first] = evidence
    return `${name}, ${category}, ${purpose}${version === undefined ? '' : ` ${version}`} at ${first?.file}:${first?.line}`
  })
}

test('packages have a purpose, run-time libraries and development tools are told apart, the unknown are libraries', () => {
  expect(
    listed({
      'package.json': {
        dependencies: { express: '^4.18.0', zod: '3', 'left-pad-of-ours': '1' },
        devDependencies: { vitest: '4', 'tool-of-ours': '2', '@types/express': '4' },
        peerDependencies: { react: '19' },
      },
    }),
  ).toEqual([
    'Express, framework, web framework ^4.18.0 at package.json:3',
    'React, framework, frontend framework 19 at package.json:13',
    'left-pad-of-ours, library, library 1 at package.json:5',
    'tool-of-ours, library, development library 2 at package.json:9',
    'Zod, library, validation 3 at package.json:4',
    'Vitest, devops, test runner 4 at package.json:8',
  ])
})

test('a driver is a library and proves the product behind it; one that only tests use does not', () => {
  expect(listed({ 'package.json': { dependencies: { pg: '8', '@aws-sdk/client-s3': '3' }, devDependencies: { mysql2: '3' } } })).toEqual([
    '@aws-sdk/client-s3, library, file upload and storage 3 at package.json:4',
    'mysql2, library, database driver 3 at package.json:7',
    'pg, library, database driver 8 at package.json:3',
    'Amazon S3, infrastructure, object storage at package.json:4',
    'Amazon Web Services, infrastructure, cloud at package.json:4',
    'PostgreSQL, infrastructure, database at package.json:3',
  ])
})

test('the strongest line stands first and tells the version', () => {
  const [node] = technologies({
    'packages/api/package.json': { engines: { node: '>=18' } },
    'package.json': { engines: { node: '>=20' }, scripts: { start: 'node x' } },
    Dockerfile: 'FROM node:22-alpine\n',
    '.nvmrc': 'v21\n',
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/setup-node@v4\n        with: { node-version: 24 }\n',
  }).filter(({ name }) => name === 'Node.js')
  expect(node?.version).toBe('>=20')
  expect(node?.evidence.map(({ file }) => file)).toEqual([
    'package.json',
    'packages/api/package.json',
    '.nvmrc',
    'Dockerfile',
    '.github/workflows/ci.yml',
    'package.json',
  ])
})

test('a family is one technology, with the version of its main package', () => {
  expect(
    listed({ 'package.json': { dependencies: { '@angular/common': '17.1.0', '@angular/core': '17.2.0' }, devDependencies: { tailwindcss: '3' } } }),
  ).toEqual(['Angular, framework, frontend framework 17.2.0 at package.json:4', 'Tailwind CSS, library, user interface 3 at package.json:7'])
  expect(listed({ 'package.json': { dependencies: { 'tailwind-merge': '1' } } })).toEqual([
    'Tailwind CSS, library, user interface 1 at package.json:3',
  ])
})

test('images by what they hold, whatever mirror they come from; the system below stands in the tag', () => {
  expect(
    listed({
      'compose.yaml':
        'services:\n  a: { image: "docker.io/library/postgres:16-alpine" }\n  b: { image: bitnami/redis }\n  c: { image: acme/api:1 }\n  d: { image: node:22.1-bookworm }\n',
      'k8s/x.yaml': 'apiVersion: v1\nkind: Pod\nspec: { containers: [{ image: "rabbitmq:3" }] }\n',
    }),
  ).toEqual([
    'acme/api, infrastructure, container image 1 at compose.yaml:4',
    'PostgreSQL, infrastructure, database 16-alpine at compose.yaml:2',
    'RabbitMQ, infrastructure, queue 3 at k8s/x.yaml:3',
    'Redis, infrastructure, cache at compose.yaml:3',
    'Alpine Linux, devops, container base system at compose.yaml:2',
    'Debian, devops, container base system at compose.yaml:5',
    'Docker Compose, devops, container at compose.yaml:1',
    'Kubernetes, devops, orchestration at k8s/x.yaml:2',
    'Node.js, devops, runtime 22.1 at compose.yaml:5',
  ])
})

test('the same product from a pipeline, a provider, an address, a schema, code', () => {
  const mysql = technologies(
    {
      '.github/workflows/ci.yml': 'jobs:\n  a:\n    runs-on: x\n    services:\n      db:\n        image: mysql:8\n',
      'main.tf': 'resource "aws_db_instance" "x" {\n  engine = "mysql"\n}\n',
      '.env.example': 'DB=mysql://x\n',
      'prisma/schema.prisma': 'datasource db {\n  provider = "mysql"\n}\n',
      'docker-compose.yml': 'services:\n  db:\n    image: mysql:8.4\n',
    },
    {
      connectionSchemes: [{ scheme: 'mysql', at: at('src/db.ts', 9) }],
      connections: [{ kind: 'database', name: 'MySQL', library: 'mysql2', at: at('src/db.ts', 12), calls: 0 }],
    },
  ).find(({ name }) => name === 'MySQL')
  expect(mysql?.version).toBe('8.4')
  expect(mysql?.evidence.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'docker-compose.yml:3',
    'main.tf:2',
    'src/db.ts:9',
    'src/db.ts:12',
    'prisma/schema.prisma:2',
    '.env.example:1',
    '.github/workflows/ci.yml:6',
  ])
})

test('delivery: pipelines, their actions and commands, deployment targets', () => {
  expect(
    listed({
      '.github/workflows/ci.yml':
        'jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: github/codeql-action/init@v3\n      - uses: akhileshns/heroku-deploy@v3\n      - uses: acme/unknown@v1\n      - run: npm ci && kubectl apply -f x && custom-thing\n',
      'fly.toml': 'app = "x"\n',
      'package-lock.json': '{"lockfileVersion": 3}',
    }),
  ).toEqual([
    'CodeQL, devops, security scanner at .github/workflows/ci.yml:5',
    'Fly.io, devops, deployment target at fly.toml:1',
    'GitHub Actions, devops, ci at .github/workflows/ci.yml:3',
    'Heroku, devops, deployment target at .github/workflows/ci.yml:6',
    'Kubernetes, devops, orchestration at .github/workflows/ci.yml:8',
    'npm, devops, package manager at .github/workflows/ci.yml:8',
  ])
})

test('languages: shares of the code by bytes, data and prose without one', () => {
  const found = technologies(
    { 'package.json': { devDependencies: { typescript: '~5.4' } } },
    {
      files: [
        source('src/b.ts', 'typescript', 300),
        source('src/a.ts', 'typescript', 300),
        source('x.py', 'python', 200),
        source('README.md', 'markdown', 9000),
        source('x.env', 'dotenv'),
        source('a.xyz', 'brainfuck', 200),
      ],
    },
  )
  expect(found.map(({ name, version, share, evidence }) => [name, version, share, evidence[0]?.file])).toEqual([
    ['TypeScript', '~5.4', 0.6, 'package.json'],
    ['Brainfuck', undefined, 0.2, 'a.xyz'],
    ['Python', undefined, 0.2, 'x.py'],
    ['Markdown', undefined, undefined, 'README.md'],
  ])
})

test('files that mean a tool by their name', () => {
  const files = [
    '.eslintrc.cjs',
    'sub/vite.config.mts',
    'Vagrantfile',
    'x/api.postman_collection.json',
    '.storybook/main.ts',
    'eslint.txt',
    'notvite.config.ts',
    'my.Vagrantfile.md',
  ].map((file) => source(file))
  expect(listed({}, { files })).toEqual([
    'Storybook, framework, documentation site at .storybook/main.ts:1',
    'ESLint, devops, linter at .eslintrc.cjs:1',
    'Postman, devops, end-to-end testing at x/api.postman_collection.json:1',
    'Vagrant, devops, infrastructure as code at Vagrantfile:1',
    'Vite, devops, bundler at sub/vite.config.mts:1',
  ])
})

test('imports: of declared packages a further proof, of undeclared ones the only one', () => {
  const found = technologies(
    { 'package.json': { dependencies: { express: '4' } } },
    {
      importedPackages: [
        { name: 'express', at: at('app.js', 3) },
        { name: 'pino', at: at('log.js', 2) },
        { name: 'unheard-of', at: at('app.js', 4) },
      ],
    },
  )
  expect(found.map(({ name, version, evidence }) => [name, version, evidence.map(({ file }) => file).join(' ')])).toEqual([
    ['Express', '4', 'package.json app.js'],
    ['Pino', undefined, 'log.js'],
  ])
})

describe('what is not there is not listed', () => {
  test('names in texts, comments, commented-out services, fixtures, packages of the tree itself', () => {
    expect(
      listed({
        'package.json': {
          name: 'top',
          description: 'like mongodb',
          keywords: ['redis'],
          dependencies: { 'our-core': 'workspace:*', 'our-other': '1' },
        },
        'packages/other/package.json': { name: 'our-other' },
        'test/fixtures/app/package.json': { dependencies: { mongodb: '6' } },
        '__fixtures__/docker-compose.yml': 'services:\n  db: { image: mongo }\n',
        'docker-compose.yml': 'services:\n  web:\n    build: .\n    environment: { NOTE: "mongo is gone" }\n#  mongo:\n#    image: mongo\n',
        '.github/workflows/a.yml':
          'jobs:\n  a:\n    runs-on: x\n    steps:\n      - run: echo "docker build"\n      # - uses: codecov/codecov-action@v4\n',
      }),
    ).toEqual(['Docker Compose, devops, container at docker-compose.yml:1', 'GitHub Actions, devops, ci at .github/workflows/a.yml:3'])
  })

  test('names of prototypes are no packages', () => {
    expect(
      listed({ 'package.json': '{"dependencies": {"constructor": "1", "__proto__": "2", "toString": "3"}}' }).map((line) => line.split(',')[1]),
    ).toEqual([' library', ' library', ' library'])
  })
})

test('other ecosystems', () => {
  expect(
    listed({
      'requirements.txt': 'Flask_SQLAlchemy==3\nsomething-else\n',
      'go.mod': 'module m\ngo 1.22\nrequire github.com/gin-gonic/gin v1.10.0\n',
      'pom.xml':
        '<project><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.3.0</version></parent></project>',
      Gemfile: "gem 'rails', '7.1'\n",
    }),
  ).toEqual([
    'Go, language, programming language 1.22 at go.mod:2',
    'Gin, framework, web framework v1.10.0 at go.mod:3',
    'Ruby on Rails, framework, web framework 7.1 at Gemfile:1',
    'Spring Boot, framework, web framework 3.3.0 at pom.xml:1',
    'Flask_SQLAlchemy, library, orm ==3 at requirements.txt:1',
    'something-else, library, library at requirements.txt:2',
    'Maven, devops, package manager at pom.xml:1',
  ])
})

test('kinds are finer than categories', () => {
  const kinds = technologies({
    'package.json': { dependencies: { express: '4', sequelize: '6', pg: '8', passport: '1' }, devDependencies: { eslint: '9', jest: '29' } },
    Dockerfile: 'FROM node:22\n',
  }).map(({ name, kind }) => `${name} ${kind}`)
  expect(kinds).toEqual([
    'Express framework',
    'Passport auth',
    'pg database',
    'Sequelize orm',
    'PostgreSQL database',
    'Docker container',
    'ESLint lint',
    'Jest test',
    'Node.js runtime',
  ])
})

test('a template language is a library where a package of it is asked for, and keeps its share', () => {
  const files = [source('views/a.pug', 'pug', 100), source('a.js', 'javascript', 300)]
  const pug = (texts: Record<string, unknown>) => technologies(texts, { files }).find(({ name }) => name === 'Pug')
  expect(pug({})).toMatchObject({ category: 'language', kind: 'language', share: 0.25 })
  expect(pug({ 'package.json': { dependencies: { pug: '3' } } })).toMatchObject({ category: 'library', kind: 'library', share: 0.25, version: '3' })
})

test('the version of a part is told as that of the part', () => {
  const [tailwind] = technologies({ 'package.json': { dependencies: { 'tailwind-merge': '2' } } })
  expect(tailwind).toMatchObject({ version: '2', versionOf: 'tailwind-merge' })
  const [both] = technologies({ 'package.json': { dependencies: { 'tailwind-merge': '2', tailwindcss: '4' } } })
  expect(both?.version).toBe('4')
  expect(both).not.toHaveProperty('versionOf')
  const [angular] = technologies({ 'package.json': { dependencies: { '@angular/forms': '19' } } })
  expect(angular).toMatchObject({ version: '19' })
  expect(angular).not.toHaveProperty('versionOf')
})

test('declared in two versions; what is only asked for by development says so', () => {
  const [react, vitest] = technologies({
    'a/package.json': { dependencies: { react: '^17' }, devDependencies: { vitest: '4' } },
    'b/package.json': { dependencies: { react: '^18' }, devDependencies: { vitest: '4' } },
  })
  expect(react?.declared?.map(({ version, at }) => `${version} ${at.file}`)).toEqual(['^17 a/package.json', '^18 b/package.json'])
  expect(react).not.toHaveProperty('isDevelopment')
  expect(vitest).not.toHaveProperty('declared')
  expect(vitest?.isDevelopment).toBe(true)
})

test('what lock files made of a range', () => {
  const locked = (texts: Record<string, unknown>, rest: Partial<TechnologyInput> = {}) =>
    Object.fromEntries(
      technologies(texts, rest).flatMap(({ name, locked }) =>
        locked ? [[name, locked.map(({ version, at }) => `${version} ${at.file}:${at.line}`).join(' ')]] : [],
      ),
    )
  const lock = (text: string) => ({ path: 'yarn.lock', tree: lockedTree('yarn.lock', text) as LockedTree })
  expect(
    locked(
      { 'package.json': { dependencies: { express: '^4.17.0' } } },
      { locks: [lock('# yarn lockfile v1\n\n\nexpress@^4.17.0:\n  version "4.18.2"\n')] },
    ),
  ).toEqual({ Express: '4.18.2 yarn.lock:4' })
  expect(
    locked({
      'pyproject.toml': '[project]\nname = "a"\ndependencies = ["Flask_SQLAlchemy>=3", "flask"]\n',
      'uv.lock': 'version = 1\n\n[[package]]\nname = "flask-sqlalchemy"\nversion = "3.1.1"\n\n[[package]]\nname = "jinja2"\nversion = "3.1.0"\n',
    }),
  ).toEqual({ Flask_SQLAlchemy: '3.1.1 uv.lock:3' })
  expect(locked({ Gemfile: "gem 'rails', '~> 7.1'\n", 'Gemfile.lock': 'GEM\n  specs:\n    rails (7.1.2)\n      actionpack (= 7.1.2)\n' })).toEqual({
    'Ruby on Rails': '7.1.2 Gemfile.lock:3',
  })
  // Of two versions nobody says which is whose; the lock file of another folder is another project's.
  expect(
    locked({
      'Cargo.toml': '[dependencies]\naxum = "0.7"\n',
      'Cargo.lock': '[[package]]\nname = "axum"\nversion = "0.6.0"\n\n[[package]]\nname = "axum"\nversion = "0.7.1"\n',
    }),
  ).toEqual({})
  expect(locked({ 'a/Gemfile': "gem 'rails'\n", 'b/Gemfile.lock': 'GEM\n  specs:\n    rails (7.1.2)\n' })).toEqual({})
})

test('a registry is told by its host, not by the action that logs in', () => {
  const login = (inputs: string) => `jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: docker/login-action@v3\n        with: { ${inputs} }\n`
  const registries = (inputs: string) =>
    technologies({ '.github/workflows/a.yml': login(inputs) }).flatMap(({ name, purpose }) => (purpose === 'image registry' ? [name] : []))
  expect(registries('username: a')).toEqual(['Docker Hub'])
  expect(registries('registry: ghcr.io')).toEqual(['GitHub Container Registry'])
  expect(registries('registry: 123.dkr.ecr.eu-west-1.amazonaws.com')).toEqual(['Amazon ECR'])
  expect(registries('registry: registry.acme.example')).toEqual([])
})

test('a file that only sets up a tool makes no project one of its language', () => {
  const files = [source('Vagrantfile', 'ruby'), source('a.js', 'javascript')]
  expect(
    technologies({}, { files })
      .filter(({ category }) => category === 'language')
      .map(({ name }) => name),
  ).toEqual(['JavaScript'])
  expect(technologies({}, { files: [...files, source('lib/a.rb', 'ruby')] }).some(({ name }) => name === 'Ruby')).toBe(true)
})

test('a workspace catalog tells the version', () => {
  expect(
    listed({
      'package.json': { dependencies: { react: 'catalog:', zod: 'catalog:old', fast: 'npm:fastify@^5' } },
      'pnpm-workspace.yaml': 'catalog:\n  react: ^19\ncatalogs:\n  old:\n    zod: ^3\n',
    }),
  ).toEqual([
    'Fastify, framework, web framework ^5 at package.json:5',
    'React, framework, frontend framework ^19 at package.json:3',
    'Zod, library, validation ^3 at package.json:4',
    'pnpm, devops, package manager at pnpm-workspace.yaml:1',
  ])
})

test('the order of the input changes nothing', () => {
  const texts = {
    'b/package.json': { dependencies: { a: '1', express: '4' } },
    'a/package.json': { dependencies: { express: '5' } },
    Dockerfile: 'FROM node:20\n',
  }
  const files = [source('z.ts', 'typescript'), source('a.js', 'javascript'), source('b.js', 'javascript')]
  const backwards = Object.fromEntries(Object.entries(texts).reverse())
  expect(technologies(backwards, { files: files.toReversed() })).toEqual(technologies(texts, { files }))
})

describe('the catalogue', () => {
  test('no package is two things', () => {
    const directory = path.join(__dirname, '..', '..', '..', 'plugin', 'models', 'technologies')
    const owners = new Map<string, string[]>()
    for (const file of fs.readdirSync(directory))
      for (const group of load(fs.readFileSync(path.join(directory, file), 'utf8')) as {
        purpose: string
        technologies?: Record<string, Record<string, string>>
        packages?: Record<string, string>
      }[]) {
        const claims = [...Object.entries(group.technologies ?? {}), [group.purpose, group.packages ?? {}] as const]
        for (const [owner, fields] of claims)
          for (const [field, names] of Object.entries(fields))
            if (/^(?:npm|pypi|go|cargo|gem|maven|composer|nuget|engine|manager|language|config)$/.test(field))
              for (const name of names.split(/\s+/)) owners.set(`${field} ${name}`, [...(owners.get(`${field} ${name}`) ?? []), owner])
      }
    expect([...owners].filter(([, claimed]) => claimed.length > 1)).toEqual([])
  })

  test('exact names before families, longer families before shorter', () => {
    const catalogue = compile([
      {
        file: 'x.yaml',
        text: '- category: library\n  purpose: one\n  packages: { npm: "a-*" }\n- category: library\n  purpose: two\n  packages: { npm: "a-b-* a-c" }\n',
      },
    ])
    expect(['a-x', 'a-b-x', 'a-c', 'a-cd', 'b'].map((name) => catalogue.package('npm', name)?.known.purpose)).toEqual([
      'one',
      'two',
      'two',
      'one',
      undefined,
    ])
  })

  test.each([
    ['a: [', 'x.yaml: not valid YAML'],
    ['a: 1', 'x.yaml: expected a list of groups'],
    ['- purpose: a', 'x.yaml: [0].category: undefined is not valid; expected language, framework, library, infrastructure, devops'],
    ['- { category: library, purpose: "" }', 'x.yaml: [0].purpose: "" is not valid'],
    ['- { category: library, purpose: a, packages: { nmp: x } }', 'x.yaml: [0].packages.nmp: "x" is not valid; expected one of the keys npm'],
    [
      '- { category: library, purpose: a, technologies: { X: { npm: [x] } } }',
      'x.yaml: [0].technologies.X.npm: ["x"] is not valid; expected names in a text, parted by spaces',
    ],
    ['- { category: library, purpose: a, kind: libary }', 'x.yaml: [0].kind: "libary" is not valid; expected language, framework'],
    ['- { category: library, purpose: a, packaged: { category: devops } }', 'x.yaml: [0].packaged.purpose: undefined is not valid'],
    ['- { category: library, purpose: a, extra: 1 }', 'x.yaml: [0].extra: 1 is not valid; expected one of the keys category'],
    ['- { category: library, purpose: a, technologies: { X: {}, x: {} } }', 'x.yaml: "x" is described twice'],
  ])('a mistake names file, key, value and expectation: %s', (text, message) => expect(() => compile([{ file: 'x.yaml', text }])).toThrow(message))

  test('is loaded once', () => expect(ownCatalogue()).toBe(ownCatalogue()))
})
