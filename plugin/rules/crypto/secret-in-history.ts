import type { SecretSighting } from '../../types'
import { defineRule } from '../rule'

/** What stands in the tree still is found there, and one entry is enough. */
const isGone = ({ stillThere, weight, confidence }: SecretSighting) => !stillThere && weight === 'credential' && confidence !== 'low'

export default defineRule({
  id: 'secret-in-history',
  class: 'hardcoded-secret',
  size: 'medium',
  phase: 'Secrets Management',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:L/A:N',
  cwe: [540, 798],
  title: 'A secret stands in an earlier commit',
  why: 'Git keeps every version, so whoever can clone the repository reads what was removed from it years ago.',
  impact: [
    'Everyone with a clone or a fork has the secret, whatever the tree holds today',
    'Nobody notices its use, since nobody believes that it is known',
  ],
  fix: 'Replace the secret where it was issued, and then, if the repository is or will be public, remove it from the history.',
  code: '# first: issue a new secret and switch the old one off\ngit filter-repo --replace-text secrets.txt',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
    'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/removing-sensitive-data-from-a-repository',
  ],
  blind: ({ history }) => (history.state === 'not looked' ? history.reason : undefined),
  check: ({ history }) =>
    grouped(history.sightings.filter(isGone)).map(([first, ...others]) => {
      const { pattern, type, name, file, at, commit = '', date, because, confidence } = first as SecretSighting
      return {
        subject: `history ${file} ${name || type}`,
        at,
        trace: [at, ...others.slice(0, 4).map((other) => other.at)],
        around: commit,
        // Nothing tells whether it is valid still.
        confidence: confidence === 'high' || pattern === 'address-password' ? ('medium' as const) : ('low' as const),
        description: `Commit \`${commit.slice(0, 12)}\` of ${date} added ${name === '' ? `${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}` : `a value under \`${name}\``} to ${file}. It is no longer in the tree. ${because}${others.length > 0 ? ` ${others.length} more of the same name stood in the file.` : ''}`,
      }
    }),
})

/** Values of one name in one file came and went for one reason. The newest commit comes first. */
function grouped(sightings: SecretSighting[]): SecretSighting[][] {
  const groups = new Map<string, SecretSighting[]>()
  for (const sighting of sightings) {
    const key = JSON.stringify([sighting.file, sighting.name, sighting.pattern])
    groups.set(key, [...(groups.get(key) ?? []), sighting])
  }
  return [...groups.values()]
}
