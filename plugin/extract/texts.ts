/** One file that is no code in, what it says of secrets and backups out; undefined where it says nothing. */
import type { TextFacts } from '../graph'
import { secretsInText } from '../secrets/texts'
import type { SourceFile } from '../types'
import { backupStatements } from './backups'
import { certificateIn } from './certificates'

/** Larger ones are data, and to read them takes longer than all the rest. In bytes. */
const MOST_BYTES = 5_000_000

/** Files that were opened, and are neither code nor a page of templates, which are masked when they are parsed. */
export function isText({ kind, hash, bytes }: SourceFile): boolean {
  return (kind === 'manifest' || kind === 'other' || kind === 'document') && hash !== '' && bytes > 0 && bytes <= MOST_BYTES
}

const ENVIRONMENT_FILE = /(?:^|\/)(?:\.env(?:[.-][\w.-]+)?|[\w-]+\.env(?:\.\w+)?|env\.(?:example|sample|template|dist))$/
const IGNORE_FILE = /(?:^|\/)\.(?:git|docker|npm)ignore$/
const GIT_IGNORE = /(?:^|\/)\.gitignore$/
const IGNORED = /^[ \t]*(?<name>!?[^#\s]*(?:\.env|\.pem|\.key|\.p12|\.pfx|\.jks|id_rsa|secret|credential|keystore|service-account)[^\s]*)[ \t]*$/gim
/** Where a build or a commit would run a tool: not wherever somebody mentions it. */
const RUNS_TOOLS =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+|\.circleci\/[^/]+|\.husky\/[^/]+|\.gitlab-ci[^/]*|\.travis\.yml|azure-pipelines[^/]*|bitbucket-pipelines\.yml|Jenkinsfile[^/]*|\.drone\.yml|\.woodpecker[^/]*|\.pre-commit-config\.yaml|package\.json|lefthook\.ya?ml|\.lefthook\.ya?ml|\.lintstagedrc[^/]*|Makefile|Taskfile\.ya?ml|cloudbuild\.ya?ml|buildspec\.ya?ml|\.megalinter\.ya?ml|\.mega-linter\.ya?ml)$/
const SCANNER =
  /^(?![ \t]*(?:#|\/\/)).*?\b(?<name>gitleaks|trufflehog|trufflesecurity|detect-secrets|git-secrets|ggshield|gitguardian|secretlint|talisman|whispers|kingfisher|noseyparker|secret-scan(?:ner|ning)?|repo-supervisor|ripsecrets|secretscanner)\b.*$/gim

/** `url = env("DATABASE_URL")` */
const READ = /^(?![ \t]*\/\/).*\benv\(\s*"(?<name>\w+)"\s*\).*$/gm

/** `URL=postgresql://${DB_HOST}:${DB_PORT:-5432}/shop`: one setting is put together from others. */
const PUT_TOGETHER = /\$\{(?<name>[A-Za-z_]\w*)(?::?[-?+][^}\n]*)?\}/g

/** Scripts, and descriptions of images, pipelines and servers, which the environment is handed to as well. */
const RUNS =
  /(?:\.(?:sh|bash|zsh|ksh|fish|conf|template|tmpl|tpl|ya?ml|mk|cmd|bat|ps1|service|nix)|(?:^|\/)(?:Dockerfile|Containerfile|Makefile|Caddyfile|Procfile|Justfile|[\w-]*entrypoint)[^/]*)$/i
/** `$NAME`, `${NAME}`, `{$NAME}` */
const ASKED = /\$\{?([A-Z][A-Z0-9_]{2,})\b/g

const MOST_STATEMENTS = 40
/** More is data, and no list of what git leaves out. */
const MOST_PATTERNS = 400

export function textFacts(path: string, text: string): TextFacts | undefined {
  // Text as far as scanning could tell, and yet none.
  if (text.includes('\0')) return undefined
  const secrets = secretsInText(path, text)
  const variables = ENVIRONMENT_FILE.test(path) ? variablesIn(text) : []
  const statements = [
    ...(IGNORE_FILE.test(path) ? statementsIn(text, IGNORED, 'ignores') : []),
    ...(RUNS_TOOLS.test(path) ? statementsIn(text, SCANNER, 'scanner') : []),
  ]
  if (path.endsWith('.prisma')) statements.push(...statementsIn(text, READ, 'reads'))
  if (variables.length > 0) statements.push(...statementsIn(text, PUT_TOGETHER, 'composes'))
  const backups = backupStatements(path, text)
  const asks = RUNS.test(path) ? [...new Set([...text.matchAll(ASKED)].map((match) => match[1] as string))].sort() : []
  const ignored = GIT_IGNORE.test(path) ? patternsIn(text) : []
  const certificate = certificateIn(text)
  if (secrets.length + variables.length + statements.length + backups.length + asks.length + ignored.length === 0 && !certificate) return undefined
  return {
    path,
    secrets,
    variables,
    statements,
    ...(backups.length > 0 ? { backups } : {}),
    ...(asks.length > 0 ? { asks } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
    ...(certificate ? { certificate } : {}),
  }
}

const patternsIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && line.length < 200)
    .slice(0, MOST_PATTERNS)

function variablesIn(text: string): TextFacts['variables'] {
  return text.split('\n').flatMap((line, index) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=/.exec(line)?.[1]
    return name === undefined ? [] : [{ name, line: index + 1 }]
  })
}

function statementsIn(text: string, pattern: RegExp, kind: TextFacts['statements'][number]['kind']): TextFacts['statements'] {
  return [...text.matchAll(pattern)].slice(0, MOST_STATEMENTS).map((match) => ({
    kind,
    name: kind === 'reads' || kind === 'composes' ? (match.groups?.name ?? '') : (match.groups?.name ?? '').toLowerCase(),
    line: text.slice(0, match.index + match[0].search(/\S/)).split('\n').length,
    text: match[0].trim().slice(0, 160),
  }))
}
