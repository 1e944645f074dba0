/**
 * Files that are named otherwise than those beside them. In: the linked program. Out: another way of joining words than most of the
 * folder, or a missing middle part (`.dto`, `.service`) that files of such folders have.
 */
import { grouped } from '../../../../grouped'
import type { NamingOutlier } from '../../../../types'
import { citeLine, isTestCode, type Linked } from '../../../linked'
import { isGenerated } from '../generated'
import { mostCommon, type Style, styleOf } from './styles'

interface FileName {
  file: number
  path: string
  folder: string
  stem: string
  /** `dto` of `create-user.dto.ts`, without those of tests. */
  middle: string
  style: Style
}

const CLEAR = 0.75
/** Fewest that follow: among siblings, and among files of folders of one name. */
const FEWEST_SIBLINGS = 5
const FEWEST_MIDDLE = 3

export function oddFiles(linked: Linked): NamingOutlier[] {
  const { whole } = linked
  const names = whole.files.flatMap(({ path }, file): FileName[] => {
    const match = /^(?:(.*)\/)?([^/.[\]+_@$(][^/.]*)((?:\.[\w-]+)*)\.([cm]?[jt]sx?)$/.exec(path)
    if (!match || isGenerated(whole, file)) return []
    const [, folder = '', stem = '', middle = ''] = match
    // A hook is a function and named like one; an index is the folder.
    if (stem === 'index' || /^use[A-Z]/.test(stem) || /(?:^|\/)(?:migrations?|seeders?|public|static|assets|vendor|__mocks__)\//.test(path)) return []
    return [{ file, path, folder, stem, middle: middle.replace(/^\./, ''), style: styleOf(stem) }]
  })
  return [...oddJoins(linked, names), ...oddMiddles(linked, names)]
}

/** By folder and extension: components may be written otherwise than the rest beside them. */
function oddJoins(linked: Linked, names: readonly FileName[]): NamingOutlier[] {
  return grouped(names, ({ folder, path }) => `${folder} ${/x$/.test(path)}`).flatMap((siblings) => {
    const told = siblings.filter(({ style }) => style !== 'one word' && style !== 'other' && style !== 'UPPER_CASE')
    const most = mostCommon(told.map(({ style }) => style))
    if (!most || most.count < FEWEST_SIBLINGS || most.count < told.length * CLEAR) return []
    return told
      .filter((name) => name.style !== most.value && !isByContent(linked, name, most.value))
      .map((name) => outlier(linked, name, name.style, most.value, most.count, told.length))
  })
}

/** A file of a function is written like it, beside files of classes; only one that holds what its name in PascalCase says is odd. */
function isByContent({ whole }: Linked, { file, stem, style }: FileName, majority: Style): boolean {
  if (!(style === 'camelCase' && majority === 'PascalCase') && !(style === 'PascalCase' && majority === 'camelCase')) return false
  const swapped = style === 'camelCase' ? stem.charAt(0).toUpperCase() + stem.slice(1) : stem.charAt(0).toLowerCase() + stem.slice(1)
  return !(whole.exports[file] as { name: string }[]).some(({ name }) => name === swapped)
}

/** By the folder's own name, wherever it stands: `article/dto` and `user/dto` hold the same sort of thing. */
function oddMiddles(linked: Linked, names: readonly FileName[]): NamingOutlier[] {
  const told = names.filter(({ path }) => !isTestCode(linked, path))
  return grouped(told, ({ folder }) => folder.slice(folder.lastIndexOf('/') + 1)).flatMap((alike) => {
    const most = mostCommon(alike.map(({ middle }) => middle))
    if (!most || most.value === '' || (alike[0] as FileName).folder === '' || most.count < FEWEST_MIDDLE || most.count < alike.length * CLEAR)
      return []
    return alike
      .filter(({ middle }) => middle === '')
      .map((name) => outlier(linked, name, `no .${most.value}`, `.${most.value} before the extension`, most.count, alike.length))
  })
}

function outlier(linked: Linked, { file, path }: FileName, style: string, majority: string, follow: number, of: number): NamingOutlier {
  return { kind: 'file', name: path.slice(path.lastIndexOf('/') + 1), style, majority, follow, of, at: citeLine(linked, file, 1) }
}
