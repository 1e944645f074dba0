/**
 * What a name says of the value behind it: a password, something of a person, a card number. In: the name of a variable,
 * property, parameter or function as the code writes it, and where there is one that of the object it is read from. Out: which
 * kind of sensitive data it promises, if any.
 *
 * Kinds follow what the field agrees on: personal data and online identifiers of GDPR Art. 4(1) and recital 30, its special
 * categories (Art. 9), the examples of PII in NIST SP 800-122 section 2.2, account data of PCI DSS (card number, verification
 * code, PIN), health data of HIPAA 45 CFR 164.514(b)(2), and what OWASP's Logging Cheat Sheet says must not be logged.
 */
import { rowsByName } from '../../rows-by-name'

export type Sensitivity = 'password' | 'secret' | 'personal' | 'health' | 'financial'

/**
 * Words that make a name sensitive wherever they stand in it, by kind. Each item is a run of words of a split name, singular:
 * `first name` is in `firstName`, `first_name` and `user.firstNames`. The first kind that matches counts.
 */
const TERMS: [Sensitivity, string][] = [
  ['password', 'password, passwd, passwort, passphrase, pass phrase, passcode, pass code, pwd, user pass, db pass, smtp pass, mail pass, my pass'],
  [
    'secret',
    `secret, credential, cred, jwt, access token, refresh token, auth token, id token, session token, api token, bearer token,
     login token, user token, reset token, verification token, invite token, security token, service token, device token, push token,
     oauth token, api key, apikey, auth key, authkey, access key, private key, secret key, encryption key, signing key, session key,
     session secret, master key, session cookie, auth cookie, auth code, authorization code, otp, totp, one time code, mfa code, recovery code,
     backup code, verification code, connection string, authorization header, mnemonic, seed phrase`,
  ],
  [
    'financial',
    `credit card, debit card, card number, card no, card holder, card holder name, cardholder, cardholder name, cc number, cc num, ccn, cvv, cvv2, cvc, cvc2, security code,
     card pin, pin code, pin number, iban, bank account, bank detail, account number, account no, acct number, routing number, sort code, swift code, salary,
     annual income, monthly income, tax return, net worth`,
  ],
  [
    'health',
    `medical, diagnosis, diagnose, medication, prescription, health record, health insurance, health condition, health status, health number, blood type, blood group,
     blood pressure, disability, allergy, patient record, symptom, hiv status, mental health, vaccination, insurance number, therapy`,
  ],
  [
    'personal',
    `email, e mail, mail address, phone, mobile number, cell number, telephone, telephone number, fax number, first name, firstname, last name, lastname, full name,
     fullname, surname, given name, family name, middle name, maiden name, legal name, real name, birth name, username, user name,
     dob, birth date, birthdate, birthday, date of birth, birth place, birthplace, place of birth, birth year,
     gender, sex, ssn, social security, social security number, national id, national insurance, identity number, identity card, id card number, tax id, tax number, taxpayer id, passport number,
     passport no, driver license, driver licence, driving license, driving licence, license plate, licence plate, vehicle registration,
     home address, street address, postal address, mailing address, billing address, shipping address, delivery address, residential address, street name, address line, postal code,
     post code, postcode, zip code, zipcode, ip address, ip addr, ip, ipaddress, client ip, user ip, mac address, latitude, longitude, geolocation, geo location, gps,
     religion, religious belief, ethnicity, ethnic origin, racial origin, race ethnicity, nationality, citizenship, marital status, political opinion, political view, political affiliation,
     union membership, sexual orientation, sexuality, sex life, biometric, genetic data, criminal record, job title, employee number, mother maiden name`,
  ],
]

/** Names that say it only when they are all there is: `token` is one, `token` of `tokenizer` or of `tokenCount` is not. */
const WHOLE: Record<string, Sensitivity> = rowsByName({
  pw: 'password',
  pass: 'password',
  psw: 'password',
  token: 'secret',
  otp: 'secret',
  sid: 'secret',
  pin: 'secret',
})

