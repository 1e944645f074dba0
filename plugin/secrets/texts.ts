/**
 * Secrets in files that are no code: settings, environment files, manifests, SQL, shell, keys. In: path and text of one file.
 * Out: what stands where, for a fact that holds no secret any more. What the program means by it is for linking to say.
 */
import type { TextSecret } from '../graph'
import { holdsHash, type SecretLook, secretLook } from '../secret-look'
import { isForReaders, isWording } from './for-readers'
import { looksSecret, passwordsInAddresses } from './mask'
import { purposeOfName } from './names'
import { OF_COMMANDS } from './places'
import { isPublicAt, redacted, shapesIn } from './shapes'
import { shownIn } from './shown'

export interface Met {
  pattern: string
  type: string
  name: string
  pos: number
  end: number
  look: SecretLook | 'hash'
}

/** Above this only shapes are looked for: long data names the same few things over and over. In characters. */
const MOST_TEXT = 1_000_000
const LONGEST_LINE = 160

const NAME =
  '[\\w.-]{0,60}?(?:pass(?:word|wd|phrase)?s?|pwd|secret|credential|token|key|mnemonic|phrase|hmac|dsn|ur[il]|connection(?:_?string)?)[\\w-]{0,40}'
const HINT = /pass|pwd|secret|credential|token|key|mnemonic|phrase|hmac|identified|\bcurl\b/i

