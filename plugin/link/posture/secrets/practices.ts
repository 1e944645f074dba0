/** How secrets are kept, beside each single one. In: inventory, sightings, files and what they say. Out: one control a practice. */
import type { TextFacts } from '../../../graph'
import { purposeOfName } from '../../../secrets/names'
import { placeOf } from '../../../secrets/places'
import type { Control, Evidence, Flow, History, ManifestFact, Secret, SecretSighting, SourceFile, Usage } from '../../../types'

export interface Kept {
  inventory: Secret[]
  sightings: SecretSighting[]
  files: SourceFile[]
  texts: TextFacts[]
  manifests: { path: string; facts: ManifestFact[] }[]
  usages: Usage[]
  flows: Flow[]
  schemas: Evidence[]
}

type Answer = Pick<Control, 'state' | 'current' | 'reason' | 'evidence' | 'absent'>

const IN_HISTORY = 'secrets-in-history'

/** In the order of the report: id, aspect, what is advised, and who answers. */
const PRACTICES: [id: string, aspect: string, recommended: string, answer: (kept: Kept, history: History) => Answer][] = [
  ['secrets-in-code', 'Secrets in the repository', 'Move them to the environment or a vault, and replace each of them', inRepository],
  ['secrets-stand-ins', 'Secrets that stand in for missing ones', 'Stop at the start when a secret is missing', standIns],
  [IN_HISTORY, 'Secrets in earlier commits', 'Replace every secret that was ever committed', (_, history) => inHistory(history)],
  ['secrets-store', 'Secrets manager', 'An encrypted store of secrets, read at the start or when needed', store],
  ['secrets-rotation', 'Rotation', 'Every 90 days, with old and new accepted together meanwhile', rotation],
  ['secrets-checked-at-start', 'Settings checked at the start', 'A schema for the environment that stops the program', checked],
  ['secrets-env-ignored', 'Environment files ignored by git', '`.env` in `.gitignore`', ignored],
  ['secrets-env-committed', 'Environment files in the repository', 'Only examples, without values', committed],
  ['secrets-env-example', 'Example of the settings', 'A `.env.example` that names every setting', example],
  ['secrets-scanning', 'Scan for secrets before a merge', 'gitleaks, trufflehog or the like in the build or before each commit', scanning],
  ['secrets-in-logs', 'Secrets in logs', 'Never written to a log', inLogs],
  ['secrets-in-pages', 'Secrets in what browsers get', 'Keep them on the server: a bundle is public', inPages],
]

/** The history of version control is not the code's to tell: `withHistory` puts it in. */
export function practicesOf(kept: Kept, history: History): Control[] {
  return PRACTICES.map(([id, aspect, recommended, answer]) => ({ id, aspect, recommended, ...answer(kept, history) }))
}

