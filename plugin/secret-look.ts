/**
 * What a text in the code looks like, taken as a secret: something to be filled in, a row of digits that nobody would have
 * to guess (`1234`, `0000`), words, or what a generator made. It is asked before a secret is masked, and of texts that turn out to be one only when the program is linked.
 */
export type SecretLook = 'placeholder' | 'digits' | 'words' | 'random'

/** Words of which placeholders are made: who it belongs to, what it is, and that it has to be replaced. */
const FILLERS = new Set(
  (
    'my your our the this that some any no not here there goes is and or of for in to ' +
    'sample samples example examples demo local test tests testing tester fake dummy mock mocked stub custom default temp tmp ' +
    'change changeme changeit changethis replace replaceme insert put enter provide fill set todo fixme tbd redacted hidden masked removed ' +
    'foo bar baz qux quux hello world lorem ipsum string value text placeholder something anything whatever none null nil undefined empty ' +
    'password passwords passwd passphrase passcode pass pwd secret secrets token tokens key keys api apikey access auth authorization bearer basic ' +
    'private public credential credentials user username usr name login email account client id app application me it xx xxx xxxx yyy zzz'
  ).split(' '),
)
const LONGEST_FILLER = Math.max(...[...FILLERS].map(({ length }) => length))

/** A text that asks to be replaced, whatever it is for: `your_ldap_password_here`, `for-local-development-only`. */
const ASKED_FOR =
  /^(?:your[-_. ][\w. -]+|(?:enter|put|insert|paste)[-_. ][\w. -]+[-_. ]here)$|^(?:sk|pk)[-_]my[-_][\w-]+$|(?:^|[-_. ])(?:local|dev(?:elopment)?)(?:[-_. ]dev(?:elopment)?)?[-_. ]only(?:[-_. ]|$)/i
/** A text that tells how it is to be replaced: `replace-me-with-a-random-string`, `SetARandomStringHere`. */
const TOLD_HOW =
  /^(?:please[-_. ])?(?:(?:replace|change|insert)[-_. ](?:me|this|it|your|an?|with|to|by)|(?:set|generate|use)[-_. ](?:your|an?|this))(?:[-_. ](?:[a-z]+|\d{1,3}))+$/i
