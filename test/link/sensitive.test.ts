/** What a name promises of the value behind it, and names that only look as if they did. */
import { describe, expect, test } from 'vitest'
import { sensitivityOf } from '../../plugin/link/taint/sensitive'

describe('a name promises', () => {
  test.each([
    [
      'password',
      'password userPassword password2 confirmPassword password_confirmation newPassword currentPassword DB_PASSWORD getPassword passwd pwd pw dbPass passphrase passcode passwords',
    ],
    [
      'secret',
      'secret clientSecret token accessToken access_token ACCESS_TOKEN resetPasswordToken refreshTokens apiKey apikey api_key privateKey credentials userCredentials jwt otp sessionToken fetchAuthToken tokenFromHeader',
    ],
    [
      'personal',
      'email emailAddress e_mail userEmail emailId phone phoneNumber mobile_number firstName first_name fullName surname dateOfBirth birthDate ssn userSSN socialSecurityNumber passportNumber homeAddress postal_code zipCode ipAddress ip_address latitude ethnicity religion maritalStatus sexualOrientation jobTitle username',
    ],
    ['health', 'diagnosis medicalHistory bloodType healthInsuranceNumber prescriptions disability'],
    ['financial', 'creditCard creditCardNumber cardNumber cvv cvc iban bankAccountNumber bank_account_number routingNumber salary'],
  ] as const)('%s', (kind, names) => {
    for (const name of names.split(' ')) expect(sensitivityOf(name), name).toBe(kind)
  })

  test('nothing, where it speaks of what is stored instead, of a rule or a page, or of something else', () => {
    const names = `hashedPassword passwordHash password_digest encryptedPassword maskedCardNumber redactedEmail isPasswordValid hasPassword passwordLength
      passwordStrength passwordPolicy passwordField emailPlaceholder emailValidator validateEmail forgotPassword resetPassword passwordReset changePassword
      passwordResetUrl tokenType tokenCount tokens maxTokens tokenExpiry tokenId tokenName secretName apiKeyId publicKey emailService sendEmail emailTemplate
      emailVerified emailConfirmed email:confirmed passwordChangedAt passwordError invalidPassword checkPassword comparePassword csrfToken passport passportStrategy bypass compass
      expireInToken expiresToken ttl_of_token timeoutSessionToken timeToFirstToken time_per_token lastToken name address title id uuid userId url status userIdFromAuthToken getUserByEmail rowsBySessionToken tokenize secretary keyboard monkey expression description companyName`
    for (const name of names.trim().split(/\s+/)) expect(sensitivityOf(name), name).toBeUndefined()
  })
})

test('a general name is personal where a person has it', () => {
  expect(sensitivityOf('name', 'user')).toBe('personal')
  expect(sensitivityOf('name', 'currentUser')).toBe('personal')
  expect(sensitivityOf('address', 'customer')).toBe('personal')
  expect(sensitivityOf('name', 'file')).toBeUndefined()
  expect(sensitivityOf('address', 'server')).toBeUndefined()
  expect(sensitivityOf('id', 'user')).toBeUndefined()
})
