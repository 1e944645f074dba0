/** Whether a call that is a sink under a condition is one where it stands: by a setting, by how a text begins. */
import type { SinkModel } from '../../flow-models'
import type { Linked } from '../../linked'
import { settingAt } from '../../usages/setting'
import { beginningOf } from '../texts'

export function isWhen(linked: Linked, call: number, when: NonNullable<SinkModel['when']>): boolean {
  if (when.begins !== undefined) {
    const at = linked.whole.args(call)[Number(when.place)]
    return at !== undefined && beginningOf(linked, at).text.trimStart().startsWith(when.begins)
  }
  const { state, texts } = settingAt(linked, call, when.place)
  if (when.missing && state === 'missing') return true
  if (when.is !== undefined) return texts.includes(when.is)
  if (when.not !== undefined) return !texts.includes(when.not)
  return !when.missing && state !== 'missing'
}
