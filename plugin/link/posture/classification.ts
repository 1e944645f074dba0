/**
 * What the name of a stored field says of what it holds. In: words of the field, words of its entity, its type. Out: a class of
 * sensitive data, what it is in the words of readers, and the words that told.
 *
 * Classes follow what the field agrees on: `PCI` is account data of PCI DSS 4.0 (number, holder, expiry, verification code),
 * `PHI` health data of HIPAA 45 CFR 164.514(b)(2) and GDPR Art. 4(15), `Sensitive PII` the special categories of GDPR Art. 9,
 * offences (Art. 10), and what NIST SP 800-122 section 3.2 calls sensitive by itself (national numbers, bank accounts, money of a
 * person), `PII` everything else of a person or of the device of one (GDPR Art. 4(1), recital 30), `Secret` what lets somebody in.
 */
import { rowsByName } from '../../rows-by-name'
import type { Classification } from '../../types'

export interface Class {
  classification: Classification
  /** `national identifier`, `bank account`. */
  what: string
  /** Words that told: `ssn`. */
  because: string
}

/**
 * Runs of words, singular and in lower case, that say it wherever they stand in a name; the first row that fits counts. Words
 * of other languages stand with those of English, without their accents, which are taken off names as well.
 */
const TERMS: [Classification, string, string][] = [
  [
    'Secret',
    'password',
    `password, passwd, passphrase, pass phrase, passcode, pass code, pwd, passwort, kennwort, mot de passe, motdepasse, mdp, contrasena, senha, wachtwoord, haslo, losenord, adgangskode,
     passord, parol, parola, sifre, salasana, jelszo, heslo, mima`,
  ],
  [
    'Secret',
    'one-time code',
    'otp, totp, hotp, one time code, one time password, mfa code, mfa secret, two factor code, two factor secret, recovery code, backup code, verification code, reset code, login code, activation code, confirmation code, auth code, authorization code',
  ],
  [
    'Secret',
    'key or token',
    `secret, credential, api key, apikey, access key, private key, secret key, encryption key, signing key, session key, master key, auth key, license key, jwt, connection string,
     mnemonic, seed phrase, recovery phrase, session cookie, session id, session data`,
  ],
  ['Secret', 'security answer', 'security answer, secret answer, challenge answer'],
  [
    'PCI',
    'payment card',
    `card number, card num, card no, card nr, card pan, credit card, debit card, cc number, cc num, cc no, ccn, primary account number, cvv, cvv2, cvc, cvc2, cid code, card code, card security code,
     card verification, card holder, cardholder, card pin, card expiry, card expiration, card exp, cc exp, card exp month, card exp year, track data, magnetic stripe, kartennummer, kreditkarte, kreditkartennummer, numero carte,
     carte bancaire, numero tarjeta, tarjeta credito, numero cartao, cartao credito, carta credito, numero carta`,
  ],
  [
    'PHI',
    'health data',
    `diagnosis, diagnose, diagnostic code, icd code, icd10, medical, medication, prescription, health record, health insurance, health insurance number, health condition, health status, health number,
     blood type, blood group, blood pressure, heart rate, disability, allergy, symptom, hiv status, mental health, vaccination, vaccine, pregnancy, patient record, lab result,
     bmi, krankenkasse, krankenversicherung, blutgruppe, allergie, groupe sanguin, grupo sanguineo, diagnostico, alergia, nhs number, medicare number, medicaid`,
  ],
  [
    'Sensitive PII',
    'national identifier',
    `ssn, social security, social security number, social insurance number, national id, national identifier, national number, national insurance, national insurance number, nino, identity number, identity card, id card number, id number,
     tax id, tax number, taxpayer id, tax identification number, itin, passport, passport number, passport no, driver license, driver licence, driving license, driving licence, citizen id, voter id,
     cpf, cnh, rg number, dni, nif, nie, curp, rut, cedula, cuil, codice fiscale, steuer id, steuernummer, sozialversicherungsnummer, sozialversicherung, ausweisnummer, personalausweis, reisepass, numero securite sociale, securite sociale,
     numero fiscal, bsn, burgerservicenummer, rijksregisternummer, pesel, personnummer, fodselsnummer, cpr nummer, cpr number, hetu, aadhaar, aadhar, nric, hkid, snils, tckn, kimlik no, shenfenzheng, egn, jmbg, oib, amka, fiscal code`,
  ],
  [
    'Sensitive PII',
    'bank account',
    `iban, bic code, swift code, bank account, bank acc, bank acct, bank detail, bank routing, bank number, bank code, account number, acct number, acc number, account no, acct no, routing number, routing no, aba number, sort code,
     kontonummer, bankleitzahl, bankverbindung, compte bancaire, cuenta bancaria, numero cuenta, conta bancaria, conto corrente, rekeningnummer`,
  ],
  [
    'Sensitive PII',
    'money of a person',
    `salary, wage, annual income, monthly income, yearly income, household income, gross income, net income, net worth, tax return, credit score, pre tax, after tax, roth, pension, retirement, gehalt, salaire, salario, stipendio, einkommen`,
  ],
  [
    'Sensitive PII',
    'special category',
    `religion, religious belief, ethnicity, ethnic origin, ethnic group, racial origin, race ethnicity, political opinion, political view, political affiliation, political party, union membership, trade union, sexual orientation, sexuality, sex life,
     biometric, fingerprint template, fingerprint scan, face id, face template, retina, iris scan, voice print, genetic data, genome, dna, criminal record, criminal conviction, immigration status, citizenship, konfession, weltanschauung, ethnie, religiao`,
  ],
  [
    'PII',
    'contact',
    `email, e mail, mail address, phone, telephone, phone number, mobile number, mobile num, mobile no, mobile phone, cell number, cell phone, telephone number, fax number, whatsapp, telefon, telefonnummer, handynummer, mobilnummer, rufnummer, telefone, telefono,
     telephone portable, courriel, correo, correo electronico, celular, telefoonnummer, puhelin, shoujihao, dianhua, youxiang`,
  ],
  [
    'PII',
    'name',
    `first name, firstname, last name, lastname, full name, fullname, surname, given name, family name, middle name, middlename, maiden name, legal name, real name, birth name, display name, username, user name, nick name, nickname, screen name, preferred name,
     vorname, nachname, familienname, geburtsname, benutzername, prenom, nom famille, nom utilisateur, apellido, nombre completo, sobrenome, nome completo, cognome, voornaam, achternaam, imie, nazwisko, fornamn, efternamn, fornavn, etternavn, efternavn,
     soyad, familiya, otchestvo, xingming`,
  ],
  [
    'PII',
    'date or place of birth',
    'dob, birth date, birthdate, birthday, birth day, date of birth, birth place, birthplace, place of birth, birth year, year of birth, geburtsdatum, geburtstag, geburtsort, date naissance, naissance, fecha nacimiento, nacimiento, data nascimento, nascimento, data nascita, nascita, geboortedatum, fodselsdato',
  ],
  [
    'PII',
    'postal address',
    `home address, street address, postal address, mailing address, billing address, shipping address, delivery address, residential address, residence address, street name, street, house number, address line, postal code, post code, postcode, zip code, zipcode,
     anschrift, adresse, strasse, hausnummer, postleitzahl, plz, code postal, direccion, codigo postal, endereco, cep, indirizzo, adres, straat, ulica`,
  ],
  [
    'PII',
    'online identifier',
    `ip, ip address, ip addr, ipaddress, client ip, user ip, remote addr, remote address, mac address, user agent, useragent, device id, device fingerprint, browser fingerprint, advertising id, idfa, gaid, imei, imsi`,
  ],
  ['PII', 'location', 'latitude, longitude, geolocation, geo location, gps, home location, current location, last location'],
  [
    'PII',
    'personal detail',
    'gender, sex, nationality, marital status, job title, employee number, employee id, mother maiden name, license plate, licence plate, vehicle registration, geschlecht, staatsangehorigkeit, familienstand, sexe, nationalite, genero, geslacht',
  ],
]

