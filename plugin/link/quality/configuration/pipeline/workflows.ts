/** Workflows of GitHub: what outsiders can put into them, what they are allowed, and whether a red test stops anything. */
import type { SettingsFacts } from '../../../../graph'
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { commandsOf, LOCKED, unlockedInstall } from '../container/install'
import { at, below, placeOf, settingsFiles } from '../detector'
import { type Job, jobsOf, lineOf } from './workflow'

interface Workflow {
  file: SettingsFacts
  jobs: Job[]
  known: KnownQuality
}

type Check = (workflow: Workflow) => ConfigurationFault[]

export function workflowFaults(known: KnownQuality): ConfigurationFault[] {
  const files = settingsFiles(known, 'workflow')
  return [...files.flatMap((file) => checks.flatMap((check) => check({ file, jobs: jobsOf(file), known }))), ...permissions(files)]
}

const made = (
  file: SettingsFacts,
  form: string,
  subject: string,
  setting: { line: number; text: string },
  detail: string,
  more: Partial<ConfigurationFault> = {},
): ConfigurationFault => ({
  kind: 'ci-container-misconfig',
  form,
  subject,
  at: placeOf(file, setting),
  evidence: [],
  detail,
  confidence: 'high',
  ...more,
})

/** Actions of the platform itself are as trusted as the platform. */
const OWN = /^(?:actions|github)\//

const unpinned: Check = ({ file, jobs }) => {
  const seen = new Set<string>()
  return jobs.flatMap(({ steps, settings }) =>
    [...steps.flatMap(({ uses }) => (uses ? [uses] : [])), ...settings.filter(({ way }) => way.length === 3 && way[2] === 'uses')].flatMap((uses) => {
      const [action = '', version = ''] = uses.value.split('@')
      if (/^\.|^docker:/.test(action) || !action.includes('/') || /^[0-9a-f]{40}$/.test(version) || seen.has(uses.value)) return []
      const isBranch = version === '' || /^(?:master|main|develop|dev|latest|next|trunk|HEAD)$/.test(version)
      if (OWN.test(action) && !isBranch) return []
      seen.add(uses.value)
      const what = isBranch
        ? `the branch \`${version || 'default'}\`, which changes with every commit there`
        : `the tag \`${version}\`, which its owner can move`
      return [
        made(
          file,
          'unpinned action',
          action,
          uses,
          `\`${action}\` is taken from ${what}: whoever takes over that repository runs code in this pipeline, with its token and secrets.`,
          { values: { action, version }, confidence: isBranch ? 'high' : 'medium' },
        ),
      ]
    }),
  )
}

/** Parts of an event that a stranger writes. */
const STRANGERS =
  /\$\{\{[^}]*\bgithub\.(?:event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label|repo\.default_branch))|comment\.body|review\.body|review_comment\.body|discussion\.(?:title|body)|commits\b|head_commit\.(?:message|author)|pages\b|workflow_run\.head_branch)|head_ref)\b[^}]*\}\}/

const injected: Check = ({ file, jobs }) =>
  jobs.flatMap(({ steps }) =>
    steps.flatMap(({ run, with: inputs }) => {
      const script = run ?? inputs.get('script')
      if (!script) return []
      const rows = script.value.split('\n')
      const row = rows.findIndex((text) => STRANGERS.test(text))
      if (row < 0) return []
      const [expression = ''] = STRANGERS.exec(rows[row] as string) ?? []
      return [
        made(
          file,
          'script injection',
          expression,
          { line: script.line + row, text: rows.length > 1 ? (rows[row] as string).trim() : script.text },
          `\`${expression}\` is put into the script before the shell reads it: whoever opens an issue or names a branch writes commands of this job.`,
          { values: { expression } },
        ),
      ]
    }),
  )

const pullRequestTarget: Check = ({ file, jobs }) => {
  const trigger =
    file.settings.find(({ way, value }) => way[0] === 'on' && (way.at(-1) === 'pull_request_target' || value === 'pull_request_target')) ??
    file.settings.find(({ way }) => way[0] === 'true' && way.at(-1) === 'pull_request_target')
  if (!trigger) return []
  const foreign = jobs
    .flatMap(({ steps }) => steps.flatMap(({ with: inputs }) => [...inputs.values()]))
    .find(({ way, value }) => way.at(-1) === 'ref' && /github\.event\.pull_request\.head|github\.head_ref|refs\/pull/.test(value))
  return foreign
    ? [
        made(
          file,
          'foreign code with secrets',
          'pull_request_target',
          foreign,
          'The job runs with the rights of the target branch, and checks out what the pull request brings: strangers run their code with this repository’s token and secrets.',
          { evidence: [placeOf(file, trigger)] },
        ),
      ]
    : []
}

