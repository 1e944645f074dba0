/** Names of libraries: which of them stand for one, and under which of them scripts find it. */
import { parsePath } from '../api-paths'
import type { Models } from './compiled'
import type { ModelFile } from './model-file'

/** Names of a library that stand for one, and those under which scripts find it. */
export function nameLibraries({ paths: api, libraries }: Models, file: ModelFile, isApart: boolean): void {
  const [first, ...others] = file.library as [string, ...string[]]
  for (const other of isApart ? [] : others) api.setAlias(api.root(`npm:${other}`), api.root(`npm:${first}`))
  for (const library of file.library) libraries.set(library, file.title)
  const globals = Array.isArray(file.globals) ? file.globals.map((name) => [name, first] as const) : Object.entries(file.globals ?? {})
  for (const [name, library] of globals) api.setAlias(api.root(`global:${name}`), api.root(`npm:${library}`))
  for (const { root, steps } of (file.within ?? []).flatMap(parsePath))
    api.setAlias(
      steps.reduce((at, step) => api.declare(at, step), api.root(root)),
      api.root(`npm:${first}`),
    )
  for (const name of file.library.filter(isGlobalName)) api.setAlias(api.root(`global:${name}`), api.root(`npm:${isApart ? name : first}`))
}

/**
 * Files whose libraries stay what they are. Names of one list are names of one library; but a file that says the same of
 * libraries which other files tell apart (`[sequelize, mongoose]`) must not make them one.
 */
export function keptApart(files: readonly ModelFile[]): Set<ModelFile> {
  const typed = new Map<string, ModelFile[]>()
  for (const file of files)
    if (file.types || file.roles) for (const library of file.library) typed.set(library, [...(typed.get(library) ?? []), file])
  const areStrangers = (one: ModelFile, other: ModelFile) => !one.library.some((library) => other.library.includes(library))
  return new Set(
    files.filter((file) => {
      const others = [...new Set(file.library.flatMap((library) => typed.get(library) ?? []))].filter((other) => other !== file)
      return others.some((one) => others.some((other) => areStrangers(one, other)))
    }),
  )
}

/** Libraries that pages and snippets use by their own name without importing them. Others say so in `globals`. */
const SCRIPT_GLOBALS = new Set(
  'axios ejs pug nunjucks marked moment dayjs jquery lodash underscore mustache handlebars showdown sequelize knex mongoose mysql superagent needle bcrypt jsonwebtoken'.split(
    ' ',
  ),
)
const isGlobalName = (library: string) => SCRIPT_GLOBALS.has(library)
