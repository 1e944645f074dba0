/** Several ways to meet the same: one is enough. */
import { anyOf } from '../outcome'
import type { Check } from './check'

export function any(checks: Record<string, Check>): Check {
  return {
    wrong(asked) {
      if (!Array.isArray(asked) || asked.length < 2) return 'is no list of two or more; expected checks of which one is enough'
      for (const ref of asked) {
        const [name, rest] = Object.entries(ref as object)[0] ?? ['', undefined]
        const it = checks[name]
        if (!it) return `has "${name}"; expected one of ${Object.keys(checks).join(', ')}`
        const wrong = it.wrong(rest)
        if (wrong !== undefined) return `has "${name}", which ${wrong}`
      }
      return undefined
    },
    judge: (asked, scene, selected) =>
      anyOf(
        (asked as Record<string, unknown>[]).map((ref) => {
          const [name, rest] = Object.entries(ref)[0]!
          return checks[name]!.judge(rest, scene, selected)
        }),
      ),
  }
}