/** Variables that cloud tools read the path of a file from. */
const OF_FILES = new Set(['google application credentials', 'aws shared credentials', 'google credentials file'])

/** Names too general by themselves, that are somebody's where a person's object has them: `customer.name`. */
const OF_A_PERSON: Record<string, Sensitivity> = rowsByName({
  name: 'personal',
  address: 'personal',
  age: 'personal',
  mobile: 'personal',
  cell: 'personal',
  contact: 'personal',
  location: 'personal',
  race: 'personal',
  birth: 'personal',
  street: 'personal',
  zip: 'personal',
  income: 'financial',
  wage: 'financial',
  weight: 'health',
  height: 'health',
})

/** Headers by which callers say who they are. */
const OF_HEADERS = new Set(['authorization', 'proxy authorization', 'cookie', 'set cookie'])

/** Words for people. Companies and devices have names and addresses that anyone may know. */
const PEOPLE = new Set(
  `user, customer, patient, employee, member, person, people, contact, student, guest, visitor, subscriber, citizen, applicant, candidate, buyer, recipient,
   passenger, resident, tenant, worker, driver, me, admin, owner, teacher, doctor, cardholder, beneficiary, voter, borrower, payer`
    .split(',')
    .map((word) => word.trim()),
)

/** In front of the words that matter: what is stored instead of the value, what is asked or said about it, what acts on it. */
const HARMLESS = new Set(
  `hash hashed hasher hashing digest md5 sha sha1 sha256 sha512 bcrypt argon argon2 scrypt hmac checksum encrypted encrypt encryption
   encoded crypted crypt cipher ciphered ciphertext sealed mask masked redact redacted obfuscate obfuscated sanitized anonymized anonymised
   pseudonymized truncated hidden censored salt salted blurred
   is has should can could must need needs requires require required was were will did does are not no without missing empty show hide toggle
   valid invalid validity validate validated incorrect wrong bad error err failed warning message messages msg unverified
   expire expires expiry expiration expiring ttl timeout lifetime interval
   length size count counter limit max min minimum maximum total average
   check compare verify send sent set save store remove delete clear add handle on use render setup configure register init assert ensure
   enforce parse tokenize match matches placeholder label type types`.split(/\s+/),
)

/**
 * What may stand behind the words that matter; the last word of a name says what it is: `passwordPage` is a page, `emailAddress`
 * is one still.
 */
const STILL = new Set(
  `value text plain plaintext raw string str number no num address addr data info detail confirmation confirm again repeat repeated
   retype new old current primary secondary work home mobile personal private business cleartext clear base64 hex b64 pem buffer byte
   lower lowercase normalized trimmed original orig a b from to all one two first second history result note`.split(/\s+/),
)

/** What people do about a password: names of functions, pages and messages, unless a token is meant. */
const ABOUT_PASSWORDS = new Set('reset forgot forgotten lost change recover recovery update remember'.split(' '))

/** Tokens that let nobody in, and those of languages. */
const NO_CREDENTIAL = new Set(
  'csrf xsrf cancel cancellation abort next previous prev first last per start end current peek syntax punctuation operator comment word css design injection page continuation version sync cursor resume delta change idempotency concurrency'.split(
    ' ',
  ),
)

/** All terms, in the order in which they count. */
const MATCHERS = TERMS.flatMap(([kind, terms]) => terms.split(',').map((term) => ({ kind, term: term.trim().split(/\s+/) })))
/** First word → numbers of the terms that begin with it. */
const BY_WORD = new Map<string, number[]>()
for (const [number, { term }] of MATCHERS.entries()) BY_WORD.set(term[0] as string, [...(BY_WORD.get(term[0] as string) ?? []), number])

/** What a name says by itself, and what it says of somebody. */
interface Said {
  alone: Sensitivity | undefined
  ofPerson: Sensitivity | undefined
  ofHeaders: Sensitivity | undefined
}

