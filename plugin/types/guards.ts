import type { Evidence } from './evidence'

/** What stands between the outside and a handler, in the order in which it runs. */
export interface Guard {
  /** As the code calls it: `security.isAuthorized()`, `AuthGuard('jwt')`, `rateLimit()`. */
  name: string
  role: 'authentication' | 'authorization' | 'rate-limit' | 'validation' | 'csrf' | 'upload' | 'headers' | 'cors' | 'parser' | 'logging' | 'other'
  /** Where it was put in force: on the route, on its router or path, or for the whole application. */
  scope: 'route' | 'router' | 'path' | 'application' | 'class' | 'handler'
  at: Evidence
  /** Where it was put in front of requests, where that is another line than `at`, and where a library made it. */
  mounted?: Evidence
  made?: Evidence
  /** Conditions under which it is put there: `config.env === 'production'`. */
  when?: string[]
  /** Its code is not here and no model knows it: what it does could not be told. */
  opaque?: boolean
  /** It turns away some of those who are known, and lets on whoever shows nothing. */
  ofTheKnown?: true
  /** Whoever has the program's own key passes, and nothing tells one of them from another. */
  shared?: true
  /** Roles and permissions it asks for, as the code writes them: `admin`, `orders:read`. */
  roles?: string[]
  /** Of a validation: name of the schema or class. */
  schema?: string
}

/** Something about who may pass a door that does not hold what it promises. */
export interface AccessFault {
  /** `goes on`: refuses and does not stop. `not enforced`: looks, and lets everyone pass. `not awaited`: its refusal comes too late. `skippable`: the check is left out where the field is. `distinct answers`: tells which part of a sign-in was wrong. `claimed right`: goes by a right that the sender names. `claimed name`: goes by a name that the sender gives itself. `spared address`: lets past whatever has a text somewhere in its address. `open without secret`: the check is left out where the secret it asks for is not set. `unbound code`: takes the code of a sign-in elsewhere from whoever's browser brings it. `mark unread`: says what callers need, and nothing in front of the door looks at that. */
  fault:
    | 'goes on'
    | 'not enforced'
    | 'not awaited'
    | 'skippable'
    | 'distinct answers'
    | 'claimed right'
    | 'claimed name'
    | 'spared address'
    | 'open without secret'
    | 'unbound code'
    | 'mark unread'
  name: string
  /** Of a mark, the guard that looks at it elsewhere. */
  by?: string
  at: Evidence
  trace: Evidence[]
}
