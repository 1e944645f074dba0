import type { Usage } from '../../types'
import { defineRule } from '../rule'

export default defineRule({
  id: 'misleading-regex',
  class: 'input-validation',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [20, 185],
  title: 'Regular expression matches more than it says',
  why: 'The expression lets through texts that its author meant to keep out.',
  impact: ['A check of a host, a name or a sign passes what it should refuse', 'The fault cannot be seen with the texts that are usually tried'],
  fix: 'Escape dots, anchor both ends, put choices in a group, and write ranges for upper and lower case apart.',
  code: '// before: /^www.example.com|api.example.com/\nconst hosts = /^(?:www|api)\\.example\\.com$/',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Regular_expressions',
    'https://owasp.org/www-community/OWASP_Validation_Regex_Repository',
    'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages.flatMap((use) => {
      const description = use.kind === 'regex-fault' && !use.test ? said(use) : undefined
      return description
        ? [
            {
              subject: `${use.around || use.at.file} regex`,
              at: use.at,
              around: use.values.pattern?.texts[0] ?? '',
              confidence: 'medium' as const,
              description,
            },
          ]
        : []
    }),
})

/** Methods that decide something; the others take a text apart. */
const DECIDES = new Set(['test', 'exec', 'match', 'matchAll', 'search'])

/** Methods that answer with yes, no or a place, and not with a part of the text. */
const ANSWERS = new Set(['test', 'search'])

/** Whether a part of what stands behind the host is taken out, and nothing asks whether it matches alone: the host is not what is asked for. */
function takesApart(pattern: string, host: string, methods: readonly string[]): boolean {
  if (methods.some((method) => ANSWERS.has(method))) return false
  const ending = host.slice(host.lastIndexOf('.') + 1)
  const behind = pattern.slice(pattern.lastIndexOf(ending) + ending.length)
  return ending !== '' && pattern.includes(ending) && /(?<!\\)\((?!\?)|\(\?<[a-z]/i.test(behind)
}

function said({ values }: Usage): string | undefined {
  const [detail = ''] = values.detail?.texts ?? []
  const methods = values.methods?.texts ?? []
  const decides = methods.some((method) => DECIDES.has(method))
  const isHost = !takesApart(values.pattern?.texts[0] ?? '', detail, methods)
  switch (values.fault?.texts[0]) {
    case 'dot':
      // What is replaced or split at another host, too, is no check of one.
      if (methods.length > 0 && !decides) return undefined
      return `The dot in front of \`${detail}\` stands for any character, so that other hosts match, too.`
    case 'wildcard':
      if (!isHost) return undefined
      return `Anything may stand in front of \`${detail}\`, a slash included, so that the host of the address can be another one.`
    case 'no start':
      return decides && isHost ? `\`${detail}\` may stand anywhere in the text, and any host may stand in front of it.` : undefined
    case 'no end':
      return decides ? `The host name may go on after \`${detail}\`: it needs a slash or the end of the text behind it.` : undefined
    case 'precedence':
      return `The anchor in \`${detail}\` belongs to this choice alone; the other choices match anywhere.`
    case 'ends apart':
      return methods.some((method) => ANSWERS.has(method))
        ? `In \`${detail}\` the first anchor belongs to the first choice alone and the last to the last: texts that go on, or begin otherwise, match as well.`
        : undefined
    case 'range':
      return `The range \`${detail}\` holds more characters than its ends suggest, among them signs or letters of another kind.`
    case 'lost escape':
      if (detail === '\\b') return 'A text takes `\\b` for a backspace: the regular expression looks for that sign, and for no end of a word.'
      return `\`${detail}\` in a text is the same as \`${detail.slice(1)}\`: the regular expression never sees the backslash.`
    default:
      return undefined
  }
}
