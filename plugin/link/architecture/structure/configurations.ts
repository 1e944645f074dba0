/** Files of settings, by the names that tools give them. In: paths. Out: one row a file, with what it sets. */
import type { Structure } from '../../../types'
import type { KnownArchitecture } from '../known'
import { baseOf } from '../paths'

/** First match counts. */
const FILES: [RegExp, string][] = [
  [/^package\.json$/, 'package: scripts and dependencies'],
  [/^(?:requirements[\w.-]*\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile)$/, 'Python package'],
  [/^(?:go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|mix\.exs)$/, 'package of another language'],
  [/^(?:pnpm-workspace\.yaml|lerna\.json|nx\.json|turbo\.json|rush\.json|workspace\.json)$/, 'workspace'],
  [/^(?:project\.json)$/, 'project of the workspace'],
  [/^tsconfig[\w.-]*\.json$|^jsconfig\.json$/, 'TypeScript compiler'],
  [
    /^(?:angular|nest-cli)\.json$|^(?:next|nuxt|vite|vue|svelte|astro|remix|gatsby-config|docusaurus|ember-cli-build|webpack[\w.]*|rollup[\w.]*|esbuild[\w.]*|metro|babel|quasar|craco)(?:\.config)?\.[cm]?[jt]sx?$|^\.babelrc(?:\.\w+)?$|^babel\.config\.json$/,
    'framework or build',
  ],
  [/^(?:tailwind|postcss)\.config\.[cm]?[jt]s$|^\.postcssrc/, 'styles'],
  [
    /^(?:\.eslintrc[\w.]*|eslint\.config\.[cm]?[jt]s|\.prettierrc[\w.]*|prettier\.config\.\w+|biome\.jsonc?|\.stylelintrc[\w.]*|tslint\.json|\.editorconfig|\.oxlintrc\.json|\.lintstagedrc[\w.]*|lint-staged\.config\.\w+|commitlint\.config\.\w+|\.commitlintrc[\w.]*)$/,
    'style of the code',
  ],
  [
    /^(?:jest|vitest|karma|cypress|playwright|wdio|protractor|mocha|ava|nightwatch)[\w.]*\.(?:config\.)?(?:[cm]?[jt]s|json)$|^\.mocharc[\w.]*$|^\.nycrc[\w.]*$|^\.c8rc[\w.]*$|^jest\.json$/,
    'tests',
  ],
  [/^(?:Dockerfile[\w.-]*|[\w.-]+\.Dockerfile|\.dockerignore)$/i, 'container image'],
  [/^(?:docker-)?compose[\w.-]*\.ya?ml$/i, 'containers run together'],
  [
    /^(?:Procfile|app\.json|fly\.toml|render\.yaml|vercel\.json|netlify\.toml|railway\.\w+|heroku\.yml|app\.yaml|now\.json|wrangler\.\w+|serverless\.ya?ml|ecosystem\.config\.\w+|pm2[\w.]*\.json|firebase\.json|amplify\.yml)$/,
    'deployment',
  ],
  [/\.tf$|^Chart\.yaml$|^kustomization\.ya?ml$|^helmfile\.ya?ml$|^Vagrantfile$|^skaffold\.yaml$/, 'infrastructure'],
  [/^(?:schema\.prisma|ormconfig[\w.]*|drizzle\.config\.\w+|knexfile\.\w+|\.sequelizerc|mikro-orm\.config\.\w+)$/, 'database'],
  [/^(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i, 'description of the HTTP interface'],
  [/^\.env[\w.-]*$|^env\.example$/, 'variables of the environment'],
  [
    /^(?:\.nvmrc|\.node-version|\.tool-versions|\.python-version|mise\.toml|\.npmrc|\.yarnrc[\w.]*|bunfig\.toml)$/,
    'versions of runtimes and package managers',
  ],
  [
    /^(?:renovate\.json5?|dependabot\.ya?ml|\.snyk|codecov\.ya?ml|\.codecov\.yml|sonar-project\.properties|\.sonarcloud\.properties|crowdin\.ya?ml)$/,
    'services around the code',
  ],
  [
    /^(?:\.travis\.yml|\.gitlab-ci\.yml|azure-pipelines\.ya?ml|Jenkinsfile|bitbucket-pipelines\.yml|appveyor\.yml|\.drone\.yml)$/,
    'continuous integration',
  ],
  [/^(?:nginx[\w.-]*\.conf|Caddyfile|traefik[\w.]*\.\w+|haproxy\.cfg)$/i, 'proxy'],
  [/^(?:Makefile|justfile|Taskfile\.ya?ml)$/i, 'tasks'],
]
const FOLDERS: [RegExp, string][] = [
  [/(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)\.circleci\/config\.yml$/, 'continuous integration'],
  [/(?:^|\/)(?:config|configs|settings)\/[^/]+\.(?:ya?ml|json|toml|[cm]?[jt]s)$/, 'settings of the program'],
  [/(?:^|\/)(?:k8s|kubernetes|helm|charts?|deploy(?:ment)?s?|manifests)\/.*\.ya?ml$/, 'deployment'],
]

export function configurationsOf({ files }: KnownArchitecture): Structure['configurations'] {
  return files.flatMap(({ path }) => {
    if (/(?:^|\/)(?:tests?|fixtures?|__fixtures__|__tests__|examples?)\//.test(path)) return []
    const what = FILES.find(([pattern]) => pattern.test(baseOf(path)))?.[1] ?? FOLDERS.find(([pattern]) => pattern.test(path))?.[1]
    return what ? [{ path, what, at: { file: path, line: 1, text: '' } }] : []
  })
}
