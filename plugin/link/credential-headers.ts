/** Names of headers that tell who asks: what they hold lets a request in. */
export const CREDENTIAL_HEADER =
  /^(?:(?:proxy-)?authori[sz]ation|cookie|(?:x-)?(?:[a-z\d]+[-_])*(?:api|access|auth|admin|private|secret|subscription|master|service|internal)[-_]?(?:key|token|secret)|x-[\w-]*(?:key|token|secret|auth))$/i
