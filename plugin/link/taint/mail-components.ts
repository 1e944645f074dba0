/**
 * Elements of mail. In: an element. Out: whether its file builds on components of a library for mail: what they make is read by a mail
 * program, which runs no script and knows no page that one could run on.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'

const OF_MAIL = /^(?:@react-email\/|react-email$|@jsx-email\/|jsx-email$|@?[\w-]*\/?mjml-react$|@vue-email\/|vue-email$)/

const known = new WeakMap<Linked, ReadonlySet<number>>()

export function isInMail(linked: Linked, node: number): boolean {
  const { whole } = linked
  let files = known.get(linked)
  if (!files) {
    files = new Set(
      [...lookupOf(whole).of(Kind.Import)].filter((at) => OF_MAIL.test(whole.text(whole.a[at] as number))).map((at) => whole.fileOf(at)),
    )
    known.set(linked, files)
  }
  return node < whole.size && files.has(whole.fileOf(node))
}
