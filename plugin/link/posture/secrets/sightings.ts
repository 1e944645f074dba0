/** Texts of the tree that look like secrets, told apart. In: what linking found in code, and the facts of all other files. */
import { type Certificate, Kind, type TextFacts, type TextSecret } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import { placeOf, type Weighed, weigh } from '../../../secrets/places'
import { publicPrefix, typeOf } from '../../../secrets/shapes'
import type { SecretSighting, Usage } from '../../../types'
import { cite, isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { asksForNoLogin } from '../../usages/login-free'
import { callsOfKind } from '../../usages/modelled'

export function sightingsOf(linked: Linked, usages: Usage[], texts: TextFacts[]): SecretSighting[] {
  const found = [...inTexts(linked, texts), ...inCode(usages), ...withoutLogin(linked), ...placeholders(linked)]
  const key = ({ file, line }: SecretSighting) => `${file} ${String(line).padStart(9, '0')}`
  return grouped(found).sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
}

function* inTexts(linked: Linked, texts: TextFacts[]): Generator<SecretSighting> {
  for (const { path, secrets } of texts) {
    const place = placeOf(path)
    const beside = secrets.length > 0 ? certificateBeside(texts, path) : undefined
    const certificate = beside && !isServedWith(linked, path) ? beside : undefined
    for (const secret of secrets) {
      const { pattern, type, name, line, text, redacted, look, local, testRun, development, shown } = secret
      const weighed = weigh({
        pattern,
        name,
        look,
        place,
        file: path,
        host: hostOf(secret),
        ...(local ? { local } : {}),
        ...(testRun ? { testRun } : {}),
        ...(development ? { development } : {}),
        ...(shown ? { shown } : {}),
        ...(certificate?.isSignedByItself ? { ownHosts: certificate.hosts } : {}),
      })
      yield { pattern, type, name, file: path, line, lines: [], redacted, ...weighed, at: { file: path, line, text } }
    }
  }
}

/** `server.crt` of `server.key`, or the only one of the folder. */
function certificateBeside(texts: TextFacts[], path: string): Certificate | undefined {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)
  const stemOf = (file: string) => file.slice(folderOf(file).length).replace(/(?:[-_.](?:key|cert|crt|certificate|privkey|fullchain))*\.\w+$/i, '')
  const beside = texts.filter(({ path: other, certificate }) => certificate && folderOf(other) === folderOf(path))
  const named = beside.find(({ path: other }) => stemOf(other) === stemOf(path))
  return (named ?? (beside.length === 1 ? beside[0] : undefined))?.certificate
}

/** Whether the program itself names the file, and not only what builds it or serves it to its developers: `vite.config.ts`. */
function isServedWith(linked: Linked, path: string): boolean {
  const { whole } = linked
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [...lookupOf(whole).named(Kind.String, (text) => text === name || text.endsWith(`/${name}`))].some((node) => {
    const file = (whole.files[whole.fileOf(node)] as { path: string }).path
    return !/\.config\.[cm]?[jt]s$/.test(file) && !isTestCode(linked, file)
  })
}

