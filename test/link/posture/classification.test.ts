/** What names of fields say. Beside each way in which a name holds sensitive data stand those that only look so. */
import { expect, test } from 'vitest'
import { classify } from '../../../plugin/link/posture/classification'

/** `Entity.field` → class and what it is; `-` for nothing. */
const NAMES: [expected: string, fields: string][] = [
  [
    'Secret, password',
    'User.password, User.passwordHash, User.pwd, Account.password_hash2, Kunde.kennwort, Usuario.contraseña, Usuario.senha, User.hashed_password, users.pass',
  ],
  [
    'Secret, key or token',
    'Token.token, User.resetPasswordToken, Account.refresh_token, ApiKey.key, ApiKey.hash, App.clientSecret, Hook.webhook_secret, Device.fcmToken, Session.sid',
  ],
  ['Secret, one-time code', 'User.totp, User.recoveryCodes, VerificationCode.code'],
  ['Secret, security answer', 'SecurityAnswer.answer, User.security_answer'],
  [
    'PCI, payment card',
    'Card.cardNum, Payment.creditCardNumber, payments.card_no, Order.cvv, Card.number, Card.expMonth, Zahlung.kreditkartennummer, Pago.numeroTarjeta',
  ],
  ['PHI, health data', 'Patient.diagnosis, Visit.bloodPressure, Patient.weight, Person.blutgruppe'],
  [
    'Sensitive PII, national identifier',
    'users.ssn, User.socialSecurityNumber, Person.cpf, Person.codiceFiscale, Client.numero_securite_sociale, Person.passportNo, Medarbejder.personnummer',
  ],
  ['Sensitive PII, bank account', 'users.bankAcc, Account.iban, Payout.routing_number, Kunde.kontonummer'],
  ['Sensitive PII, money of a person', 'Employee.salary, Mitarbeiter.gehalt, Wallet.balance, contributions.preTax'],
  ['Sensitive PII, special category', 'User.religion, Member.ethnicity, Voter.politicalParty, Employee.unionMembership'],
  ['PII, contact', 'User.email, User.emailAddress, Kunde.telefon, Address.mobileNum, purchases.mail, User.email_id'],
  ['PII, name', 'User.name, User.firstName, Client.prénom, Usuario.apellidos, purchases.user_name, customers.NACHNAME'],
  ['PII, date or place of birth', 'users.dob, Person.dateOfBirth, Kunde.geburtsdatum'],
  ['PII, postal address', 'User.address, Address.city, Address.zipCode, Kunde.Straße, Order.shippingAddressLine1'],
  ['PII, online identifier', 'User.lastLoginIp, Session.ip_address, Visit.userAgent'],
  ['PII, location', 'Trip.latitude, User.lastLocation'],
  ['PII, personal detail', 'User.gender, Employee.nationality'],
  [
    '-',
    `Mail.emailTemplate, Usage.tokenCount, Contact.addressBook, User.isEmailVerified, User.emailVerifiedAt, User.passwordResetExpires, User.passwordChangedAt, User.hasPassword, Account.token_type,
     Product.name, Company.name, OAuthClient.name, UserPasskey.name, Card.cardType, Page.nextPageToken, Form.csrfToken, Design.designTokens, User.lastLoginAt, Setting.key, Captcha.answer, Block.blockAddress, Contract.address,
     Order.status, Zip.zipped, Team.skip, Chip.chip, Recipe.description, Ship.shipment, Policy.passwordPolicy, Text.passage, Person.id, Product.stock, Feature.tokenizer, Template.emailSubject, User.phoneType, User.publicKeyId`,
  ],
]

test.each(NAMES.flatMap(([expected, fields]) => fields.split(',').map((name) => [name.trim(), expected] as const)))('%s: %s', (name, expected) => {
  const [entity, field] = name.split('.') as [string, string]
  const said = classify(field, entity)
  expect(said ? `${said.classification}, ${said.what}` : '-').toBe(expected)
})

test('a type says it where the name does not', () => {
  expect(classify('origin', 'Visit', 'INET')?.what).toBe('online identifier')
  expect(classify('origin', 'Visit', 'TEXT')).toBeUndefined()
})

test('the words that told are told', () => {
  expect(classify('lastLoginIp', 'User')?.because).toBe('ip')
  expect(classify('name', 'Customer')?.because).toBe('name of Customer')
})

test('the table holds words as they are looked up: in lower case, without accents, in the singular', () => {
  expect(classify('passwords', 'User')?.what).toBe('password')
  expect(classify('PASSWORDS', 'User')?.what).toBe('password')
})
