/**
 * For a check as a standard asks it, a program that answers it in one way: the smallest that does. Where none can, undefined. The
 * table of verdicts that each requirement can come to is made from these.
 */
import type { Outcome } from '../../plugin/compliance/outcome'
import type { Control, EntryPoint, EvidenceRef, Interpreter, LedgerRow, ManifestFact, Mechanism, Program, Secret, Usage } from '../../plugin/types'
import { aConnection, anEntryPoint, aProgram, aRow, at, no, noPosture, noQuality, yes } from '../program'
import { type Around, aControl, noAudit } from './scene'

type Says = Outcome['says']

/** What two samples say is said by both together. */
export function together(parts: readonly Around[]): Around {
  const programs = parts.flatMap(({ program }) => program ?? [])
  const list = <Key extends keyof Program>(key: Key) => programs.flatMap((it) => (it[key] as unknown[] | undefined) ?? [])
  const posture = structuredClone(noPosture)
  for (const { posture: of } of programs) {
    if (!of) continue
    posture.input.interpreters.push(...of.input.interpreters)
    posture.input.uploads.push(...of.input.uploads)
    posture.input.sources.push(...of.input.sources)
    posture.input.prints.escaped += of.input.prints.escaped
    posture.authentication.mechanisms.push(...of.authentication.mechanisms)
    posture.authentication.signIns.push(...of.authentication.signIns)
    posture.authorization.enforcement.push(...of.authorization.enforcement)
    posture.authorization.roles.push(...of.authorization.roles)
    posture.secrets.inventory.push(...of.secrets.inventory)
    posture.dataProtection.fields.push(...of.dataProtection.fields)
  }
  const words = new Set(programs.flatMap(({ inventory }) => [...(inventory?.words ?? [])]))
  const exports = programs.flatMap(({ inventory }) => inventory?.exports ?? [])
  const last = <Value>(of: (program: Partial<Program>) => Value | undefined) => programs.map(of).findLast((it) => it !== undefined)
  const base = aProgram()
  return {
    program: {
      files: list('files') as Program['files'],
      entryPoints: list('entryPoints') as EntryPoint[],
      connections: list('connections') as Program['connections'],
      technologies: list('technologies') as Program['technologies'],
      manifests: list('manifests') as Program['manifests'],
      usages: list('usages') as Usage[],
      entities: list('entities') as Program['entities'],
      inventory: { ...base.inventory, words, exports },
      posture,
      runtimeAgreement: list('runtimeAgreement') as Program['runtimeAgreement'],
      architecture: last((it) => it.architecture) ?? base.architecture,
      quality: last((it) => it.quality) ?? base.quality,
      history: last((it) => it.history) ?? base.history,
      advisories: last((it) => it.advisories) ?? base.advisories,
    },
    controls: parts.flatMap(({ controls }) => controls ?? []),
    rows: parts.flatMap(({ rows }): LedgerRow[] => rows ?? []),
    verdict: Object.assign({}, ...parts.map(({ verdict }) => verdict)),
    audit: parts.findLast(({ audit }) => audit)?.audit ?? noAudit,
  }
}

/** @returns a program in which the check says this, or undefined where it cannot */
export function sampleOf(ref: EvidenceRef, says: Says): Around | undefined {
  const [name, asked] = Object.entries(ref)[0]!
  return samples[name]!(asked as never, says)
}

const use = (kind: string, values: Record<string, string> = {}, library = 'sample'): Usage => ({
  kind,
  api: kind,
  library,
  at: at('src/a.ts:1', kind),
  around: '',
  values: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, { state: 'constant', texts: [text] }])),
  test: false,
})

const manifest = (...facts: Partial<ManifestFact>[]): Program['manifests'][number] => ({
  path: 'package.json',
  facts: facts.map((fact) => ({ kind: 'dependency', ecosystem: 'npm', name: '', line: 1, text: '', ...fact })),
})

const file = (path: string): Program['files'][number] => ({ path, kind: 'other', language: undefined, bytes: 1, hash: '', uncommitted: false })

const stored = (field: string): Program['entities'][number] => ({
  name: 'User',
  library: 'sample',
  kind: 'stored',
  at: at('src/user.ts:1'),
  fields: [{ name: field, type: 'string', required: true, at: at('src/user.ts:2') }],
  relations: [],
})

