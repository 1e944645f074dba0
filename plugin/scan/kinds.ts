/** What a file is for, told by its name alone. In: a path. Out: its kind and language. */
import type { FileKind } from '../types'
import { baseNameOf, extensionOf, languageOf } from './languages'

const code = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/i
/** What an engine makes pages of. */
const template = /\.(?:ejs|eta|hbs|handlebars|mustache|hjs|hogan|pug|jade|njk|nunjucks|swig|twig|liquid|dust|tl|edge)$/i
/** A page that a browser is sent, with the scripts that stand in it; those of Angular's components hold none. */
const page = /(?<!\.component)\.html?$/i
/** Types without a program: read by people and the compiler, and never run. */
const declaration = /\.d(?:\.[\w-]+)?\.[cm]?ts$/i
const document = /\.(?:md|mdx|markdown|mdown|mkd|rst|adoc|asciidoc)$/i
const documentName = /^(?:readme|changelog|changes|contributing|security|architecture|license|licence|notice|authors|history|todo)(?:\.txt)?$/i

/** By base name. */
const manifestNames = [
  // JavaScript packages, their lock files and workspaces
  /^(?:package|package-lock|npm-shrinkwrap|bower|lerna|nx|turbo|rush|deno)\.jsonc?$/,
  /^(?:yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|pnpm-workspace\.yaml|\.yarnrc(?:\.yml)?|\.npmrc)$/,
  /^[tj]sconfig(?:[.-].+)?\.json$/,
  // Versions of tools
  /^\.(?:nvmrc|tool-versions|(?:node|ruby|python|java|go|php|swift|bun|terraform)-version)$|^rust-toolchain(?:\.toml)?$|^global\.json$|^(?:mise|\.mise)\.toml$|^runtime\.txt$/,
  // Other languages
  /^(?:requirements(?:[.-].+)?\.txt|constraints\.txt|pyproject\.toml|poetry\.lock|uv\.lock|pipfile(?:\.lock)?|setup\.(?:py|cfg)|environment\.ya?ml)$/i,
  /^(?:go\.mod|go\.sum|go\.work|cargo\.(?:toml|lock)|gemfile(?:\.lock)?|.+\.gemspec|composer\.(?:json|lock)|mix\.(?:exs|lock)|package\.swift|podfile|vcpkg\.json|conanfile\.txt|pdm\.lock|pubspec\.(?:yaml|lock))$/i,
  /^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|(?:gradle|maven)-wrapper\.properties|.+\.versions\.toml|.+\.sbt|project\.clj|deps\.edn|.+\.csproj|.+\.fsproj|.+\.sln|packages\.config|directory\.packages\.props)$/i,
  /^binding\.gyp$/,
  // Containers and platforms
  /^(?:.+\.)?(?:docker|container)file(?:[.-].+)?$/i,
  /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/i,
  /\.(?:tf|bicep)$/i,
  // Continuous integration
  /^(?:\.gitlab-ci(?:-.+)?|\.travis|appveyor|\.appveyor|azure-pipelines(?:-.+)?|bitbucket-pipelines|buildspec|cloudbuild|codemagic|\.drone|\.woodpecker|wercker|circle|codeship-.+|\.cirrus|action)\.ya?ml$/i,
  /^jenkinsfile(?:\..+)?$/i,
  /^(?:gnu)?makefile$|.\.mk$/i,
  /^(?:dependabot|renovate|\.renovaterc|codecov|\.codecov|sonar-project|\.snyk|\.pre-commit-config|\.codeclimate|crowdin)(?:\.(?:ya?ml|json5?|properties))?$/i,
  // Tools of a JavaScript project, where their settings are data
  /^\.(?:eslintrc|prettierrc|stylelintrc|babelrc|swcrc|mocharc|nycrc|c8rc|lintstagedrc|commitlintrc|releaserc|huskyrc|browserslistrc|jscpd|knip|sailsrc)(?:\.(?:jsonc?|ya?ml|toml))?$/,
  /^(?:biome|\.oxlintrc|oxlint|dprint|rome|jest\.config|nodemon|nest-cli|angular|project|workspace|ionic\.config|capacitor\.config|vitest\.config|cypress|components|tslint|typedoc|api-extractor|knip|ormconfig|babel\.config)\.jsonc?$/,
  // Environment files: names and address schemes are read, never values
  /^\.env(?:[.-].+)?$|^(?:.+\.)?env\.(?:example|sample|template|dist)$/i,
  // Settings of Python services
  /^(?:settings|database)\.py$/,
  // What platforms run, and when
  /^(?:function\.json|cron\.ya?ml)$/,
  // Interfaces and data
  /\.(?:prisma|graphqls?|gql|proto|sql)$/i,
  /(?:^|[.-])(?:openapi|swagger|asyncapi)\d*(?:[.-].+)?\.(?:ya?ml|json)$/i,
  /.\.schema\.json$/i,
]

