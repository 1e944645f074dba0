/** A library that manifests name. */
import Joi from 'joi'
import { listed, type Outcome, outcome } from '../outcome'
import { check, says } from './check'

interface Asked {
  /** Whole names; `@scope/*` stands for all of a scope. */
  of: string[]
  what: string
  found: Outcome['says']
  none: Outcome['says']
  /** Development tools count too. */
  tools: boolean
}

export const packages = check<Asked>(
  Joi.object({
    of: Joi.array().items(Joi.string()).min(1).required(),
    what: Joi.string().required(),
    found: says.default('met'),
    none: says.default('not met'),
    tools: Joi.boolean().default(false),
  }),
  ({ of, what, found, none, tools }, scene) => {
    const there = [...scene.packages].filter(([name, { scope }]) => (tools || scope !== 'dev') && of.some((asked) => matches(asked, name)))
    if (there.length > 0) {
      const names = listed(there.map(([name]) => name))
      const lines = there.map(([, { at }]) => at)
      const imports = scene.program.imported?.filter(({ name }) => there.some(([it]) => it === name)).map(({ at }) => at)
      // What is installed and used nowhere does nothing; tools are run by others than the code.
      if (found === 'met' && !tools && imports?.length === 0)
        return outcome('partly', `${capital(what)}: ${names}, named by a manifest; no import was seen.`, lines)
      return outcome(found, `${capital(what)}: ${names}.`, [...(imports ?? []), ...lines])
    }
    // To pass for what is not there, there must have been something to look through.
    const [first] = [...scene.packages.values()]
    return outcome(
      none === 'met' && !first ? 'unknown' : none,
      `Looked for ${what} among ${scene.packages.size} packages of the manifests (${listed(of, 8)}): none.`,
      none === 'met' && first ? [first.at] : [],
    )
  },
)

export const matches = (asked: string, name: string): boolean => (asked.endsWith('*') ? name.startsWith(asked.slice(0, -1)) : asked === name)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
