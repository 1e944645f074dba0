/** Languages of the files, and what share of the code each has. In: the files. Out: sightings, and shares. */
import type { SourceFile } from '../../types'
import { type Context, type Found, isFixture, keyOf, nameless, RANK, see, wholeFile } from './sightings'

/** Written in a programming language, and only to say how a tool is to work: nobody calls such a project one in Ruby. */
const SETTINGS =
  /(?:^|\/)(?:Vagrantfile|Brewfile|Berksfile|Dangerfile|Appfile|Fastfile|Podfile|Guardfile|Capfile|Thorfile|Jenkinsfile[^/]*|Tiltfile)$/

export function seeLanguages(context: Context, files: SourceFile[]): void {
  const languages = new Map<string, { bytes: number; first: string }>()
  for (const { path, language, bytes } of files) {
    if (language === undefined || SETTINGS.test(path)) continue
    const seen = languages.get(language)
    if (!seen) languages.set(language, { bytes, first: path })
    else {
      seen.bytes += bytes
      if (isFirst(path, seen.first)) seen.first = path
    }
  }
  let total = 0
  const shares: { found: Found; bytes: number }[] = []
  for (const [language, { bytes, first }] of languages) {
    const [known] = context.catalogue.marked('language', language)
    const described = known ?? nameless('language', 'language', 'programming language')
    const name = described.name ?? language.charAt(0).toUpperCase() + language.slice(1)
    see(context, described, name, { rank: RANK.language, version: undefined, at: wholeFile(first) })
    const found = context.found.get(known?.name === undefined ? `package ${name}` : keyOf(name))
    if (!found || !described.share || described.ignore) continue
    total += bytes
    shares.push({ found, bytes })
  }
  if (total > 0) for (const { found, bytes } of shares) found.share = bytes / total
}

/** The file to show is the first of the tree that is no copy of somebody else's, where there is one. */
function isFirst(path: string, before: string): boolean {
  const one = isFixture(path)
  return one === isFixture(before) ? path < before : !one
}
