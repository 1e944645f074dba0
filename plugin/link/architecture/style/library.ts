import { counted, firstOf, ofKind, type Style } from './scene'

/** Packages to each command, up to which the commands are what the repository is known for. */
const MOST_BESIDE = 5

/** Packages that others install; nothing runs on its own. */
export const library: Style = (scene) => {
  const libraries = ofKind(scene, 'library')
  if (libraries.length === 0 || ofKind(scene, 'backend', 'frontend', 'function', 'worker').length > 0) return undefined
  const commands = ofKind(scene, 'command')
  return {
    name: 'library',
    reasons: [
      {
        text: `${counted(libraries.length, 'package')} hold code for others, and nothing listens, draws pages or waits for messages.`,
        evidence: firstOf(libraries),
      },
    ],
    against: commands.length > 0 ? [{ text: `${counted(commands.length, 'package')} can be run as a command.`, evidence: firstOf(commands) }] : [],
    // A few commands among many packages are the way into them; one command with a few packages is what they are for.
    fit: 50 + Math.min(10, libraries.length) - commands.length + (libraries.length > MOST_BESIDE * commands.length ? 10 : 0),
  }
}
