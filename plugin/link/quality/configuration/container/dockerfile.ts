/** A Dockerfile as its stages. In: its instructions. Out: the stages with what each sets, and the one that is shipped. */
import type { SettingFact, SettingsFacts } from '../../../../graph'

export interface Stage {
  /** As `FROM` names it, variables filled in. */
  image: string
  name: string | undefined
  /** The stage it begins with, where that is another of the file. */
  base: Stage | undefined
  from: SettingFact
  instructions: { keyword: string; value: string; setting: SettingFact }[]
}

export function stagesOf(file: SettingsFacts): Stage[] {
  const stages: Stage[] = []
  const variables = new Map<string, string>()
  for (const setting of file.settings) {
    const [, keyword = ''] = setting.way
    const value = filled(setting.value, variables)
    if (keyword === 'ARG' || keyword === 'ENV') for (const [name, given] of assignments(setting.value)) variables.set(name, filled(given, variables))
    if (keyword === 'FROM') {
      const [, image = '', name] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(value) ?? []
      stages.push({
        image,
        name,
        base: stages.find((stage) => stage.name !== undefined && stage.name.toLowerCase() === image.toLowerCase()),
        from: setting,
        instructions: [],
      })
    } else stages.at(-1)?.instructions.push({ keyword, value, setting })
  }
  return stages
}

/** `ENV A=1 B=2`, `ENV A 1`, `ARG A=1`; a name without a value has none. */
export function assignments(value: string): [name: string, value: string][] {
  const pairs = [...value.matchAll(/(\w+)=("[^"]*"|'[^']*'|[^\s\\]*)/g)].map(([, name, given]): [string, string] => [
    name as string,
    (given as string).replace(/^["']|["']$/g, ''),
  ])
  if (pairs.length > 0) return pairs
  const [, name, given] = /^(\w+)(?:\s+(.*))?$/s.exec(value) ?? []
  return name === undefined ? [] : [[name, given ?? '']]
}

function filled(text: string, variables: Map<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)/g,
    (written, braced?: string, fallback?: string, plain?: string) => variables.get(braced ?? (plain as string)) ?? fallback ?? written,
  )
}
