import { isMissing, isOn, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'file-system-race',
  class: 'race-condition',
  phase: 'Input Validation',
  cvss: 'AV:L/AC:H/PR:L/UI:N/S:U/C:N/I:H/A:L',
  cwe: [367],
  title: 'A file may change between the look at it and its use',
  why: 'The file is looked at by name, and then written by the same name. In between another process can put a different file, or a link, in its place.',
  impact: ['Data ends up in a file that somebody else chose', 'Whatever the look had found out no longer holds'],
  fix: 'Open the file once with the flags that say what you expect, and handle the error; work on the handle from there.',
  code: "const file = await open(name, 'wx', 0o600)",
  references: [
    'https://nodejs.org/api/fs.html',
    'https://owasp.org/www-community/vulnerabilities/Time_of_check_Time_of_use',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  of: ['file-change'],
  fault: ({ values, api, at }) => {
    const { look, operators } = values
    if (isMissing(look)) return undefined
    const isOperators = isOn(operators)
    return {
      confidence: isOperators ? 'low' : 'medium',
      trace: look?.at ? [look.at, at] : [at],
      description: `The file is looked at by name with \`${textOf(look)}\`, and then changed by the same name with \`${api}\`. In between another process can put a different file, or a link, in its place.${isOperators ? ' Only whoever runs the program says where it is and what is written there: it matters where others may write to that directory.' : ''}`,
    }
  },
})