/** Platforms, with any extension that settings have, or none. */
const platforms = new Set(
  'serverless netlify fly render app railway wrangler skaffold kustomization chart values helmfile vercel now firebase amplify samconfig template cdk pulumi heroku dokku procfile tiltfile vagrantfile'.split(
    ' ',
  ),
)
const settingsExtension = /\.(?:ya?ml|toml|jsonc?)$/

/** By path. */
const manifestPaths = [
  /(?:^|\/)\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.+\.ya?ml$/i,
  /(?:^|\/)\.(?:circleci|buildkite|woodpecker|semaphore|gitlab)\/.+\.ya?ml$/i,
  /(?:^|\/)\.vscode\/(?:tasks|launch)\.json$/,
  /(?:^|\/)\.devcontainer(?:\/.+)?\/?devcontainer\.json$|(?:^|\/)\.devcontainer\.json$/i,
  /(?:^|\/)project\/build\.properties$/,
  /(?:^|\/)(?:k8s|kubernetes|kube|kustomize|overlays|argocd|cloudformation|cfn|infra(?:structure)?|manifests|helm|charts|deploy(?:ments?)?)\/.+\.ya?ml$/i,
  /(?:^|\/)tsconfigs?\/[^/]+\.json$/i,
  /(?:^|\/)config\/[^/]+\.(?:ya?ml|py|json[c5]?)$/i,
  /.\.config\.json[c5]?$/,
  /(?:^|\/)settings\/[^/]+\.py$/i,
  /(?:^|\/)requirements\/[^/]+\.txt$/i,
  /(?:^|\/)[^/]*(?:manifests?|kubernetes)[^/]*\/.+\.ya?ml$/i,
  /(?:^|\/)config\.py$/,
  // Models of Python services
  /(?:^|\/)models?(?:\/[^/]+)?\.py$|[^/]_models?\.py$/i,
]

export function kindOf(file: string): { kind: FileKind; language: string | undefined } {
  const name = baseNameOf(file)
  const language = languageOf(name)
  if (declaration.test(name)) return { kind: 'other', language }
  if (code.test(name)) return { kind: 'code', language }
  if (template.test(name) || page.test(name)) return { kind: 'template', language }
  if (isManifestName(name) || manifestPaths.some((pattern) => pattern.test(file))) return { kind: 'manifest', language }
  if (document.test(name) || documentName.test(name)) return { kind: 'document', language: language ?? 'text' }
  return { kind: 'other', language }
}

/** What the name leaves open: a program with its interpreter on the first line, or anything else. */
export function isNameless(file: string): boolean {
  const { kind, language } = kindOf(file)
  return kind === 'other' && language === undefined && !baseNameOf(file).includes('.')
}

function isManifestName(name: string): boolean {
  return platforms.has(name.toLowerCase().replace(settingsExtension, '')) || manifestNames.some((pattern) => pattern.test(name))
}

const media =
  'png jpg jpeg jpe jfif gif webp avif ico cur bmp tif tiff psd ai sketch fig xd heic heif raw eps icns woff woff2 ttf otf eot ttc mp3 mp4 m4a m4v webm ogg ogv oga wav mov avi mkv flac aac mid pdf doc docx xls xlsx ppt pptx odt ods odp epub glb gltf stl fbx blend 3ds'
const opaque =
  'zip gz tgz tar bz2 xz zst 7z rar jar war ear class exe dll so dylib node wasm sqlite sqlite3 pyc pyo o a lib obj apk aab ipa dmg iso deb rpm msi cab jks keystore p12 pfx der kdbx crx xpi swf parquet lockb'
const mediaExtensions = new Set(media.split(' '))
const opaqueExtensions = new Set(opaque.split(' '))

/** Pictures, fonts, films and office documents: nobody expects them to be analysed. They are never opened. */
export function isMedia(file: string): boolean {
  return mediaExtensions.has(extensionOf(baseNameOf(file)))
}

/** Archives, programs, databases: nothing to read, yet somebody may want to know that they lie there. Never opened. */
export function isOpaque(file: string): boolean {
  return opaqueExtensions.has(extensionOf(baseNameOf(file)))
}
