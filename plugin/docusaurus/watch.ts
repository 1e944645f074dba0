/** What `docusaurus start` watches for us: sources, manifests, documents, templates of infrastructure and our models. */
import path from 'node:path'

/** Whatever a stage can read. Binary files change no page but the counts, and are not worth a file handle each. */
const extensions =
  'ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,json,jsonc,json5,yaml,yml,toml,md,mdx,html,ejs,hbs,pug,prisma,graphql,gql,proto,sql,tf,py,go,rb,rs,java,kt,cs,php,sh,lock,xml,gradle,mod,txt,ini,cfg,properties'
const names = [
  'Dockerfile*',
  '*.Dockerfile',
  'Makefile',
  'Procfile',
  'Gemfile',
  'Jenkinsfile',
  '.env*',
  '.gitignore',
  '.dockerignore',
  '.npmrc',
  '.nvmrc',
]

/** Folders that tools fill. Some of them are somebody's source; there a change is seen at the next build. */
const filled = ['node_modules', '.git', '.docusaurus', '.cache', 'build', 'dist', 'out', 'coverage', 'target', '.next', '.nuxt', '.turbo', '.venv']

export interface Watched {
  /** Absolute, as are all others. */
  source: string
  siteDir: string
  models: string[]
  /** Written by a build or by us: never a reason to look again. */
  written: string[]
}

/** Globs relative to the site, because that is where Docusaurus watches from; a leading `!` takes away. */
export function pathsToWatch({ source, siteDir, models, written }: Watched): string[] {
  const fromSite = (absolute: string) => path.relative(siteDir, absolute).split(path.sep).join('/') || '.'
  const root = fromSite(source)
  return [
    `${root}/**/*.{${extensions}}`,
    `${root}/**/{${names.join(',')}}`,
    ...models.map((directory) => `${fromSite(directory)}/**/*.{yaml,yml}`),
    `!${root}/**/{${filled.join(',')}}/**`,
    ...written.flatMap((place) => [`!${fromSite(place)}`, `!${fromSite(place)}/**`]),
  ]
}
