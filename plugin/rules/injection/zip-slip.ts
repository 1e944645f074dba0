import { defineRule } from '../rule'
import { taintRule } from '../taint-rule'
import { withoutConfined } from '../unpacked-by-library'
import { isModuleLoad } from './module-injection'
import { isOnlyMade } from './path-traversal'

const rule = taintRule({
  id: 'zip-slip',
  class: 'path-traversal',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:H/A:L',
  cwe: [22, 29],
  title: 'A name out of an archive or an answer becomes a path',
  why: 'Entries of archives name their own place, and answers of other services may name any; with `..` they leave the directory.',
  impact: ['Files outside the target directory are overwritten', 'Overwritten scripts and settings run later'],
  fix: 'Resolve each name against the target directory and skip what does not begin with it.',
  code: 'const file = path.resolve(target, entry.path)\nif (!file.startsWith(target + path.sep)) continue',
  references: [
    'https://security.snyk.io/research/zip-slip-vulnerability',
    'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html',
  ],
  from: ['response'],
  to: ['path'],
  where: (flow) => !isModuleLoad(flow) && !isOnlyMade(flow),
})

export default defineRule({ ...rule, check: (program) => rule.check(withoutConfined(program)) })
