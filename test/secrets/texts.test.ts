/** Secrets of files that are no code: what counts as one, what does not, and that nothing of one is left in a fact. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textFacts } from '../../plugin/extract/texts'
import { mask } from '../../plugin/secrets/mask'
import { placeOf, weigh } from '../../plugin/secrets/places'
import { maskedText, secretsInText } from '../../plugin/secrets/texts'
import { exampleOf, made } from './examples'

const secret = `${made('word', 14)}7q`
const told = (path: string, text: string) => secretsInText(path, text).map(({ line, pattern, name, look }) => `${line} ${pattern} ${name} ${look}`)

describe('keys that name a project to its service', () => {
  const key = exampleOf('AI{}za{url:35}')
  const page = (rest: string) => `{ apiKey: '${key}', ${rest} }`

  test('are public where the settings of a page stand, whatever the file', () => {
    const settings = page("authDomain: 'shop.example', projectId: 'shop'")
    expect(told('pages.txt', settings)).toEqual([])
    expect(told('pages.json', JSON.stringify({ before: settings }))).toEqual([])
    expect(mask(settings).found).toEqual([])
  })

  test('are public beside the other identifiers of an application', () => {
    for (const rest of [
      "projectId: 'shop', messagingSenderId: '1234'",
      "projectId: 'shop', appId: '1:2:web:3'",
      "storageBucket: 'b', projectId: 'shop'",
    ])
      expect(mask(page(rest)).found).toEqual([])
    expect(mask(page("projectId: 'shop'")).found).toHaveLength(1)
    expect(mask(page("appId: 'shop'")).found).toHaveLength(1)
  })

  test.each([
    page("region: 'europe'"),
    `{ authDomain: 'shop.example' }, { apiKey: '${key}' }`,
    `{ apiKey: '${key}' }, { authDomain: 'shop.example' }`,
  ])('are as secret as before in %#', (text) => {
    expect(told('maps.txt', text)).toHaveLength(1)
    expect(mask(text).found).toHaveLength(1)
  })
})

describe('notations', () => {
  test.each([
    ['a .env file', '.env', `DB_PASSWORD=${secret}`],
    ['an exported one', 'start.sh', `export DB_PASSWORD="${secret}"`],
    ['YAML', 'config/app.yml', `db:\n  password: ${secret}`],
    ['quoted YAML', 'config/app.yml', `  dbPassword: '${secret}' # of the shop`],
    ['a list of YAML', 'compose.yml', `environment:\n  - DB_PASSWORD=${secret}`],
    ['JSON', 'settings.json', `{ "user": "shop", "dbPassword": "${secret}", "port": 1 }`],
    ['properties', 'app.properties', `db.password = ${secret}`],
    ['TOML', 'app.toml', `db_password = "${secret}"`],
    ['Docker', 'Dockerfile', `FROM node\nENV DB_PASSWORD ${secret}`],
    ['Docker with an equals sign', 'Dockerfile', `ARG DB_PASSWORD=${secret}`],
    ['Kubernetes', 'k8s/shop.yaml', `- name: DB_PASSWORD\n  value: "${secret}"`],
    ['XML', 'web.config', `<add key="DbPassword" value="${secret}" />`],
    ['an element', 'settings.xml', `<password>${secret}</password>`],
    ['SQL', 'seed.sql', `CREATE USER shop IDENTIFIED BY '${secret}';`],
    ['PostgreSQL', 'seed.sql', `ALTER ROLE shop WITH PASSWORD '${secret}';`],
    ['inserted rows', 'seed.sql', `insert into users (name, password) values ('ada', '${secret}')`],
    ['words, one of them a program', 'settings.json', `{ "dbPassword": "my node ${secret}" }`],
    ['a flag', 'deploy.sh', `shopctl login --password=${secret}`],
    ['curl', 'deploy.sh', `curl -s -u shop:${secret} https://shop.example.org`],
    ['.netrc', '.netrc', `machine shop.example.org login shop password ${secret}`],
    ['.npmrc', '.npmrc', `//registry.example.org/:_auth${'Token'}=${secret}`],
    ['a key file', 'keys/hooks.key', `${secret}\n`],
    ['an address', 'config.yml', `store: redis://:${secret}@cache.example.org:6379`],
  ])('%s', (_, path, text) => {
    const found = secretsInText(path, text)
    expect(found).toHaveLength(1)
    expect(JSON.stringify(textFacts(path, text))).not.toContain(secret)
    expect(maskedText(path, text)).not.toContain(secret)
  })
})

describe('no secrets', () => {
  test.each([
    ['a variable', 'compose.yml', '  - DB_PASSWORD=$' + '{DB_PASSWORD}'],
    ['a template', 'values.yaml', 'password: {{ .Values.password }}'],
    ['a secret of the build server', 'ci.yml', 'token: $' + '{{ secrets.NPM_TOKEN }}'],
    ['a file that a platform mounts', 'compose.yml', 'POSTGRES_PASSWORD_FILE: /run/secrets/db'],
    ['a path', 'app.yml', 'private_key: ./keys/server.pem'],
    ['where a store of keys is', 'compose.yml', '  - TLS_KEYSTORE_SECRET=classpath:certs/shop.p12'],
    ['where a token is asked for', 'routes.yml', 'sign_in_token: api/v4.0/member/sign-in-with-token'],
    ['a dependency', 'package.json', '{ "dependencies": { "passport": "^0.7.0", "jwt-token": "2.1.0" } }'],
    [
      'a command',
      'package.json',
      '{ "scripts": {\n  "reset-password": "node scripts/reset-password.js",\n  "rotate-secret": "STAGE=test tsx tools/rotate"\n} }',
    ],
    ['what a chart calls a secret that is there', 'values.yaml', 'auth:\n  existingSecret: "shop-app-secrets"'],
    ['a policy', 'app.yml', 'password_policy: strict'],
    ['a lifetime', '.env', 'JWT_ACCESS_EXPIRATION_MINUTES=30'],
    ['a public key', '.env', 'NEXT_PUBLIC_API_KEY=9f8e7d6c5b4a'],
    ['a type', 'schema.yml', 'password: string'],
    ['translations', 'locales/de.json', '{ "password": "Passwort1234" }'],
    ['translations of one page', 'public/language/de/login.json', '{ "password": "Passwort1234" }'],
    ['translations in a folder for each', 'app/en-GB/login.json', '{ "password": "Password1234" }'],
    ['a quoted variable of a shell', 'deploy.sh', '    STORE_ROOT_PASSWORD: \\"$store_root_password\\"'],
    ['the name that a build hands a secret on by', 'package.json', '"image": "docker buildx build --secret id=SHOP_MAIL_TOKEN ."'],
    ['prose', 'README.md', 'password: choose a long one'],
    ['a lock file', 'package-lock.json', '{ "token": "sha512-a1B2c3D4e5F6a1B2c3D4e5F6" }'],
    ['a variable of a program', 'vendor/calendar.js', '  tokenInfo = largeTokenMap[chunk.token2.charAt(0)];'],
    ['a name of another', 'app.yml', 'secret_key: SHOP_SECRET_KEY'],
    ['a digest', 'image.yml', 'token_digest: 0123456789abcdef0123'],
    ['a certificate', 'keys/server.key', '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----'],
  ])('%s', (_, path, text) => {
    expect(told(path, text)).toEqual([])
  })
})

describe('texts that a page says', () => {
  const labels = Array.from({ length: 24 }, (_, index) => `  "Label${index}": "Choose entry ${index} of them",`).join('\n')
  test('what is called a password there is a label', () => {
    expect(told('strings/xx.json', `{\n${labels}\n  "LabelPassword": "Wachtwoord",\n  "LabelApiKey": "Clau d'accés nova"\n}`)).toEqual([])
  })
  test('in a file named after a language few words are enough', () => {
    const entries = Array.from({ length: 40 }, (_, index) => `"Name${index}": "${index % 8 === 0 ? 'dau air' : 'gair'}"`)
    const text = `{\n${[...entries, `"LabelPassword": "Cyfrinair"`].join(',\n')}\n}\n`
    expect(told('src/cy.json', text)).toEqual([])
    expect(told('src/settings.json', text)).toHaveLength(1)
  })
  test('what a generator made is a secret there as well', () => {
    expect(told('strings/xx.json', `{\n${labels}\n  "uploadPassword": "${secret}"\n}`)).toHaveLength(1)
  })
  test('a few words beside many settings make no texts of them', () => {
    const settings = Array.from({ length: 24 }, (_, index) => `  "option${index}": "${index}",`).join('\n')
    expect(told('settings.json', `{\n${settings}\n  "title": "Shop of ours",\n  "dbPassword": "Wachtwoord"\n}`)).toHaveLength(1)
  })
})

test('a password may have slashes', () => {
  expect(told('.env', 'DB_PASSWORD=qX3/tR8v/kLm2')).toHaveLength(1)
})

test('placeholders and hashes are told apart', () => {
  expect(told('.env.example', 'DB_PASSWORD=changeme\nADMIN_PASSWORD=<password-here>')).toEqual(['1 named-value DB_PASSWORD placeholder'])
  expect(told('secrets/mongo_password.txt', 'your_mongo2_password_here')).toEqual(['1 key-file  placeholder'])
  // A setting's own name, in the notation of the command line.
  expect(told('snap/bin/config', 'KEY_OAUTH2_SECRET="oauth2-secret"')).toEqual(['1 named-value KEY_OAUTH2_SECRET placeholder'])
  expect(told('config/base.json', '{\n  "hookSigningSecret": "hookSigningSecret"\n}')).toEqual(['2 named-value hookSigningSecret placeholder'])
  expect(told('snap/bin/config', 'KEY_OAUTH2_SECRET="oauth2-k3-kiosk"')).toEqual(['1 named-value KEY_OAUTH2_SECRET random'])
  const hash = `$2b$12$${made('word', 53)}`
  expect(told('seed.sql', `insert into users (name, password) values ('ada', '${hash}')`)).toEqual(['1 password-hash password hash'])
  expect(told('users.yml', `password: ${made('hex', 32)}`)).toEqual(['1 password-hash password hash'])
})

test('a shape says more than a name', () => {
  const [found] = secretsInText('.env', `PAYMENT_KEY=${exampleOf('sk{}_live_{word:24}')}`)
  expect(found).toMatchObject({ pattern: 'stripe-key', redacted: `sk${'_live_'}********` })
})

test('lines are those of the file', () => {
  const text = `# one\n\nkeys:\n  first: x\n  password: ${secret}\n${exampleOf('-----BEGIN{} RSA PRIVATE KEY-----\n{base64:64}\n-----END{} RSA PRIVATE KEY-----')}\napiKey: ${secret}\n`
  expect(secretsInText('app.yml', text).map(({ line }) => line)).toEqual([5, 6, 9])
  expect(maskedText('app.yml', text).split('\n')).toHaveLength(text.split('\n').length)
})

test('names in environment files, ignored files and scanners are stated', () => {
  expect(textFacts('.env.example', 'A=1\nB_KEY=')).toMatchObject({
    variables: [
      { name: 'A', line: 1 },
      { name: 'B_KEY', line: 2 },
    ],
  })
  expect(textFacts('.gitignore', 'dist\n# .env\n.env\n!.env.example')?.statements.map(({ name, line }) => `${line} ${name}`)).toEqual([
    '3 .env',
    '4 !.env.example',
  ])
  expect(textFacts('.github/workflows/ci.yml', 'jobs:\n  # gitleaks was slow\n  - uses: gitleaks/gitleaks-action@v2')?.statements).toMatchObject([
    { kind: 'scanner', name: 'gitleaks', line: 3 },
  ])
  expect(textFacts('docs/notes.md', 'We tried gitleaks.')).toBeUndefined()
})

test('whatever a text holds, nothing stops and no named value is left', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('\n', 'password', '=', ': ', '"', "'", '://', '@', '-----BEGIN', 'insert into t (password) values (', ')'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = `${pieces.join('')}\nDB_PASSWORD=${secret}\n`
      expect(maskedText('x.env', text)).not.toContain(secret)
    }),
  )
})

test('the token of a service that the file starts on the machine itself is told apart', () => {
  const token = `${made('word', 30)}7q`
  const beside = (address: string) => secretsInText('.github/workflows/test.yml', `env:\n  QUEUE_URL: "${address}"\n  QUEUE_TOKEN: "${token}"\n`)
  expect(beside('http://127.0.0.1:8080')).toMatchObject([{ name: 'QUEUE_TOKEN', local: true }])
  expect(beside('http://localhost')).toMatchObject([{ local: true }])
  for (const elsewhere of ['https://queue.example.org', 'http://localhost.example.org'])
    expect(beside(elsewhere).map(({ name, local }) => [name, local])).toEqual([['QUEUE_TOKEN', undefined]])
  const seen = { pattern: 'named-value', name: 'QUEUE_TOKEN', look: 'random', file: '' } as const
  expect(weigh({ ...seen, place: 'ci', local: true }).weight).toBe('test value')
  expect(weigh({ ...seen, place: 'ci' }).weight).toBe('credential')
  expect(weigh({ ...seen, place: undefined, local: true }).weight).toBe('credential')
})

describe('what one run of tests is given', () => {
  const scripts = (name: string, mode: string) => `{ "scripts": {\n  "${name}": "${mode}SHOP_API_KEY=${secret} node run.js"\n} }`

  test.each([
    ['test:http', ''],
    ['e2e', ''],
    ['check', 'NODE_ENV=test '],
    ['check', 'cross-env SHOP_NODE_ENV=testing '],
  ])('%s with "%s" is a value for tests', (name, mode) => {
    expect(secretsInText('package.json', scripts(name, mode))).toMatchObject([{ name: 'SHOP_API_KEY', testRun: true }])
  })

  test.each([
    ['start', ''],
    ['latest', ''],
    ['start', 'NODE_ENV=production '],
  ])('%s with "%s" is none', (name, mode) => {
    expect(secretsInText('package.json', scripts(name, mode)).map(({ testRun }) => testRun)).toEqual([undefined])
  })

  test('weighs so, unless somebody else gave it out', () => {
    const seen = { pattern: 'named-value', name: 'SHOP_API_KEY', look: 'random', place: undefined, file: 'package.json' } as const
    expect(weigh({ ...seen, testRun: true }).weight).toBe('test value')
    expect(weigh(seen)).toMatchObject({ weight: 'credential', confidence: 'medium' })
    expect(weigh({ ...seen, file: 'config.production.json' })).toMatchObject({ weight: 'credential', confidence: 'high' })
    expect(weigh({ ...seen, pattern: 'aws-access-key', testRun: true }).weight).toBe('credential')
  })
})

describe('a file that sets a program up on the machine of a developer', () => {
  const development = (line: string) => secretsInText('.env', `SHOP_API_KEY=${secret}\n${line}\n`).map((it) => it.development)

  test.each(['NODE_ENV=development', 'export APP_ENV="dev"', 'KAFKA_BROKERS=localhost:9092', 'DATABASE_URL=postgres://127.0.0.1/shop'])(
    'by %s',
    (line) => expect(development(line)).toEqual([true]),
  )

  test.each(['NODE_ENV=production', 'ENVOY=dev', 'HOST=localhost.example.org', '# NODE_ENV=development'])('not by %s', (line) =>
    expect(development(line)).toEqual([undefined]),
  )

  test('claims less of what only a name says', () => {
    const seen = { pattern: 'named-value', name: 'SHOP_API_KEY', look: 'random', place: undefined, file: '.env' } as const
    expect(weigh(seen)).toMatchObject({ confidence: 'high' })
    expect(weigh({ ...seen, development: true })).toMatchObject({ weight: 'credential', confidence: 'medium' })
    expect(weigh({ ...seen, pattern: 'aws-access-key', development: true })).toMatchObject({ confidence: 'high' })
  })
})

test('helpers and samples of tests among the code are told by their names', () => {
  for (const file of ['src/keyTestUtils.ts', 'src/testVectors.js', 'lib/signTestData.ts']) expect(placeOf(file)).toBe('test')
  for (const file of ['src/latestData.ts', 'src/contestUtils.ts', 'src/testimonials.ts', 'src/attest.ts']) expect(placeOf(file)).toBeUndefined()
})

test('names of entries in a key-value store are no keys', () => {
  const names = (value: string) => secretsInText('clean.sh', `OPEN_KEYS="${value}"\n`).map(({ name }) => name)
  expect(names('shop:orders:open:0:list')).toEqual([])
  expect(names(`shop:orders:${secret}`)).toEqual(['OPEN_KEYS'])
})

test.each([
  ['dev-compose.yml', 'low'],
  ['docker/local.compose.yml', 'low'],
  ['services-compose.yml', 'medium'],
])('what %s sets is claimed with %s confidence', (file, confidence) => {
  expect(weigh({ pattern: 'named-value', name: 'CIPHER_KEY', look: 'random', place: placeOf(file), file }).confidence).toBe(confidence)
})

test.each([
  ['packages/testcontainers/src/shop.ts', 'test'],
  ['src/test-helpers/shop.ts', 'test'],
  ['src/latest-helpers/shop.ts', undefined],
  ['src/contest-utils/shop.ts', undefined],
  ['oidc-test-env/server.js', 'test'],
  ['latest-environment/server.js', undefined],
])('%s is %s', (file, place) => expect(placeOf(file)).toBe(place))

describe('where a key is kept', () => {
  test.each(['certs/node1/node1.key', 'tls/shop-2024a.pem', 'C:\\keys\\shop1.p12', 'node1.crt'])('is none: %s', (path) => {
    expect(told('compose.yml', `environment:\n  - http.ssl.key=${path}`)).toEqual([])
  })
  test('what only ends in a like manner is one', () => {
    expect(told('compose.yml', `environment:\n  - http.ssl.key=${secret}`)).toHaveLength(1)
  })
})

describe('what is written where a secret belongs, and is none', () => {
  const bcrypt = `$2b$12$${made('word', 53)}`
  const argon = `$argon2id$v=19$m=65536,t=3,p=4$${made('word', 22)}$${made('word', 43)}`

  test.each([bcrypt, `shop-${bcrypt}`, `crypt:${argon}`])('a hash, whatever stands in front: %s', (value) => {
    expect(told('shop.yaml', `masterPassword: ${value}`)).toEqual(['1 password-hash masterPassword hash'])
    expect(mask(`const settings = { masterPassword: '${value}' }`).found).toMatchObject([{ look: 'placeholder' }])
  })
  test.each([`x$2b$12$${made('word', 9)}`, `${secret}$2b$`])('%s is no hash', (value) => {
    expect(mask(`const settings = { masterPassword: '${value}' }`).found[0]?.look).not.toBe('placeholder')
  })

  test.each(['__DATABASE_PASS__', '%DATABASE_PASS%', '@DATABASE_PASS@', '{{ database.password }}'])('a mark that is replaced later: %s', (value) => {
    const found = secretsInText('production/shop.json', `{ "PASSWORD": "${value}" }`)
    expect(found.every(({ look }) => look === 'placeholder')).toBe(true)
  })
  test('a mark beside more text is a secret', () => {
    expect(told('production/shop.json', `{ "PASSWORD": "__a${secret}__" }`)).toHaveLength(1)
  })

  test('an address at which something listens', () => {
    const at = (value: string) => told('compose.yml', `command:\n  - --shop.passcourieraddr=${value}`)
    expect(at('grpc://prices:8443')).toEqual([])
    expect(at(`grpc://prices:8443/${secret}`)).toHaveLength(1)
    expect(at(`grpc://shop:${secret}@prices:8443`)).toHaveLength(1)
  })

  test('a password that is the name of the user beside it says so', () => {
    const kept = (text: string) => mask(text).found.map(({ asUser }) => asUser === true)
    expect(kept("connect({ user: 'harbour', password: 'harbour' })")).toEqual([true])
    expect(kept("const defaults = { 'PASSWORD': 'harbour', 'USERNAME': 'harbour' }")).toEqual([true])
    expect(kept("connect({ user: 'harbour', password: 'lighthouse' })")).toEqual([false])
    expect(kept("const one = { user: 'harbour' }, other = { password: 'harbour' }")).toEqual([false])
  })
})

describe('keys that are shown, and not whole', () => {
  const begun = (label: string, body: string) => `-----BEGIN ${label} KEY-----\n${body}\n-----END ${label} KEY-----`
  const looks = (text: string) => secretsInText('api.yaml', `description: |\n  For example ${text}\n`).map(({ look }) => look)
  const of = (length: number) => exampleOf(`{base64:${length}}`)

  test('too short for any of their kind', () => {
    expect(looks(begun('RSA PRIVATE', `${of(63)}.`))).toEqual(['placeholder'])
    expect(looks(begun('PRIVATE', of(40)))).toEqual(['placeholder'])
    expect(looks(begun('OPENSSH PRIVATE', `${of(64)}\n${of(64)}`))).toEqual(['placeholder'])
    expect(looks(begun('ENCRYPTED PRIVATE', of(64)))).toEqual(['placeholder'])
  })

  test('long enough for one', () => {
    expect(looks(begun('RSA PRIVATE', Array.from({ length: 7 }, () => of(64)).join('\n')))).toEqual(['random'])
    // Of Ed25519, which is no longer than that.
    expect(looks(begun('PRIVATE', of(64)))).toEqual(['random'])
    expect(looks(begun('EC PRIVATE', `${of(64)}\n${of(64)}\n${of(36)}`))).toEqual(['random'])
    expect(looks(`-----BEGIN RSA PRIVATE KEY-----\n${of(64)}\n`)).toEqual(['random'])
  })
})

describe('what a command is for runs on the machine itself', () => {
  const script = (command: string) => JSON.stringify({ name: 'shop', scripts: { 'try:mssql': command } }, null, 2)
  const locals = (path: string, text: string) => secretsInText(path, text).map(({ local }) => local === true)
  const address = (host: string) => `DB_URI='mssql://sa:${secret}@${host}:1433/shop' node run.js`

  test('every host that it names', () => {
    expect(locals('package.json', script(address('localhost')))).toEqual([true])
    expect(locals('package.json', script(`${address('127.0.0.1')} --at http://localhost:80`))).toEqual([true])
    expect(locals('package.json', script(`DB_PASSWORD=${secret} mysql -h localhost shop`))).toEqual([true])
  })

  test('another host, no host, or no command', () => {
    expect(locals('package.json', script(address('db.example.org')))).toEqual([false])
    expect(locals('package.json', script(`${address('localhost')} --to https://shop.example.org`))).toEqual([false])
    expect(locals('package.json', script(`DB_PASSWORD=${secret} node run.js`))).toEqual([false])
    expect(locals('config/app.yml', `db: mssql://sa:${secret}@localhost:1433`)).toEqual([false])
    // Somebody gave it out, whoever is asked besides.
    expect(locals('package.json', script(`TOKEN=${exampleOf('gh{}p_{word:36}')} curl http://localhost`))).toEqual([false])
  })

  test('is a hint', () => {
    const seen = { pattern: 'address-password', name: 'DB_URI', look: 'random' as const, place: undefined, host: '@localhost:1433' }
    expect(weigh({ ...seen, file: 'package.json', local: true })).toMatchObject({ weight: 'credential', confidence: 'low' })
    expect(weigh({ ...seen, file: 'package.json', host: '@db.example.org' })).toMatchObject({ confidence: 'high' })
  })
})

describe('keys of a service on a developer’s machine', () => {
  const key = exampleOf('sb{}_secret_{word:30}')
  const sees = (path: string, address: string) =>
    secretsInText(path, `SHOP_URL=${address}\nSHOP_SERVICE_ROLE_KEY=${key}\n`)
      .filter(({ name }) => name === 'SHOP_SERVICE_ROLE_KEY')
      .map(
        ({ pattern, name, look, local }) => weigh({ pattern, name, look, place: placeOf(path), file: path, ...(local ? { local } : {}) }).confidence,
      )

  test('are hints in the settings of that machine', () => {
    expect(sees('.env.local', 'http://127.0.0.1:54321')).toEqual(['low'])
    expect(sees('apps/api/.env.development', 'http://localhost:54321')).toEqual(['low'])
  })

  test('open something elsewhere, or may', () => {
    expect(sees('.env.local', 'https://shop.example.org')).toEqual(['high'])
    expect(sees('.env.production.local', 'http://127.0.0.1:54321')).toEqual(['high'])
    expect(sees('.env.production', 'http://127.0.0.1:54321')).toEqual(['high'])
  })
})

test('a signed token says who gave it out', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (iss: string) => `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss, role: 'service' })}.${exampleOf('{url:43}')}`
  const look = (iss: string) => secretsInText('.env', `SHOP_KEY=${token(iss)}`).map((it) => it.look)
  for (const shown of ['shop-demo', 'demo', 'https://example.com/', 'http://localhost:9011']) expect(look(shown)).toEqual(['placeholder'])
  for (const other of ['shop', 'https://shop.io', 'democracy', 'https://demonstrations.io']) expect(look(other)).toEqual(['random'])
  expect(mask(`const key = '${token('shop-demo')}'`).found).toMatchObject([{ look: 'placeholder' }])
})
