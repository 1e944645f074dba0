/**
 * What a place does with data that reaches it. A value carries one bit a kind: set while it would still do harm there. What
 * is safe in SQL is not safe in HTML, so a sanitizer clears the bits it is for and leaves the others.
 */
import type { SourceKind } from '../../types'

/** Where data begins. Their order numbers the origins of facts. */
export const sourceKinds: SourceKind[] = [
  'request',
  'browser',
  'message',
  'environment',
  'stored',
  'response',
  'library',
  'exception',
  'predictable',
  'sensitive',
  'parameter',
]

export const sinkKinds = [
  /** Text of an SQL statement. */
  'sql',
  /** Query object of a document store: an object where a text was expected is an operator. */
  'nosql',
  /** Command line that a shell reads. */
  'command',
  /** One argument, or the name, of a program that is started without a shell. */
  'argument',
  /** Program text: eval, Function, vm, dynamic import. */
  'code',
  /** Source text of a template. */
  'template',
  /** HTML, where tags and attributes can be written. */
  'html',
  /** Address that a page follows or loads: `javascript:` runs. */
  'script-url',
  /** File name or path. */
  'path',
  /** Address of a request that the server makes. */
  'url',
  /** Address that the visitor is sent to. */
  'redirect',
  /** XML that is parsed with entities. */
  'xml',
  /** Bytes or text turned into objects with behaviour. */
  'deserialize',
  /** Name of a property that is written to. */
  'property',
  /** Object merged deeply into another. */
  'merge',
  /** Text of a regular expression. */
  'regex',
  /** Text that a slow regular expression is run over. */
  'matched',
  /** LDAP filter or name. */
  'ldap',
  /** XPath expression. */
  'xpath',
  /** Line of a log. */
  'log',
  /** HTTP header. */
  'header',
  /** Format text with placeholders. */
  'format',
  /** Record that is created or updated from an object as it came. */
  'record',
  /** Size, count or delay. */
  'resource',
  /** Prompt of a language model. */
  'prompt',
  /** Method that is looked up and called by name. */
  'method',
  /** Place that is readable without protection: logs, cookies, local storage, messages to others. */
  'disclosure',
  /** Value that must not be guessable: token, password, key. */
  'secret',
  /** Text where an array or object would behave differently. */
  'text',
  /** XML or other markup that is put together from text. */
  'markup',
  /** Contents of a file that is stored. */
  'upload',
  /** Selector or HTML, told apart by what it begins with: `$(text)`. */
  'selector',
  /** Message of mail with its headers, as text: a line end begins a header of its own. */
  'mail',
  /** Entries of the environment, under names of the sender’s choice. */
  'environment',
  /** Text of a mail: whose host stands in its links, is where its reader goes. */
  'mailed',
  /** Where a program keeps what a caller may do: a role in the session. */
  'rights',
  /** Address or file that the system opens with whatever program is for it. */
  'opened',
  /** Path of a request that the server makes, of a host that is decided: `..` and `/` lead to something else there. */
  'request-path',
  /** Password that a directory is asked with: without one it lets in whoever has a name. */
  'empty-password',
  /** Token that is read without asking who signed it. */
  'claims',
  /** GraphQL document. */
  'graphql',
  /** List of which as many elements are gone through as it says it has: `{ length: 1e9 }` is one to Lodash. */
  'length',
] as const

/**
 * Kinds that nothing tells apart on the way share a bit: there are 32 of them. What leads upwards in a file's path does so in an address;
 * what a text of JSON keeps inside a script it keeps inside a document of GraphQL.
 */
const SHARED: Partial<Record<SinkKind, SinkKind>> = {
  markup: 'html',
  upload: 'deserialize',
  selector: 'html',
  mail: 'header',
  environment: 'record',
  mailed: 'prompt',
  rights: 'command',
  opened: 'script-url',
  'request-path': 'path',
  'empty-password': 'ldap',
  claims: 'command',
  graphql: 'code',
  length: 'resource',
}

export type SinkKind = (typeof sinkKinds)[number]

