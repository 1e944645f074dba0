/** Secrets are masked where they stand, and what only looks like one stays readable. Every secret here is made as the test runs. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates inside the sources.
import fc from 'fast-check'
import { ts } from 'ts-morph'
import { describe, expect, test } from 'vitest'
import { mask } from '../../plugin/secrets/mask'

/** As long as wanted, of letters and digits. */
const made = (length: number, alphabet = 'aB3dE6gH9') => Array.from({ length }, (_, index) => alphabet[(index * 7) % alphabet.length]).join('')
const key = (label: string, body: string) => `-----BEGIN ${label} KEY-----\n${body}\n-----END ${label} KEY-----`

/** What is left to read of a secret. */
function shown(secret: string): string {
  const kept = secret.length > 8 ? 2 : 0
  return secret.slice(0, kept) + secret.slice(kept).replace(/[^\n]/g, '*')
}

describe('a shape that means a secret wherever it stands', () => {
  test.each([
    ['private key', key('RSA PRIVATE', `${made(64)}\n${made(64)}\n${made(64)}\n${made(64)}\n${made(64)}\n${made(20)}`)],
    ['AWS access key', `AK${'IA'}${made(16, 'ABC345')}`],
    ['GitHub token', `gh${'p_'}${made(36)}`],
    ['GitHub token', `github${'_pat_'}${made(40)}`],
    ['GitLab token', `glp${'at-'}${made(20)}`],
    ['Stripe or Clerk secret key', `sk${'_live_'}${made(24)}`],
    ['Slack token', `xo${'xb-'}${made(12, '123456')}-${made(20)}`],
    ['Google API key', `AI${'za'}${made(35)}`],
    ['SendGrid key', `S${'G.'}${made(22)}.${made(43)}`],
    ['OpenAI or compatible key', `s${'k-'}${made(40)}`],
    ['npm token', `np${'m_'}${made(36)}`],
    ['signed token', `ey${'J'}${made(20)}.ey${'J'}${made(20)}.${made(20)}`],
  ])('%s', (kind, secret) => {
    const before = 'const x = `'
    const { text, found } = mask(`${before}${secret}\`\n`)
    expect(text).toBe(`${before}${shown(secret)}\`\n`)
    expect(found).toEqual([{ kind, pattern: expect.any(String), pos: before.length, end: before.length + secret.length, look: 'random' }])
  })
})

describe('a value under a name that says what it is', () => {
  const secret = made(12)
  test.each([
    ['a constant', 'const password = "§"'],
    ['a typed constant', 'const password: string = "§"'],
    ['a member', 'this.dbPassword = "§"'],
    ['a property', '{ clientSecret: "§" }'],
    ['a quoted property', '{ "client-secret": "§" }'],
    ['an element', 'config["apiKey"] = "§"'],
    ['a fallback', 'const secret = process.env.JWT_SECRET || "§"'],
    ['a default', 'process.env["JWT_SECRET"] ?? "§"'],
    ['a comparison', 'if (password === "§") admin()'],
    ['a comparison that fails', 'if (password !== "§") leave()'],
    ['a comparison with its hash', 'user.password === security.hash("§")'],
    ['a property that is hashed', '{ password: await bcrypt.hashSync("§", 12) }'],
    ['a setter', 'set("password", "§")'],
    ['an environment variable in a string', 'DB_PASSWORD="§"'],
    ['a template without values', 'const privateKey = `§`'],
  ])('%s', (_, source) => {
    expect(mask(source.replaceAll('§', secret)).text).toBe(source.replaceAll('§', shown(secret)))
  })
  test('short ones leave nothing to guess from', () => {
    const short = made(6)
    expect(mask(`password: '${short}'`).text).toBe(`password: '${'*'.repeat(6)}'`)
  })
  test('escaped quotes do not end it', () => {
    const parts = [made(6), made(8)]
    expect(mask(`password = '${parts.join("\\'")}'`).text).toBe(`password = '${shown(parts.join("\\'"))}'`)
  })
  test('an escape is not cut in two', () => {
    const { text } = mask(`password = '\\u0041${made(8)}'; next()`)
    expect(text).toBe(`password = '${'*'.repeat(14)}'; next()`)
  })
  test('what is shown of a secret, its middle left out, is none', () => {
    for (const shown of ['sk-live-...5678', 'ab••••••', '****wxyz']) expect(mask(`secretKey: '${shown}'`).text).toBe(`secretKey: '${shown}'`)
    expect(mask(`secretKey: '${made(6)}...${made(12)}'`).text).not.toContain('...')
  })

  test('how a column is compared is none', () => {
    expect(mask("users.where('users.secret', 'NOT LIKE', pattern)").found).toEqual([])
    expect(mask("settings.set('users.secret', 'no one knows')").found).toHaveLength(1)
  })
  test('a text which says that nothing is there is one to be replaced', () => {
    expect(mask("url.password = 'SHOP_MASKED'; db.password = 'pending_answer'").found.map(({ look }) => look)).toEqual(['placeholder', 'placeholder'])
  })
  test('the name of a hash function is none', () => {
    for (const source of ["passwordHash = hash('sha256', given)", 'password = sha256(given)']) expect(mask(source).text).toBe(source)
  })
  test('tokens need to look like one', () => {
    expect(mask(`token = '${made(20)}'`).text).toBe(`token = '${shown(made(20))}'`)
    expect(mask(`token = 'identifier'`).text).toBe(`token = 'identifier'`)
  })
})

