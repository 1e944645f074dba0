/** What is said of pipelines and installs, by form of fault. */
import type { Advice } from '../fault-rule'

export const pipeline: Record<string, Advice> = {
  'unlocked install': {
    title: 'Packages are installed without the lock file',
    impact: 'Medium',
    reason:
      'What is tested, and what is shipped, has other versions than the ones that were looked at; a bad release of any package gets in by itself.',
    text: 'Keep a lock file in the repository, and install exactly what it says.',
    code: ({ command = 'npm ci', written = '', lock }) => {
      const options = written
        .split(/\s+/)
        .filter((word) => /^--(?:omit|production|prefix|only|ignore-scripts|no-audit|no-fund|legacy-peer-deps)/.test(word))
      return `${lock === 'no' ? '# with the lock file committed\n' : ''}${[command, ...options].join(' ')}`
    },
  },
  'no lock file': {
    title: 'The lock file is switched off',
    impact: 'Medium',
    reason: 'Every install may bring other versions of every package; a build cannot be repeated, and a bad release gets in unseen.',
    text: 'Take the line out, and commit the lock file.',
  },
  'unchecked registry': {
    title: 'The registry’s certificate is not checked',
    impact: 'High',
    reason: 'Whoever is on the way decides what is installed.',
    text: 'Take the line out; where a certificate of your own is in use, name its authority.',
    code: () => 'cafile=/etc/ssl/company-ca.pem',
  },
  'unpinned action': {
    title: '{subject} can change under the pipeline',
    impact: 'Low',
    reason: 'The code of somebody else runs with the token and the secrets of this repository, and it is theirs to change.',
    text: 'Name the commit that was looked at, with its version beside it; Dependabot and Renovate keep it up to date.',
    code: ({ action = '', version = '' }) => `uses: ${action}@<full commit hash>${/^v?\d/.test(version) ? ` # ${version}` : ''}`,
  },
  'broad permissions': {
    title: 'The pipeline may write everywhere',
    impact: 'Medium',
    reason: 'Any step that is taken over changes code, releases and settings.',
    text: 'Begin with reading, and give each job what it needs on top.',
    code: () => 'permissions:\n  contents: read',
  },
  'permissions left open': {
    title: 'The token’s rights are left to settings',
    impact: 'Low',
    reason: 'What the token may do is not to be seen in the repository, and may be everything.',
    text: 'Say it in the workflow: reading to begin with, and more for the job that needs it.',
    code: () => 'permissions:\n  contents: read',
  },
  'script injection': {
    title: 'Strangers write into a script of the pipeline',
    impact: 'High',
    reason: 'The text is pasted into the script before the shell reads it; a title with a command in it runs with the job’s token and secrets.',
    text: 'Hand the text in by the environment, where it stays a text.',
    code: ({ expression = '' }) => `env:\n  TEXT: ${expression}\nrun: echo "$TEXT"`,
  },
  'foreign code with secrets': {
    title: 'Code of a pull request runs with secrets',
    impact: 'High',
    reason: 'Everybody who can open a pull request gets the secrets and may push.',
    text: 'Use `pull_request` for what runs the code; do what needs secrets in a second workflow that does not check it out.',
    code: () => 'on: pull_request',
  },
  'retried tests': {
    title: 'Tests are repeated until they pass',
    impact: 'Low',
    reason: 'A test that fails now and then tells of a fault in the test or in the program; repeating it hides which.',
    text: 'Run them once, find the ones that fail now and then, and mend or leave out those.',
    code: ({ command = 'npm test' }) => `run: ${command}`,
  },
  'ignored failures': {
    title: 'Failing tests stop nothing',
    impact: 'Medium',
    reason: 'The build is green whatever the tests say.',
    text: 'Let the step fail; leave out single tests, with a reason, where they have to wait.',
  },
  'nothing installed': {
    title: 'A job runs tools that nothing installs',
    impact: 'Medium',
    reason: 'The job fails each time, so that nobody looks at it any more, and what it should check is not checked.',
    text: 'Install the packages first.',
    code: (_, { at }) => `- run: npm ci\n- run: ${at.text.replace(/^-?\s*run:\s*/, '')}`,
  },
  'server not waited for': {
    title: 'Tests start before the server is ready',
    impact: 'Low',
    reason: 'Whether the first tests pass depends on how fast the machine is that day.',
    text: 'Wait until the server answers.',
    code: ({ command = 'npm start &' }) => `${command}\nnpx wait-on http://localhost:3000\nnpm test`,
  },
  'secret printed': {
    title: 'A secret is written to the log',
    impact: 'Medium',
    reason: 'Logs are kept, copied and read by more people than the secret was meant for.',
    text: 'Leave the line out, or hand the secret to the program that needs it by the environment.',
  },
}