/** `@localhost:3306` of the masked line. */
function hostOf({ pattern, text }: TextSecret): string {
  return pattern === 'address-password' ? (/\*{8}(@[^\s"']*)/.exec(text)?.[1] ?? '') : ''
}

// ── code ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a text is, by the part that it plays. */
const TYPES: Record<string, string> = rowsByName({
  signing: 'signing key',
  password: 'password',
  token: 'token',
  header: 'authorization header',
  key: 'key',
  salt: 'salt',
  username: 'user name',
})

const one = ({ values }: Usage, key: string): string => values[key]?.texts[0] ?? ''

function* inCode(usages: Usage[]): Generator<SecretSighting> {
  for (const usage of usages) {
    if (usage.kind !== 'written-secret') continue
    const [role, look] = [one(usage, 'role'), one(usage, 'look')]
    if (role === 'username') continue
    const pattern = one(usage, 'pattern') || (role === 'shape' ? 'address-password' : role === 'name' ? 'named-value' : `code-${role}`)
    const type = one(usage, 'pattern')
      ? typeOf(one(usage, 'pattern'))
      : role === 'shape'
        ? one(usage, 'name')
        : role === 'name'
          ? 'named value'
          : (TYPES[role] ?? role)
    const { file, line } = usage.at
    yield {
      pattern,
      type,
      name: one(usage, 'called') || (role === 'name' ? one(usage, 'name') : ''),
      file,
      line,
      lines: [],
      redacted: publicPrefix(one(usage, 'pattern')),
      ...weighedInCode(usage, role, look),
      at: usage.at,
    }
  }
}

function weighedInCode(usage: Usage, role: string, look: string): Weighed {
  const use = usage.values.use?.texts[0] ?? ''
  const place = placeOf(usage.at.file)
  if (usage.test || place === 'test') return { weight: 'test value', because: 'It stands in a file that only tests use.' }
  if (place === 'example' && role === 'name') return { weight: 'example', because: 'The file shows how settings are written.' }
  const fallback = usage.values.fallback?.texts[0] === 'true' ? ' It stands in where the configured one is missing.' : ''
  if (use)
    return {
      weight: 'credential',
      because: `It is handed to \`${use}\`.${look === 'placeholder' ? ' It looks like a text to be replaced, and is in use as it is.' : ''}${fallback}`,
    }
  if (role === 'name') return { weight: 'credential', because: `Its name says that it is a secret.${fallback}` }
  // What stands where a call takes a key need not look like one.
  if (!one(usage, 'pattern') && role !== 'shape')
    return { weight: 'credential', because: `It stands where a ${TYPES[role] ?? role} goes; no library was found that takes it.${fallback}` }
  return { weight: 'credential', because: `Its form is that of a secret that was given out.${fallback}` }
}

/** Texts where a login goes, of databases that have none. */
function* withoutLogin(linked: Linked): Generator<SecretSighting> {
  const { whole } = linked
  for (const [call, model] of callsOfKind(linked, 'credential')) {
    const passwords = Object.entries(model.values).filter(([role]) => /^password\d*$/.test(role))
    if (passwords.length === 0 || !asksForNoLogin(linked, call)) continue
    const isGiven = passwords.some(([, spot]) => {
      const [first, ...names] = spot.split('.') as [string, ...string[]]
      let nodes = whole.args(call)[Number(first)] === undefined ? [] : [whole.args(call)[Number(first)] as number]
      for (const name of names) nodes = nodes.flatMap((node) => linked.values.property(node, name))
      return nodes.some((node) => linked.values.texts(node).some(({ exact, value }) => exact && value !== ''))
    })
    const at = cite(linked, call)
    if (!isGiven || isTestCode(linked, at.file)) continue
    yield {
      pattern: 'code-password',
      type: 'password',
      name: '',
      file: at.file,
      line: at.line,
      lines: [],
      redacted: '********',
      weight: 'no credential',
      because: 'The call opens a SQLite database, which knows no logins: the text where a password goes protects nothing and opens nothing.',
      at,
    }
  }
}

/** Masked texts in code that ask to be replaced, and that nothing was found to take. */
function* placeholders(linked: Linked): Generator<SecretSighting> {
  for (const [file, facts] of linked.whole.files.entries())
    for (const { kind, pattern, pos, look, name = '' } of facts.masked) {
      if (look !== 'placeholder' || !(pattern || kind === 'password in an address')) continue
      const line = linked.whole.lineAt(file, pos)
      const at = { file: facts.path, line, text: linked.whole.lineText(file, line).trim().slice(0, 160) }
      yield {
        pattern: pattern ?? 'address-password',
        type: kind,
        name,
        file: facts.path,
        line,
        lines: [],
        redacted: publicPrefix(pattern ?? ''),
        weight: 'placeholder',
        because: 'The text is made of words that ask to be replaced, or of one character over and over.',
        at,
      }
    }
}

/** Several of one kind under one name in one file are one row. */
function grouped(found: SecretSighting[]): SecretSighting[] {
  const rows = new Map<string, SecretSighting>()
  for (const sighting of found) {
    const { file, pattern, name, weight } = sighting
    const isIssued = pattern !== 'named-value' && pattern !== 'password-hash' && weight === 'credential'
    const key = JSON.stringify([file, pattern, name, weight, isIssued ? sighting.line : 0])
    const row = rows.get(key)
    if (!row) rows.set(key, sighting)
    else if (row.line !== sighting.line && !row.lines.includes(sighting.line)) {
      row.lines.push(sighting.line)
      if (rank(sighting) < rank(row) && sighting.confidence) row.confidence = sighting.confidence
    }
  }
  return [...rows.values()]
}

const rank = ({ confidence }: SecretSighting) => ['high', 'medium', 'low'].indexOf(confidence ?? 'low')
