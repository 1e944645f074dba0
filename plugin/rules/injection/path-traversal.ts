import type { Flow } from '../../types'
import { defineRule, type Hit } from '../rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'
import { withoutConfined } from '../unpacked-by-library'
import { isModuleLoad } from './module-injection'

const byFlow = taintRule({
  id: 'path-traversal',
  class: 'path-traversal',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: [22, 73],
  title: 'Outside data names a file',
  why: 'A name with `..` or a leading slash leaves the directory it was meant for.',
  impact: ['Configuration, keys and source code are read', 'Files are overwritten or deleted'],
  fix: 'Take the last segment of the name only, or resolve the path and make sure that it still begins with the directory.',
  code: "const file = path.resolve(root, name)\nif (!file.startsWith(root + path.sep)) throw new Error('not here')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/Path_Traversal',
  ],
  from: ['request', 'message', 'parameter'],
  to: ['path'],
  where: (flow) => !isModuleLoad(flow),
})

/** A path that was put together, and is not seen to be opened: whoever takes it may well check it first. */
export const isOnlyMade = ({ sink, library }: Flow) => sink === 'path' && library === 'path'

/** `directory + name + '.json'`: only files of that kind can be reached. */
const FIXED_ENDING = /\+\s*(['"`])[^'"`/\\]*\.\w{2,5}\1|\$\{[^}]*\}[^`/\\$]*\.\w{2,5}`/

const byFile = defineRule({
  ...byFlow,
  check: (all) => {
    const program = withoutConfined(all)
    const opened = new Set(program.flows.filter((flow) => flow.sink === 'path' && !isOnlyMade(flow)).map(sourceOf))
    const checked = new Set(program.usages.filter(({ kind }) => kind === 'path-check').map(({ at, around }) => `${at.file} ${around}`))
    const made = program.flows.filter((flow) => isOnlyMade(flow) && !opened.has(sourceOf(flow)) && !checked.has(`${flow.at.file} ${flow.around}`))
    return [
      ...byFlow.check({ ...program, flows: program.flows.filter((flow) => !isOnlyMade(flow)) }),
      ...byFlow.check({ ...program, flows: made }).map((hit): Hit => ({ ...hit, confidence: 'low' })),
    ]
  },
})

export default atMost(byFile, ({ trace = [] }) => (trace.slice(-3).some(({ text }) => FIXED_ENDING.test(text)) ? 'medium' : undefined))

const sourceOf = ({ from, origin }: Flow) => `${from.file}:${from.line} ${origin}`
