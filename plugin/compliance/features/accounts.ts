/** Features about who callers are: sign-in, passwords, sessions, second factors. */
import type { Control, Evidence, Mechanism } from '../../types'
import { type Scene, spelled } from '../scene'
import { absent, bySigns, doubtful, type Feature, there } from './feature'

/** Rows of a report that all say "not applicable" say why in one of them. */
const byControls = (title: string, of: (scene: Scene) => Control[]): Feature => ({
  title,
  of(scene) {
    const rows = of(scene)
    const real = rows.filter(({ state }) => state !== 'not applicable')
    if (rows.length === 0) return absent(`Looked for ${title}: none.`)
    if (real.length === 0) return absent(rows[0]!.reason)
    // Where everything is unknown nobody knows whether it is there at all.
    if (real.every(({ state, evidence }) => state === 'unknown' && evidence.length === 0)) return doubtful(real[0]!.reason)
    return there(
      `There is ${title}.`,
      real.flatMap(({ evidence }) => evidence),
    )
  },
})

const control =
  (...ids: string[]) =>
  ({ controls }: Scene): Control[] =>
    ids.flatMap((id) => controls.get(id) ?? [])

const mechanismsOf =
  (kinds: Mechanism['kind'][], name?: RegExp) =>
  (scene: Scene): Evidence[] =>
    scene.program.posture.authentication.mechanisms
      .filter((it) => kinds.includes(it.kind) && (!name || name.test(`${it.name} ${it.implementation}`)))
      .flatMap(({ evidence }) => evidence)

const SMS = [
  'twilio',
  '@twilio/*',
  'vonage',
  '@vonage/*',
  'nexmo',
  'messagebird',
  'plivo',
  'sinch',
  '@sinch/*',
  'authy',
  'authy-client',
  '@aws-sdk/client-sns',
  'africastalking',
  'infobip*',
  'telnyx',
]
const WEBAUTHN = [
  '@simplewebauthn/*',
  'fido2-lib',
  'webauthn',
  '@passwordless-id/webauthn',
  'passport-fido2-webauthn',
  '@github/webauthn-json',
  'u2f',
  'u2f-api',
]

/** A record or field that keeps them, which is more than a name. */
const RECOVERY_CODE = /(?:^|_)(?:recovery|backup|scratch|rescue)_codes?(?:$|_)/

