import type { SourceKind } from '../../types'
import { isOfThePage } from '../html-rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'
import { isHeadlessBrowser } from './headless-browser-injection'
import { isDatabaseScript } from './nosql-injection'

const METRICS: Partial<Record<SourceKind, Record<string, string>>> = {
  browser: { UI: 'R', S: 'C', C: 'L', I: 'L', A: 'N' },
  library: { AV: 'L', PR: 'L' },
}

/** `script.textContent` */
const SCRIPT_TEXT = /\.(?:textContent|innerText|text)$/

const byFlow = taintRule({
  id: 'code-injection',
  size: 'medium',
  class: 'code-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [94, 95],
  title: 'Outside data is run as code',
  why: 'Text that is compiled does whatever it says, with everything the program may do.',
  impact: ['The server is taken over', 'Scripts run in the pages of other visitors'],
  fix: 'Do without compiling text: parse data with `JSON.parse`, look up functions in a map with fixed keys.',
  code: "const actions = new Map([['start', start], ['stop', stop]])\nactions.get(request.body.action)?.()",
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/eval',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'stored', 'response', 'library', 'parameter'],
  to: ['code'],
  where: (flow) => !isDatabaseScript(flow) && !isHeadlessBrowser(flow),
  // To run the text it is handed may be what a library is for; to put a part of it into code of its own is not.
  // Text of the page that becomes a script there is mostly a script already.
  most: (flow) => ((flow.source === 'library' && !flow.composed) || (SCRIPT_TEXT.test(flow.api) && isOfThePage(flow)) ? 'low' : undefined),
  metrics: ({ source }) => METRICS[source],
})

/** A fixed script that is handed outside data does harm only where it compiles them in turn. */
const FIXED_SCRIPT = /\brunIn(?:New)?Context\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*[,)]/i

function runsFixedScript(text: string): boolean {
  const script = FIXED_SCRIPT.exec(text)?.[2]
  return script !== undefined && !script.includes('${') && !/(?:eval|Function|compile)\b/i.test(script)
}

export default atMost(byFlow, ({ at }) => (runsFixedScript(at.text) ? 'low' : undefined))
