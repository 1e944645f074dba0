/** What `docusaurus start` watches for us: sources, manifests, documents, templates of infrastructure and our models. */
import path from 'node:path'

/** Whatever a stage can read. Binary files change no page but the counts, and are not worth a file handle each. */
const extensions =
  'ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,json,jsonc,json5,yaml,yml,toml,md,mdx,markdown,mkd,html,htm,ejs,eta,hbs,handlebars,mustache,hjs,hogan,pug,jade,njk,nunjucks,swig,twig,liquid,dust,tl,edge,prisma,graphql,gql,proto,sql,tf,py,go,rb,rs,java,kt,cs,php,sh,lock,xml,gradle,mod,txt,ini,cfg,properties'
const names = [
  'Dockerfile*',
  '*.Dockerfile',
  'Makefile',
  'Procfile',
  'Gemfile',
  'Jenkinsfile',
  '.env*',
  'env.*',
  '*.env',
  'README',
  'CONTRIBUTING',
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
  /** Directories of models and standards. */
  models: string[]
  /** The option of that name. */
  exclude: string[]
  /** Written by a build or by us: never a reason to look again. */
  written: string[]
}

/** Globs relative to the site, because that is where Docusaurus watches from; a leading `!` takes away. */
export function pathsToWatch({ source, siteDir, models, exclude, written }: Watched): string[] {
  const fromSite = (absolute: string) => path.relative(siteDir, absolute).split(path.sep).join('/') || '.'
  const root = fromSite(source)
  return [
    `${root}/**/*.{${extensions}}`,
    `${root}/**/{${names.join(',')}}`,
    ...models.map((directory) => `${fromSite(directory)}/**/*.{yaml,yml}`),
    `!${root}/**/{${filled.join(',')}}/**`,
    ...anchored(exclude).map((glob) => `!${root}/${glob.replace(/^\.?\//, '')}`),
    ...written.flatMap((place) => [`!${fromSite(place)}`, `!${fromSite(place)}/**`]),
  ]
}

/**
 * The globs that hold from the root on, and for certain. Any other is watched in vain, which costs a look and changes no
 * page: one without a slash may hold at any depth, and one that takes back may concern every one before it.
 */
function anchored(globs: string[]): string[] {
  return globs.some((glob) => glob.startsWith('!')) ? [] : globs.filter((glob) => glob.includes('/'))
}
