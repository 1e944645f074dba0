/** What the finding says of a check that lets too much through. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4' } })

/** The description of what is found in line 4 of a handler. */
async function descriptionOf(check: string, command: string): Promise<string | undefined> {
  const text = [
    "import { exec } from 'node:child_process'; import express from 'express'; const app = express()",
    "app.get('/word', (request, response) => {",
    `  if (${check}) return response.end()`,
    `  exec(${command})`,
    '})',
  ].join('\n')
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, 'server.js': text })))
  return findings.find(({ rule, at }) => rule === 'command-injection' && at.line === 4)?.description
}

const WORD = `\${request.query.word}`

test.each([
  ['the backtick in double quotes', '!/^[^"$]*$/.test(request.query.word)', `\`say "${WORD}"\``, /lets backticks pass/],
  ['the dollar sign in double quotes', '!/^[a-z$"]*$/.test(request.query.word)', `\`say "${WORD}"\``, /lets `\$` pass/],
  ['what ends single quotes', "!/^[a-z';]*$/.test(request.query.word)", `\`say '${WORD}'\``, /lets `'` pass/],
  ['what ends a command outside of quotes', '!/^[a-z;]*$/.test(request.query.word)', `'say ' + request.query.word`, /lets `;` pass/],
  ['nothing of a check that is none', '!/[a-z]/.test(request.query.word)', `'say ' + request.query.word`, /characters such as/],
])('%s', async (_, check, command, said) => expect(await descriptionOf(check, command)).toMatch(said))

test('nothing where none gets through', async () => {
  expect(await descriptionOf('!/^[a-z;$]*$/.test(request.query.word)', `\`say '${WORD}'\``)).toBeUndefined()
})
