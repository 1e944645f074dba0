import type { Flow } from '../../types'
import { taintRule } from '../taint-rule'

/** Starts a program without a shell, unless it is told to. */
const WITHOUT_SHELL = /(?:^|\.)(?:execa|execaSync|execaNode|spawn\w*|execFile\w*|fork|foregroundChild)$/
const SHELL = /\bshell\s*:|['"`](?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh['"`]|['"`](?:cmd|powershell|pwsh)(?:\.exe)?['"`]|['"`]-c['"`]/

/** Whoever runs a tool, or calls a library, may say which program it starts: no shell reads what they write. */
const choosesProgram = ({ source, api, at, trace }: Flow): boolean =>
  (source === 'environment' || source === 'library') && WITHOUT_SHELL.test(api) && ![at, ...trace.slice(-2)].some(({ text }) => SHELL.test(text))

/** A line end and a backtick are no good inside of a code span. */
const characterOf = (character: string): string => ({ '\n': 'line ends', '\r': 'line ends', '`': 'backticks' })[character] ?? `\`${character}\``

const WHY = 'A shell reads the whole line, and characters such as `;`, `|`, `&` and `$( )` inside a value start commands of their own.'

export default taintRule({
  id: 'command-injection',
  class: 'command-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [78, 77],
  title: 'Outside data becomes part of a command line',
  why: WHY,
  impact: ['Any program runs with the rights of the server', 'Files, keys and neighbouring systems are within reach'],
  fix: 'Start the program without a shell and hand arguments over as a list: `execFile(program, [argument])`. Choose the program from a fixed list.',
  code: "execFile('convert', ['--', upload, 'small.png'])",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html',
    'https://nodejs.org/api/child_process.html',
  ],
  from: ['request', 'browser', 'message', 'environment', 'response', 'stored', 'library', 'parameter'],
  to: ['command'],
  // Whoever sets the environment of a process runs programs already.
  where: (flow) => (flow.source !== 'environment' || !/\benv\b/.test(flow.origin)) && !choosesProgram(flow),
  describe: ({ origin, api, letsThrough }) =>
    letsThrough === undefined
      ? `${WHY} Here \`${origin}\` reaches \`${api}\`.`
      : `A shell reads the whole line. The check in front of \`${origin}\` lets ${characterOf(letsThrough)} pass, which is more than text where the value stands in what \`${api}\` runs.`,
  metrics: ({ source }) => (source === 'library' ? { AV: 'L', PR: 'L' } : undefined),
})