/** Ways of writing a name and its value. Named groups `name` and `value`; what a quoted value may hold an unquoted one may not. */
const FORMS: { files: RegExp; form: RegExp; name?: string }[] = [
  // KEY=value, key: value, - KEY=value, export KEY=value, ENV KEY value
  {
    files: /./,
    form: new RegExp(
      `^[ \\t]*(?:#[ \\t]*)?(?:[-*][ \\t]+)?(?:(?:export|set|setx|ENV|ARG)[ \\t]+)?["']?(?<name>${NAME})["']?[ \\t]*(?:=>|[:=]|(?<=^[ \\t]*ENV[ \\t]+[\\w]+)[ \\t])[ \\t]*(?:"(?<double>[^"\\n]{3,400})"|'(?<single>[^'\\n]{3,400})'|(?<bare>[^\\s"'#][^\\s]{2,400}))[ \\t]*["']?[,;]?[ \\t]*(?:#.*|//.*)?$`,
      'gim',
    ),
  },
  // { "key": "value" } on a line with others
  { files: /./, form: new RegExp(`["'](?<name>${NAME})["']\\s*:\\s*(?:"(?<double>[^"\\n\\\\]{3,400})"|'(?<single>[^'\\n\\\\]{3,400})')`, 'gi') },
  // - name: KEY, value: on the next line, of Kubernetes and others
  {
    files: /\.(?:ya?ml|json)$|^[^.]+$/,
    form: new RegExp(`\\bname["']?:\\s*["']?(?<name>${NAME})["']?,?\\s*\\n\\s*["']?value["']?:\\s*["']?(?<bare>[^\\s"'#]{3,400})`, 'gi'),
  },
  // --password=value of a command, KEY=value in front of one
  {
    files: /(?:\.(?:sh|bash|zsh|ps1|cmd|bat|ya?ml|json|mk|toml)|file|(?:^|\/)(?:bin|scripts|\.husky)\/[^/]+)$/i,
    form: /(?:^|[\s"'])(?:--?(?<name>password|passwd|pass|token|secret|api-key|access-token|secret-key)[= ]|(?<env>[A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|_KEY))=)["']?(?<bare>[^\s"'$;|&-][^\s"';|&]{2,200})/g,
  },
  { files: /./, name: 'user and password', form: /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]["']?[\w.@-]+:(?<bare>[^\s"'$]{3,200})/g },
  // SQL
  { files: /./, name: 'password', form: /\b(?:IDENTIFIED\s+(?:WITH\s+\w+\s+)?BY|(?:ENCRYPTED\s+)?PASSWORD)\s+'(?<single>[^'\n]{3,200})'/gi },
  // XML
  { files: /\.(?:xml|config|props|plist|csproj)$/i, form: new RegExp(`<(?<name>${NAME})>(?<bare>[^<>\\s]{3,400})</`, 'gi') },
  { files: /\.(?:xml|config|props)$/i, form: new RegExp(`(?:key|name)="(?<name>${NAME})"\\s+value="(?<double>[^"\\n]{3,400})"`, 'gi') },
  // machine … login … password …
  { files: /(?:^|\/)[._]?netrc$/i, name: 'password', form: /\bpassword\s+(?<bare>\S{3,200})/g },
]

/** Where nothing is assigned that anybody uses: prose, lists of versions, pictures, translations, recorded outputs. */
const NO_ASSIGNMENTS =
  /\.(?:mdx?|markdown|rst|adoc|svg|map|snap|lock|html?|css|scss|less|d\.[cm]?ts|csv|tsv|po|pot|xlf|ipynb|log|patch|diff)$|(?:^|\/)(?:package-lock|npm-shrinkwrap|composer\.lock|tsconfig[^/]*)\.json$|lock\.ya?ml$|(?:^|\/)(?:locales?|i18n|lang(?:uages?)?|translations?|intl|messages)\/|(?:^|[./-])[a-z]{2}[-_][A-Z]{2}(?:\.\w+$|\/)|(?:openapi|swagger|asyncapi|schema)[^/]*\.(?:ya?ml|json)$|\.(?:graphqls?|gql|proto|prisma)$/i

/** A name of something else: a variable, a file, a function, a store; the secret itself is not here. */
const REFERENCE =
  /^\\?["']?\$|^(?:id|src|env)=|^(?:[$%<{[@!&*(/~|>`^=]|v?\d+\.\d+\.|\.{1,2}\/|process\.|env[.(:]|secrets?[./]|vars?\.|local\.|data\.|module\.|steps\.|inputs\.|github\.|https?:\/\/|(?:file|github|gitlab|npm|workspace):|arn:|vault:|op:\/\/|ssm:|awssm|projects\/|null\b|true\b|false\b|undefined\b|none\b|nil\b|string\b|number\b|boolean\b|text\b|varchar|char\(|int\b|uuid\b|required|optional)|^[\w.]+\(|\$\{|\$\(|\s\$\w|\{\{|<%|^[\w.-]+\.(?:key|pem|crt|pub|json|ya?ml|txt)$/i
/** What does something under a name, and is no value of it: `"reset-password": "node scripts/reset.js"`. */
const COMMAND =
  /^(?:[A-Z_]+=\S+\s+)*(?:node|npm|npx|pnpm|yarn|bunx?|deno|tsx|ts-node|babel-node|sh|bash|make|docker|python3?|cross-env|dotenv|turbo|nx)\s+\S|^\S+(?:\s+\S+)*\s+\S+\.(?:[cm]?[jt]s|sh|py)(?:\s|$)/
/** Name of an entry in a key-value store, of words and short numbers: `shop:orders:0:open`. */
const ENTRY_NAME = /^[a-z][a-z_-]*(?::(?:[a-z][a-z_-]*|\d{1,4}|\*))+(?::[a-z][a-z_-]*)$/
/** Name of another variable. */
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const ONE_WAY =
  /^(?:\$(?:2[abxy]?|5|6|1|apr1|y|argon2\w*|scrypt|pbkdf2[\w-]*)\$|\{(?:SSHA|SHA|MD5|CRYPT)\}|pbkdf2[:_$]|scrypt:|sha(?:1|256|512)[:$-]|md5[:$])/i
const HEX_DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i

/** A file that is one key. `.pub` and certificates are there to be read. */
const KEY_FILE =
  /(?:\.(?:key|p8|pgpass|htpasswd|jwk)|(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]*(?:secret|password|token)(?:_?key)?(?:\.txt)?|\.vault[_-]?pass(?:word)?))$/i

export function secretsInText(path: string, text: string): TextSecret[] {
  return toFacts(path, text, secretsWithText(path, text))
}

/** In order, none inside another, with where each stands. */
export function secretsWithText(path: string, text: string): Met[] {
  const found: Met[] = []
  for (const { pattern, pos, end, look } of shapesIn(text)) found.push({ pattern: pattern.id, type: pattern.type, name: '', pos, end, look })
  for (const { pos, end, look } of passwordsInAddresses(text))
    found.push({ pattern: 'address-password', type: 'password in an address', name: nameOnLine(text, pos), pos, end, look })
  if (text.length <= MOST_TEXT && !NO_ASSIGNMENTS.test(path)) {
    if (HINT.test(text)) found.push(...assigned(path, text), ...inserted(text))
    if (KEY_FILE.test(path) && !/\.(?:ts|js|json|ya?ml)$/.test(path)) found.push(...wholeFile(text, found.length > 0))
  }
  return distinct(found)
}

/** Files in which programs keep texts beside settings. */
const TEXTS = /\.(?:json[5c]?|ya?ml|properties|arb|strings)$/i
const PROGRAM = /\.(?:sql|[cm]?[jt]sx?|vue|svelte|py|rb|php|java|kt|go|rs|cs|swift|scala|c|cc|cpp|h|coffee|dart)$/i

function* assigned(path: string, text: string): Generator<Met> {
  const forReaders = TEXTS.test(path) && isForReaders(path, text)
  for (const { files, form, name: fixed } of FORMS) {
    if (!files.test(path)) continue
    for (const match of text.matchAll(form)) {
      const { name = match.groups?.env ?? '', double, single, bare } = match.groups as Record<string, string | undefined>
      // Without quotes it is a variable or a call, where the file is a program.
      if (bare !== undefined && match.groups?.env === undefined && PROGRAM.test(path)) continue
      const value = double ?? single ?? bare ?? ''
      const called = fixed ?? name
      const met = judged(called, value, fixed !== undefined || /^-/.test(match[0].trim()) || match.groups?.env !== undefined)
      if (!met || (forReaders && isWording(value, met))) continue
      const pos = match.index + match[0].lastIndexOf(value)
      if (isPublicAt(text, pos) || isNameInStore(text, pos, called, value)) continue
      yield {
        pattern: met === 'hash' ? 'password-hash' : 'named-value',
        type: met === 'hash' ? 'password hash' : 'named value',
        name: called,
        pos,
        end: pos + value.length,
        look: met,
      }
    }
  }
}

/** A certificate that a cluster keeps, by its name, and a part of a secret that stands under the name beside it: `secretKey: "license"`. */
function isNameInStore(text: string, pos: number, name: string, value: string): boolean {
  if (/secret$/i.test(name) && /^(?:[a-z\d-]+\/)?[a-z\d.-]+-(?:tls|ssl|certs?)$/.test(value)) return true
  if (name !== 'secretKey') return false
  const line = text.lastIndexOf('\n', pos) + 1
  const indent = /^[ \t]*/.exec(text.slice(line))?.[0] ?? ''
  const beside = `${text.slice(Math.max(0, line - MOST_BESIDE), line)}\n${text.slice(line, line + MOST_BESIDE)}`
  return beside.split('\n').some((each) => each.startsWith(`${indent}secretName:`))
}
const MOST_BESIDE = 300

/** What stands under a name; undefined where it is no secret. */
function judged(name: string, value: string, isCertain: boolean): SecretLook | 'hash' | undefined {
  const purpose = purposeOfName(name)
  if (!isCertain && purpose === undefined) return undefined
  if (ONE_WAY.test(value) || holdsHash(value)) return 'hash'
  if (/pass|pwd/i.test(name) && HEX_DIGEST.test(value)) return 'hash'
  // What is secret about an address is its password, which is looked for by itself.
  if (
    purpose === 'database address' ||
    REFERENCE.test(value) ||
    COMMAND.test(value) ||
    CONSTANT.test(value) ||
    ENTRY_NAME.test(value) ||
    /^\*+$/.test(value)
  )
    return undefined
  const look = repeats(name, value) || isShownSetting(value) ? 'placeholder' : secretLook(value)
  // A name as general as `key` or `token` promises little; then the value has to look like one.
  if ((purpose === 'other' || purpose === 'API key') && look === 'words' && !/secret|api[_-]?key/i.test(name)) return undefined
  if (look !== 'placeholder' && !looksSecret(name.replace(/[.-]/g, '_'), value)) return undefined
  return look
}

/** Settings of another file, to be filled in: `"credentials": "dns_api_key=0123456789abcdef"`. */
function isShownSetting(value: string): boolean {
  const settings = value.split(/\\n|\n/).map((line) => /^\s*([\w.-]+)\s*=\s*(\S+)\s*$/.exec(line))
  const secrets = settings.filter((setting) => setting && purposeOfName(setting[1] as string) !== undefined)
  return settings.every(Boolean) && secrets.length > 0 && secrets.every((setting) => secretLook(setting?.[2] ?? '') === 'placeholder')
}

/** `KEY_STORE_SECRET="store-secret"`, `signingSecret: signingSecret`: the same words in another notation, a setting's own name. */
function repeats(name: string, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return /^[A-Za-z][a-z0-9]*(?:[-_.][a-z0-9]+|[A-Z][a-z0-9]+)+$/.test(value) && plain(name).endsWith(plain(value))
}

/** `INSERT INTO users (name, password) VALUES ('a', 'b'), …`: values in the column whose name says so. */
function* inserted(text: string): Generator<Met> {
  if (!/\binsert\s+into\b/i.test(text)) return
  for (const match of text.matchAll(/\binsert\s+into\s+[\w."`[\]]+\s*\(([^()]{1,2000})\)\s*values\s*/gi)) {
    const columns = (match[1] as string).split(',').map((column) => column.replace(/[\s"'`[\]]/g, ''))
    const index = columns.findIndex((column) => /pass(?:word|wd)?$|secret$|token$/i.test(column) && purposeOfName(column) !== undefined)
    if (index < 0) continue
    const name = columns[index] as string
    // `'it''s'` is taken for two texts side by side, which ends where it ends.
    const rows = /\(((?:[^()']|'[^']*')*)\)\s*,?\s*/gy
    rows.lastIndex = match.index + match[0].length
    for (let row = rows.exec(text); row; row = rows.exec(text)) {
      const cells = [...row[0].matchAll(/'((?:[^']|'')*)'|[^,()\s']+/g)]
      const cell = cells[index]
      if (cells.length !== columns.length || cell?.[1] === undefined || cell[1].length < 3) continue
      const look = judged(name, cell[1], true)
      const pos = row.index + cell.index + 1
      if (look)
        yield {
          pattern: look === 'hash' ? 'password-hash' : 'named-value',
          type: look === 'hash' ? 'password hash' : 'named value',
          name,
          pos,
          end: pos + cell[1].length,
          look,
        }
    }
  }
}

/** A key that stands in its file alone, under no name. */
function* wholeFile(text: string, hasShapes: boolean): Generator<Met> {
  const value = text.trim()
  if (hasShapes || /-----BEGIN (?:[A-Z]+ )*(?:PUBLIC KEY|CERTIFICATE)/.test(value)) return
  if (/^[^\s:]+:(?=[$\w{])\S+$/m.test(value) && /\$apr1\$|\$2[aby]\$|\{SHA\}/.test(value)) {
    const pos = text.indexOf(':') + 1
    yield { pattern: 'password-hash', type: 'password hash', name: '', pos, end: text.length, look: 'hash' }
  } else if (/^\S{12,4096}$/.test(value) && !REFERENCE.test(value)) {
    const pos = text.indexOf(value)
    yield { pattern: 'key-file', type: 'key file', name: '', pos, end: pos + value.length, look: secretLook(value) }
  }
}

function nameOnLine(text: string, pos: number): string {
  const line = text.slice(text.lastIndexOf('\n', pos) + 1, pos)
  return /([A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?[^\s"']*$/.exec(line)?.[1] ?? ''
}

/** Each place once; a shape says more than a name. */
function distinct(found: Met[]): Met[] {
  const rank = ({ pattern }: Met) => (pattern === 'named-value' ? 2 : pattern === 'address-password' ? 1 : 0)
  const kept: Met[] = []
  for (const met of found.sort((one, other) => one.pos - other.pos || rank(one) - rank(other) || other.end - one.end)) {
    const last = kept.at(-1)
    if (!last || met.pos >= last.end) kept.push(met)
    else if (rank(met) < rank(last)) kept[kept.length - 1] = { ...met, name: met.name || last.name }
    else if (last.name === '') last.name = met.name
  }
  return kept
}

/** The text with every secret replaced; lines hold, columns do not. */
export function maskedText(path: string, text: string): string {
  return without(text, secretsWithText(path, text))
}

function without(text: string, found: Met[]): string {
  return found.reduceRight(
    (all, { pattern, pos, end }) => `${all.slice(0, pos)}${redacted(pattern, text, pos)}${newlines(text, pos, end)}${all.slice(end)}`,
    text,
  )
}

const newlines = (text: string, pos: number, end: number) => text.slice(pos, end).replace(/[^\n]/g, '')

function toFacts(path: string, text: string, found: Met[]): TextSecret[] {
  if (found.length === 0) return []
  const isOfCommands = OF_COMMANDS.test(path)
  const lines = without(text, found).split('\n')
  const isForDevelopment = FOR_DEVELOPMENT.test(text)
  const shownAt = shownIn(path, text)
  // An address says itself where it leads, and what somebody gave out is worth the same whatever else a command speaks to.
  const isLocal = (pattern: string, name: string, shown: string) =>
    (pattern !== 'address-password' && isOfLocalService(text, name)) ||
    ((pattern === 'named-value' || pattern === 'address-password') && isOfCommands && isCommandForItself(shown))
  let line = 1
  let at = 0
  return found.map(({ pattern, type, name, pos, look }) => {
    for (; at < pos; at++) if (text.charCodeAt(at) === 10) line++
    const shown = (lines[line - 1] ?? '').trim()
    const as = shownAt(pos)
    return {
      pattern,
      type,
      name,
      line,
      text: shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE - 1)}…` : shown,
      redacted: redacted(pattern, text, pos),
      look,
      ...(isLocal(pattern, name, shown) ? { local: true as const } : {}),
      ...(isOfTestRun(shown) ? { testRun: true as const } : {}),
      ...(isForDevelopment ? { development: true as const } : {}),
      ...(as ? { shown: as } : {}),
    }
  })
}

/** A mode of developers, or a service on the machine itself: `NODE_ENV=development`, `KAFKA_BROKERS=localhost:9092`. */
const FOR_DEVELOPMENT =
  /^(?:export[ \t]+)?(?:[A-Z]+_)*ENV[ \t]*=[ \t]*["']?dev(?:elopment)?\b|^(?:export[ \t]+)?[A-Z][A-Z\d_]*[ \t]*=[ \t]*["']?(?:[\w+]+:\/\/(?:[^@\s/]*@)?)?(?:localhost|127\.0\.0\.1)(?::\d|[/"'\s]|$)/m

/** A script that runs tests, by its name or by the mode that it sets: `"test:http": "TOKEN=… jest"`, `NODE_ENV=test TOKEN=… node run.js`. */
const isOfTestRun = (line: string): boolean =>
  /^["'](?:(?:pre|post)?(?:tests?|e2e|integration|jest|vitest|mocha|cypress|playwright))(?:[:._-][\w:.-]*)?["']\s*:/.test(line) ||
  /\b[A-Z_]*(?:NODE|APP)_ENV=["']?test(?:ing)?\b/.test(line)

/** `"try:mssql": "DB_URI=mssql://sa:…@localhost:1433 node run.js"`: every host that the command names is the machine itself. */
const isCommandForItself = (line: string): boolean => {
  const hosts = [...line.matchAll(HOST)].map(({ groups }) => groups?.host ?? '')
  return hosts.length > 0 && hosts.every((host) => ITSELF.test(host))
}
const HOST = /(?:\w:\/\/(?:[^@\s/'"]*@)?|(?:^|\s)(?:-h|--host)[= ])(?<host>[\w.-]+|\[::1\])/g
const ITSELF = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|host\.docker\.internal)$/

/** Whether the file puts the address of what a secret is for on the machine itself: `QUEUE_URL: http://127.0.0.1:8080` beside `QUEUE_TOKEN`. */
function isOfLocalService(text: string, name: string): boolean {
  // `SHOP_SERVICE_ROLE_KEY` may be of `SHOP_SERVICE` as well as of `SHOP`.
  const parts = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name) ? name.split('_').slice(0, -1) : []
  const services = parts.map((_, index) => parts.slice(0, index + 1).join('_'))
  if (services.length === 0) return false
  const address = `\\b(?:${services.join('|')})_(?:BASE_)?(?:URL|URI|HOST|ENDPOINT|ADDRESS|SERVER)["']?\\s*[:=]\\s*["']?(?:\\w+://)?`
  return new RegExp(`${address}(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1\\])(?![\\w.])`).test(text)
}
