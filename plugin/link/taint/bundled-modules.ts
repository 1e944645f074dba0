/**
 * Modules that a bundler gathers for a page: of `import(`./panels/${name}.js`)` it makes a table of the files in that folder, and any other name
 * is refused. In: where a module is loaded by data of a browser. Out: whether what can be loaded was settled when the page was built.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { PLUS } from '../operators'
import { beginningOf } from './texts'

/** Those that take in whatever a literal beginning leads to. */
const WHOLE_FOLDERS =
  /^(?:webpack|@rspack\/core|@rsbuild\/core|next|react-scripts|@vue\/cli-service|gatsby|@angular\/cli|@angular-devkit\/build-angular|laravel-mix|@symfony\/webpack-encore)$/
/** Those that do so only for files beside the code whose extension is written out; anything else is left to the browser. */
const FILES_BESIDE = /^(?:vite|rollup|@rollup\/plugin-dynamic-import-vars|astro|nuxt|@sveltejs\/kit|esbuild|parcel)$/
const LOADS = /^(?:import|require)$/
const FOLDER = /^(?:\.{1,2}|[\w@~][\w@~.-]*)\//
const FOLDER_BESIDE = /^\.{1,2}\//
const EXTENSION = /\.\w+$/
/** `import(/* webpackIgnore: true *\/ …)` is left as it stands. */
const LEFT_ALONE = /\b(?:webpack|turbopack|rspack)Ignore\b|@vite-ignore/

const MOST_READ = 400

export function isBundledFolder(linked: Linked, call: number): boolean {
  const { whole, dependencies } = linked
  if (whole.kind[call] !== Kind.Call) return false
  const callee = whole.a[call] as number
  if (whole.kind[callee] !== Kind.Global || !LOADS.test(whole.text(whole.a[callee] as number))) return false
  const [name] = whole.args(call)
  if (name === undefined || LEFT_ALONE.test(whole.sourceOf(call, MOST_READ))) return false
  const begins = beginningOf(linked, name).text
  const has = (bundlers: RegExp) => [...dependencies].some((each) => bundlers.test(each))
  if (FOLDER.test(begins) && has(WHOLE_FOLDERS)) return true
  return FOLDER_BESIDE.test(begins) && EXTENSION.test(endOf(linked, name)) && has(FILES_BESIDE)
}

/** The text that a name ends with, where that is written beside it. */
function endOf({ whole }: Linked, name: number): string {
  const kind = whole.kind[name] as Kind
  const last =
    kind === Kind.Template
      ? [...whole.items(whole.a[name] as number)].at(-1)
      : kind === Kind.Binary && whole.c[name] === PLUS
        ? whole.b[name]
        : undefined
  return last !== undefined && whole.kind[last] === Kind.String ? whole.text(whole.a[last] as number) : ''
}