/** Not data: an object looked up by an outside name, which may be the prototype of all objects. */
export const PROTOTYPE = 1 << 29
/** What is left of a mask for a value that is made of another. Of a list or an object the parts are copied, and stay what they are. */
export const madeAnew = (mask: number, isPart: boolean): number => (isPart ? mask : mask & ~PROTOTYPE)
/** It may lead upwards out of a directory: `../`. The bit of `path` itself. */
export const UPWARDS = 1 << sinkKinds.indexOf('path')
/** It may begin at the root: a path of its own. */
export const ABSOLUTE = 1 << 30
/** It has not been brought to its normal form: what it begins with says nothing of where it leads. */
export const RAW = 1 << 31

/**
 * Bits of a list of kinds. `all` is every kind, `number` what a number can do no harm to, `literal` what one of a few known
 * texts cannot. `absolute` and `raw` are the states of a path: it may begin at the root, it may not be in normal form.
 */
export function maskOf(kinds: readonly string[]): number {
  let mask = 0
  for (const kind of kinds) {
    if (kind === 'all') mask = ALL & ~RAW
    else if (kind === 'number') mask |= ALL & ~bitOf('resource') & ~bitOf('disclosure') & ~bitOf('secret')
    else if (kind === 'literal') mask |= ALL & ~bitOf('resource') & ~bitOf('disclosure') & ~bitOf('secret')
    else if (kind === 'absolute') mask |= ABSOLUTE
    else if (kind === 'raw') mask |= RAW
    else mask |= bitOf(kind as SinkKind)
  }
  return mask
}

/** A path does harm when it leads upwards or begins at the root. */
export function bitOf(kind: SinkKind): number {
  return kind === 'path' ? UPWARDS | ABSOLUTE : 1 << sinkKinds.indexOf(SHARED[kind] ?? kind)
}

/** What is told to who should not see it. */
export const DISCLOSED = bitOf('disclosure')

/** Every kind at once, and every state of paths. */
export const ALL = -1

/** What decides which field of a record is written: a text, and one that the program begins chooses among the program's own. */
export const FIELD_NAME = { bits: bitOf('property'), needs: ABSOLUTE } as const

/** Bits that must be left besides: a text in front decides what `$(text)` is, and neither a list nor a text lies about its length. */
export function neededBy(kind: SinkKind): number {
  if (kind === 'length') return bitOf('text')
  return kind === 'selector' ? ABSOLUTE : 0
}

/**
 * What is left of a mask when a test ruled kinds out. `RAW` among these means: leads upwards no more, provided that it is in
 * normal form.
 */
export function without(mask: number, cleared: number): number {
  const left = mask & ~(cleared & ~RAW)
  return cleared & RAW && !(mask & RAW) ? left & ~UPWARDS : left
}

/** What one of a few known texts rules out. */
export const LITERAL = maskOf(['literal'])
/** What a number rules out. */
export const NUMBER = maskOf(['number'])
/** What a text, in place of an object or list, rules out. */
export const TEXT_ONLY = maskOf(['nosql', 'record', 'merge', 'text'])

/** What no name of a property is: an object, an object that others share, a secret that is kept under it. */
export const NO_NAME = TEXT_ONLY | PROTOTYPE | maskOf(['disclosure', 'secret'])

/** What needs a text to do harm: an object, a list or an element is none. */
export const NEEDS_TEXT =
  ALL &
  ~maskOf(['nosql', 'record', 'merge', 'text', 'property', 'deserialize', 'resource', 'disclosure', 'secret', 'log', 'format', 'template']) &
  ~RAW &
  ~PROTOTYPE

/** Whether what was ruled out says that a value is an object, and nothing of what is in it. */
export const isObject = (cleared: number): boolean => (cleared & NEEDS_TEXT) === NEEDS_TEXT && (cleared & maskOf(['nosql'])) === 0

/** Harm by where a path leads. */
export const PATH = UPWARDS | ABSOLUTE
/** Harm by tags. */
export const HTML = maskOf(['html', 'markup', 'xml'])
/** Harm by an address that is code. */
export const SCHEME = maskOf(['script-url'])
/** Harm by where an address leads. */
export const ADDRESS = maskOf(['script-url', 'redirect', 'url'])