const TOLD_HOW_IN_ONE = /^(?:[Rr]eplace|[Cc]hange|[Ss]et|[Ii]nsert|[Gg]enerate|[Uu]se|[Pp]ut|[Ee]nter)(?:An?|Your|This|Me|With|Some)(?:[A-Z][a-z]+)+$/
/** A text that says by its form that something else goes there: `<password>`, `{{ key }}`, `${KEY}`, `%s`, `$KEY`. */
const MARKED = /^[<({[].*[>)}\]]$|\{\{|\$\{|<%|\$\(|^\$|^%|<[a-z][\w -]*>|^process\.env|^(?:vault|op|ssm|arn|env):/i

/** A word by which a text says that nothing is there, or not yet: `pending_provisioning`, `stripe-unconfigured`, `not-used`, `SHOP_MASKED`. */
const SAYS_NOTHING =
  /(?:^|[-_. ])(?:placeholder|masked|redacted|pending|unconfigured|unset|unused|not[-_ ](?:set|configured|used|needed|required)|no[-_ ](?:key|token|password)(?:[-_ ](?:needed|required))?)(?:[-_. ]|$)/i

/** A word by which a text says of itself that it is for tests, or made up: `test-session-secret-2`, `dummy-key-32-bytes`. */
const SAYS_MADE_UP =
  /(?:^|[-_. ])(?:tests?|testing|e2e|dummy|fake|mock|sample|example|insecure|not[-_]real|localdev|local[-_]dev(?:elopment)?)(?:[-_. ]|$)/i

/** Shannon entropy above which a text of letters and digits is no word, in bits a character. */
const RANDOM_ENTROPY = 3

/** What a build or an installation puts something else in place of: `__SIGNING_KEY__`, `{{ token }}`, `%%PASSWORD%%`. */
export const isReplacedLater = (text: string): boolean => REPLACED_LATER.test(text.trim())
const REPLACED_LATER =
  /^(?:__[A-Z][A-Z\d]*(?:_[A-Z\d]+)*__|%%?[A-Z][A-Z\d_]*%%?|@@?[A-Z][A-Z\d_]*@@?|\{\{\s*[\w.]+\s*\}\}|<%=?\s*[\w.]+\s*%>|#\{[\w.]+\}#?)$/

/** Form of a one-way hash of a password, which may stand behind a mark of who made it: `shop-$2b$12$…`. */
const HASH =
  /\$2[abxy]?\$\d\d\$[./A-Za-z\d]{53}|\$argon2(?:id|i|d)\$v=\d+\$|\$scrypt\$[\w=,]+\$|\$[156]\$(?:rounds=\d+\$)?[./A-Za-z\d]{1,16}\$[./A-Za-z\d]{22,86}/
export const holdsHash = (text: string): boolean => HASH.test(text)

/** A signed token: what it says of itself stands in its second part, for whoever reads it (RFC 7519). */
const TOKEN = /^eyJ[\w-]*\.(eyJ[\w-]*)\.[\w-]*$/
const ISSUED_FOR_SHOW = /"iss"\s*:\s*"(?:[^"]*[-_./ ])?(?:demo|example|sample|localhost|127\.0\.0\.1)(?:[-_.:/ ][^"]*)?"/i

/** Given out by what says of itself that it is there to be tried: `supabase-demo`, `http://localhost:9011`. Everybody has the key. */
export function isTokenForShow(text: string): boolean {
  const payload = TOKEN.exec(text)?.[1]
  return payload !== undefined && ISSUED_FOR_SHOW.test(Buffer.from(payload, 'base64url').toString('utf8'))
}

export function secretLook(text: string): SecretLook {
  const value = text.trim()
  if (isReplacedLater(value) || isTokenForShow(value)) return 'placeholder'
  const letters = value.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (/^\d{4,}$/.test(value) && (isRun(value) || new Set(value).size <= 2)) return 'digits'
  if (value.length < 4 || MARKED.test(value) || new Set(value.toLowerCase()).size <= 2 || new Set(letters).size <= 2) return 'placeholder'
  if (
    ASKED_FOR.test(value) ||
    TOLD_HOW.test(value) ||
    TOLD_HOW_IN_ONE.test(value) ||
    isRun(letters) ||
    isRuns(letters) ||
    isFilled(letters) ||
    /^(?:x{4,}|\.{3,}|\*{3,})|x{6,}|\*{4,}$/i.test(value)
  )
    return 'placeholder'
  if (SAYS_NOTHING.test(value)) return 'placeholder'
  if (SAYS_MADE_UP.test(value)) return 'words'
  const mixed = /\d/.test(value) && /[a-z]/i.test(value)
  if (value.length >= 12 && !/\s/.test(value) && mixed && entropy(value) >= RANDOM_ENTROPY) return 'random'
  if (value.length >= 20 && !/[\s_-]/.test(value) && entropy(value) >= RANDOM_ENTROPY + 0.8) return 'random'
  return 'words'
}

/** `abcdefgh`, `12345678`; backwards only where it is short: longer ones are what people take for clever. */
function isRun(text: string): boolean {
  if (text.length === 0) return true
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  // `0123456789abcdef` and `1234567890` go on where the next alphabet starts, and begin again behind the last digit.
  const rises = steps.filter((step) => step === 1 || step === -9 || step === 40 || step === -54).length
  return rises === steps.length || (text.length <= 6 && steps.every((step) => step === -1))
}

/** `54321abcde`, `abcd1234`: one short run behind another. */
function isRuns(text: string): boolean {
  const digits = /^(?:([a-z]{4,6})(\d{4,6})|(\d{4,6})([a-z]{4,6}))$/.exec(text)
  return digits?.slice(1).every((part) => part === undefined || isRun(part)) ?? false
}

/** Made of filler words and short numbers alone, whatever stands between them. */
function isFilled(text: string): boolean {
  const reach = new Array<boolean>(text.length + 1).fill(false)
  reach[0] = true
  for (let at = 0; at < text.length; at++) {
    if (!reach[at]) continue
    for (let length = 2; length <= LONGEST_FILLER && at + length <= text.length; length++)
      if (FILLERS.has(text.slice(at, at + length))) reach[at + length] = true
    // A number after a word: `password1`, `secret123`. A text of digits alone is somebody's code.
    const digits = /^\d{1,4}/.exec(text.slice(at))?.[0].length ?? 0
    if (at > 0) for (let length = 1; length <= digits; length++) reach[at + length] = true
  }
  return reach[text.length] as boolean
}

/** Bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
