/** Texts that are put together of parts: what harm a part cannot do in there, and texts that are seen to be a statement or markup. */
import { Kind } from '../../../graph'
import { apiPathsOf, type Linked } from '../../linked'
import { EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { beginsDocument, isTaggedDocument } from '../graphql-documents'
import { ABSOLUTE, ALL, bitOf } from '../kinds'
import { clearedBehindHost, clearedWhenJoined } from '../parts'
import type { ShellWords } from '../shell-words'
import { beginningOf, clearedBy, endingOf } from '../texts'
import type { Sinks } from './sinks'

const COMMAND = bitOf('command')

export class BuiltTexts {
  /** Texts that go straight to who takes harmful markup out of them. */
  private cleanedMarkup: Set<number> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly sinks: Sinks,
    private readonly shellWords: ShellWords,
  ) {}

  /** What harm a part of a text cannot do for what stands in front of it. */
  clearedInText(text: number, part: number, mask: number): number {
    const { whole } = this.linked
    const parts = whole.kind[text] === Kind.Template ? [...whole.items(whole.a[text] as number)] : [whole.a[text] as number, whole.b[text] as number]
    let cleared = ALL
    let prefix = ''
    let known = true
    /** Texts behind the first part that is not known. */
    let between = ''
    for (const at of parts) {
      if (at === part) cleared &= clearedBy(prefix, known, between, (mask & ABSOLUTE) !== 0)
      const next = beginningOf(this.linked, at)
      if (known) prefix += next.text
      else between += next.text
      if (!next.whole) between += endingOf(this.linked, at)
      known &&= next.whole
    }
    if (mask & COMMAND && this.shellWords.isKeptInside(text, part)) cleared |= COMMAND
    const [host, ...behind] = parts.filter((at) => whole.kind[at] !== Kind.String || whole.text(whole.a[at] as number) !== '')
    if (host !== undefined && behind[0] !== undefined && part !== host) cleared |= clearedBehindHost(this.linked, host, behind[0])
    return cleared | this.clearedWhenWritten(part) | clearedWhenJoined(this.linked, part)
  }

  /** `${parameters}` of an object that a library made: what becomes part of a text is what its `toString` gives. */
  private clearedWhenWritten(part: number): number {
    const { models } = this.linked
    const { paths, flows } = models
    let cleared = 0
    for (const path of apiPathsOf(this.linked, part))
      for (const { spot, clears } of flows.sanitizers.get(paths.member(path, 'toString')) ?? []) if (spot === 'receiver') cleared |= clears
    return cleared
  }

  /** A statement, a document or markup that is put together, whether or not anything here runs or shows it. */
  build(fact: Fact, text: number): void {
    const { text: begins } = beginningOf(this.linked, text)
    if (beginsDocument(this.linked, text)) this.document(fact, text)
    if (/^\s*(?:select\s.+\sfrom\s|insert\s+into\s|update\s.+\sset\s|delete\s+from\s)/is.test(begins)) this.sinks.landText(fact, 'sql', text)
    else if (/^\s*<(?:!--|[a-z][\w-]*[\s>])/i.test(begins) && !this.isCleaned(text)) this.sinks.landText(fact, 'html', text)
  }

  /** What goes into a document by a tag. */
  tag(fact: Fact, call: number): void {
    if (fact.path === EMPTY && isTaggedDocument(this.linked, call)) this.document(fact, call)
  }

  /** What is added behind a part from outside is told there. */
  private document(fact: Fact, text: number): void {
    if (!beginsDocument(this.linked, fact.node))
      this.sinks.land(fact, { name: 'graphql', at: text, api: 'text', library: 'javascript', guessed: false })
  }

  /** `sanitize('<p>' + text)`: what is put together goes straight to who takes the harm out. */
  private isCleaned(text: number): boolean {
    if (!this.cleanedMarkup) {
      const { whole, solver, models } = this.linked
      this.cleanedMarkup = new Set()
      for (const [path, sanitizers] of models.flows.sanitizers)
        for (const { spot, clears } of sanitizers)
          if (clears & bitOf('html'))
            for (const call of solver.callsOfPath.get(path) ?? []) this.cleanedMarkup.add(whole.args(call)[Number(spot)] ?? -1)
    }
    return this.cleanedMarkup.has(text)
  }
}
