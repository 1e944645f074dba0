/** A workflow as its jobs and steps. In: its settings. Out: jobs, each with what its steps use and run. */
import type { SettingFact, SettingsFacts } from '../../../../graph'
import { at } from '../detector'

export interface Step {
  uses: SettingFact | undefined
  run: SettingFact | undefined
  name: string
  with: Map<string, SettingFact>
  settings: SettingFact[]
}

export interface Job {
  name: string
  setting: SettingFact
  steps: Step[]
  settings: SettingFact[]
}

export function jobsOf(file: SettingsFacts): Job[] {
  const composite = at(file, 'runs', 'steps')[0]
  if (composite) return [{ name: 'action', setting: composite, steps: stepsOf(file, ['runs', 'steps']), settings: [] }]
  const settings = new Map<string, SettingFact[]>()
  for (const setting of file.settings)
    if (setting.way[0] === 'jobs' && setting.way.length > 1)
      settings.set(setting.way[1] as string, [...(settings.get(setting.way[1] as string) ?? []), setting])
  return [...settings].map(([name, own]) => ({ name, setting: own[0] as SettingFact, steps: stepsOf(file, ['jobs', name, 'steps']), settings: own }))
}

function stepsOf(file: SettingsFacts, way: string[]): Step[] {
  const steps = new Map<string, SettingFact[]>()
  for (const setting of file.settings) {
    if (setting.way.length <= way.length || !way.every((step, index) => step === setting.way[index])) continue
    const index = setting.way[way.length] as string
    steps.set(index, [...(steps.get(index) ?? []), setting])
  }
  return [...steps.values()].map((settings) => {
    const key = (name: string) => settings.find((setting) => setting.way.length === way.length + 2 && setting.way.at(-1) === name)
    return {
      uses: key('uses'),
      run: key('run'),
      name: key('name')?.value ?? '',
      with: new Map(
        settings
          .filter((setting) => setting.way.length === way.length + 3 && setting.way.at(-2) === 'with')
          .map((setting) => [setting.way.at(-1) as string, setting]),
      ),
      settings,
    }
  })
}

/** The line of a script at which a command stands. */
export function lineOf(run: SettingFact, below: number, text: string): { line: number; text: string } {
  return { line: run.line + below, text: below === 0 && !run.value.includes('\n') ? run.text : text }
}
