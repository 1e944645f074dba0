/** How programs call whoever sends a request, what that one may do, and what says so. */

/** Property names that carry who the caller is. */
export const IDENTITY =
  /^(?:user|users?_?id|session|sessionid|authorization|cookies?|signedCookies|logged_?in|logged|token|access_?token|id_?token|is_?authenticated|is_?logged_?in|current_?user|authenticated_?users?|account|principal|identity|jwt|jwtPayload|auth|authentication|auth_?(?:context|ctx|result|info|data)|viewer|x-access-token|api_?key|x-api-key)$/i
/** Calls that find out who the caller is. */
export const IDENTIFIES =
  /^(?:verify|verifyToken|jwtVerify|decode|getSession|getServerSession|unstable_getServerSession|getServerAuthSession|auth|currentUser|getCurrentUser|getUser|getToken|validateRequest|validateSession|isAuthenticated|isAuthorized|isLoggedIn|authenticate|requireUser|getUserId|checkAuth|getAuth|getIronSession|validateSessionToken)$/i
/** Of these, names that say as much of other things. */
export const WEAK = /^(?:verify|decode|auth|getUser|getToken|authenticate)$/i
export const RIGHTS =
  /^(?:roles?|permissions?|scopes?|is_?admin|admin|is_?super|superuser|abilit(?:y|ies)|can|cannot|hasRole|hasPermission|privileges?|claims|groups?|accessLevel)$/i
/** What an account says of its own rights: `user.isAdminOrUp`, `user.canUpload`; nothing of them where it is not an account that says so. */
export const OWN_RIGHT = /^(?:can|may)[A-Z]|^(?:is|has)_?(?:admin|administrator|root|super|staff|moderator|privileged)/i
export const ACCOUNT = /^(?:current_?|auth(?:enticated)?_?|logged_?in_?|session_?)?(?:user|account|member|viewer|principal)$/i

/** `request.headers.get('origin')`, `c.req.header('Origin')` */
export const HEADER_READ = /^(?:get|header|get(?:Request)?Header)$/
/** Header names that carry a credential. */
export const CREDENTIAL =
  /key|token|secret|auth|signature|^x-(?!request|forwarded|real|correlation|[\w-]*(?:version|locale|lang|time-?zone|trace|platform|device|frame|content|powered|robots))/i
/** Headers that say who is calling, and nothing else. */
export const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:x-)?(?:api|access|auth)[_-]?(?:key|token)$/i
/** Headers that say which page a request comes from. */
export const PAGE_HEADER = /^(?:origin|referr?er)$/i

export const REQUEST_NAME = /^(?:req|request|headers|ctx|context)$/i
/** What knows who is calling: requests and answers, and the connection that messages come in by. */
export const REQUEST_TYPE = /\/(?:(?:Web|Api)?Request|(?:Api)?Response|Reply|Next|Context(?:\.req(?:uest)?)?|Socket)$/