/** Texts that rows of the reports show. */
const currents = [
  'Argon2',
  'bcrypt, 12 rounds',
  '`logger` (winston)',
  '`console` (3 calls)',
  '`logger` (winston) and `console` (3 calls)',
  'hpp()',
  'nothing of the kind',
]

const plain: Record<Control['state'], Says> = {
  pass: 'met',
  partial: 'partly',
  fail: 'not met',
  unknown: 'unknown',
  'not applicable': 'nothing',
  'not looked': 'unknown',
}

type ControlAsked = string | ({ id: string; current?: string } & Partial<Record<Control['state'] | 'notApplicable', Says>>)

const samples: Record<string, (asked: never, says: Says) => Around | undefined> = {
  control(asked: ControlAsked, says) {
    const { id, current, ...mapped } = typeof asked === 'string' ? { id: asked } : asked
    const state = (['pass', 'fail', 'partial', 'unknown'] as const).find((each) => ((mapped as Record<string, Says>)[each] ?? plain[each]) === says)
    const shown = current === undefined ? 'something' : currents.find((text) => new RegExp(current, 'i').test(text))
    return state && shown !== undefined ? { controls: [aControl({ id, state, current: shown })] } : undefined
  },
  any(asked: EvidenceRef[], says) {
    // One that says it is enough; for a no, all have to.
    if (says === 'met' || says === 'partly') {
      for (const ref of asked) {
        const one = sampleOf(ref, says)
        const others = asked.filter((it) => it !== ref).map((it) => sampleOf(it, 'not met') ?? sampleOf(it, 'unknown'))
        if (one)
          return together([
            one,
            ...others
              .filter((it) => it !== undefined)
              .map(({ controls, ...rest }) => ({ ...rest, ...(sameControl(one, controls) ? {} : { controls: controls ?? [] }) })),
          ])
      }
      return undefined
    }
    const all = asked.map((ref) => sampleOf(ref, says) ?? sampleOf(ref, 'nothing'))
    return all.some((it) => it !== undefined) ? together(all.filter((it) => it !== undefined)) : undefined
  },
  sites(asked: string, says) {
    if (says !== 'met' && says !== 'partly') return undefined
    const ids: Record<string, string> = {
      queries: 'sql',
      'sql text': 'sql',
      commands: 'shell',
      code: 'code',
      markup: 'markup',
      templates: 'template',
      'xml text': 'xml',
      ldap: 'ldap',
      paths: 'path',
      requests: 'request',
      redirects: 'redirect',
      objects: 'objects',
    }
    const kinds: Record<string, string> = {
      randomness: 'strong-random',
      digests: 'hash',
      comparisons: 'safe-comparison',
      ciphers: 'cipher',
      'browser storage': 'kept-in-storage',
    }
    const id = ids[asked]
    if (id) {
      const row: Interpreter = {
        id,
        calls: 2,
        fixed: 2,
        bound: 0,
        built: 0,
        untold: says === 'partly' ? 1 : 0,
        libraries: [],
        examples: [{ sort: 'fixed', at: at('src/a.ts:1') }],
        instead: [],
      }
      return { program: { posture: { ...noPosture, input: { ...noPosture.input, interpreters: [row] } } } }
    }
    if (says === 'partly') return undefined
    if (kinds[asked]) return { program: { usages: [use(kinds[asked]!, asked === 'ciphers' ? { algorithm: 'aes-256-gcm' } : {})] } }
    if (asked === 'prints') return { program: { posture: { ...noPosture, input: { ...noPosture.input, prints: { escaped: 2, plain: 0 } } } } }
    if (asked === 'dependencies')
      return { program: { manifests: [manifest({ name: 'express', scope: 'runtime' })], files: [file('package-lock.json')] } }
    if (asked === 'static files') return { program: { entryPoints: [anEntryPoint({ kind: 'static', path: '/public' })] } }
    return { program: { entryPoints: [storing()] } }
  },
  doors(asked: { which: string; have?: string; some?: Says; all?: Says; none?: Says }, says) {
    const door = doors[asked.which]!
    if (!asked.have) {
      if ((asked.all ?? 'met') === says) return { program: { entryPoints: [door] } }
      return (asked.none ?? 'not met') === says ? { program: { entryPoints: [anEntryPoint({ path: '/other' })] } } : undefined
    }
    const key =
      asked.have === 'authentication'
        ? 'authRequired'
        : asked.have === 'validation'
          ? 'validated'
          : asked.have === 'rate limit'
            ? 'rateLimited'
            : undefined
    const answered = (answer: typeof door.validated): EntryPoint =>
      key ? { ...door, [key]: answer } : { ...door, webhook: { provider: 'stripe', verified: answer } }
    if ((asked.all ?? 'met') === says) return { program: { entryPoints: [answered(yes(at('src/a.ts:2')))] } }
    if (says === 'not met') return { program: { entryPoints: [answered(no())] } }
    return (asked.some ?? 'not met') === says
      ? { program: { entryPoints: [answered(yes(at('src/a.ts:2'))), { ...answered(no()), path: `${door.path}/2` }] } }
      : undefined
  },
  parameters(asked: { in: string[]; all?: Says }, says) {
    const given = (...states: Control['state'][]): Around => {
      const places = states.map((state, index) => ({
        door: 'POST /notes',
        name: `field${index}`,
        validation: aControl({ state, evidence: state === 'pass' ? [at('src/schema.ts:2')] : [] }),
        sanitization: aControl(),
        at: at('src/a.ts:2'),
      }))
      const source = {
        kind: asked.in[0] as never,
        count: places.length,
        validated: 0,
        byHand: 0,
        untold: 0,
        sanitized: 0,
        validators: [],
        sanitizers: [],
        places,
      }
      return { program: { posture: { ...noPosture, input: { ...noPosture.input, sources: [source] } } } }
    }
    if ((asked.all ?? 'met') === says) return given('pass')
    return says === 'not met' ? given('fail') : says === 'partly' ? given('pass', 'fail') : says === 'unknown' ? given('unknown') : undefined
  },
  names(asked: { like: string[]; in?: string; found?: Says; none?: Says }, says) {
    const name = camel(asked.like[0]!)
    const where = asked.in ?? 'fields'
    const without: Around = where === 'fields' ? { program: { entities: [stored('title')] } } : {}
    if ((asked.none ?? 'not met') === says) return without
    if ((asked.found ?? 'met') !== says) return undefined
    if (where === 'fields') return { program: { entities: [stored(name)] } }
    const one = { name, file: 'src/a.ts', kind: 'function' as const, isDefault: false, at: at('src/a.ts:4') }
    return { program: { inventory: { ...aProgram().inventory, words: new Set([name]), exports: [one] } } }
  },
  packages(asked: { of: string[]; found?: Says; none?: Says }, says) {
    if ((asked.found ?? 'met') === says) return { program: { manifests: [manifest({ name: asked.of[0]!.replace('*', 'x'), scope: 'runtime' })] } }
    return (asked.none ?? 'not met') === says ? { program: { manifests: [manifest({ name: 'express', scope: 'runtime' })] } } : undefined
  },
  files(asked: { of: string[]; found?: Says; none?: Says }, says) {
    if ((asked.found ?? 'met') === says) return { program: { files: [file(asked.of[0]!.replaceAll('**/', '').replaceAll('*', 'x'))] } }
    return (asked.none ?? 'not met') === says ? {} : undefined
  },
  tooling(asked: { purposes?: string[]; names?: string[]; runs?: string[]; found?: Says; byHand?: Says; none?: Says }, says) {
    const isStep = !asked.purposes && !asked.names
    const step = (path: string): Around => ({
      program: { manifests: [{ path, facts: [{ kind: 'ci-job', ecosystem: 'ci', name: asked.runs![0]!, line: 1, text: asked.runs![0]! }] }] },
    })
    const technology = (path: string): Around => ({
      program: {
        technologies: [
          {
            name: asked.names?.[0] ?? 'tool',
            category: 'devops',
            kind: 'library',
            purpose: asked.purposes?.[0] ?? 'other',
            version: undefined,
            evidence: [at(`${path}:1`)],
          },
        ],
      },
    })
    if ((asked.found ?? 'met') === says) return (isStep ? step : technology)('.github/workflows/ci.yml')
    if (asked.byHand === says) return (isStep ? step : technology)('package.json')
    return (asked.none ?? 'not met') === says ? {} : undefined
  },
  setting(
    asked: { of: string | string[]; value: string; library?: string; atLeast?: number; matches?: string; forbids?: string; missing?: Says },
    says,
  ) {
    const values = ['12', '100000', '1', '3', '0', 'aes-256-gcm', 'aes-128-ecb', 'des']
    const holds = (text: string): boolean =>
      (asked.atLeast === undefined || Number(text) >= asked.atLeast) &&
      (asked.matches === undefined || new RegExp(asked.matches, 'i').test(text)) &&
      (asked.forbids === undefined || !new RegExp(asked.forbids, 'i').test(text))
    const value = values.find((text) => holds(text) === (says === 'met'))
    const library = (asked.library ?? 'sample').split('|')[0]!
    return (says === 'met' || says === 'not met') && value !== undefined
      ? { program: { usages: [use([asked.of].flat()[0]!, { [asked.value]: value }, library)] } }
      : undefined
  },
  figure(asked: { control: string; atLeast?: number; atMost?: number; none?: Says; when?: { control: string; current: string } }, says) {
    const given = (current: string): Around => ({
      controls: [
        aControl({ id: asked.control, state: 'fail', current }),
        ...(asked.when
          ? [aControl({ id: asked.when.control, state: 'pass', current: currents.find((text) => new RegExp(asked.when!.current, 'i').test(text))! })]
          : []),
      ],
    })
    if (says === 'met') return given(`${asked.atMost ?? asked.atLeast} characters`)
    if (says === 'not met' && asked.atLeast !== undefined) return given(`${asked.atLeast - 1} characters`)
    return (asked.none ?? 'unknown') === says ? given('No limit found') : undefined
  },
  lifetime: (asked: { controls: string[] }, says) =>
    says === 'met' || says === 'not met'
      ? { controls: [aControl({ id: asked.controls[0]!, state: 'pass', current: says === 'met' ? '30 minutes' : '90 days' })] }
      : undefined,
  header: (asked: { name: string; none?: Says }, says) =>
    says === 'partly'
      ? { program: { usages: [use('response-header', { name: asked.name, value: 'no-store attachment' })] } }
      : (asked.none ?? 'not met') === says
        ? {}
        : undefined,
  uses: (asked: { of: string[]; found?: Says; none?: Says }, says) =>
    (asked.found ?? 'met') === says ? { program: { usages: [use([asked.of].flat()[0]!)] } } : (asked.none ?? 'not met') === says ? {} : undefined,
  mechanisms(asked: { kinds?: Mechanism['kind'][]; name?: string; atMost?: number; found?: Says; none?: Says }, says) {
    const one = (kind: Mechanism['kind'], name = asked.name ?? 'Sample'): Mechanism => ({
      kind,
      name,
      implementation: 'sample',
      library: 'sample',
      usedAt: [],
      strength: 'adequate',
      because: '',
      evidence: [at('src/a.ts:3')],
      steps: [],
    })
    const having = (...all: Mechanism[]): Around => ({
      program: { posture: { ...noPosture, authentication: { ...noPosture.authentication, mechanisms: all } } },
    })
    const kind = asked.kinds?.[0] ?? 'token'
    if ((asked.found ?? 'met') === says) return having(one(kind))
    if (says === 'partly' && asked.atMost !== undefined) return having(one(kind), one('session', 'Other'))
    return (asked.none ?? 'not met') === says ? {} : undefined
  },
  images(asked: 'without root' | 'pinned', says) {
    const facts = (user?: string): Around => ({
      program: {
        manifests: [
          {
            path: 'Dockerfile',
            facts: [
              { kind: 'image', ecosystem: 'dockerfile', name: 'node', version: '20', line: 1, text: 'FROM node:20' },
              ...(user ? [{ kind: 'service' as const, ecosystem: 'user', name: user, value: 'container user', line: 2, text: `USER ${user}` }] : []),
            ],
          },
        ],
      },
    })
    if (asked !== 'without root') return undefined
    return says === 'met' ? facts('node') : says === 'not met' ? facts() : says === 'partly' ? facts('$WHO') : undefined
  },
  lockFile(asked: { found?: Says; none?: Says }, says) {
    const own = { manifests: [manifest({ name: 'express', scope: 'runtime' as const })] }
    if ((asked.found ?? 'met') === says) return { program: { ...own, files: [file('package-lock.json')] } }
    return (asked.none ?? 'not met') === says ? { program: own } : undefined
  },
  connections(_asked, says) {
    const secret = (given: Partial<Secret>): Around => ({
      program: { connections: [aConnection()], posture: { ...noPosture, secrets: { ...noPosture.secrets, inventory: [aSecret(given)] } } },
    })
    if (says === 'not met') return secret({ fallback: { kind: 'no credential', text: '' } })
    return says === 'partly' ? secret({}) : says === 'unknown' ? { program: { connections: [aConnection()] } } : undefined
  },
  secretSources(asked: { purposes?: Secret['purpose'][] }, says) {
    const source: Partial<Record<Says, Secret['source']>> = {
      met: 'secrets manager',
      partly: 'environment variable',
      'not met': 'hardcoded',
      unknown: 'could not tell',
    }
    const inventory = source[says] ? [aSecret({ source: source[says]!, purpose: asked.purposes?.[0] ?? 'API key' })] : []
    return inventory.length > 0 ? { program: { posture: { ...noPosture, secrets: { ...noPosture.secrets, inventory } } } } : undefined
  },
  sensitive(asked: { classes: never[]; what?: string }, says) {
    const state: Partial<Record<Says, Control['state']>> = { met: 'pass', 'not met': 'fail', unknown: 'unknown' }
    if (!state[says]) return undefined
    const cell = aControl({ state: state[says]! })
    const field = {
      entity: 'User',
      field: 'a',
      classification: asked.classes[0]!,
      what: asked.what?.split('|')[0] ?? 'name',
      because: '',
      kind: 'stored' as const,
      encrypted: cell,
      logged: cell,
      retention: cell,
      at: at('src/user.ts:3'),
    }
    return { program: { posture: { ...noPosture, dataProtection: { ...noPosture.dataProtection, fields: [field] } } } }
  },
  advisories: (_asked, says) =>
    says === 'met'
      ? { program: { advisories: { state: 'looked', reason: '', source: 'OSV', packages: 3, files: ['package-lock.json'], found: [] } } }
      : says === 'unknown'
        ? {}
        : undefined,
  documents(asked: 'services' | 'named services' | 'interface', says) {
    const claim = (verdict: 'holds' | 'false') => ({
      kind: asked === 'interface' ? 'route' : 'technology',
      from: 'doc' as const,
      doc: at('README.md:3'),
      section: '',
      subject: aConnection().name,
      verdict,
      reason: '',
      evidence: [],
    })
    const documents = [{ path: 'README.md', lines: 3 }]
    const program = { connections: [aConnection()] }
    if (says === 'met') return { program, audit: { ...noAudit, documents, claims: [claim('holds')] } }
    return says === 'not met' ? { program, audit: { ...noAudit, documents } } : undefined
  },
  quality: (asked: { hotspots?: string[]; faults?: string[] }, says) => {
    const rulesRun = [...(asked.hotspots ?? []), ...(asked.faults ?? [])].map((kind) => ({
      id: kind,
      class: kind,
      area: 'Performance hotspots' as const,
      title: '',
      why: '',
    }))
    return says === 'met'
      ? { verdict: { nonfunctional: { findings: [], rulesRun, rulesBlind: [], problems: [] } } }
      : says === 'unknown'
        ? {}
        : undefined
  },
  runtimes(_asked, says) {
    if (says === 'unknown') return {}
    if (says === 'partly') {
      const versions = [{ version: '98', from: 'Dockerfile', role: 'used' as const, isFloating: false, at: at('Dockerfile:1') }]
      return { program: { runtimeAgreement: [{ runtime: 'Node.js', versions, agree: true, reason: '', conflicts: [] }] } }
    }
    const fault = { kind: 'ci-container-misconfig' as const, form: 'unsupported version', subject: 'Node.js 14', at: at('Dockerfile:1') }
    const faults = [{ ...fault, evidence: [], detail: 'Ended.', confidence: 'high' as const }]
    return says === 'not met' ? { program: { quality: { ...noQuality, configuration: { ...noQuality.configuration, faults } } } } : undefined
  },
  records: (_asked, says) =>
    says === 'partly'
      ? { program: { entities: [stored('title')] } }
      : says === 'unknown'
        ? { program: { connections: [aConnection()] } }
        : says === 'nothing'
          ? {}
          : undefined,
  register: (_asked, says) =>
    says === 'partly'
      ? { rows: [aRow({ suppressed: { reason: 'known', by: 'options' } as never }), aRow({ id: 'SEC-009' })] }
      : says === 'unknown'
        ? {}
        : undefined,
  tests(_asked, says) {
    const reached = { met: 'called', 'not met': 'none' }[says as string] as 'called' | 'none' | undefined
    if (!reached) return undefined
    const cases = [{ title: 'a', framework: 'vitest', at: at('a.test.ts:1'), endLine: 2, state: 'run' as const, assertions: [], seen: true }]
    const reach = [{ subject: 'POST /a', kind: 'entry point' as const, at: at('src/a.ts:1'), reached, by: [], weight: 1, reasons: [] }]
    return { program: { quality: { ...noQuality, testing: { ...noQuality.testing, frameworks: ['vitest'], files: 1, cases, reach } } } }
  },
  roles(_asked, says) {
    if (says !== 'met' && says !== 'partly') return undefined
    const role = {
      name: 'admin',
      level: 'admin' as const,
      because: '',
      represented: [],
      isDefault: false,
      evidence: [{ how: 'defined' as const, at: at('src/roles.ts:1') }],
      permissions: [],
      hasList: says === 'met',
      doors: [],
    }
    return { program: { posture: { ...noPosture, authorization: { ...noPosture.authorization, roles: [role as never] } } } }
  },
  copies(_asked, says) {
    const unit = (name: string, replicas: number) =>
      ({ id: name, name, kind: 'service', from: 'compose', type: 'service', ports: [], replicas, at: at('compose.yaml:2') }) as const
    const units = { met: [unit('web', 2)], partly: [unit('web', 2), unit('jobs', 1)], 'not met': [unit('web', 1)] }[says as string]
    if (!units) return says === 'unknown' ? {} : undefined
    const { architecture } = aProgram()
    return {
      program: {
        architecture: { ...architecture, deployment: { ...architecture.deployment, units: units.map((it) => ({ ...it, ports: [...it.ports] })) } },
      },
    }
  },
  history: (_asked, says) =>
    says === 'met' ? { program: { history: { state: 'whole', reason: '', commits: 3, sightings: [] } } } : says === 'unknown' ? {} : undefined,
}

