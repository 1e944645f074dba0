/** Container images by what they hold. In: the image as written. Out: the technologies in it, and the version that its tag tells. */
import type { Evidence, ManifestFact } from '../../types'
import type { Catalogue, Known } from './catalogue'
import { type Context, nameless, RANK, see, seeMarks } from './sightings'

const CI = /actions|gitlab-ci|circleci|azure-pipelines|travis|jenkins|bitbucket|drone|woodpecker|cloud-build|codebuild|buildkite|semaphore|cirrus/

/** What only pipelines run says less than what is deployed. */
export function isOfCi(ecosystem: string): boolean {
  return CI.test(ecosystem)
}

export function seeImage(context: Context, fact: ManifestFact, at: Evidence): void {
  const { name, version } = fact
  const isCi = isOfCi(fact.ecosystem)
  const rank = isCi ? RANK.ciImage : RANK.image
  const known = heldBy(context.catalogue, name)
  for (const each of known) see(context, each, undefined, { rank, version: imageVersion(each, version), at })
  // The system below stands in the tag: `node:22-alpine3.20`.
  for (const word of (version ?? '').toLowerCase().split(/[-_]/))
    seeMarks(context, 'tag', word.replace(/[\d.]+$/, ''), { rank, version: undefined, at })
  if (known.length === 0 && !isCi && !isOwn(context.internal, name) && name.includes('/'))
    see(context, nameless('infrastructure', 'container', 'container image'), name, { rank, version: taggedVersion(version), at })
}

/** What the catalogue knows of an image, under whichever of its names. */
export function heldBy(catalogue: Catalogue, name: string): Known[] {
  for (const each of imageNames(name)) {
    const found = catalogue.marked('image', each)
    if (found.length > 0) return found
  }
  return []
}

/** Named like a package of the tree itself: it is made here. */
export function isOwn(internal: Set<string>, name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1)
  for (const each of internal) if (each.endsWith(`:${last}`) || each.endsWith(`/${last}`)) return true
  return false
}

const REGISTRY = /^(?:docker\.io|index\.docker\.io|registry\.hub\.docker\.com|mirror\.gcr\.io|public\.ecr\.aws\/docker)\//
const MIRRORS = /^(?:library|bitnami|bitnamilegacy|cimg|circleci|amd64|arm64v8|arm32v7|i386)\//

/** The image as written, and as it is called where it comes from. */
function imageNames(name: string): string[] {
  const plain = name.toLowerCase().replace(REGISTRY, '')
  return [...new Set([plain, plain.replace(/^library\//, ''), plain.replace(MIRRORS, '')])]
}

function taggedVersion(tag: string | undefined): string | undefined {
  return tag === undefined || !/\d/.test(tag) || /^(?:sha-)?[0-9a-f]{7,40}$/.test(tag) ? undefined : tag
}

/** Tags of languages go on with the system below them; those of products are their version. */
export function imageVersion(known: Known, tag: string | undefined): string | undefined {
  const isLanguage = known.category === 'language' || known.purpose === 'runtime' || known.purpose === 'container base system'
  return isLanguage ? /^v?(\d[\d.]*)/.exec(tag ?? '')?.[1] : taggedVersion(tag)
}