const RETRIES = /(?:^|\/)(?:retry|retry-action|wretry\.action|retry-step)$/i
const TESTS =
  /\b(?:npm|yarn|pnpm|bun|npx)\s+(?:run\s+|-\S+\s+)*(?:t|test|tests|e2e|cy:\w+|vitest|jest|mocha|cypress|playwright)\b|\b(?:jest|vitest|mocha|cypress run|playwright test|node --test)\b|\btest:/

const hiddenFailures: Check = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ uses, run, with: inputs, settings }): ConfigurationFault[] => {
      const command = inputs.get('command')?.value ?? ''
      const attempts = inputs.get('max_attempts') ?? inputs.get('attempt_limit') ?? inputs.get('max_retries')
      if (uses && RETRIES.test(uses.value.split('@')[0] as string) && TESTS.test(command)) {
        return [
          made(
            file,
            'retried tests',
            name,
            attempts ?? uses,
            `The tests of job \`${name}\` are run ${attempts ? `up to ${attempts.value} times` : 'again'} until they pass: a test that fails now and then is never seen.`,
            { values: { command } },
          ),
        ]
      }
      if (!run) return []
      const forgives = settings.find(({ way, value }) => way.at(-1) === 'continue-on-error' && value === 'true')
      const row = run.value
        .split('\n')
        .findIndex((text) => TESTS.test(text) && (/\|\|\s*(?:true|exit 0|:)\s*$/.test(text.trim()) || forgives !== undefined))
      if (row < 0) return []
      const text = (run.value.split('\n')[row] as string).trim()
      return [
        made(
          file,
          'ignored failures',
          name,
          lineOf(run, row, text),
          `The tests of job \`${name}\` may fail without consequence: \`${forgives ? 'continue-on-error: true' : '|| true'}\`.`,
          forgives ? { evidence: [placeOf(file, forgives)] } : {},
        ),
      ]
    }),
  )

const INSTALLS =
  /\b(?:npm\s+(?:ci|i|install|clean-install)|yarn(?:\s+install)?\s*(?:--|$)|yarn\s+(?:install|ci)|pnpm\s+(?:i|install)|bun\s+(?:i|install)|lerna\s+bootstrap|npx\s+(?:lerna|ci)|make\b|docker\b|\.\/|bash\s|sh\s|nx\b|task\b|just\b|rush\s+install)/m
const NEEDS_PACKAGES = /^\s*(?:npx\s+--no-install\s+(\S+)|npm\s+(?:run\s+)?(?:test|lint|build|start)\b|yarn\s+(?:run\s+)?(?:test|lint|build)\b)/m

const missingInstall: Check = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name, settings }): ConfigurationFault[] => {
    // What an action of the repository, a container or a cache brings cannot be seen here.
    if (settings.some(({ way }) => way.length === 3 && (way[2] === 'container' || way[2] === 'uses'))) return []
    if (
      steps.some(
        ({ uses }) => uses && (/^\.|docker:/.test(uses.value) || /install|download-artifact|setup-pnpm|bahmutov|cypress-io/.test(uses.value)),
      )
    )
      return []
    if (steps.some(({ uses, with: inputs }) => uses?.value.startsWith('actions/cache') && /node_modules/.test(inputs.get('path')?.value ?? '')))
      return []
    for (const { run } of steps) {
      if (!run) continue
      if (INSTALLS.test(run.value)) return []
      const needs = NEEDS_PACKAGES.exec(run.value)
      if (!needs) continue
      const row = run.value.slice(0, needs.index).split('\n').length - 1
      return [
        made(
          file,
          'nothing installed',
          name,
          lineOf(run, row, needs[0].trim()),
          `Job \`${name}\` runs \`${needs[0].trim()}\` and no step installs the packages that it needs: it cannot succeed.`,
          { confidence: needs[1] ? 'high' : 'medium' },
        ),
      ]
    }
    return []
  })

const WAITS = /\b(?:wait-on|start-server-and-test|start-test|sleep|until|while|nc\s+-z|curl|wget|timeout|dockerize|wait-for|tcp-port-used)\b/