export function withHistory(practices: readonly Control[], history: History): Control[] {
  return practices.map((control) => (control.id === IN_HISTORY ? { ...control, ...inHistory(history) } : control))
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const MOST = 6

function inRepository({ sightings, inventory }: Kept): Answer {
  const found = sightings.filter(({ weight, confidence }) => weight === 'credential' && confidence !== 'low')
  const evidence = found.map(({ at }) => at)
  if (found.length === 0)
    return {
      state: 'pass',
      absent: true,
      current: 'None found',
      reason:
        'Looked for forms of keys and tokens that providers give out, values under names that promise a secret, passwords in addresses and key files, in code and in all other text files of the tree: none that counts as a credential.',
      evidence: passing(inventory),
    }
  const files = new Set(found.map(({ file }) => file)).size
  return {
    state: 'fail',
    current: `${counted(found.length, 'place')} in ${counted(files, 'file')}`,
    reason: 'Whoever may read the repository has them; the scan below lists each.',
    evidence,
  }
}

/** Lines that show secrets coming from elsewhere. */
const passing = (inventory: Secret[]) =>
  inventory
    .filter(({ source }) => source !== 'hardcoded')
    .flatMap(({ evidence }) => evidence.slice(0, 1))
    .slice(0, MOST)

function standIns({ inventory }: Kept): Answer {
  const settings = inventory.filter(({ source }) => source === 'environment variable' || source === 'config file')
  if (settings.length === 0)
    return { state: 'not applicable', current: '', reason: 'No secret was found that is read from the environment or from settings.', evidence: [] }
  const found = settings.filter(({ fallback }) => fallback && fallback.kind !== 'no credential')
  const names = found.map(({ name }) => name)
  const evidence = found.flatMap(({ fallback, evidence: at }) => fallback?.at ?? at.slice(0, 1))
  if (found.some(({ fallback }) => fallback?.kind === 'hardcoded' || fallback?.kind === 'file'))
    return {
      state: 'fail',
      current: listed(names),
      reason: 'Where one of these is missing, the program goes on with a value that stands in the repository, or with an empty one.',
      evidence,
    }
  if (found.length > 0)
    return {
      state: 'partial',
      current: listed(names),
      reason: 'Where one of these is missing, the program goes on with none, or with one of its own making.',
      evidence,
    }
  return {
    state: 'pass',
    absent: true,
    current: 'None',
    reason: `Of ${counted(settings.length, 'secret')} that ${settings.length === 1 ? 'is' : 'are'} read from outside none has a value of the code to fall back to.`,
    evidence: passing(inventory),
  }
}

function inHistory(history: History): Answer {
  if (history.state === 'not looked') return { state: 'not looked', current: '', reason: history.reason, evidence: [] }
  const gone = history.sightings.filter(({ stillThere }) => !stillThere)
  const evidence: Evidence[] = []
  if (history.sightings.length > 0)
    return {
      state: 'fail',
      current: `${counted(history.sightings.length, 'secret')} in ${counted(history.commits, 'commit')}, ${gone.length === 0 ? 'all of them still in the tree' : `${gone.length} of them no longer in the tree`}`,
      reason: 'Git keeps every version: removing a secret from the tree takes it from nobody who has a clone.',
      evidence,
    }
  return {
    state: history.state === 'whole' ? 'pass' : 'partial',
    current: `None in ${counted(history.commits, 'commit')}`,
    reason: history.reason,
    evidence,
  }
}

const MANAGER =
  /^(?:@aws-sdk\/client-(?:secrets-manager|ssm)|@google-cloud\/secret-manager|@azure\/keyvault-secrets|node-vault|@infisical\/\w+|@dopplerhq\/\w+|@1password\/\w+|hashi-vault-js|sops|dotenv-vault|@dotenvx\/dotenvx|chamber)$/

function store({ inventory, manifests }: Kept): Answer {
  const managed = inventory.filter(({ source }) => source === 'secrets manager')
  const others = inventory.filter(({ source }) => source !== 'secrets manager')
  if (managed.length > 0) {
    const stores = [...new Set(managed.map(({ from }) => from))]
    return {
      state: others.length > 0 ? 'partial' : 'pass',
      current: `${listed(stores)} for ${managed.length} of ${managed.length + others.length}`,
      reason:
        others.length > 0
          ? `The others come from elsewhere: ${listed(others.map(({ name }) => name))}.`
          : 'Every secret that was found is fetched from there.',
      evidence: managed.flatMap(({ evidence }) => evidence.slice(0, 1)),
    }
  }
  const declared = manifests.flatMap(({ path, facts }) =>
    facts
      .filter(({ kind, name }) => kind === 'dependency' && MANAGER.test(name))
      .map(({ line, text, name }) => ({ name, at: { file: path, line, text } })),
  )
  if (declared.length > 0)
    return {
      state: 'unknown',
      current: `${listed([...new Set(declared.map(({ name }) => name))])} installed`,
      reason: 'A client is among the dependencies; no call of it was found that fetches a secret.',
      evidence: declared.map(({ at }) => at),
    }
  if (inventory.length === 0) return { state: 'not applicable', current: '', reason: 'No secret was found that the program uses.', evidence: [] }
  const fromEnvironment = inventory.filter(({ source }) => source === 'environment variable').length
  return {
    state: 'fail',
    current: fromEnvironment > 0 ? `None; ${counted(fromEnvironment, 'secret')} from the environment` : 'None',
    reason:
      'Looked for clients of AWS Secrets Manager and Parameter Store, Google Secret Manager, Azure Key Vault, HashiCorp Vault, Doppler, Infisical, 1Password and key management services: none. Whether a platform fills the environment from a vault cannot be seen in the code.',
    evidence: [],
  }
}

function rotation({ inventory }: Kept): Answer {
  if (inventory.length === 0) return { state: 'not applicable', current: '', reason: 'No secret was found that the program uses.', evidence: [] }
  const ready = inventory.filter(({ rotation: { state } }) => state === 'pass')
  const stuck = inventory.filter(({ rotation: { state } }) => state === 'fail')
  if (ready.length === inventory.length)
    return {
      state: 'pass',
      current: 'Old and new accepted together',
      reason: 'Everything that takes a secret can be given several.',
      evidence: ready.flatMap(({ rotation: { evidence } }) => evidence),
    }
  if (stuck.length > 0)
    return {
      state: 'fail',
      current: `${stuck.length} of ${inventory.length} change by a release only`,
      reason: `They are written in the repository: ${listed(stuck.map(({ name }) => name))}.`,
      evidence: stuck.flatMap(({ evidence }) => evidence.slice(0, 1)),
    }
  if (ready.length > 0)
    return {
      state: 'partial',
      current: `Prepared for ${ready.length} of ${inventory.length}`,
      reason: 'Of the others the code does not tell when they are replaced.',
      evidence: ready.flatMap(({ rotation: { evidence } }) => evidence),
    }
  return {
    state: 'unknown',
    current: '',
    reason:
      'All secrets can be changed without a release. Looked for lists of several keys, key ids, key sets and dates: none, so whether anybody replaces them the code does not tell.',
    evidence: [],
  }
}

function checked({ inventory, schemas }: Kept): Answer {
  const settings = inventory.filter(({ source }) => source === 'environment variable')
  if (schemas.length > 0) {
    const loose = settings.filter(({ required }) => required !== true)
    return {
      state: loose.length === 0 ? 'pass' : 'partial',
      current: `${settings.length - loose.length} of ${counted(settings.length, 'secret')} demanded`,
      reason:
        loose.length === 0
          ? 'The environment is held against a schema that demands every secret that was found.'
          : `The environment is held against a schema; it does not demand ${listed(loose.map(({ name }) => name))}.`,
      evidence: schemas,
    }
  }
  if (settings.length === 0)
    return { state: 'not applicable', current: '', reason: 'No secret was found that is read from the environment.', evidence: [] }
  return {
    state: 'fail',
    current: '',
    reason:
      'Looked for schemas (joi, zod, yup, envalid, valibot, t3-env) that are given the whole environment: none, so a missing secret is noticed when it is first needed.',
    evidence: settings.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, MOST),
  }
}