/** Names that say it only when they are all there is. */
const WHOLE: Record<string, [Classification, string]> = rowsByName({
  pw: ['Secret', 'password'],
  pass: ['Secret', 'password'],
  psw: ['Secret', 'password'],
  pin: ['Secret', 'key or token'],
  token: ['Secret', 'key or token'],
  sid: ['Secret', 'key or token'],
  sess: ['Secret', 'key or token'],
  pan: ['PCI', 'payment card'],
  bic: ['Sensitive PII', 'bank account'],
  income: ['Sensitive PII', 'money of a person'],
  mail: ['PII', 'contact'],
  mobile: ['PII', 'contact'],
  tel: ['PII', 'contact'],
  fax: ['PII', 'contact'],
})

/** Names too general by themselves, by what the entity that has them is called. */
const OF_ENTITY: [entity: string, names: string, Classification, string][] = [
  ['api key, access key, access token, personal token, secret, credential, passkey', 'key, hash, value, token, public key', 'Secret', 'key or token'],
  ['security answer, security question answer, secret answer', 'answer', 'Secret', 'security answer'],
  ['otp, verification code, authorization code, auth code, login code, invite code, reset code', 'code, value', 'Secret', 'one-time code'],
  ['user, account, customer, member, admin, employee, login', 'hash, salt, password hash', 'Secret', 'password'],
  [
    'card, credit card, payment card, debit card, payment method',
    'number, num, pan, exp, expiry, expiration, exp month, exp year, expiry month, expiry year, expiration month, expiration year, expire month, expire year, holder, holder name',
    'PCI',
    'payment card',
  ],
  ['wallet, bank account, savings account', 'balance', 'Sensitive PII', 'money of a person'],
  ['portfolio, allocation, investment, holding, retirement', 'stock, fund, bond, share, amount', 'Sensitive PII', 'money of a person'],
  ['patient, health record, medical record, visit', 'weight, height, note, notes, condition', 'PHI', 'health data'],
  [
    'address, location, residence, shipping, delivery, billing',
    'city, street, zip, line1, line2, line 1, line 2, address, address1, address2',
    'PII',
    'postal address',
  ],
]

