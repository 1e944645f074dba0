import { counted, firstOf, ofKind, type Style } from './scene'

/** A program that is called from a shell. */
export const commandLine: Style = (scene) => {
  const commands = ofKind(scene, 'command')
  if (commands.length === 0 || ofKind(scene, 'backend', 'frontend', 'function', 'worker').length > 0) return undefined
  const doors = commands.reduce((sum, each) => sum + each.doors.length, 0)
  return {
    name: 'command-line tool',
    reasons: [
      { text: doors > 0 ? `Its entry points are ${counted(doors, 'command')}.` : 'It is installed as a command.', evidence: firstOf(commands) },
    ],
    against: [],
    fit: 60,
  }
}
