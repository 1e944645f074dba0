/** What each statement of a manifest proves. In: one fact with its place. Out: sightings. One function a kind of fact. */
import type { Evidence, ManifestFact } from '../../types'
import type { Mark } from './catalogue'
import { seeImage } from './images'
import { seeDependency } from './packages'
import { type Context, nameless, RANK, see, seeMarks } from './sightings'

export function seeFact(context: Context, path: string, fact: ManifestFact): void {
  const { kind, ecosystem, name } = fact
  const at: Evidence = { file: path, line: fact.line, text: fact.text }
  if (kind === 'dependency') seeDependency(context, fact, at)
  else if (kind === 'engine') seeEngine(context, fact, at)
  else if (kind === 'package-manager') seeManager(context, fact, at)
  else if (kind === 'image') seeImage(context, fact, at)
  else if (kind === 'action')
    seeMarks(context, ecosystem === 'github-actions' ? 'action' : (ecosystem as Mark), name, { rank: RANK.action, version: undefined, at })
  else if (kind === 'service') seeService(context, fact, at)
  else if (kind === 'tool') seeTool(context, fact, at)
}

const MANIFESTS = new Set('npm pypi cargo go gem maven gradle composer nuget hex pub deno conda terraform sbt clojure'.split(' '))

function seeEngine(context: Context, fact: ManifestFact, at: Evidence): void {
  if (!/\d|^(?:\*|lts.*|latest|current|stable|node)$/i.test(fact.version ?? '')) return
  const rank = MANIFESTS.has(fact.ecosystem)
    ? RANK.declaredVersion
    : fact.ecosystem === 'version-file' || fact.ecosystem === 'heroku'
      ? RANK.versionFile
      : RANK.ciVersion
  seeMarks(context, 'engine', fact.name, { rank, version: fact.version, at })
}

function seeManager(context: Context, fact: ManifestFact, at: Evidence): void {
  const isCommand = fact.ecosystem === 'command'
  const isLock = fact.value?.startsWith('lock file') ?? false
  const rank = isLock
    ? RANK.lockFile
    : !isCommand
      ? RANK.declaredVersion
      : fact.value === 'dockerfile'
        ? RANK.image
        : fact.value === 'npm-script'
          ? RANK.scriptCommand
          : RANK.command
  seeMarks(context, 'manager', fact.name, { rank, version: fact.version, at })
}

/** Files that show how settings look, and are nobody's settings. */
const SAMPLE = /(?:^|\/)\.?[^/]*\benv[^/]*\.(?:example|sample|template|dist)$|(?:^|\/)\.env\.(?:example|sample|template|dist)/i

function seeService(context: Context, fact: ManifestFact, at: Evidence): void {
  const { ecosystem, name } = fact
  const marked = (mark: Mark, rank: number) => seeMarks(context, mark, name, { rank, version: undefined, at })
  if (ecosystem === 'datasource') marked('datasource', SAMPLE.test(at.file) ? RANK.sampleSetting : RANK.connection)
  if (ecosystem === 'ci-datasource') marked('datasource', RANK.ciImage)
  if (ecosystem === 'travis') marked('service', RANK.ciImage)
  if (ecosystem === 'heroku-addon') marked('service', RANK.addOn)
  if (ecosystem === 'terraform' || ecosystem === 'cloudformation') marked(ecosystem, RANK.service)
}

/** Providers that manage nothing outside: they only help to write. */
const HELPER_PROVIDERS = /^(?:random|null|local|template|archive|tls|time|http|external|cloudinit)$/

function seeTool(context: Context, fact: ManifestFact, at: Evidence): void {
  const { ecosystem, name, version } = fact
  if (ecosystem === 'platform') seeMarks(context, 'platform', name, { rank: RANK.platform, version, at })
  if (ecosystem === 'config') seeMarks(context, 'config', name, { rank: RANK.settings, version: undefined, at })
  if (ecosystem === 'command')
    seeMarks(context, 'command', name, { rank: fact.value === 'npm-script' ? RANK.scriptCommand : RANK.command, version: undefined, at })
  if (ecosystem === 'cloud' || ecosystem === 'kubernetes-api' || ecosystem === 'terraform-backend')
    seeMarks(context, ecosystem, name, { rank: RANK.service, version: undefined, at })
  if (ecosystem === 'registry') seeRegistry(context, name, at)
  if (ecosystem === 'npm' || ecosystem === 'pypi') {
    const found = context.catalogue.package(ecosystem, name)
    if (found) see(context, found.known, name, { rank: RANK.command, version: found.main ? version : undefined, at })
  }
  if (ecosystem === 'terraform-provider' && !HELPER_PROVIDERS.test(name)) {
    const known = context.catalogue.marked('terraform-provider', name)
    for (const each of known) see(context, each, undefined, { rank: RANK.service, version: undefined, at })
    if (known.length === 0) see(context, nameless('infrastructure', 'cloud', 'Terraform provider'), name, { rank: RANK.service, version, at })
  }
}

/** By the host's end: `123.dkr.ecr.eu-west-1.amazonaws.com` is one of `amazonaws.com`. */
function seeRegistry(context: Context, host: string, at: Evidence): void {
  let name = host
  while (name.includes('.') && context.catalogue.marked('registry', name).length === 0) name = name.slice(name.indexOf('.') + 1)
  seeMarks(context, 'registry', name, { rank: RANK.action, version: undefined, at })
}