const known = new Map<string, Said>()
const people = new Map<string, boolean>()

/** @param owner name of the object that it is read from: `customer` of `customer.name` */
export function sensitivityOf(name: string, owner?: string): Sensitivity | undefined {
  let said = known.get(name)
  if (!said) {
    said = judge(name)
    known.set(name, said)
  }
  if (owner !== undefined && said.ofHeaders && /headers$/i.test(owner)) return said.ofHeaders
  return owner !== undefined && said.ofPerson && isPerson(owner) ? said.ofPerson : said.alone
}

function isPerson(name: string): boolean {
  let is = people.get(name)
  if (is === undefined) {
    is = wordsOf(name).some((word) => PEOPLE.has(singular(word)))
    people.set(name, is)
  }
  return is
}

function judge(name: string): Said {
  const raw = headOf(wordsOf(name))
  if (raw.length === 0 || raw.length > 7) return { alone: undefined, ofPerson: undefined, ofHeaders: undefined }
  const whole = raw.join(' ')
  return { alone: judgeWords(raw), ofPerson: OF_A_PERSON[whole], ofHeaders: OF_HEADERS.has(whole) ? 'secret' : undefined }
}

/** What something is stands before what it is found by: a `userIdFromAuthToken` is an id, a `passwordFromInput` a password. */
function headOf(words: string[]): string[] {
  const at = words.findIndex((word, index) => index > 0 && index + 1 < words.length && (word === 'from' || word === 'by'))
  return at < 0 ? words : words.slice(0, at)
}

function judgeWords(raw: string[]): Sensitivity | undefined {
  const words = raw.map(singular)
  const all = raw.join(' ')
  if (WHOLE[all]) return WHOLE[all]
  if (OF_FILES.has(all)) return undefined
  const isHarmless = (word: string, index: number) => HARMLESS.has(word) || HARMLESS.has(raw[index] as string)
  const telling = words.filter((word) => BY_WORD.has(word))
  const candidates = [...new Set(telling)].flatMap((word) => BY_WORD.get(word) as number[]).sort((one, other) => one - other)
  for (const number of candidates) {
    const { kind, term } = MATCHERS[number] as (typeof MATCHERS)[number]
    const start = startOf(words, term)
    if (start < 0) continue
    const end = start + term.length
    if (words.some((word, index) => index < start && isHarmless(word, index))) return undefined
    // In some countries an e-mail address is called an e-mail id.
    if (words.slice(end).some((word) => !STILL.has(word)) && !(term[0] === 'email' && words[end] === 'id' && end + 1 === words.length)) continue
    if (kind === 'password' && words.some((word) => ABOUT_PASSWORDS.has(word))) return undefined
    return kind
  }
  return raw.at(-1) === 'token' && !words.some((word, index) => isHarmless(word, index) || NO_CREDENTIAL.has(word)) ? 'secret' : undefined
}

/** Index at which a run of words begins, -1 where it is not there. */
function startOf(words: string[], term: string[]): number {
  for (let start = 0; start + term.length <= words.length; start++) if (term.every((word, index) => words[start + index] === word)) return start
  return -1
}

/** `userSSN2` → user, ssn; `EMAIL_ADDRESSES` → email, address; `ipv4` → ipv4. */
function wordsOf(name: string): string[] {
  if (/^[a-z]+$/.test(name)) return [name]
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase())
    .map((word) => (/^[a-z]{4,}\d$/.test(word) ? word.slice(0, -1) : word))
    .filter((word) => word !== '' && !/^\d+$/.test(word))
}

/** Enough of a singular to tell `emails` and `addresses`; words that end in s by nature are left. */
function singular(word: string): string {
  if (word === 'addresses') return 'address'
  if (word === 'allergies' || word === 'disabilities') return `${word.slice(0, -3)}y`
  if (word.length < 5 || !word.endsWith('s') || /(?:ss|us|is|gps|has|was|does)$/.test(word)) return word
  return word.slice(0, -1)
}