const unawaitedServer: Check = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ run }, index): ConfigurationFault[] => {
      const rows = run?.value.split('\n') ?? []
      const start = rows.findIndex((row) =>
        /\b(?:npm\s+(?:run\s+)?start|yarn\s+(?:run\s+)?start|node\s+\S+|npm\s+run\s+(?:serve|dev)\S*)[^&|]*&\s*$/.test(row),
      )
      if (!run || start < 0) return []
      const rest = [
        ...rows.slice(start + 1),
        ...steps
          .slice(index + 1)
          .flatMap((step) => (step.uses && /wait|cypress-io/.test(step.uses.value) ? ['wait-on'] : (step.run?.value.split('\n') ?? []))),
      ]
      const tests = rest.findIndex((row) => TESTS.test(row))
      if (tests < 0 || rest.slice(0, tests + 1).some((row) => WAITS.test(row))) return []
      return [
        made(
          file,
          'server not waited for',
          name,
          lineOf(run, start, (rows[start] as string).trim()),
          `Job \`${name}\` starts the server in the background and runs the tests at once: which of the two is ready first is left to chance.`,
          { values: { command: (rows[start] as string).trim() } },
        ),
      ]
    }),
  )

/** One a workflow: its jobs are set up alike, and are mended together. */
const installs: Check = ({ file, jobs, known }) => {
  const found = jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ run }) => {
      if (!run) return []
      return commandsOf(run.value).flatMap((command) => {
        const how = unlockedInstall(command.text)
        return how && how !== 'yarn install' ? [{ how, name, written: command.text, at: placeOf(file, lineOf(run, command.line, command.text)) }] : []
      })
    }),
  )
  const [first, ...others] = found
  if (!first) return []
  const lock = known.files.some(({ path }) => /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?)$/.test(path))
  const jobNames = [...new Set(found.map(({ name }) => name))]
  const who = jobNames.length === 1 ? `Job \`${first.name}\` installs` : `${jobNames.length} jobs install`
  return [
    made(
      file,
      'unlocked install',
      first.how,
      first.at,
      `${who} with \`${first.how}\`${lock ? ', which may go past the lock file' : ', and there is no lock file'}: a green build says nothing of the versions that the next one gets.`,
      {
        evidence: others.map(({ at }) => at),
        values: { command: LOCKED[first.how] as string, written: first.written, lock: lock ? 'yes' : 'no' },
      },
    ),
  ]
}

const printed: Check = ({ file, jobs }) =>
  jobs.flatMap(({ steps }) =>
    steps.flatMap(({ run }) => {
      const rows = run?.value.split('\n') ?? []
      const row = rows.findIndex((text) => /\b(?:echo|printf|cat)\b[^|>]*\$\{\{\s*secrets\./.test(text) && !/>>?|--password-stdin|\|/.test(text))
      return run && row >= 0
        ? [
            made(
              file,
              'secret printed',
              'secrets',
              lineOf(run, row, (rows[row] as string).trim()),
              'The secret is written to the log. The platform masks it letter by letter, and not what is made of it.',
              { confidence: 'medium' },
            ),
          ]
        : []
    }),
  )

const checks: Check[] = [unpinned, injected, pullRequestTarget, hiddenFailures, missingInstall, unawaitedServer, installs, printed]

/** One finding for all workflows that leave the token what the repository's settings give it; one for each that asks for everything. */
function permissions(files: SettingsFacts[]): ConfigurationFault[] {
  const broad = files.flatMap((file) =>
    file.settings
      .filter(({ way, value }) => way.at(-1) === 'permissions' && value === 'write-all')
      .map((setting) =>
        made(
          file,
          'broad permissions',
          file.path,
          setting,
          '`write-all`: every step, and every action it uses, may change code, releases and settings of the repository.',
        ),
      ),
  )
  const silent = files.filter(
    (file) =>
      /\/workflows\//.test(file.path) &&
      below(file, 'permissions').length === 0 &&
      !jobsOf(file).every(({ settings }) => settings.some(({ way }) => way[2] === 'permissions')),
  )
  const [first, ...others] = silent
  const jobs = first && at(first, 'jobs')[0]
  if (!first || !jobs) return broad
  const count = silent.length === 1 ? 'One workflow says' : `${silent.length} workflows say`
  return [
    ...broad,
    made(
      first,
      'permissions left open',
      'permissions',
      jobs,
      `${count} nothing of \`permissions\`: the token has what the settings of the repository give it, which for older repositories is to write everywhere.`,
      {
        evidence: others.slice(0, 20).flatMap((file) =>
          at(file, 'jobs')
            .slice(0, 1)
            .map((setting) => placeOf(file, setting)),
        ),
        confidence: 'medium',
      },
    ),
  ]
}