const ENVIRONMENT_FILE = /(?:^|\/)\.env(?:\.[\w.-]+)?$/
const MENTIONS_ENV = /^(?:\*\*\/|\/)?\.?\*?\.env[\w.*-]*\/?$|^\.env\*/

function ignored({ texts, files, inventory }: Kept): Answer {
  const lines = texts.flatMap(({ path, statements }) =>
    /(?:^|\/)\.gitignore$/.test(path)
      ? statements.filter(({ kind, name }) => kind === 'ignores' && MENTIONS_ENV.test(name)).map((it) => ({ ...it, path }))
      : [],
  )
  const evidence = lines.map(({ path, line, text }) => ({ file: path, line, text }))
  if (lines.some(({ name }) => /\.env(?:\*|\.\*)?$/.test(name) || name === '.env*'))
    return {
      state: 'pass',
      current: listed(lines.map(({ text }) => text)),
      reason: 'Git leaves such files alone, unless somebody adds one by force.',
      evidence,
    }
  if (lines.length > 0)
    return { state: 'partial', current: listed(lines.map(({ text }) => text)), reason: 'Only these are ignored; a plain `.env` is not.', evidence }
  const ignoreFile = files.find(({ path }) => path === '.gitignore')
  if (!inventory.some(({ source }) => source === 'environment variable'))
    return { state: 'not applicable', current: '', reason: 'No secret was found that is read from the environment.', evidence: [] }
  return {
    state: 'fail',
    current: '',
    reason: ignoreFile ? 'Looked for `.env` in every `.gitignore`: it is in none.' : 'There is no `.gitignore` at the top of the tree.',
    evidence: [],
  }
}

function committed({ files, texts, sightings }: Kept): Answer {
  const found = files.filter(({ path, uncommitted }) => ENVIRONMENT_FILE.test(path) && placeOf(path) !== 'example' && !uncommitted)
  if (found.length === 0)
    return {
      state: 'pass',
      absent: true,
      current: 'None',
      reason: 'No environment file but examples is among the files that were analysed.',
      evidence: exampleLines(texts),
    }
  const held = sightings.filter(({ file, weight }) => weight === 'credential' && found.some(({ path }) => path === file))
  const evidence = found.map(({ path }) => held.find(({ file }) => file === path)?.at ?? { file: path, line: 1, text: '' })
  if (held.length > 0)
    return {
      state: 'fail',
      current: listed(found.map(({ path }) => path)),
      reason: `They are part of the repository, and ${counted(held.length, 'value')} in them ${held.length === 1 ? 'looks' : 'look'} like a secret.`,
      evidence,
    }
  return {
    state: 'partial',
    current: listed(found.map(({ path }) => path)),
    reason: 'They are part of the repository. Nothing in them counts as a credential; the next who adds one commits it.',
    evidence,
  }
}

function exampleLines(texts: TextFacts[]): Evidence[] {
  return texts
    .filter(({ path, variables }) => variables.length > 0 && placeOf(path) === 'example')
    .map(({ path, variables }) => ({ file: path, line: variables[0]?.line ?? 1, text: variables[0]?.name ?? '' }))
}

