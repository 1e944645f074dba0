/** The part of a model that speaks of files that are routes by where they stand. In: the checked keys of one model file. Out: rows. */
import Joi from 'joi'
import { paths, pattern } from './keys'

/** Routes that follow from where a file stands. */
export interface FileRouteModel {
  library: string
  /** All names of it. */
  libraries: string[]
  /** Regular expression on the path inside the application; its first group is the route. */
  pattern: RegExp
  /**
   * `exports`: a route for each export that answers requests, see `exports` and `objects`; `default`: the default export answers;
   * `page`: the file itself answers GET; `shown`: it is a page of a user interface and nothing else; `forms`: exported `actions`, one a form; `action`: exported functions of a `use server` file;
   * `middleware`: runs before the routes of the application, `layout`: before those below its directory.
   */
  handlers: 'exports' | 'default' | 'page' | 'shown' | 'forms' | 'middleware' | 'layout' | 'action'
  /** How names of files spell paths: `[id]/page`, where `[[id]]` may be missing or takes the rest, or `users.$id` in one name. */
  spelling: 'brackets' | 'double brackets' | 'flat'
  /** Only files that a file of routes names. */
  listed: boolean
  /** Methods by export; left out: exports named like methods. Of middleware: only the names count. */
  exports: Map<string, string[]> | undefined
  /** Exports that are objects of handlers, by method. */
  objects: string[]
  /** Method of a handler that does not ask. */
  any: 'ALL' | 'ANY'
  answersTo: string[] | undefined
  /** The file's name may end in a method: `users.post.ts`. */
  suffix: boolean
  /** Put before the path, and behind it. */
  prefix: string
  leaf: string
  /** Regular expression on the route's text: no route. */
  skips: RegExp | undefined
  /** What handlers are given: a path of the API for each parameter. */
  given: number[]
  /** Where the file itself says another path, and its methods: `config.path`. */
  pathFrom: string | undefined
  methodFrom: string | undefined
  /** It is a page of a user interface besides. */
  shows: boolean
  /** The place alone tells, where neither a manifest nor settings of the library are there. */
  telling: boolean
}

/** How an application of a library with file routes is known. */
export interface FileApplications {
  /** Names of files that stand at its root. */
  roots: RegExp
  /** In one of them: where the prefix of all its routes stands. */
  base: string[]
}

export interface FileRouteFile {
  applications?: { roots: string; base?: string[] }
  files?: (Pick<FileRouteModel, 'handlers'> &
    Partial<
      Pick<
        FileRouteModel,
        'spelling' | 'listed' | 'objects' | 'any' | 'answersTo' | 'suffix' | 'prefix' | 'leaf' | 'pathFrom' | 'methodFrom' | 'shows' | 'telling'
      >
    > & {
      pattern: string
      exports?: Record<string, string[]>
      skips?: string
      given?: string[]
    })[]
}

export const fileRouteKeys = {
  applications: Joi.object({ roots: pattern.required(), base: paths }),
  files: Joi.array().items(
    Joi.object({
      pattern: pattern.required(),
      handlers: Joi.string().valid('exports', 'default', 'page', 'shown', 'forms', 'middleware', 'layout', 'action').required(),
      spelling: Joi.string().valid('brackets', 'double brackets', 'flat'),
      exports: Joi.object().pattern(Joi.string(), paths),
      objects: paths,
      any: Joi.string().valid('ALL', 'ANY'),
      answersTo: paths,
      suffix: Joi.boolean(),
      prefix: Joi.string(),
      leaf: Joi.string(),
      skips: pattern,
      given: paths,
      listed: Joi.boolean(),
      pathFrom: Joi.string(),
      methodFrom: Joi.string(),
      shows: Joi.boolean(),
      telling: Joi.boolean(),
    }),
  ),
}

export function addFileRoutes(
  rows: FileRouteModel[],
  applications: Map<string, FileApplications>,
  file: FileRouteFile & { library: string[] },
  located: (source: string) => number[],
): void {
  const library = file.library[0] as string
  if (file.applications) applications.set(library, { roots: new RegExp(file.applications.roots), base: file.applications.base ?? [] })
  for (const { pattern, handlers, exports, skips, given, ...more } of file.files ?? [])
    rows.push({
      library,
      libraries: file.library,
      pattern: new RegExp(pattern),
      handlers,
      spelling: more.spelling ?? 'brackets',
      listed: more.listed ?? false,
      exports: exports && new Map(Object.entries(exports)),
      objects: more.objects ?? [],
      any: more.any ?? 'ALL',
      answersTo: more.answersTo,
      suffix: more.suffix ?? false,
      prefix: more.prefix ?? '',
      leaf: more.leaf ?? '',
      skips: skips === undefined ? undefined : new RegExp(skips),
      given: (given ?? []).map((source) => located(source)[0] as number),
      pathFrom: more.pathFrom,
      methodFrom: more.methodFrom,
      shows: (more.shows ?? false) || handlers === 'shown',
      telling: more.telling ?? false,
    })
}
