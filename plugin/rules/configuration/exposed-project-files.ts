import { isForDevelopment } from '../development'
import { mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'exposed-project-files',
  class: 'info-exposure',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [219, 548, 200],
  title: 'Files that are not meant for visitors are served',
  why: 'A directory is served as a whole. This one holds more than pages: source code, packages, settings or hidden files.',
  impact: ['Source code, settings and credentials in them can be downloaded', 'Package manifests tell which known weaknesses to try'],
  fix: 'Serve a directory that holds nothing but what visitors are meant to get.',
  code: "app.use(express.static(path.join(__dirname, 'public')))",
  references: [
    'https://expressjs.com/en/starter/static-files.html',
    'https://owasp.org/www-project-top-ten/',
    'https://cheatsheetseries.owasp.org/cheatsheets/Attack_Surface_Analysis_Cheat_Sheet.html',
  ],
  of: ['served-directory'],
  fault: ({ values, library, at }, { manifests }) => {
    const what = values.what?.texts[0]
    if (what && isForDevelopment(manifests, at.file, library))
      return {
        description: `A directory is served as a whole. This one is ${what}. The package takes \`${library}\` for development alone, as what serves its developers.`,
        confidence: 'medium',
      }
    if (what)
      return { description: `A directory is served as a whole. This one is ${what}.`, confidence: mayBe(values.sure, 'true') ? 'high' : 'medium' }
    return mayBe(values.dotfiles, 'allow')
      ? { description: 'A directory is served as a whole, hidden files such as `.env` and `.git` with it.', confidence: 'medium' }
      : undefined
  },
})
