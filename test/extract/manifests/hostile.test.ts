import { describe, expect, test } from 'vitest'
import { manifestFacts } from '../../../plugin/extract/manifests/index'

describe('what does not parse is named, and never stops a build', () => {
  test.each([
    ['package.json', '{"dependencies": {"express": "4",}, "broken', 'The JSON has a mistake in line 1'],
    ['docker-compose.yml', 'services:\n  db:\n    image: [', 'The YAML has a mistake in line 3'],
    ['.github/workflows/x.yml', 'jobs: {a: {runs-on: "x', 'The YAML has a mistake'],
    ['pyproject.toml', '[project\nname = \n= 3', 'The TOML has a mistake'],
    ['package-lock.json', '{', 'The JSON could not be read'],
  ])('%s', (path, text, problem) => expect(manifestFacts({ path }, text).problem).toContain(problem))

  test('facts that were read stand beside the problem', () => {
    const { facts, problem } = manifestFacts({ path: 'package.json' }, '{"dependencies": {"express": "4"}, "x": }')
    expect(facts.map(({ name }) => name)).toEqual(['express'])
    expect(problem).toBeDefined()
  })

  const odd = [
    ...['', '\0\0\0', '{', '[', '}', '- - - -', ': : :', '&a *a', '<<: *x', '{{{{', '"', "'", '#', '\uFEFF{}', 'null', '[]', '7', '"text"'],
    ...['---\n---\n...', 'a: &a [*a]', 'x: !!js/function "f"', '%YAML 9', '\t\t- x', '[[[[', 'key = """', 'FROM', 'FROM\n\\', 'a = [\n'],
  ]
  const names = [
    ...['package.json', 'docker-compose.yml', 'Dockerfile', 'pyproject.toml', 'Cargo.toml', '.github/workflows/a.yml', '.gitlab-ci.yml'],
    ...['.circleci/config.yml', 'azure-pipelines.yml', '.travis.yml', 'Jenkinsfile', 'go.mod', 'Gemfile', 'pom.xml', 'build.gradle', 'composer.json'],
    ...['serverless.yml', 'netlify.toml', 'main.tf', 'Chart.yaml', 'values.yaml', 'template.json', 'x.prisma', '.env', 'app.json', 'mix.exs'],
    ...['deno.json', 'pnpm-lock.yaml', 'settings.py', 'environment.yml', 'Procfile', 'cloudbuild.yaml', 'pubspec.yaml', 'libs.versions.toml'],
    ...['.tool-versions', 'setup.cfg', 'a.csproj'],
  ]
  test.each(names)('%s of nonsense', (path) => {
    for (const text of [...odd, ...odd.map((each) => `apiVersion: v1\nkind: List\n${each}`)])
      expect(() => manifestFacts({ path }, text)).not.toThrow()
  })

  test('depth, aliases and length are bounded', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const names = Array.from({ length: 30 }, (_, at) => `b${at}`)
    const laughs = `a: &a [x, x]\n${names.map((name, at) => `${name}: &${name} [*${names[at - 1] ?? 'a'}, *${names[at - 1] ?? 'a'}]`).join('\n')}\nservices: *b29\njobs: *b29\n`
    const endless = [
      '\\\n',
      "'''",
      '/*',
      '<!--',
      '<dependency>',
      '<<X\n',
      'a ',
      '(',
      '"',
      '- ',
      '{',
      'a:\n ',
      '\n',
      ' ',
      '{:a,"b"',
      'install_requires=[',
      '{"a":1,',
    ].map((each) => each.repeat(20_001))
    const slow: string[] = []
    const paths = [
      ...[
        'package.json',
        'docker-compose.yml',
        '.github/workflows/a.yml',
        '.circleci/config.yml',
        'pyproject.toml',
        'Dockerfile',
        'Jenkinsfile',
        'main.tf',
      ],
      ...['Gemfile', 'setup.py', 'pom.xml', 'build.gradle', 'x.prisma', 'settings.py', 'mix.exs', 'requirements.txt'],
    ]
    for (const path of paths)
      for (const text of [deep, laughs, `x: ${deep}`, `x = ${deep}`, ...endless]) {
        const start = performance.now()
        manifestFacts({ path }, text)
        // What grows with the square or worse takes minutes; a busy machine takes seconds.
        if (performance.now() - start > 20_000) slow.push(`${path}: ${text.slice(0, 20)}`)
      }
    expect(slow).toEqual([])
  }, 120_000)
})

describe('secrets do not become facts', () => {
  const secret = 's3cr3t-Passw0rd'
  test.each([
    ['docker-compose.yml', `services:\n  a:\n    image: x\n    environment: { DB_PASSWORD: ${secret}, DB: "postgres://u:${secret}@h/x" }\n`],
    ['docker-compose.yml', `services: { a: { image: x, environment: { TOKEN: ${secret}, DB: "mysql://u:${secret}@h" } } }`],
    ['.env', `DB=postgres://u:${secret}@host/x\nAPI_KEY=${secret}\n`],
    ['package.json', `{"scripts": {"deploy": "deploy --token ${secret}", "x": "curl https://u:${secret}@host", "y": "PASSWORD=${secret} node x"}}`],
    ['package.json', `{"dependencies": {"x": "git+https://oauth:${secret}@example.com/x.git"}}`],
    [
      '.github/workflows/a.yml',
      `jobs:\n  a:\n    runs-on: x\n    env: { URL: "mongodb://u:${secret}@h" }\n    steps:\n      - run: heroku login --password ${secret}\n`,
    ],
    ['Procfile', `web: SECRET_KEY=${secret} node server.js\n`],
    ['settings.py', `DATABASE_URL = "postgres://u:${secret}@h/x"\n`],
    ['main.tf', `resource "aws_db_instance" "x" { password = "${secret}" }\n`],
    ['Dockerfile', `FROM x\nENV DB=postgres://u:${secret}@h\nRUN heroku login --password=${secret}\n`],
    ['requirements.txt', `lib @ https://u:${secret}@example.com/lib.whl\n`],
  ])('%s', (path, text) => expect(JSON.stringify(manifestFacts({ path }, text))).not.toContain(secret))

  test('package names and scripts that look like secrets are left as they are', () => {
    const text = '{\n"dependencies": {"passport": "^0.7.0", "express-jwt-token": "1.0.0"},\n"scripts": {"test:auth": "vitest auth"}\n}'
    const { facts } = manifestFacts({ path: 'package.json' }, text)
    expect(facts.filter(({ kind, text }) => kind !== 'tool' && text.includes('*'))).toEqual([])
    expect(facts[0]?.version).toBe('^0.7.0')
  })
})