/** Words for people, and for what is kept of one. Companies, products and devices have names and addresses that anyone may know. */
const PEOPLE = new Set(
  `user customer patient employee member person people contact student guest visitor subscriber citizen applicant candidate buyer recipient passenger resident worker driver me admin owner
   teacher doctor cardholder beneficiary voter borrower payer profile author client player lead invitee participant attendee signup registration
   kunde benutzer nutzer mitarbeiter mitglied utilisateur client personne usuario cliente empleado persona utente dipendente gebruiker klant bruker anvandare kullanici`.split(
    /\s+/,
  ),
)

const OF_A_PERSON: Record<string, [Classification, string]> = rowsByName({
  name: ['PII', 'name'],
  names: ['PII', 'name'],
  nombre: ['PII', 'name'],
  nome: ['PII', 'name'],
  nom: ['PII', 'name'],
  imya: ['PII', 'name'],
  login: ['PII', 'name'],
  handle: ['PII', 'name'],
  address: ['PII', 'postal address'],
  address1: ['PII', 'postal address'],
  address2: ['PII', 'postal address'],
  city: ['PII', 'postal address'],
  zip: ['PII', 'postal address'],
  age: ['PII', 'personal detail'],
  cell: ['PII', 'contact'],
  contact: ['PII', 'contact'],
  location: ['PII', 'location'],
  birth: ['PII', 'date or place of birth'],
  race: ['Sensitive PII', 'special category'],
  weight: ['PHI', 'health data'],
  height: ['PHI', 'health data'],
})

/** In front of the words that matter: what is asked or said about it, what acts on it. */
const BEFORE = new Set(
  `is has had should can could must need needs requires require required was were will did does are not no without missing empty show hide toggle allow allows enable enabled disable disabled
   valid invalid validate validated verified verify confirm confirmed check send sent notify count counter limit max min maximum minimum total average use uses using expected
   csrf xsrf cancel cancellation next previous prev continuation page sync cursor public label type template design placeholder`.split(/\s+/),
)

/** What may stand behind the words that matter: the last word of a name says what it is, `emailTemplate` is a template. */
const BEHIND = new Set(
  `value text plain plaintext raw string str number no num nr nbr nummer numero address addr data info detail line line1 line2 confirmation confirm repeat again new old current primary secondary
   work home mobile personal private business office emergency base64 hex pem lower lowercase normalized canonical trimmed original orig a b c from to all one two first second 1 2 3 full
   hash hashed digest crypt bcrypt encrypted enc cipher ciphertext sealed masked last4 history`.split(/\s+/),
)

/** Tables whose `address` is that of a machine or a contract, and whose `phone` is a device. */
const THINGS = /^(?:network|server|host|contract|chain|block|memory|device|node|endpoint|register|port|interface|transaction|wei|eth|nft)$/

interface Term {
  classification: Classification
  what: string
  words: string[]
}

const ALL: Term[] = TERMS.flatMap(([classification, what, terms]) =>
  terms.split(',').map((term) => ({ classification, what, words: term.trim().split(/\s+/) })),
)
const BY_WORD = new Map<string, Term[]>()
for (const term of ALL) BY_WORD.set(term.words[0] as string, [...(BY_WORD.get(term.words[0] as string) ?? []), term])
const ENTITIES = OF_ENTITY.map(([entity, names, classification, what]) => ({
  entities: runs(entity),
  names: new Set(names.split(',').map((name) => name.trim())),
  classification,
  what,
}))

function runs(text: string): string[][] {
  return text.split(',').map((term) => term.trim().split(/\s+/))
}

/** Whether it takes the entity to say it: a `name` by itself is anybody's, or that of a group. */
export const needsEntity = ({ because }: Pick<Class, 'because'>): boolean => because.includes(' of ')

/** @param entity its name, and that of its table; @param type as the code writes it: an address of the internet is one by its type as well */
export function classify(field: string, entity: string, type = '', stored = ''): Class | undefined {
  // Of a document in a document it is the innermost name that says what it is; the ones around it are its entity.
  const path = field.split('.')
  const raw = wordsOf(path.at(-1) as string)
  if (raw.length === 0 || raw.length > 8) return undefined
  const owner = wordsOf([entity, stored, ...path.slice(0, -1)].join(' ')).map(singular)
  const isPerson = [entity, stored, ...path.slice(0, -1)].some(isOfPerson) && !owner.some((word) => THINGS.test(word))
  return byEntity(raw, owner, entity, isPerson) ?? byTerms(raw, owner) ?? byType(type)
}

