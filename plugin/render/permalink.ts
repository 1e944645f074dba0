/** Addresses of source lines on code hosts. In: the analysed commit and a place. Out: a permanent web address. */
import type { Repository } from '../types'

export interface Place {
  file: string
  line: number
  endLine?: number
  /** Where it is not the analysed one. */
  commit?: string
}

interface CodeHost {
  /** Matched against the host name; a company's own server mostly carries the product's name. */
  host: RegExp
  blob: string
  lines(first: number, last: number): string
}

/** Hosts that are not named here are addressed like GitHub, which most others imitate. */
const gitHub: CodeHost = { host: /./, blob: 'blob', lines: (first, last) => (first === last ? `L${first}` : `L${first}-L${last}`) }

const codeHosts: CodeHost[] = [
  { host: /gitlab/, blob: '-/blob', lines: (first, last) => (first === last ? `L${first}` : `L${first}-${last}`) },
  { host: /bitbucket/, blob: 'src', lines: (first, last) => (first === last ? `lines-${first}` : `lines-${first}:${last}`) },
  { host: /gitea|forgejo|codeberg/, blob: 'src/commit', lines: gitHub.lines },
]

/** Undefined where no address is known, or where the commit does not hold what was analysed. */
export function permalink(repository: Repository | undefined, place: Place): string | undefined {
  if (!repository?.webUrl || (!place.commit && repository.uncommitted.has(place.file)) || !/^https?:\/\/[^\s/@]+\//.test(repository.webUrl))
    return undefined
  const { blob, lines } = codeHosts.find(({ host }) => host.test(new URL(repository.webUrl!).hostname)) ?? gitHub
  const file = [...repository.prefix.split('/'), ...place.file.split('/')].filter((step) => step !== '').map(encodeStep)
  const base = repository.webUrl.replace(/\/+$/, '').replace(/[^\w:/.~%-]/g, encodeCharacter)
  return `${base}/${blob}/${encodeURIComponent(place.commit ?? repository.commit)}/${file.join('/')}#${lines(place.line, place.endLine ?? place.line)}`
}

/** Safe inside the round brackets of a Markdown link as well. A lone surrogate has no encoding; the replacement character stands in. */
function encodeStep(step: string): string {
  return encodeURIComponent(step.replace(/\p{Cs}/gu, '\uFFFD')).replace(/[!'()*]/g, encodeCharacter)
}

function encodeCharacter(character: string): string {
  return character.charCodeAt(0) < 128 ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : encodeStep(character)
}
