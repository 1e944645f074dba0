import { counted, firstOf, ofKind, type Style } from './scene'

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
    fit: 50 + Math.min(10, libraries.length) - commands.length,
  }
}