export const accounts: Record<string, Feature> = {
  login: {
    title: 'sign-in',
    of({ program }) {
      const { mechanisms, signIns, passwords } = program.posture.authentication
      const evidence = [...signIns.map(({ at }) => at), ...mechanisms.flatMap((it) => it.evidence)]
      if (signIns.length > 0 || mechanisms.some(({ kind }) => kind !== 'api-key' && kind !== 'signature' && kind !== 'other'))
        return there('Callers sign in.', evidence)
      if (mechanisms.length > 0 || passwords.some(({ state }) => state !== 'not applicable'))
        return doubtful('Callers are checked, and whether anybody signs in here could not be told.', evidence)
      return absent(
        `Looked for signed tokens, session cookies, HTTP Basic, delegated login, second factors and handlers that sign somebody in, at ${program.entryPoints.length} entry points: none.`,
      )
    },
  },
  callers: bySigns('ways in which callers prove who they are', {
    found: ({ program }) => program.posture.authentication.mechanisms.flatMap(({ evidence }) => evidence),
    looked: 'signed tokens, session cookies, API keys, HTTP Basic, signed requests, certificates and delegated login',
  }),
  'password-login': byControls('sign-in with passwords that are kept here', control('password-hash', 'password-comparison')),
  session: {
    title: 'a session or token that stands for the signed-in caller',
    of({ program }) {
      const those = program.posture.authentication.mechanisms.filter(({ kind }) => kind === 'token' || kind === 'session' || kind === 'delegated')
      return those.length > 0
        ? there(
            'Callers hold a session or token.',
            those.flatMap(({ evidence }) => evidence),
          )
        : absent(`Looked for signed tokens, session cookies and delegated login: none.`)
    },
  },
  'cookie-session': byControls('a session or token in a cookie', control('cookie-secure', 'cookie-http-only', 'cookie-same-site')),
  jwt: byControls('signed tokens', control('token-algorithm', 'token-key')),
  bcrypt: bySigns('bcrypt', {
    packages: ['bcrypt', 'bcryptjs', 'bcrypt-nodejs', '@node-rs/bcrypt', 'twin-bcrypt'],
    looked: 'bcrypt among the packages of the manifests',
    by: 'manifests',
  }),
  pbkdf2: bySigns('PBKDF2', {
    packages: ['pbkdf2', 'pbkdf2-password', 'credential', 'sjcl'],
    found: ({ usages }) =>
      usages('password-hash', 'slow-hash', 'key-derivation')
        .filter(({ api }) => /pbkdf2/i.test(api))
        .map(({ at }) => at),
    names: ['pbkdf2', 'pbkdf2 sync'],
    looked: '`crypto.pbkdf2` and packages with PBKDF2',
  }),
  mfa: bySigns('a second factor', {
    found: mechanismsOf(['multi-factor']),
    names: ['totp', 'two factor', 'twofactor', 'multi factor', 'mfa', '2fa', 'webauthn', 'passkey'],
    looked: 'libraries and checks of one-time codes, WebAuthn, and names like totp, mfa and twoFactor',
  }),
  otp: bySigns('one-time codes of an authenticator app', {
    found: (scene) => [
      ...mechanismsOf(['multi-factor'], /totp|hotp|one-time|otplib|speakeasy|otp/i)(scene),
      ...scene.usages('one-time-code-check', 'one-time-code-secret').map(({ at }) => at),
    ],
    packages: ['otplib', '@otplib/*', 'speakeasy', 'otpauth', 'notp', 'node-2fa', 'time2fa', 'authenticator'],
    names: ['totp', 'hotp'],
    looked: 'libraries and checks of time-based one-time codes',
  }),
  'hardware-otp': bySigns('code generators of hardware', {
    packages: ['yubikey', 'yub', 'yubikey-client', 'radius', 'node-radius-client', 'simple-radius'],
    names: ['yubikey', 'hardware token', 'radius server'],
    looked: 'clients of YubiKey and RADIUS, and names that speak of hardware tokens',
  }),
  oob: bySigns('codes sent by text message, voice call or push', {
    packages: SMS,
    names: ['sms code', 'sms otp', 'sms token', 'phone code', 'phone verification', 'verification sms', 'push approval'],
    looked:
      'clients of text message and push services (Twilio, Vonage, MessageBird, Plivo, SNS and others), and names that speak of codes sent by them',
  }),
  'lookup-secrets': bySigns('recovery codes', {
    found: ({ program }) =>
      program.entities
        .filter(
          ({ kind, name, fields }) => kind === 'stored' && [name, ...fields.map((it) => it.name)].some((each) => RECOVERY_CODE.test(spelled(each))),
        )
        .map(({ at }) => at),
    names: ['recovery code', 'backup code', 'scratch code', 'rescue code', 'lookup secret', 'reset code list'],
    looked: 'names that speak of recovery, backup or scratch codes',
  }),
  'initial-secret': bySigns('passwords or codes that the system gives out for a first sign-in', {
    names: [
      'activation code',
      'activation token',
      'initial password',
      'verification token',
      'verification code',
      'verify email',
      'email verification',
      'confirmation token',
      'confirm email',
      'temporary password',
      'temp password',
      'generated password',
      'invite token',
      'invitation token',
      'invite code',
      'one time password',
    ],
    looked: 'names that speak of activation codes, invitations, and temporary or initial passwords',
  }),
  recovery: byControls('a way to recover a forgotten password', control('password-reset')),
  oauth: bySigns('delegated login', { found: mechanismsOf(['delegated']), looked: 'delegated login: OAuth, OpenID Connect, SAML, account services' }),
  federation: bySigns('delegated login', {
    found: mechanismsOf(['delegated']),
    looked: 'delegated login: OAuth, OpenID Connect, SAML, account services',
  }),
  idp: bySigns('an identity provider of its own', {
    packages: [
      'oidc-provider',
      'oauth2-server',
      '@node-oauth/oauth2-server',
      'oauth2orize',
      'samlp',
      'node-oauth2-server',
      'express-oauth-server',
      '@jmondi/oauth2-server',
    ],
    names: ['authorization server', 'identity provider', 'relying party'],
    looked: 'libraries that make an OpenID Connect, OAuth or SAML provider',
  }),
  biometric: bySigns('biometric sign-in', {
    packages: [
      ...WEBAUTHN,
      'expo-local-authentication',
      'react-native-biometrics',
      'react-native-touch-id',
      'react-native-keychain',
      'react-native-fingerprint-scanner',
    ],
    names: ['biometric', 'fingerprint auth', 'face id', 'touch id', 'webauthn', 'passkey'],
    looked: 'WebAuthn and biometric libraries, and names that speak of biometrics and passkeys',
  }),
  'crypto-auth': bySigns('sign-in with cryptographic devices or certificates', {
    packages: WEBAUTHN,
    found: mechanismsOf(['certificate']),
    names: ['webauthn', 'passkey', 'client certificate', 'smart card', 'fido2'],
    looked: 'WebAuthn, FIDO2, client certificates and smart cards',
  }),
  'api-auth': bySigns('API keys or signed requests', {
    found: mechanismsOf(['api-key', 'signature', 'basic']),
    looked: 'API keys, HTTP Basic and signed requests',
  }),
  roles: bySigns('roles or permissions', {
    found: ({ program }) => {
      const { roles, roleFields } = program.posture.authorization
      return [...roles.flatMap(({ evidence }) => evidence.map(({ at }) => at)), ...roleFields.map(({ at }) => at)]
    },
    names: ['is admin', 'user role', 'permission'],
    looked: 'roles and permissions: values, flags, stored fields and checks',
  }),
  admin: bySigns('functions for administrators', {
    found: ({ program }) => [
      ...program.posture.authorization.roles
        .filter(({ level }) => level === 'admin' || level === 'super')
        .flatMap(({ evidence }) => evidence.map(({ at }) => at)),
      ...program.entryPoints.filter(({ path }) => /\badmin/i.test(path)).map(({ at }) => at),
    ],
    names: ['admin', 'is admin', 'administrator'],
    looked: 'roles, entry points and names that speak of administrators',
  }),
}
