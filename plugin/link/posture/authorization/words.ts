/**
 * Words by which code speaks of roles, rights and tenants. Data only. The ladder is the one of the procedure (guest, user,
 * editor, admin, super); a word stands on the rung that products commonly give it, and a name with none of these words stays
 * untold.
 */
import type { Role } from '../../../types'
import { snake } from '../../names'

type Rung = Exclude<Role['level'], 'could not tell'>

/** Highest first: `super_admin` is a super, not an admin. */
const LADDER: [Rung, ReadonlySet<string>][] = [
  ['super', new Set(['super', 'superuser', 'superadmin', 'root', 'sysadmin', 'god'])],
  ['admin', new Set(['admin', 'admins', 'administrator', 'administrators', 'adm'])],
  [
    'editor',
    new Set(
      'editor author writer moderator mod contributor publisher manager maintainer staff employee agent operator support curator teacher instructor supervisor reviewer developer'.split(
        ' ',
      ),
    ),
  ],
  [
    'user',
    new Set(
      'user users member customer client subscriber buyer seller student patient reader viewer regular basic standard normal default premium deluxe pro vip free player attendee registered authenticated'.split(
        ' ',
      ),
    ),
  ],
  ['guest', new Set(['guest', 'anonymous', 'anon', 'visitor', 'public', 'unauthenticated'])],
]

export function rungOf(role: string): Rung | undefined {
  const words = snake(role).split('_')
  return LADDER.find(([, known]) => words.some((word) => known.has(word)))?.[0]
}

/** Properties and fields that hold the name of a role. */
export const ROLE_FIELD = /^(?:(?:user|account|member(?:ship)?|current|my)_?)?roles?(?:_?(?:name|type))?$|^(?:user|account)_?type$|^access_?level$/i
/** Flags that stand for a role each: `isAdmin`. */
export const ROLE_FLAG = /^_?is_?(?:super_?)?(?:admin(?:istrator)?|super_?user|staff|moderator|editor|manager|root)$|^(?:super_?)?admin$/i
/** Lists, maps and enumerations of roles, by the words of their name. */
export const ROLE_LIST =
  /^(?:(?:all|user|users|available|valid|default|app|application|system|allowed|account|member|membership|known)_)*roles?(?:_(?:names?|types?|list|map|enum|values?|hierarchy|levels?|rights|permissions?|privileges?|scopes?))?$/
/** Calls that ask for a role or a right by its name. */
export const ASKS_ROLE = /^(?:has|check|require|is|in|verify|ensure|any|needs?)_?(?:any|all|one|of|the|user)*_?roles?(?:_?in)?$/i
export const ASKS_RIGHT =
  /^(?:(?:has|check|require|verify|ensure|needs?)_?(?:any|all)*_?(?:permissions?|rights?|privileges?|scopes?|access|abilit(?:y|ies))|can|cannot|enforce)$/i
/** Lists of rights of a caller: `user.permissions.includes('x')`. */
export const RIGHTS_FIELD = /^(?:user_?)?(?:permissions|rights|privileges|scopes?|claims|abilities|capabilities|grants)$/i

/** Turns of a conversation with a language model have a role too. */
export const SPEAKERS = new Set(['assistant', 'tool', 'function', 'developer', 'model', 'ai', 'bot', 'system', 'human'])
export const CONVERSATION = /messages?$|^msgs?$|chat|turn|choice|delta|prompt|completion|conversation/i

/** Fields, parameters and variables that name a tenant. */
export const TENANT =
  /^(?:current_?|active_?)?(?:tenants?|org(?:ani[sz]ation)?s?|workspaces?|teams?|compan(?:y|ies)|(?:customer_?)?account_?group|realm|shop_?domain|site_?tenant)(?:_?(?:id|uuid|key|slug|ref|code))?$/i
/** The same words, said so clearly that one is enough. */
export const TENANT_FIELD = /^(?:tenant(?:_?(?:id|uuid|key|slug))?|(?:org(?:ani[sz]ation)?|workspace|team|company)_?(?:id|uuid))$/i
export const TENANT_WORDS = 'tenant, organisation, workspace, team or company'

/** A role by its name as code writes it: no sentence, no path. */
export const isRoleName = (text: string): boolean => /^[A-Za-z][\w .:-]{0,39}$/.test(text) && !/\s\S+\s/.test(text)

/** `isAdmin`, `is_super_user`: the role that a flag stands for. */
export const roleOfFlag = (flag: string): string =>
  flag.replace(/^_?is_?(?=[A-Za-z])/i, '').replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
