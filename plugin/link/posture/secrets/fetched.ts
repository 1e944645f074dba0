/** Secrets that are neither set nor written: fetched from a store of secrets, read from a file, made when the program starts. */
import { Kind } from '../../../graph'
import { purposeOfName } from '../../../secrets/names'
import type { Evidence, SecretPurpose, SecretSource } from '../../../types'
import { packageOf } from '../../connections'
import { calledName, cite, isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { variablesOf } from '../../names'
import { callsOfKind } from '../../usages/modelled'
import { settingAt } from '../../usages/setting'

export interface Fetched {
  call: number
  name: string
  purpose: SecretPurpose | undefined
  source: SecretSource
  /** File, or name of the store. */
  from: string
  at: Evidence
  /** Only where something is known to take it is it worth a row. */
  needsUse: boolean
}

/** Stores by package, as people call them. */
const STORES: [RegExp, string][] = [
  [/client-secrets-manager|powertools\/parameters\/secrets|secretsmanager/i, 'AWS Secrets Manager'],
  [/client-ssm|parameters\/ssm/i, 'AWS Systems Manager Parameter Store'],
  [/client-kms|google-cloud\/kms/i, 'a key management service'],
  [/aws-sdk/i, 'AWS'],
  [/google-cloud\/secret-manager/i, 'Google Secret Manager'],
  [/keyvault/i, 'Azure Key Vault'],
  [/vault/i, 'HashiCorp Vault'],
  [/infisical/i, 'Infisical'],
  [/doppler/i, 'Doppler'],
  [/1password/i, '1Password'],
  [/keytar/i, 'the keychain of the system'],
]

const READS_FILE = new Set(['readFileSync', 'readFile', 'readSync', 'file'])
/** Keys and files that a platform puts secrets into. Certificates and public keys are there to be read. */
const KEY_FILE =
  /(?:\.(?:key|p8|p12|pfx|jks|jwk|asc|gpg)|(?:^|[/_.-])(?:private|secret|priv|key|credentials?|service-?account)[\w.-]*\.(?:pem|json|txt|ya?ml)|(?:^|\/)id_(?:rsa|ed25519|ecdsa))$|\/run\/secrets\/|(?:^|\/)secrets?\/[\w.-]+$/i
const NO_SECRET = /\.(?:pub|crt|cer)$|public|(?:^|[/_.-])(?:cert|chain|ca|fullchain)[\w-]*\.pem$/i

const MAKES =
  /^(?:randomBytes|randomUUID|generateKeyPairSync|generateKeyPair|generateKeySync|generateKey|generateSecret|generateKeyPair|nanoid|getRandomValues)$/

export function fetchedIn(linked: Linked): Fetched[] {
  return [...stored(linked), ...fromFiles(linked), ...made(linked)].filter(({ at }) => !isTestCode(linked, at.file))
}

function* stored(linked: Linked): Generator<Fetched> {
  for (const [call, model] of callsOfKind(linked, 'secret-store')) {
    const library = packageOf(linked, call) ?? model.library
    const texts = ['name', 'name2'].flatMap((key) => (model.values[key] ? settingAt(linked, call, model.values[key]).texts : []))
    const name = texts.find((text) => text !== '' && !text.includes('***')) ?? variablesOf(linked.whole, call)[0]?.name ?? 'a secret'
    const from = STORES.find(([pattern]) => pattern.test(library))?.[1] ?? library
    yield {
      call,
      name,
      purpose: purposeOfName(name.slice(name.lastIndexOf('/') + 1)),
      source: 'secrets manager',
      from,
      at: cite(linked, call),
      needsUse: false,
    }
  }
}

function* fromFiles(linked: Linked): Generator<Fetched> {
  const { whole } = linked
  for (const call of lookupOf(whole).called(READS_FILE)) {
    const [first] = whole.args(call)
    if (first === undefined) continue
    for (const path of pathsAt(linked, first)) {
      if (!KEY_FILE.test(path) || NO_SECRET.test(path)) continue
      const name = variablesOf(whole, call)[0]?.name
      const base = path.slice(path.lastIndexOf('/') + 1)
      const purpose =
        (name && purposeOfName(name)) ||
        (/(?:priv|rsa|ed25519|ecdsa|\.p8|\.pem|server\.key|tls)/i.test(base)
          ? 'private key'
          : purposeOfName(base.replace(/\.\w+$/, '_key').toUpperCase()))
      yield {
        call,
        name: base,
        purpose: purpose || undefined,
        source: 'key file',
        from: path.replace(/^\.\//, ''),
        at: cite(linked, call),
        needsUse: false,
      }
      break
    }
  }
}

/** Texts of a path, and of `path.join(__dirname, 'x.key')` and `path.resolve(…)` what is known of them. */
function pathsAt(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  const texts = values.texts(node).map(({ value }) => value)
  if (whole.kind[node] !== Kind.Call) return texts
  const known = whole
    .args(node)
    .flatMap((argument) => values.texts(argument).slice(0, 1))
    .filter(({ value }) => !/^\{/.test(value))
  return known.length > 0
    ? [
        known
          .map(({ value }) => value)
          .join('/')
          .replace(/\/\.?\//g, '/'),
      ]
    : texts
}

function* made(linked: Linked): Generator<Fetched> {
  const { whole } = linked
  for (const call of lookupOf(whole).called((name: string) => MAKES.test(name))) {
    // What is made for each request is a token to give out, and no secret of the program.
    if (whole.functionOf(call) >= 0) continue
    const name = variablesOf(whole, call)[0]?.name ?? ''
    const purpose = purposeOfName(name)
    yield {
      call,
      name: name || calledName(linked, call),
      purpose,
      source: 'generated',
      from: `\`${calledName(linked, call)}\``,
      at: cite(linked, call),
      needsUse: purpose === undefined,
    }
  }
}