function example({ texts, inventory }: Kept): Answer {
  const settings = inventory.filter(({ source }) => source === 'environment variable')
  const examples = texts.filter(({ path, variables }) => variables.length > 0 && placeOf(path) === 'example')
  if (settings.length === 0 && examples.length === 0)
    return { state: 'not applicable', current: '', reason: 'No secret was found that is read from the environment.', evidence: [] }
  if (examples.length === 0)
    return { state: 'fail', current: '', reason: 'Looked for `.env.example`, `.env.sample`, `.env.template` and the like: none.', evidence: [] }
  const named = new Set(examples.flatMap(({ variables }) => variables.map(({ name }) => name)))
  const missing = settings.filter(({ name }) => !named.has(name))
  const evidence = examples.map(({ path, variables }) => ({
    file: path,
    line: variables.find(({ name }) => purposeOfName(name))?.line ?? 1,
    text: variables.find(({ name }) => purposeOfName(name))?.name ?? '',
  }))
  if (missing.length > 0)
    return {
      state: 'partial',
      current: listed(examples.map(({ path }) => path)),
      reason: `It does not name ${listed(missing.map(({ name }) => name))}.`,
      evidence,
    }
  return {
    state: 'pass',
    current: listed(examples.map(({ path }) => path)),
    reason: 'It names every secret that the program was found to read from the environment.',
    evidence,
  }
}

const SCANNERS = 'gitleaks, trufflehog, detect-secrets, git-secrets, ggshield, secretlint, talisman and others'

function scanning({ texts, files }: Kept): Answer {
  const found = texts.flatMap(({ path, statements }) =>
    statements.filter(({ kind }) => kind === 'scanner').map(({ name, line, text }) => ({ name, at: { file: path, line, text } })),
  )
  const settings = files.filter(({ path }) =>
    /(?:^|\/)\.?(?:gitleaks\.toml|secretlintrc[^/]*|trufflehog\.ya?ml|secrets\.baseline|gitguardian\.ya?ml|talismanrc)$/.test(path),
  )
  if (found.length > 0)
    return {
      state: 'pass',
      current: listed([...new Set(found.map(({ name }) => name))]),
      reason: 'It is run by the build or before a commit.',
      evidence: found.map(({ at }) => at),
    }
  if (settings.length > 0)
    return {
      state: 'partial',
      current: listed(settings.map(({ path }) => path)),
      reason: 'Settings of a scanner are here; no build, hook or script was found that runs it.',
      evidence: settings.map(({ path }) => ({ file: path, line: 1, text: '' })),
    }
  return {
    state: 'fail',
    current: '',
    reason: `Looked for ${SCANNERS} in workflows of the build server, hooks, scripts and their settings: none. What the code host scans by itself the code does not tell.`,
    evidence: [],
  }
}

function inLogs({ flows, inventory }: Kept): Answer {
  if (inventory.length === 0) return { state: 'not applicable', current: '', reason: 'No secret was found that the program uses.', evidence: [] }
  const names = new Set(inventory.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)))
  const found = flows.filter(
    ({ sink, source, origin, test }) =>
      sink === 'log' && !test && (source === 'environment' || source === 'sensitive') && names.has(origin.slice(origin.lastIndexOf('.') + 1)),
  )
  if (found.length > 0)
    return {
      state: 'fail',
      current: `${counted(found.length, 'line')}`,
      reason: `A secret of the inventory reaches a log: ${listed([...new Set(found.map(({ origin }) => origin))])}.`,
      evidence: found.map(({ at }) => at),
    }
  return {
    state: 'unknown',
    current: 'None found',
    reason: 'No secret of the inventory was seen to reach a logger. Whether logs mask what looks like one was not looked at here.',
    evidence: [],
  }
}

function inPages({ usages }: Kept): Answer {
  const bundled = usages.filter(({ kind, test }) => kind === 'bundled-environment' && !test)
  const evidence = bundled.map(({ at }) => at)
  if (bundled.length > 0)
    return {
      state: 'fail',
      current: listed([...new Set(bundled.map(({ api }) => api))]),
      reason: 'A bundler writes it into the code that every visitor gets.',
      evidence,
    }
  return {
    state: 'unknown',
    current: 'None found',
    reason: 'Looked for settings of bundlers that hand the environment, or a variable whose name promises a secret, to the page: none.',
    evidence: [],
  }
}

function listed(names: string[]): string {
  const some = [...new Set(names)]
  const shown = some.slice(0, MOST)
  const rest = some.length - shown.length
  return rest > 0
    ? `${shown.join(', ')} and ${rest} more`
    : shown.length < 2
      ? shown.join('')
      : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
