import type { Evidence, Program, Usage } from '../../types'
import { textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'timing-unsafe-comparison',
  class: 'timing-attack',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [208, 203],
  title: 'A secret is compared by an operator that stops early',
  why: 'The operator returns at the first character that differs. Over many attempts the time it takes tells how many characters were right.',
  impact: ['Signatures, keys and tokens are found character by character'],
  fix: 'Compare two hashes of the same length by `crypto.timingSafeEqual`.',
  code: 'const same = timingSafeEqual(sha256(given), sha256(expected))',
  references: ['https://nodejs.org/api/crypto.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html'],
  of: ['secret-comparison'],
  fault: ({ values, at }, program) => {
    const [name, way] = [textOf(values.name) ?? '', textOf(values.way)]
    const what = name ? `\`${name}\`` : 'A computed signature'
    const told = `${what} is compared by an operator, whose time tells how much of it was right.`
    // In a page whoever could measure the time holds both sides.
    if (isOfPage(program, at))
      return { confidence: 'low', description: `${told} The file seems to run in pages alone, where its own visitor has both sides.` }
    return {
      // Where the other side is a secret in the code, that it stands there is the fault.
      confidence: way === 'token' || (way === 'literal' && isWritten(program.usages, at)) ? 'low' : 'medium',
      description: told,
    }
  },
})

const isWritten = (usages: Usage[], { file, line }: Evidence) =>
  usages.some(({ kind, at }) => kind === 'written-secret' && at.file === file && at.line === line)

/** In a file of pages, where no door is and none leads to. */
const isOfPage = ({ usages, entryPoints, reached }: Program, { file, line }: Evidence): boolean =>
  usages.some(({ kind, at }) => kind === 'page-code' && at.file === file) &&
  !entryPoints.some(({ at }) => at.file === file) &&
  !reached.some((each) => each.file === file && each.line <= line && line <= each.endLine && each.routes.length > 0)
