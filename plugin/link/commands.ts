/** What jobs of build servers and the making of images run. In: settings files. Out: one command a line of their scripts, in their order. */
import type { SettingFact, SettingsFacts } from '../graph'
import type { RunCommand } from '../types'

/** Keys under which a pipeline keeps a script, as text or as a list of texts: GitHub, GitLab, CircleCI, Travis, Azure, Bitbucket, Drone. */
const SCRIPTS = /^(?:run|command|commands|script|before_script|after_script|before_install|install|after_success|before_deploy|bash|pwsh|powershell)$/
/** What such a step is handed, where an action runs the command. A `script` is code for that action, and no shell reads it. */
const HANDED = /^(?:command|run|cmd|start|build|install-command|test-script)$/

export function commandsOf(files: readonly SettingsFacts[]): RunCommand[] {
  return files.flatMap(({ path, format, settings }) => {
    const by = format === 'dockerfile' ? 'image' : format === 'workflow' || format === 'pipeline' ? 'build server' : undefined
    if (by === undefined) return []
    return settings
      .filter((setting) => (by === 'image' ? setting.way.at(-1) === 'RUN' : isScript(setting)))
      .flatMap((setting) => linesOf(path, setting, by))
  })
}

function isScript({ way, value }: SettingFact): boolean {
  if (value === '') return false
  const [key, above] = [way.at(-1) ?? '', way.at(-2) ?? '']
  if (/^\d+$/.test(key)) return SCRIPTS.test(above)
  return above === 'with' ? HANDED.test(key) : SCRIPTS.test(key)
}

function linesOf(file: string, { value, line, text }: SettingFact, by: RunCommand['by']): RunCommand[] {
  const lines = value.split('\n')
  return lines.flatMap((each, index) => {
    const command = each.trim()
    if (command === '' || /^(?:#|echo\b|printf\b)/.test(command)) return []
    return [{ command, by, at: { file, line: line + index, text: lines.length === 1 ? text : command } }]
  })
}