describe('other places', () => {
  const secret = made(12)
  test('a password in an address', () => {
    const { text, found } = mask(`connect('postgres://app:${secret}@db.local:5432/shop')`)
    expect(text).toBe(`connect('postgres://app:${shown(secret)}@db.local:5432/shop')`)
    expect(found.map(({ kind }) => kind)).toEqual(['password in an address'])
  })
  test('the key of a keyed hash', () => {
    expect(mask(`createHmac('sha256', '${secret}')`).text).toBe(`createHmac('sha256', '${shown(secret)}')`)
    expect(mask(`app.use(cookieParser('${secret}'))`).text).toBe(`app.use(cookieParser('${shown(secret)}'))`)
    expect(mask(`jwt.sign({ id: user.id }, '${secret}', { expiresIn: '1h' })`).text).toBe(
      `jwt.sign({ id: user.id }, '${shown(secret)}', { expiresIn: '1h' })`,
    )
    expect(mask(`jwt.verify(token, "${secret}")`).text).toBe(`jwt.verify(token, "${shown(secret)}")`)
  })
  test('a private key written line by line', () => {
    const [first, second] = [made(64), made(64, '9xYz7')]
    const lines = (one: string, other: string) =>
      `[${key('PRIVATE', `${one}\n${other}`)
        .split('\n')
        .map((line) => `'${line}'`)}].join('\\n')`
    expect(mask(lines(first, second)).text).toBe(lines(shown(first), shown(second)))
  })
  test('a private key without its end', () => {
    const begin = key('PRIVATE', '').split('\n')[0] as string
    expect(mask(`pem = '${begin}\\n${made(64)}'; next()`).text).toMatch(/^pem = '--\*+'; next\(\)$/)
  })
  test('a credential in a header', () => {
    expect(mask(`headers.set('Authorization', 'Bearer ${secret}')`).text).toBe(`headers.set('Authorization', 'Bearer ${shown(secret)}')`)
    expect(mask(`request({ auth: 'reader:${secret}' })`).text).toBe(`request({ auth: 'reader:${shown(secret)}' })`)
    expect(mask("headers: { Authorization: 'Bearer <token>' }").found).toEqual([])
  })
  test('algorithms are no keys', () => {
    expect(mask(`jwt.verify(token, key, { algorithms: ['HS256', 'none'] })`).found).toEqual([])
  })
  test('a secret inside another is counted once', () => {
    const inner = `sk${'_live_'}${made(24)}`
    expect(mask(`apiSecret = '${inner}'`).found).toHaveLength(1)
  })
})

describe('what a secret looked like is kept, with its name', () => {
  const found = (source: string) => mask(source).found.map(({ look, name }) => [look, name])
  test.each([
    [`dbPassword = '${made(16)}'`, 'random', 'dbPassword'],
    [`this.smtpPassword = 'lantern over tide'`, 'words', 'smtpPassword'],
    [`password = '123456'`, 'digits', 'password'],
    [`{ "client-secret": "your-secret-here" }`, 'placeholder', 'client-secret'],
    [`CHANGE_PASSWORD = 'account/change-password'`, 'placeholder', 'CHANGE_PASSWORD'],
    [`DB_PASSWORD = 'password5'`, 'placeholder', 'DB_PASSWORD'],
  ])('%s', (source, look, name) => expect(found(source)).toEqual([[look, name]]))
})

