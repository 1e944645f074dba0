/**
 * In: one manifest's path and text. Out: what it states, each statement with its line. One file a format; the list below is
 * all there is, and the first that claims a file reads it.
 *
 * What `kind` and `ecosystem` of a fact mean together:
 *
 * | kind | ecosystem | name, value |
 * |---|---|---|
 * | dependency | `npm`, `pypi`, `go`, `cargo`, `gem`, `maven`, `composer`, `nuget`, … | as declared |
 * | dependency | `npm-lock` | a direct dependency as the lock file resolved it |
 * | locked | as `dependency` | any package, as a lock file resolved it |
 * | engine | where it is said: `npm`, `version-file`, `github-actions`, `travis`, … | `node`, `python`, … |
 * | package-manager | `npm`, … (manifest, lock file) or `command` (a script uses it) | `npm`, `yarn`, `pip`, … |
 * | image | `dockerfile`, `compose`, `kubernetes`, a CI system | image without tag |
 * | service | `compose`, `travis`, `kubernetes`, `terraform`, `cloudformation`, `function`, `process` | what is run or rented |
 * | service | `datasource` (`ci-datasource` where only tests use it) | scheme or product; value: the setting's key |
 * | service | `port`, `user` | number, user name; value: of what |
 * | unread | `image`, `version` | put together from variables, as written |
 * | tool | `platform` | the program that the file belongs to |
 * | tool | `config` | settings key of a tool inside another file |
 * | tool | `compiler-flag` | what native code is compiled with |
 * | tool | `command` | a program that a script starts |
 * | tool | `npm`, `pypi`, `terraform-provider`, `cloud`, … | as named there; `registry`: host that images are kept at |
 * | task | `make`, `nx` (`project:target`), `turbo`, `vscode`, `vscode-launch` | as it is asked for; value: what it runs |
 * | licence, repository, description | `npm` | what package.json says of the package |
 */
import type { ManifestFact, SourceFile } from '../../types'
import type { Format, Source, Stated } from './format'
import { apiDescription } from './formats/api-description'
import { azurePipelines } from './formats/azure-pipelines'
import { bindingGyp } from './formats/binding-gyp'
import { globalJson, sbt, wrappers } from './formats/build-tools'
import { cargo } from './formats/cargo'
import { circleci } from './formats/circleci'
import { compose } from './formats/compose'
import { composer } from './formats/composer'
import { containerCi } from './formats/container-ci'
import { devContainer } from './formats/devcontainer'
import { dockerfile } from './formats/dockerfile'
import { dotenv } from './formats/dotenv'
import { dotnetProject } from './formats/dotnet'
import { gemfile } from './formats/gemfile'
import { githubAction, githubWorkflow } from './formats/github-actions'
import { gitlabCi } from './formats/gitlab-ci'
import { goMod } from './formats/go-mod'
import { appJson, hosting, procfile } from './formats/hosting'
import { jenkinsfile } from './formats/jenkinsfile'
import { gradle, pom, versionCatalog } from './formats/jvm'
import { helmChart, helmValues, kubernetes } from './formats/kubernetes'
import { lockFiles } from './formats/lock-files'
import { bower, clojure, conan, podfile, vcpkg } from './formats/native-packages'
import { monorepoTools, pnpmWorkspace } from './formats/npm-workspace'
import { deno, mix, pubspec, swiftPackage } from './formats/other-packages'
import { packageJson } from './formats/package-json'
import { prisma } from './formats/prisma'
import { condaEnvironment, pipfile, pyproject } from './formats/pyproject'
import { pythonSettings, setupCfg, setupPy } from './formats/python-files'
import { requirements } from './formats/requirements'
import { cloudFormation, serverless } from './formats/serverless'
import { editorTasks, makefile, nxProject } from './formats/tasks'
import { terraform } from './formats/terraform'
import { travis } from './formats/travis'
import { tsconfig } from './formats/tsconfig'
import { versionFiles } from './formats/version-files'
import { linesOf } from './read/lines'
import { beginning, masked, short } from './shown'

/** Formats told by their name come first; those told by their content last. */
export const formats: Format[] = [
  ...[packageJson, lockFiles, pnpmWorkspace, monorepoTools, nxProject, tsconfig, deno],
  ...[editorTasks, makefile],
  ...[requirements, pyproject, pipfile, condaEnvironment, setupPy, setupCfg, pythonSettings],
  ...[goMod, cargo, gemfile, pom, gradle, versionCatalog, composer, dotnetProject, pubspec, mix, swiftPackage],
  ...[wrappers, globalJson, sbt, clojure, podfile, vcpkg, conan, bindingGyp, bower],
  ...[versionFiles, dotenv, prisma, devContainer],
  ...[dockerfile, compose, terraform, serverless, procfile, appJson, hosting],
  ...[githubWorkflow, githubAction, gitlabCi, circleci, azurePipelines, travis, containerCi, jenkinsfile],
  ...[helmChart, helmValues, cloudFormation, kubernetes, apiDescription],
]

export function manifestFacts(file: Pick<SourceFile, 'path'>, written: string): { facts: ManifestFact[]; problem?: string } {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  const format = formats.find((each) => each.claims({ path: file.path, name, text }))
  if (!format) return { facts: [] }
  const lines = linesOf(text)
  const problems: string[] = []
  const source: Source = {
    path: file.path,
    name,
    text,
    lineAt: lines.lineAt,
    line: lines.line,
    lineCount: lines.count,
    problem: (detail) => void problems.push(detail),
  }
  let stated: Stated[] = []
  try {
    stated = format.facts(source)
  } catch (cause) {
    // Contained here, one file at a time: the text is a stranger's, and must not stop a build.
    problems.push(`The ${format.name} could not be read: ${(cause as Error).message}`)
  }
  const facts = stated.filter(({ name }) => name !== '').map((fact) => withText(fact, beginning(lines.line(fact.line))))
  return problems[0] === undefined ? { facts } : { facts, problem: problems[0] }
}

function withText(fact: Stated, text: string): ManifestFact {
  return {
    kind: fact.kind,
    ecosystem: fact.ecosystem,
    name: short(fact.name),
    ...(fact.version === undefined ? {} : { version: short(masked(beginning(fact.version))) }),
    ...(fact.scope === undefined ? {} : { scope: fact.scope }),
    ...(fact.value === undefined ? {} : { value: short(masked(beginning(fact.value))) }),
    line: fact.line,
    // `"passport": "^1"` looks like a password to a mask that knows no packages; a plain version hides nothing.
    text: short(isPlain(fact) ? text : masked(text)),
  }
}

function isPlain({ kind, ecosystem, version, value }: Stated): boolean {
  if (kind === 'dependency' || kind === 'engine') return version === undefined || /^[\w.^~<>=|*,\s!+-]{1,40}$/.test(version)
  // `"test:auth": "vitest auth"`: only the command can hold a secret, and it is looked at by itself.
  return kind === 'script' && ecosystem === 'npm' && value !== undefined && masked(beginning(value)) === beginning(value)
}
