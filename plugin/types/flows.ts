/** Outside data on its way, and uses of things whose settings matter: what rules of security judge. */
import type { Confidence, Evidence } from './evidence'

/** Where outside data begins, as models name it. */
export type SourceKind =
  /** A request to a server: query, body, path, headers, cookies, files. */
  | 'request'
  /** What a page's visitor or another window decides: location, name, referrer, messages, storage. */
  | 'browser'
  /** Queue, socket and event messages, webhooks. */
  | 'message'
  /** Arguments and environment of the process, standard input. */
  | 'environment'
  /** Read back from a database or a file: what somebody stored earlier. */
  | 'stored'
  /** Answer of another service. */
  | 'response'
  /** Parameter of an exported function of a package. */
  | 'library'
  /** Parameter of a function that nothing here calls. */
  | 'parameter'
  /** Passwords, personal data and tokens: they matter by where they go, not by where they come from. */
  | 'sensitive'
  /** An exception with its stack. */
  | 'exception'
  /** `Math.random()` and other numbers that can be guessed. */
  | 'predictable'

/** One way that data takes from a source to a place that acts on it; nothing on the way makes it harmless for that place. */
export interface Flow {
  source: SourceKind
  /**
   * What the place does with it: `sql`, `html`… one of the kinds that models name. `sql-text` and `html-text`: a statement or
   * markup is put together, and nothing was seen that runs or shows it.
   */
  sink: string
  /** As the code calls it: `db.query`, `innerHTML`. */
  api: string
  library: string
  /** Of writes into objects, what the code imports the function from: `lodash/set`, `dot-prop`. Models join packages that are alike. */
  module?: string
  confidence: Confidence
  /** Where it begins, and what is read there: `req.query.name`. */
  from: Evidence
  origin: string
  /** Where it ends. */
  at: Evidence
  /** Where the text is put together, when another function runs it as it is handed over. */
  text?: Evidence
  /** Every step, first step first; `from` and `at` are its ends. */
  trace: Evidence[]
  /** On its way it becomes part of a text that the program writes: `'return ' + name`. */
  composed?: true
  /** An address that still begins as that of the request does: with a slash, whatever the sender wrote behind it. */
  beginsAsSent?: true
  /** An address that begins with a slash and a name that the program chose, whatever stands in front of them. */
  beginsWithOwnName?: true
  /** An address in front of which a setting of the program stands, or a path: nobody sent its scheme. */
  ownScheme?: true
  /** A character that the check in front lets through and that a shell does not take as it is where the value stands. */
  letsThrough?: string
  /** Fields of the object that go no further than to where the program put others in their place, or took them out. */
  leavesOut?: string[]
  /** The stored model that it fills, where that is known for sure, and fields that the program asks for by name on the way. */
  record?: { model: string; file: string; asked: string[] }
  /** What goes on is taken out of it by a function that was handed the whole object: `save(req.body)`. */
  handedWhole?: true
  /** What is called on is the data itself: `archive.extractAllTo(directory)`. */
  onReceiver?: true
  /** It names the field of a record that is written: `user[name] = value`. */
  byName?: true
  /** What the server shows along with it to be let in, as the code calls it: `Authorization`. */
  credential?: string
  /** Of stored data, the field that goes on: `url` of `action.url`. */
  field?: string
  /** It begins as a text in one of several records that are written in the code: `[{ name: 'Ida', password: '…' }, …]`. */
  writtenRecord?: true
  /** Function around the sink, '' at module level. */
  around: string
  /** `POST /login`, where the source is read in or below a handler of an entry point. */
  route?: string
  /** A setting elsewhere that lets it through, where it is not the place alone. */
  because?: Evidence
  /** What speaks against it without ruling it out: the most that may be claimed, and why, in a sentence. */
  doubt?: { most: Confidence; because: string }
  /** Only tests run it. */
  test: boolean
}

/** What one argument or option of a call is. */
export interface Setting {
  /**
   * `constant`: `texts` are all it may be. `partly`: some of it is known. `computed`: made while running. `missing`: not
   * given. `unknown`: the options as a whole come from elsewhere, so whether it is given could not be told.
   */
  state: 'constant' | 'partly' | 'computed' | 'missing' | 'unknown'
  texts: string[]
  at?: Evidence
}

/** A use of something whose settings matter: a hash, a cookie, a TLS option. Found by models, or by a detector of `link/`. */
export interface Usage {
  /** As models and detectors name it: `hash`, `cookie`… */
  kind: string
  /** As the code calls it: `crypto.createHash`. */
  api: string
  library: string
  at: Evidence
  /** Function around, '' at module level. */
  around: string
  values: Record<string, Setting>
  /** Only tests run it. */
  test: boolean
}
