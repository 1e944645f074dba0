/** Secrets that are written into files: those of settings are where a program, or a tool that builds one, has them. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const written = (file: string, sure: string) =>
  check({
    'build.ts': `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
export function write(folder: string, config: { storePath: string; signingPassword: string }) {
  const to = join(folder, ${file})
  const content = \`
signing {
  storeFile file("\${config.storePath}")
  storePassword "\${config.signingPassword}"
}\`
  writeFileSync(to, content) // sensitive-data-in-storage: ${sure}
}
`,
  })

describe('a password for signing', () => {
  test('in a file of settings', async () => {
    for (const file of ["'tool.config.ts'", "'android', 'app', 'build.gradle'", "'gradle.properties'", "'mobile-cfg.json'", "'config.json'"])
      await written(file, 'medium')
  })

  test('in another file', async () => {
    for (const file of ["'accounts.ts'", "'android', 'app', 'notes.txt'", "'reconfig.json'", "'users.json'"]) await written(file, 'high')
  })
})
