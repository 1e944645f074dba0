/** What a detector of configuration faults is given, and what it gives back. */
import type { SettingFact, SettingsFacts, SettingsFormat } from '../../../graph'
import type { ConfigurationFault, Evidence } from '../../../types'
import type { KnownQuality } from '../known'

export type ConfigurationDetector = (known: KnownQuality) => ConfigurationFault[]

export function settingsFiles({ extracted }: KnownQuality, ...formats: SettingsFormat[]): SettingsFacts[] {
  return (extracted.settings ?? []).filter(({ format, path }) => formats.includes(format) && !isSample(path))
}

/** Files that show how something is done, or that tests feed on: nothing runs from them. */
export const isSample = (path: string): boolean => /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|samples?|templates?|demos?|vendor)\//i.test(path)

export function placeOf(file: { path: string }, { line, text }: Pick<SettingFact, 'line' | 'text'>): Evidence {
  return { file: file.path, line, text }
}

/** What stands in a file of operation: an image, a container, a pipeline. */
export const operationFault = (
  file: { path: string },
  form: string,
  subject: string,
  setting: Pick<SettingFact, 'line' | 'text'>,
  detail: string,
  more: Partial<ConfigurationFault> = {},
): ConfigurationFault => ({
  kind: 'ci-container-misconfig',
  form,
  subject,
  at: placeOf(file, setting),
  evidence: [],
  detail,
  confidence: 'high',
  ...more,
})

/** Settings below a way; `*` stands for any one step. */
export function below(file: SettingsFacts, ...way: string[]): SettingFact[] {
  return file.settings.filter(
    (setting) => setting.way.length >= way.length && way.every((step, index) => step === '*' || step === setting.way[index]),
  )
}

/** Settings at a way, no deeper. */
export function at(file: SettingsFacts, ...way: string[]): SettingFact[] {
  return file.settings.filter(
    (setting) => setting.way.length === way.length && way.every((step, index) => step === '*' || step === setting.way[index]),
  )
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
