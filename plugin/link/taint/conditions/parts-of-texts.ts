/**
 * What a test says that looks for a part of a text: at its beginning, its end, or anywhere in it, and as well in a list. In: the text, the
 * part, and whether it is there. Out: kinds of harm that a value cannot do which is one of them, or which one of them is made of.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked } from '../../linked'
import { PLUS } from '../../operators'
import { begunWith, leadsUp, withoutPart } from '../allowed-texts'
import { ABSOLUTE, ADDRESS, bitOf, LITERAL, maskOf, PATH, PROTOTYPE, RAW } from '../kinds'
import { isNameInFolder } from '../names-in-folders'
import type { SameValues } from '../same-values'
import { beginningOf } from '../texts'
import { addressPart, sameAddress } from './parts-of-addresses'

const MOST_HOPS = 5
/** Texts that are put together one after the other: `a + b + c`. */
const MOST_SUMMANDS = 60

const ARGUMENT = maskOf(['argument'])

export class PartsOfTexts {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** `text.startsWith(part)`, `text.indexOf(part) === 0`. */
  begins(text: number, part: number, holds: boolean, value: number): number {
    const start = this.same.textOf(part)
    if (holds && this.same.isSame(text, value)) {
      return start === undefined ? (this.same.isMadeOf(part, value) ? 0 : ABSOLUTE | RAW | ADDRESS) : begunWith(start)
    }
    // How a name begins says nothing of where it leads once it is put behind a folder: `join(folder, name)`.
    if (this.same.isPutInto(text, value)) return 0
    // Starts with something that stands for what is kept out.
    if (!holds && this.same.isDerived(text, value)) {
      const led = start ?? beginningOf(this.linked, part).text
      // Told of `relative(root, path)`, it holds for the path wherever that begins.
      if (/^\.\.?[/\\]?/.test(led)) return this.same.isSame(text, value) ? RAW : PATH
      if (led === '/') return ABSOLUTE
      if (led === '-') return ARGUMENT
      if (start === undefined) return 0
      if (/^(?:\/\/|javascript:|data:)/i.test(start)) return start.startsWith('//') ? maskOf(['redirect']) : 0
    }
    // `relative(root, path).startsWith('../')`
    if (holds && leadsUp(start ?? beginningOf(this.linked, part).text)) return 0
    // The root holds what is made of it: `resolve(root, x).startsWith(root)`.
    return holds && this.same.isDerived(text, value) ? PATH : 0
  }

  /** `new URL(value).hostname.endsWith('.example.org')`: hosts of one owner. A text that ends so may name any host before. */
  ends(text: number, end: string, value: number): number {
    const part = addressPart(this.linked, this.same, text, value)
    return (part === 'hostname' || part === 'host') && /^\.[\w-]+(?:\.[\w-]+)+$/.test(end) ? sameAddress(part, [end]) : 0
  }

  /** `text.includes(part)`, also of a list. */
  contains(text: number, part: number, holds: boolean, value: number): number {
    if (this.same.isSame(part, value)) {
      // One of a few names, which may be the very ones that do harm.
      if (holds)
        return this.same.isMadeOf(text, value) ? 0 : this.listed(text).includes('__proto__') ? LITERAL & ~bitOf('property') & ~PROTOTYPE : LITERAL
      return this.listed(text).includes('__proto__') ? bitOf('property') : 0
    }
    // `files.includes(`${folder}/${name}`)`: a text that is known was taken apart.
    if (holds && this.isPutTogether(part, value)) return this.same.isMadeOf(text, value) ? 0 : LITERAL
    const address = holds ? addressPart(this.linked, this.same, part, value) : undefined
    if (address && !this.same.isMadeOf(text, value)) return sameAddress(address, this.listed(text))
    if (holds || !this.same.isDerived(text, value)) return 0
    return withoutPart(this.same.textOf(part) ?? '')
  }

  /** `name.endsWith(`.${value}`)`, where the name is one of a folder: no part of it holds a separator. */
  isPartOfListed(name: number, part: number, value: number): boolean {
    return (
      (this.same.isSame(part, value) || this.isPutTogether(part, value)) &&
      !this.same.isMadeOf(name, value) &&
      isNameInFolder(this.linked, name, (node) => this.same.plain(node))
    )
  }

  /** A text of which a value is one part as it is, and not folded or cut. */
  private isPutTogether(text: number, value: number, hops = 0): boolean {
    const { whole } = this.linked
    const made = this.same.plain(text)
    if (made < 0 || hops > MOST_SUMMANDS) return false
    if (whole.kind[made] === Kind.Template) return whole.items(whole.a[made] as number).some((item) => this.same.isSame(item, value))
    return (
      whole.kind[made] === Kind.Binary &&
      whole.c[made] === PLUS &&
      [whole.a[made] as number, whole.b[made] as number].some((side) => this.same.isSame(side, value) || this.isPutTogether(side, value, hops + 1))
    )
  }

  /** Texts of a list that is written out. */
  private listed(node: number, hops = 0): string[] {
    const { whole, solver } = this.linked
    const made = this.same.plain(node)
    if (made >= 0 && hops < MOST_HOPS && whole.kind[made] === Kind.New && calledName(this.linked, made) === 'Set')
      return whole
        .args(made)
        .slice(0, 1)
        .flatMap((list) => this.listed(list, hops + 1))
    return solver.of(node).flatMap((label) => {
      const at = solver.labels.data[label] as number
      if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[at] !== Kind.Array) return []
      return whole.items(whole.a[at] as number).map((item) => this.same.textOf(item) ?? '')
    })
  }
}
