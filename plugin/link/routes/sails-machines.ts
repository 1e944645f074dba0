/**
 * Machines of Sails: actions and helpers that say what they take under `inputs`, and do it in `fn`. In: the root of an application.
 * Out: nothing but what is known from then on: inputs of an action come from outside, and `sails.helpers.mail.send.with({ to })`
 * calls `fn` of `api/helpers/mail/send`.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { exportedMember } from './actions'

/** The framework makes sure of the types that `inputs` name before `fn` runs. */
export function introduceMachine({ models, solver, whole }: Linked, functions: readonly number[]): void {
  const type = models.paths.root('type:sails/Inputs')
  for (const fn of functions) {
    const [inputs] = whole.functions[fn]?.params ?? []
    if (inputs !== undefined && solver.of(inputs).length === 0) solver.add(inputs, solver.labels.of(LabelKind.Api, type))
  }
  solver.resume()
}

export function tieHelpers(linked: Linked, root: string): void {
  const { whole, solver } = linked
  const folder = `${root}api/helpers/`.toLowerCase()
  const files = new Map(
    whole.files.flatMap(({ path }, file) => {
      const place = path.toLowerCase().replace(/\.\w+$/, '')
      return place.startsWith(folder) ? [[place.slice(folder.length), file] as const] : []
    }),
  )
  if (files.size === 0) return
  for (const call of lookupOf(whole).of(Kind.Call)) {
    const callee = whole.a[call] as number
    const file = files.get(helperCalled(linked, callee)?.join('/') ?? '')
    if (file === undefined) continue
    for (const fn of exportedMember(linked, file, 'fn')) solver.add(callee, solver.labels.of(LabelKind.Function, fn))
  }
  solver.resume()
}

/** `mail`, `send-all` of `sails.helpers.mail.sendAll`, with or without `.with` behind it. */
function helperCalled({ whole, values }: Linked, callee: number): string[] | undefined {
  const steps: string[] = []
  let at = callee
  while (at >= 0 && whole.kind[at] === Kind.Load) {
    const name = whole.text(whole.b[at] as number)
    at = whole.a[at] as number
    if (name === 'helpers') return values.nameOf(at) === 'sails' ? steps : undefined
    if (name !== 'with' || steps.length > 0) steps.unshift(fileNameOf(name))
  }
  return undefined
}

/** Files are named in words with hyphens, members in one word. */
const fileNameOf = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
