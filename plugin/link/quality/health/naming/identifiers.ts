/**
 * Identifiers that are written otherwise than most of their kind in the repository. In: the linked program. Out: the odd ones, where
 * nine of ten follow one style. Names that come from elsewhere (columns, fields of an answer) are not the repository's own.
 */
import { Kind } from '../../../../graph'
import type { NamingOutlier } from '../../../../types'
import { citeLine, isTestCode, type Linked } from '../../../linked'
import { lookupOf, once } from '../../../lookup'
import { skipTrivia } from '../../../whole/index'
import { isGenerated } from '../generated'
import { mostCommon, type Style, styleOf } from './styles'

interface Named {
  kind: NamingOutlier['kind']
  name: string
  style: Style
  file: number
  pos: number
}

/** Fewer names of a kind show no habit. */
const FEWEST = 8
const CLEAR = 0.9
/** Styles that a kind may have besides the usual one, without anybody minding. */
const ALSO: Partial<Record<NamingOutlier['kind'], ReadonlySet<Style>>> = {
  variable: new Set<Style>(['camelCase', 'UPPER_CASE', 'PascalCase', 'other']),
  function: new Set<Style>(['camelCase', 'PascalCase', 'UPPER_CASE', 'other']),
  parameter: new Set<Style>(['camelCase', 'UPPER_CASE', 'other']),
  class: new Set<Style>(['UPPER_CASE', 'other']),
  type: new Set<Style>(['UPPER_CASE', 'other']),
}

export function oddIdentifiers(linked: Linked): NamingOutlier[] {
  const byKind = new Map<NamingOutlier['kind'], Named[]>()
  declared(linked, (named) => {
    const known = byKind.get(named.kind)
    if (known) known.push(named)
    else byKind.set(named.kind, [named])
  })
  return [...byKind].flatMap(([kind, all]) => {
    const isType = kind === 'class' || kind === 'type'
    // One lower-case word is the usual style of a value, and odd for a type.
    const told = all.filter(({ style }) => style !== 'other' && (isType || style !== 'one word'))
    const most = mostCommon(told.map(({ style }) => style))
    if (!most || told.length < FEWEST || most.count < told.length * CLEAR) return []
    return told
      .filter(({ style }) => style !== most.value && !ALSO[kind]?.has(style))
      .filter((named) => !isMeant(linked, named))
      .map(({ name, style, file, pos }): NamingOutlier => {
        const { whole } = linked
        const { text } = whole.files[file] as { text: string }
        const at = citeLine(linked, file, whole.lineAt(file, skipTrivia(text, pos)))
        return { kind, name, style: style === 'one word' ? 'lower case' : style, majority: most.value, follow: most.count, of: told.length, at }
      })
  })
}

/** Style of a name that is looked at, undefined for one that says nothing. The same few names are given again and again. */
const styleOfTold = once((name): Style | undefined => (name.length < 3 || !/^[A-Za-z]\w*$/.test(name) ? undefined : styleOf(name)))

function declared(linked: Linked, tell: (named: Named) => void): void {
  const { whole } = linked
  const skipped = whole.files.map(({ path }, file) => isTestCode(linked, path) || isGenerated(whole, file) || !/\.[cm]?[jt]sx?$/.test(path))
  const put = (kind: Named['kind'], name: string, file: number, pos: number) => {
    const style = skipped[file] ? undefined : styleOfTold(name)
    if (style !== undefined) tell({ kind, name, style, file, pos })
  }
  for (const { fact, file } of whole.classes) put('class', fact.name, file, fact.pos)
  for (const node of lookupOf(whole).of(Kind.Interface)) {
    const { fact, file } = whole.interfaces[whole.a[node] as number] as (typeof whole.interfaces)[number]
    put('type', fact.name, file, whole.pos[node] as number)
  }
  let file = 0
  /** Names of the file that is looked at; values come file by file. */
  let seen = new Set<string>()
  for (const { node, name, pos } of whole.names) {
    const kind = whole.kind[node] as Kind
    // Taken from an object under its own name, or what a module is called.
    if (kind === Kind.Import || ((kind === Kind.Load || kind === Kind.Choice) && isOwnName(linked, node, name))) continue
    if (node < (whole.base[file] as number) || node >= (whole.base[file + 1] as number)) {
      file = whole.fileOf(node)
      seen = new Set()
    }
    if (skipped[file] || seen.has(name)) continue
    seen.add(name)
    put(kind === Kind.Param ? 'parameter' : kind === Kind.Function ? 'function' : 'variable', name, file, pos)
  }
}

function isOwnName({ whole }: Linked, node: number, name: string): boolean {
  if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number) === name
  return whole.items(whole.a[node] as number).some((way) => whole.kind[way] === Kind.Load && whole.text(whole.b[way] as number) === name)
}

/** A parameter in PascalCase that is a class or a component says so rightly. */
function isMeant({ whole }: Linked, { kind, name, style, file, pos }: Named): boolean {
  if (kind !== 'parameter' || style !== 'PascalCase') return false
  const { text } = whole.files[file] as { text: string }
  const rest = text.slice(pos, pos + 6000)
  return new RegExp(
    `\\bnew ${name}\\b|<${name}\\b|extends ${name}\\b|\\b${name}\\.\\w+\\(|instanceof ${name}\\b|typeof ${name}\\b|\\bas: ${name}\\b|${name}:\\s*(?:typeof|\\w*(?:Class|Type|Component|Constructor|Model)\\b)`,
  ).test(rest)
}
