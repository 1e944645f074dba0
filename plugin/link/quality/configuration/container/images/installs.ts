/** Installs that may go past the lock file. */
import { commandsOf, LOCKED, unlockedInstall } from '../install'
import { fault, type ImageCheck } from './shipped'

export const installs: ImageCheck = (image) =>
  image.stages.flatMap(({ instructions }) =>
    instructions.flatMap(({ keyword, value, setting }) => {
      if (keyword !== 'RUN') return []
      return commandsOf(value).flatMap(({ text, line }) => {
        const how = unlockedInstall(text)
        if (!how) return []
        const hasLock = image.known.files.some(({ path }) =>
          /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/.test(path),
        )
        const at = { line: setting.line + line, text: line === 0 ? setting.text : text }
        return [
          fault(
            image,
            'unlocked install',
            how,
            at,
            `\`${how}\` ${hasLock ? 'may go past the lock file' : 'has no lock file to follow'}: the image gets whatever versions are newest on the day it is built.`,
            { values: { command: LOCKED[how] as string, written: text, lock: hasLock ? 'yes' : 'no' } },
          ),
        ]
      })
    }),
  )
