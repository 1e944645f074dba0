/** What scripts run: package managers and the programs that they and the shell start. In: shell text. Out: one fact a program. */
import type { Stated } from './format'
import { type Command, commandsIn } from './read/shell'

const PACKAGE_MANAGERS = new Map(
  Object.entries({
    ...{ npm: 'npm', npx: 'npm', yarn: 'yarn', pnpm: 'pnpm', pnpx: 'pnpm', bun: 'bun', bunx: 'bun', deno: 'deno', corepack: 'corepack' },
    ...{ pip: 'pip', pip3: 'pip', pipx: 'pipx', pipenv: 'pipenv', poetry: 'poetry', uv: 'uv', uvx: 'uv', pdm: 'pdm', conda: 'conda', mamba: 'conda' },
    ...{
      bundle: 'bundler',
      bundler: 'bundler',
      gem: 'rubygems',
      composer: 'composer',
      cargo: 'cargo',
      mvn: 'maven',
      mvnw: 'maven',
      gradle: 'gradle',
      gradlew: 'gradle',
    },
    ...{
      dotnet: 'dotnet',
      nuget: 'nuget',
      mix: 'mix',
      go: 'go modules',
      sbt: 'sbt',
      lein: 'leiningen',
      swift: 'swiftpm',
      flutter: 'pub',
      dart: 'pub',
    },
  }),
)
/** Part of every system: that a script uses them tells a reader nothing. */
const EVERYDAY = new Set(
  `alias awk basename base64 break bc cat cd chgrp chmod chown clear cmp continue cp curl cut date dd declare df diff dirname du echo egrep envsubst eval exit export
  expr false fgrep file find fold function getopts grep groupadd gunzip gzip head hostname id in install ip kill less let ln local ls md5sum mkdir mktemp more mv
  nc nl od passwd paste ping popd printf ps pushd pwd read readlink realpath return rm rmdir rsync sed seq set sh bash zsh shift shopt sleep sort source split ssh
  stat stty su tail tar tee test top touch tr trap true tty type ulimit umask uname uniq unset unzip useradd adduser addgroup wait wc wget which who whoami yes zip
  done fi esac case for apt apt-get apk yum dnf microdnf brew choco ca-certificates update-ca-certificates sha256sum xz envsubst tput tini dumb-init gosu ssh-keyscan
  Set-Location New-Item Copy-Item Remove-Item Write-Host Get-Item perl git sudo jq Invoke-WebRequest`.split(/\s+/),
)

export function commandFacts(script: string | undefined, firstLine: number, ecosystem: string): Stated[] {
  return script === undefined ? [] : commandsIn(script, firstLine).flatMap((command) => factsOf(command, ecosystem))
}

function factsOf({ name, words, line }: Command, ecosystem: string): Stated[] {
  const manager = PACKAGE_MANAGERS.get(name) ?? (/^python\d?$/.test(name) && words[0] === '-m' && /^pip\d?$/.test(words[1] ?? '') ? 'pip' : undefined)
  if (manager !== undefined) {
    const used: Stated = { kind: 'package-manager', ecosystem: 'command', name: manager, value: ecosystem, line }
    return [used, ...fetchedManagers(name, words, line, ecosystem), ...fetchedTools(name, words, line)]
  }
  if (EVERYDAY.has(name)) return []
  if (name === 'docker' && words[0] === 'compose') return [{ kind: 'tool', ecosystem: 'command', name: 'docker-compose', value: ecosystem, line }]
  return [{ kind: 'tool', ecosystem: 'command', name, value: ecosystem, line }]
}

/** `corepack prepare pnpm@9.1.0 --activate`, `npm install -g yarn@1.22` */
function fetchedManagers(name: string, words: string[], line: number, ecosystem: string): Stated[] {
  const installs =
    name === 'corepack' || (name === 'npm' && /^(?:install|i|add)$/.test(words[0] ?? '') && words.some((word) => /^(?:-g|--global)$/.test(word)))
  if (!installs) return []
  return words.flatMap((word): Stated[] => {
    const [, manager, version] = /^(npm|yarn|pnpm|bun)@(\d[\w.-]*)$/.exec(word) ?? []
    return manager === undefined ? [] : [{ kind: 'package-manager', ecosystem: 'command', name: manager, version, value: ecosystem, line }]
  })
}

/** Packages that a command line fetches and runs: `npm install -g typescript@5`, `npx cypress run`, `pip install ansible`. */
function fetchedTools(name: string, words: string[], line: number): Stated[] {
  const positional = words.filter((word) => !word.startsWith('-') && !/^[./$~]|:\/\/|\$/.test(word))
  const isGlobal = words.includes('-g') || words.includes('--global') || (name === 'yarn' && words[0] === 'global')
  const [verb] = positional
  if (/^(?:npx|bunx|pnpx)$/.test(name)) return npmTools(positional.slice(0, 1), line)
  if (/^(?:pnpm|yarn)$/.test(name) && verb === 'dlx') return npmTools(positional.slice(1, 2), line)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name) && isGlobal && /^(?:install|i|add|global)$/.test(verb ?? ''))
    return npmTools(positional.slice(verb === 'global' ? 2 : 1), line)
  if (/^pip[3x]?$/.test(name) && verb === 'install' && !words.includes('-r'))
    return positional.slice(1).flatMap((word) => {
      const [, tool, version] = /^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?((?:[=<>~!]=?|===)[\w.*,<>=!~]+)?$/.exec(word) ?? []
      return tool === undefined || tool === 'pip' ? [] : [{ kind: 'tool', ecosystem: 'pypi', name: tool, version, line }]
    })
  return []
}

function npmTools(words: string[], line: number): Stated[] {
  return words.flatMap((word) => {
    const [, tool, version] = /^((?:@[\w.-]+\/)?[A-Za-z][\w.-]*)(?:@(.+))?$/.exec(word) ?? []
    return tool === undefined || /^(?:npm|yarn|pnpm)$/.test(tool)
      ? []
      : [{ kind: 'tool', ecosystem: 'npm', name: tool, version: version === 'latest' ? undefined : version, line }]
  })
}

/** One program is one fact of a file, where it is first run. */
export function firstOfEach(facts: Stated[]): Stated[] {
  const seen = new Set<string>()
  return facts.filter((fact) => {
    if (fact.ecosystem !== 'command' && fact.kind !== 'tool') return true
    const key = `${fact.kind} ${fact.ecosystem} ${fact.name} ${fact.version ?? ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