const sameControl = (one: Around, controls: Control[] | undefined): boolean =>
  (controls ?? []).some(({ id }) => one.controls?.some((it) => it.id === id))

const camel = (phrase: string): string => phrase.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

const aSecret = (given: Partial<Secret>): Secret => ({
  name: 'DATABASE_PASSWORD',
  purpose: 'database password',
  source: 'environment variable',
  from: '',
  rotation: aControl(),
  risk: 'Low',
  because: '',
  evidence: [at('src/config.ts:2')],
  uses: [],
  ...given,
})

const storing = (): EntryPoint =>
  anEntryPoint({
    method: 'POST',
    path: '/notes',
    parameters: [{ name: 'title', in: 'json' }],
    data: [
      {
        does: 'create',
        of: 'Note',
        library: 'sample',
        api: 'Note.create',
        at: at('src/a.ts:5'),
        from: at('src/a.ts:5'),
        around: '',
        chosenBy: ['path.id'],
        chosenIn: [],
        writes: [{ field: 'title', by: 'request', at: at('src/a.ts:5') }],
      },
    ],
  })

const updating: EntryPoint['data'] = storing().data!.map((it) => ({ ...it, does: 'update' }))

const doors: Record<string, EntryPoint> = {
  all: storing(),
  'taking input': storing(),
  'taking a body': storing(),
  changing: storing(),
  'password change': anEntryPoint({ method: 'POST', path: '/change-password' }),
  'password among fields': anEntryPoint({
    method: 'PATCH',
    path: '/users/:id',
    parameters: [{ name: 'password', in: 'json' }],
    data: updating,
    authRequired: yes(at('src/a.ts:1')),
  }),
  'credentials in the address': anEntryPoint({ path: '/verify', parameters: [{ name: 'token', in: 'query' }] }),
  health: anEntryPoint({ path: '/health' }),
  'session tokens in the address': anEntryPoint({ path: '/stream', parameters: [{ name: 'access_token', in: 'query' }] }),
  registration: anEntryPoint({ method: 'POST', path: '/register' }),
  'delete account': anEntryPoint({ method: 'DELETE', path: '/account' }),
  administration: anEntryPoint({ path: '/admin/users' }),
  webhooks: anEntryPoint({ kind: 'webhook', method: 'POST', path: '/hooks', webhook: { provider: 'stripe', verified: no() } }),
}
