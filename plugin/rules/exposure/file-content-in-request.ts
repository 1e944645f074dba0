import { SENT } from '../disclosure-rule'
import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'file-content-in-request',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [200, 201],
  title: 'Contents of a file are sent to another host',
  why: 'What lies on a server is often meant for the server alone: configuration, keys, data of others.',
  impact: ['Secrets and private data leave the machine unnoticed', 'A package that does this on its own is how credentials get stolen'],
  fix: 'Check what the file holds and whether the recipient may have it; send only the fields that are needed.',
  code: "const { name, version } = JSON.parse(await readFile('package.json', 'utf8'))\nawait fetch(registry, { method: 'POST', body: JSON.stringify({ name, version }) })",
  references: [
    'https://owasp.org/Top10/A01_2021-Broken_Access_Control/',
    'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
  ],
  from: ['stored'],
  to: ['disclosure'],
  where: ({ library, origin, from }) => SENT.has(library) && /read|chunk/i.test(`${origin} ${from.text}`),
})