/** Behind the word that says what an entity is. */
const FORM = new Set(
  'info information detail data entity model dto record schema table document input output request response type view history'.split(' '),
)
/** In front of `client` and `user`, where programs are meant. */
const MACHINE = /^(?:o?auth|oauth2|api|http|https|grpc|redis|db|database|service|smtp|mqtt|app)$/

/** Whether a name ends in a word for people, or for what is kept of one: `UserProfile`, and not `UserPasskey`. */
export function isOfPerson(name: string): boolean {
  const words = wordsOf(name).map(singular)
  while (words.length > 1 && FORM.has(words.at(-1) as string)) words.pop()
  return PEOPLE.has(words.at(-1) ?? '') && !words.some((word) => MACHINE.test(word))
}

function byEntity(raw: string[], owner: string[], entity: string, isPerson: boolean): Class | undefined {
  const all = raw.join(' ')
  for (const { entities, names, classification, what } of ENTITIES)
    if (names.has(all) && entities.some((words) => contains(owner, words) >= 0)) return { classification, what, because: `${all} of ${entity}` }
  const ofPerson = OF_A_PERSON[all]
  if (ofPerson && isPerson) return { classification: ofPerson[0], what: ofPerson[1], because: `${all} of ${entity}` }
  return undefined
}

function byTerms(raw: string[], owner: string[]): Class | undefined {
  const all = raw.join(' ')
  const whole = WHOLE[all]
  if (whole) return { classification: whole[0], what: whole[1], because: all }
  const words = raw.map(singular)
  const candidates = [...new Set(words)].flatMap((word) => BY_WORD.get(word) ?? [])
  const fitting = candidates
    .map((term) => ({ term, at: contains(words, term.words) }))
    .filter(({ term, at }) => at >= 0 && fits(raw, words, at, at + term.words.length, term))
    .sort((one, other) => ALL.indexOf(one.term) - ALL.indexOf(other.term) || other.term.words.length - one.term.words.length)
  const [best] = fitting
  if (best) return { classification: best.term.classification, what: best.term.what, because: best.term.words.join(' ') }
  // `resetPasswordToken`, `deviceToken`: what ends in a token is one.
  const end = BEHIND.has(raw.at(-1) as string) ? raw.at(-2) : raw.at(-1)
  if (end === 'token' && !raw.some((word) => BEFORE.has(word))) return { classification: 'Secret', what: 'key or token', because: 'token' }
  if (all === 'address' && !owner.some((word) => THINGS.test(word))) return { classification: 'PII', what: 'postal address', because: all }
  return undefined
}

function fits(raw: string[], words: string[], start: number, end: number, { words: term }: Term): boolean {
  if (raw.slice(0, start).some((word) => BEFORE.has(word))) return false
  const behind = words.slice(end)
  // In some countries an e-mail address is called an e-mail id.
  if (behind.length === 1 && behind[0] === 'id' && (term[0] === 'email' || term[0] === 'passport' || term[0] === 'tax')) return true
  return behind.every((word, index) => BEHIND.has(word) || BEHIND.has(raw[end + index] as string))
}

function byType(type: string): Class | undefined {
  const word = /^(?:inet|cidr|macaddr)\b|\b(?:Inet)\b/i.exec(type)?.[0]
  return word ? { classification: 'PII', what: 'online identifier', because: `type ${word}` } : undefined
}

/** Index at which a run of words begins, -1 where it is not there. */
function contains(words: string[], run: string[]): number {
  for (let start = 0; start + run.length <= words.length; start++) if (run.every((word, index) => words[start + index] === word)) return start
  return -1
}

/** `lastLoginIp` → last, login, ip; `Straße` → strasse; `cardNum2` → card, num. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/ł/g, 'l')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase())
    .map((word) => (/^[a-z]{4,}\d$/.test(word) && !/^(?:icd10|address\d|line\d|last4)$/.test(word) ? word.slice(0, -1) : word))
    .filter((word) => word !== '')
}

/** Enough of a singular to tell `emails` and `addresses`; words that end in s by nature are left. */
function singular(word: string): string {
  if (word === 'addresses') return 'address'
  if (word === 'allergies' || word === 'disabilities') return `${word.slice(0, -3)}y`
  if (word.length < 4 || /(?:ss|us|is|gps|has|was|does|sms|imsi|plus)$/.test(word)) return word
  return word.endsWith('s') ? word.slice(0, -1) : word
}
