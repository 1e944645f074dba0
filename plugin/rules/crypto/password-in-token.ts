import { textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'password-in-token',
  size: 'medium',
  class: 'jwt-verification',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [522, 312],
  title: 'A password, or a whole account, is put into a signed token',
  why: 'The contents of a signed token are encoded, not encrypted: the browser, every proxy and every service that sees it can read them, also when it has expired.',
  impact: [
    'Passwords and their hashes are read from tokens in logs, caches and browsers',
    'Fields that are added to the account later leak without anybody noticing',
  ],
  fix: 'Put an identifier into the token and look the rest up on the server.',
  code: 'jwt.sign({ sub: user.id }, key)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html', 'https://www.rfc-editor.org/rfc/rfc7519'],
  of: ['token-payload'],
  fault: ({ values, api }) => {
    const name = textOf(values.name) ?? ''
    if (textOf(values.way) === 'one of many')
      return {
        confidence: 'medium',
        description: `\`${api}\` makes a token of an object that may be any of many; one of them has \`${name}\`, which everyone who holds the token could read.`,
      }
    return textOf(values.way) === 'password'
      ? { confidence: 'high', description: `\`${api}\` puts \`${name}\` into a token that everyone who holds it can read.` }
      : {
          confidence: textOf(values.way) === 'model' ? 'low' : 'medium',
          description: `\`${api}\` puts \`${name}\` into a token with everything it has, which everyone who holds the token can read.`,
        }
  },
})
