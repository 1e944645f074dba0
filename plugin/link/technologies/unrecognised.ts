/**
 * What manifests name and the catalogue does not know. In: facts. Out: each name once, where it stands first. Packages are not
 * among them: they are technologies under their own names, with no purpose told. Commands are not either: most are scripts.
 */
import type { ManifestFact, Unrecognised } from '../../types'
import { type Catalogue, ownCatalogue } from './catalogue'
import { heldBy, isOwn } from './images'
import { internalPackages } from './packages'
import { compareText, isAside, isFixture } from './sightings'

export function unrecognisedOf(manifests: { path: string; facts: ManifestFact[] }[], catalogue: Catalogue = ownCatalogue()): Unrecognised[] {
  const internal = internalPackages(manifests)
  const found = new Map<string, Unrecognised>()
  for (const { path, facts } of manifests) {
    if (isFixture(path) || isAside(path)) continue
    for (const fact of facts) {
      const what = meant(fact, catalogue, internal)
      const key = `${what} ${fact.name}`
      if (what && !found.has(key)) found.set(key, { what, name: fact.name, at: { file: path, line: fact.line, text: fact.text } })
    }
  }
  return [...found.values()].sort((one, other) => compareText(one.what, other.what) || compareText(one.name, other.name))
}

function meant({ kind, ecosystem, name }: ManifestFact, catalogue: Catalogue, internal: Set<string>): Unrecognised['what'] | undefined {
  if (kind === 'unread') return ecosystem === 'image' ? 'image' : 'version'
  if (kind === 'image') return heldBy(catalogue, name).length === 0 && !isOwn(internal, name) ? 'image' : undefined
  if (kind === 'dependency' && ecosystem === 'helm') return catalogue.package('helm', name) ? undefined : 'chart'
  if (kind === 'action' && ecosystem === 'github-actions') return isKnownAction(name.toLowerCase(), catalogue) ? undefined : 'action'
  if (kind === 'service' && (ecosystem === 'terraform' || ecosystem === 'cloudformation'))
    return catalogue.marked(ecosystem, name).length > 0 || PLUMBING.test(name) ? undefined : 'cloud resource'
  return undefined
}

/** The platform's own, one that logs in to what is told elsewhere, or another action of a repository that is known. */
function isKnownAction(name: string, catalogue: Catalogue): boolean {
  if (/^actions\/|^docker\/(?:login|metadata)-action$/.test(name)) return true
  return catalogue.marked('action', name).length > 0 || catalogue.marked('action', `${name.split('/').slice(0, 2).join('/')}/`).length > 0
}

/** Rights, networks and names around what is rented: every deployment has them. */
const PLUMBING =
  /iam|role|polic|permission|vpc|subnet|route|gateway|security_?group|network|eip|key_?pair|certificate|acm|dns|zone|record|tag|random_|null_|local_|tls_|time_|attachment|association|target_?group|listener|log_?group|alarm|EC2::|IAM::|Logs::|Route53::|LogGroup|Permission/i
