import type { Evidence } from './evidence'

/** The five tables of a technology manifest. */
export type TechnologyCategory = 'language' | 'framework' | 'library' | 'infrastructure' | 'devops'

/** Finer than the category, and a closed list, so that programs can ask for it. */
export type TechnologyKind =
  | 'language'
  | 'framework'
  | 'library'
  | 'orm'
  | 'auth'
  | 'database'
  | 'cache'
  | 'queue'
  | 'search'
  | 'storage'
  | 'mail'
  | 'monitoring'
  | 'cloud'
  | 'service'
  | 'runtime'
  | 'package-manager'
  | 'test'
  | 'lint'
  | 'build'
  | 'ci'
  | 'container'
  | 'deployment'

export interface Technology {
  name: string
  category: TechnologyCategory
  kind: TechnologyKind
  /** In words, finer than both: `database`, `test runner`, `orm`… */
  purpose: string
  /** As declared; undefined where no manifest says one. */
  version: string | undefined
  /** The part whose version that is, where no manifest states one of the whole: `hbs` of Handlebars. */
  versionOf?: string
  /** What lock files made of the declarations, the version of the first evidence first; each version once. */
  locked?: StatedVersion[]
  /** Where manifests declare different versions: all of them, `version` among them; each once. */
  declared?: StatedVersion[]
  /** The strongest first. */
  evidence: Evidence[]
  /** Declared for development only. */
  isDevelopment?: boolean
  /** Languages, and template languages that are libraries too: share of the bytes of all code, 0 to 1. */
  share?: number
}

export interface StatedVersion {
  version: string
  at: Evidence
}

/** What the repository says of one runtime or package manager, and whether it says the same everywhere. */
export interface RuntimeAgreement {
  /** `Node.js`, `Python`, `npm`; `npm packages` where the question is which package manager installs them. */
  runtime: string
  /** Each place once, allowed ranges first, then what is used, then what is tested. */
  versions: RuntimeStatement[]
  /** No two statements that are about the same code exclude each other. */
  agree: boolean
  /** One sentence: why they agree, disagree, or why nothing can be compared. */
  reason: string
  /** Empty where they agree. */
  conflicts: RuntimeConflict[]
}

export interface RuntimeStatement {
  /** As written: `>=20`, `22-alpine`, `18, 20`. */
  version: string
  /** Who says it, as people call it: `engines`, `.nvmrc`, `Dockerfile`, `GitHub Actions`, `packageManager`. */
  from: string
  /** `allowed`: a range it must run on. `used`: what it is run or built with. `tested`: what CI tries it on. */
  role: 'allowed' | 'used' | 'tested'
  /** Names no number that could be compared: `latest`, `lts/*`. */
  isFloating: boolean
  at: Evidence
}

export interface RuntimeConflict {
  kind: RuntimeConflictKind
  one: RuntimeStatement
  other: RuntimeStatement
}

/**
 * `outside`: `one` is used or tested, and `other` does not allow it. `different`: both are used, in different release lines.
 * `untested`: `one` is used, and `other`, the only thing CI tries, is another line. `disjoint`: no version is allowed by both.
 * `several managers`: two lock files, or a lock file and a declaration, of different package managers.
 */
export type RuntimeConflictKind = 'outside' | 'different' | 'untested' | 'disjoint' | 'several managers'

/** Something that manifests name, and nothing is known of. */
export interface Unrecognised {
  what: 'image' | 'action' | 'cloud resource' | 'chart' | 'version'
  /** As written. An image or version that is put together from variables is named with them. */
  name: string
  at: Evidence
}
