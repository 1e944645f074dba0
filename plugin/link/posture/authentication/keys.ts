/** Keys and secrets, by where they come from. In: the ways in which one is told. Out: words for them, and whether that is as it should be. */
import { listed, type State } from './control'
import type { Told } from './told'

/** Where a key comes from, in words; never what it is. */
export function sourceOf(ways: readonly Told[]): string {
  return listed(
    ways.map(({ from, name, text, byName }) =>
      from === 'code'
        ? `hardcoded${byName ? ' under its name' : ''}`
        : from === 'environment'
          ? `environment variable ${name}${text === undefined ? '' : ', with a value in the code where it is not set'}`
          : from === 'setting'
            ? `setting ${name}`
            : from === 'file'
              ? `file ${name}`
              : from === 'made'
                ? 'made at start'
                : '',
    ),
  )
}

export function keyState(ways: readonly Told[]): State {
  if (ways.length === 0 || ways.every(({ from }) => from === 'unknown')) return 'unknown'
  if (ways.some(({ from }) => from === 'code')) return 'fail'
  return ways.some(({ text }) => text !== undefined) ? 'partial' : 'pass'
}
