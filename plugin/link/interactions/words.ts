/** Texts of the code as labels of a drawing: one line, and no longer than a line of it. */
import { Kind } from '../../graph'
import type { DataUse, Evidence } from '../../types'
import { calledName, citeLine, type Linked, receiverOf } from '../linked'
import { skipTrivia } from '../whole/index'

/** Characters of a label. */
const MOST_LABEL = 48

export function shortened(text: string, most = MOST_LABEL): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

/** What a region asks or goes over, as it is written there; '' where nothing is. */
export function regionText({ whole }: Linked, region: number): string {
  const [pos, end] = [whole.regionsAt[region * 2] as number, whole.regionsAt[region * 2 + 1] as number]
  const text = textOfFile({ whole } as Linked, fileOfRegion({ whole } as Linked, region))
  return pos < 0 ? '' : text.slice(skipTrivia(text, pos), end).replace(/\s+/g, ' ').trim()
}

export function regionAt(linked: Linked, region: number): Evidence {
  const file = fileOfRegion(linked, region)
  return placeAt(linked, file, linked.whole.regionsAt[region * 2] as number)
}

/** Evidence of a position, trivia in front of it left out. */
export function placeAt(linked: Linked, file: number, pos: number): Evidence {
  return citeLine(linked, file, linked.whole.lineAt(file, skipTrivia(textOfFile(linked, file), Math.max(pos, 0))))
}

/** As the code asks it; `no …` or `not (…)` where the branch is the one on which it does not hold. */
export function conditionText(linked: Linked, region: number, holds: boolean): string {
  let text = regionText(linked, region)
  let yes = holds
  for (
    let negated = /^!\s*(\(.*\)|[\w$.?[\]'"]+(?:\(.*\))?)$/s.exec(text);
    negated;
    negated = /^!\s*(\(.*\)|[\w$.?[\]'"]+(?:\(.*\))?)$/s.exec(text)
  ) {
    const inner = negated[1] as string
    if (inner.startsWith('(') && !isOnePair(inner)) break
    text = inner.startsWith('(') ? inner.slice(1, -1) : inner
    yes = !yes
  }
  if (yes) return shortened(text)
  const plain = text.replace(/^!!(?=[\w$])/, '')
  return /^[\w$.?[\]]+$/.test(plain) ? shortened(`no ${plain}`) : shortened(`not (${text})`)
}

/** Whether the first bracket closes at the end. */
function isOnePair(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')' && --depth === 0) return i === text.length - 1
  }
  return false
}

/** `Basket.findOne`, `jwt.sign`, `new PDFDocument`, `send`. */
export function callText(linked: Linked, call: number): string {
  const { whole, values } = linked
  const name = plain(calledName(linked, call))
  const callee = whole.a[call] as number
  if (whole.kind[call] === Kind.New) return `new ${name || plain(variableOf(linked, callee)) || 'object'}`
  const receiver = receiverOf(linked, call)
  if (receiver < 0) return name || plain(variableOf(linked, callee)) || plain(values.nameOf(callee)) || whole.sourceOf(callee, 30)
  let on = receiver
  while (whole.kind[on] === Kind.Refine) on = whole.a[on] as number
  const named = plain(variableOf(linked, on))
  while (whole.kind[on] === Kind.Await) on = whole.a[on] as number
  const kind = whole.kind[on] as Kind
  const of = named || (kind === Kind.Call || kind === Kind.New ? '' : plain(values.nameOf(on)))
  return of ? `${of}.${name}` : name
}

/** Names that say nothing: of a whole module, of a destructured parameter, `this`. */
const plain = (name: string): string => (/^[\w$]+$/.test(name) && name !== 'default' && name !== 'this' ? name : '')

/** The variable that an import or a value was put into. */
export function variableOf({ whole }: Linked, node: number): string {
  const { names } = whole
  const first = whole.base[whole.fileOf(node)] as number
  let low = 0
  let high = names.length
  // Names stand in the order of files.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle]?.node as number) < first) low = middle + 1
    else high = middle
  }
  const end = whole.base[whole.fileOf(node) + 1] ?? whole.size
  for (let at = low; at < names.length && (names[at]?.node as number) < end; at++) if (names[at]?.node === node) return names[at]?.name ?? ''
  // An import stands where its name does.
  return whole.kind[node] === Kind.Import ? whole.sourceOf(node, 40).replace(/^.*\bas\s+/, '') : ''
}

function fileOfRegion({ whole }: Linked, region: number): number {
  const fn = whole.regions[region * 4 + 3] as number
  return fn >= 0 ? (whole.functions[fn]?.file ?? 0) : 0
}

const textOfFile = ({ whole }: Linked, file: number): string => whole.files[file]?.text ?? ''

/** `reads Order (findById)` */
export function recordText(does: DataUse['does'], of: string, name: string): string {
  const what = /^[\w$.-]+$/.test(of) && of !== 'this' ? of : ''
  const verb = /^save/.test(name) ? 'saves' : { read: 'reads', create: 'creates', update: 'updates', delete: 'deletes' }[does]
  return `${verb}${what ? ` ${what}` : ''}${name ? ` (${name})` : ''}`
}
