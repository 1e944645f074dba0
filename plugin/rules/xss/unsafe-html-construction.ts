import type { Evidence } from '../../types'
import { defineRule } from '../rule'
import { type TaintRule, taintRule } from '../taint-rule'

const definition: TaintRule = {
  id: 'unsafe-html-construction',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 116],
  title: 'A package builds markup from what its users pass',
  why: 'Users of the package pass plain text, and cannot know that it becomes part of the page as markup.',
  impact: ['Every site that uses the package may be open to scripts in ordinary text'],
  fix: 'Escape parameters where markup is put together, or say in the name of the option that it takes markup.',
  code: "element.innerHTML = '<span>' + escapeHtml(label) + '</span>'",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/xss/',
  ],
  from: ['library'],
  to: ['html'],
}

/** A tag beside a value: `'<b>' + name`, `<b>${name}`, `['<b>', name].join('')`. A parameter that is written as it came is meant to be markup. */
const BUILDS =
  /['"`][^'"`]*<\/?[a-zA-Z][^'"`]*(?:['"]\s*(?:\+|\.concat\()|\$\{)|(?:\+|\})\s*['"`]?[^'"`]*<\/?[a-zA-Z]|\[[^\]]*['"`][^'"`]*<\/?[a-zA-Z][^\]]*\]\.join\(|\bformat\(\s*['"`][^'"`]*<[a-zA-Z][^'"`]*%s/

const builds = ({ text }: Evidence) => BUILDS.test(text)

/** Told where the markup is put together, which may be far from where it is written. */
export default defineRule({
  ...taintRule(definition),
  check: (program) =>
    taintRule({ ...definition, where: ({ trace, at }) => [...trace, at].some(builds) })
      .check(program)
      .map((hit) => {
        const at = [...(hit.trace ?? []), hit.at].find(builds) ?? hit.at
        return { ...hit, at }
      }),
})
