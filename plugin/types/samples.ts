/** A sample of code, taken apart. Names are those of the sample; what they stand for is told where the sample itself shows it. */
export interface Sample {
  /** Something is left out, and the sample says so. */
  elided: boolean
  /** From this line on it could not be understood; nothing after it is among the facts. */
  brokenAt?: number
  imports: SampleImport[]
  calls: SampleCall[]
  reads: SampleRead[]
  classes: SampleClass[]
  /** Functions that it makes or declares, by name. */
  functions: { name: string; line: number; parameters: SampleParameter[] }[]
  /** Functions that a call is given: `define(User)` for `define(User, (faker) => …)`. */
  callbacks: { call: string; index: number; line: number; parameters: SampleParameter[] }[]
  /** Interfaces and types made of members. */
  shapes: { name: string; line: number; members: { name: string; line: number; type?: string }[] }[]
  /** Types that annotations and heritage clauses name. */
  types: { name: string; line: number }[]
  /** Object literals that get a name. */
  objects: { name: string; line: number; keys: { name: string; line: number }[]; open: boolean }[]
  /** Names that it makes: imports, variables, parameters, functions, classes, types. */
  declared: string[]
  /** Names that it uses and does not make. */
  free: { name: string; line: number }[]
}

export interface SampleImport {
  specifier: string
  line: number
  /** `*` is the whole module, as `require` gives it. */
  names: { imported: string; local: string; line: number }[]
}

/** What a name stands for: something imported, an instance, a value of a named type. */
export interface SampleOrigin {
  kind: 'import' | 'new' | 'type'
  /** Imported name, class or type. */
  name: string
  /** Of an import. */
  specifier?: string
}

export interface SampleArguments {
  count: number
  /** Their number is not sure. */
  spread: boolean
  objects: { index: number; keys: { name: string; line: number }[]; open: boolean }[]
}

/** `f(a)`, `new F(a)`, `@f(a)`. Calls of methods are reads with arguments. */
export interface SampleCall {
  name: string
  isNew: boolean
  line: number
  origin?: SampleOrigin
  given: SampleArguments
}

/** `user.name`, `factory(Pet)().make()`. */
export interface SampleRead {
  /** What it is read on, with the first argument of each call where that is a name: `factory(Pet)()`. */
  on: string
  member: string
  line: number
  /** Class and method of the sample around it: `CreatePets.run`. */
  within: string
  /** Of what it is read on, where that is a name. */
  origin?: SampleOrigin
  given?: SampleArguments
}

export interface SampleClass {
  name: string
  line: number
  extends?: string
  implements: { name: string; line: number }[]
  members: { name: string; line: number; parameters?: SampleParameter[] }[]
}

export interface SampleParameter {
  /** '' where it is taken apart at once. */
  name: string
  /** As written. */
  type?: string
  optional?: boolean
  rest?: boolean
  line: number
}