describe('left as it is', () => {
  test.each([
    ['a path', `const passwordFile = '/run/secrets/db'`],
    ['a relative path', `require('./password')`],
    ['an address', `const tokenUrl = 'https://login.example.org/token'`],
    ['a placeholder', `const password = '<your password>'`],
    ['a template variable', `password: '{{ db_password }}'`],
    ['a shell variable', `password: '\${DB_PASSWORD}'`],
    ['a format', `password: '%s'`],
    ['a field’s name', `{ name: 'password', token: 'accessToken' }`],
    ['an input type', `<input type="password" placeholder="secret" />`],
    ['a message', `password: 'Password must have eight characters'`],
    ['a short message', `password: 'Enter your password'`],
    ['a header’s name', `const API_KEY_HEADER = 'x-api-key'`],
    ['the header of a private key', `if (pem.startsWith('${key('PRIVATE', '').split('\n')[0]}')) next()`],
    ['a name for something by that name', `const Parts = { API_KEY: 'api_key', RESET_TOKEN: 'reset-token', clientSecret: 'clientSecret' }`],
    ['a list of field names', `omit(user, ['password', 'firstName', 'secret', 'lastLogin'])`],
    ['field names as arguments', `user.omit('password', 'lastLogin')`],
    ['whether a request takes its credentials along', `fetch('/me', { credentials: 'include' })`],
    ['how sure something is', `const sureness = { credential: 'high', secret: 'none' }`],
    ['what is told of a password', `const passwordPolicy = 'strong-words', tokenTypes = 'access'`],
    ['a kind of token', `{ token: 'bearer', secret: 'required' }`],
    ['an address without a password', `fetch('https://user@example.org/')`],
    ['an address made of variables', 'connect(`postgres://${user}:${password}@${host}/db`)'],
    ['a key that comes from elsewhere', 'createHmac(`sha256`, `${process.env.SECRET}`)'],
    ['a value made of variables', 'const secretPath = `users/${request.params.id}/secret`'],
    ['a value from elsewhere', 'const password = process.env.DB_PASSWORD'],
  ])('%s', (_, source) => expect(mask(source)).toEqual({ text: source, found: [] }))
})

describe('whatever the text', () => {
  const word = fc.constantFrom('password', 'secret', 'token', 'apiKey', 'client_secret', 'hmac', 'name', 'x')
  const body = fc.string({ unit: fc.constantFrom(...`ab3 '"\`\\n$\{}/:@.-_(),=u`, 'é', '😀'), maxLength: 24 })
  const quoted = fc.tuple(body, fc.constantFrom(`'`, '"', '`')).map(([text, quote]) => quote + text.replace(/[\\'"`]|\$\{/g, '\\$&') + quote)
  const escaped = fc.constantFrom(`'\\u0041bcdefghij'`, `'\\x41bcdefghij'`, '`a${b(`c`)}defgh${i}`', '`${x}`', `"a\\"bcdefghi"`, '`a\nbcdefghij`')
  const literal = fc.oneof(quoted, escaped)
  const address = body.map((text) => `'amqp://u:${text.replace(/[^a-z3${}@:]/g, '')}@h'`)
  const statement = fc.oneof(
    fc.tuple(word, literal).map(([name, value]) => `var ${name} = ${value};`),
    fc.tuple(word, literal).map(([name, value]) => `var ${name}: string = ${value};`),
    fc.tuple(word, literal).map(([name, value]) => `f({ ${name}: ${value}, "${name}": ${value} });`),
    fc.tuple(word, literal).map(([name, value]) => `set('${name}', ${value});`),
    fc.tuple(word, literal).map(([name, value]) => `if (${name} === ${value} || ${value} === ${name}) g(${name} ?? ${value});`),
    fc.tuple(literal, literal).map(([one, other]) => `createHmac('sha1', ${one}).update(${other});`),
    fc
      .tuple(word, fc.constantFrom('sk_li' + 've_', 'AK' + 'IA', 'gh' + 'p_', '-----BEGIN PRIV' + 'ATE KEY-----'))
      .map(([name, shape]) => `${name}('${shape}${made(36, 'ABC345')}');`),
    address.map((text) => `connect(${text});`),
    fc.tuple(literal, literal).map(([one, other]) => `h(${one}, [${other}]) // ${'token'}: ${'x'}`),
  )
  const source = fc.array(statement, { maxLength: 6 }).map((statements) => statements.join('\n'))
  const errors = (text: string) =>
    (ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest) as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length

  test('length and line ends stay', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          source,
          fc.string({ unit: 'binary' }),
          fc.array(fc.oneof(body, word, literal)).map((parts) => parts.join('=\r\n')),
        ),
        (text) => {
          const masked = mask(text)
          expect(masked.text).toHaveLength(text.length)
          expect(masked.text.replace(/[^\r\n]/g, ' ')).toBe(text.replace(/[^\r\n]/g, ' '))
        },
      ),
    )
  })
  test('what parsed parses', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(errors(text)).toBe(0)
        expect(errors(mask(text).text)).toBe(0)
      }),
      { numRuns: 400 },
    )
  })
  test('only what was found changes, each once, and what is masked stays masked', () => {
    fc.assert(
      fc.property(source, (text) => {
        const { text: masked, found } = mask(text)
        let at = 0
        for (const { pos, end } of found) {
          expect(pos).toBeGreaterThanOrEqual(at)
          expect(masked.slice(at, pos)).toBe(text.slice(at, pos))
          expect(masked.slice(pos + 2, end)).toMatch(/^[*\r\n]*$/)
          at = end
        }
        expect(masked.slice(at)).toBe(text.slice(at))
      }),
    )
  })
})
