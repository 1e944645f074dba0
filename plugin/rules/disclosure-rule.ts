/**
 * Rules about sensitive data that reach a place where others read them. What tells such rules apart is the place: the models
 * of one kind of place share a library, or are listed here.
 */
import type { Confidence, Flow } from '../types'
import type { Rule } from './rule'
import { taintRule } from './taint-rule'

/** Console and log libraries. */
export const LOGS = new Set(['console', 'winston', 'debug', '@nestjs/common'])
/** Storage and cookies of the browser. */
export const BROWSER_STORES = new Set(['web-storage', '@react-native-async-storage/async-storage', 'js-cookie'])
export const COOKIES = new Set(['clear-cookies'])
export const FILES = new Set(['clear-files'])
export const TOKENS = new Set(['jsonwebtoken', '@nestjs/jwt'])
export const MESSAGES = new Set(['window-messages'])
/** What a server answers. */
export const ANSWERS = new Set(['answers', 'next'])
/** What requests to other hosts carry. */
export const SENT = new Set(['sent-data', 'http', 'axios'])
/** Companies that are sent data: error tracking, analytics, search, language models. First library of each model. */
export const THIRD_PARTIES = new Set([
  '@sentry/node',
  '@bugsnag/js',
  'rollbar',
  '@airbrake/node',
  '@honeybadger-io/js',
  'newrelic',
  'hot-shots',
  'dd-trace',
  '@datadog/browser-rum',
  'react-ga4',
  'react-gtm-module',
  '@segment/analytics-node',
  'mixpanel-browser',
  'posthog-js',
  'applicationinsights',
  '@opentelemetry/api',
  'openai',
])

/** Some run at another company, some in the same house. */
export const SEARCH_ENGINES = new Set(['@elastic/elasticsearch'])

export type Sort = 'credential' | 'intimate' | 'personal' | 'general'

const CREDENTIAL =
  /pass(?:word|wd|phrase|code|wort)|pwd|\bpw\b|\bpass\b|secret|credential|(?:private|api|access|encryption|signing|auth|session|master)_?key|token|jwt|\botp\b|mnemonic|seed_?phrase|connection_?string|auth(?:orization)?_?(?:code|header)|^(?:proxy_?)?authorization$|^(?:set_?)?cookie$/i
const INTIMATE =
  /card_?(?:num|no|holder|pin)|credit_?card|debit_?card|cvv|cvc|iban|account_?(?:num|no)|bank|routing|salary|income|ssn|social_?security|passport|national_?id|tax|license|medical|diagnos|health|blood|prescription|medication|disab|religio|ethnic|racial|sexual|politic|biometric|criminal/i
/** Names that are often public, or that many logs hold on purpose. */
const GENERAL =
  /(?:^|[._])(?:user_?names?|names?|full_?name|display_?name|(?:\w+_)?ip|ip_?addr(?:ess)?|gender|job_?title|zip_?code|post_?code|postal_?code|latitude|longitude|nationality)$/i

/** How much a value matters, by what it is called. */
export function sortOf({ origin }: Pick<Flow, 'origin'>): Sort {
  const name = origin.replace(/\(\)$/, '').split('.').slice(-1)[0] ?? ''
  if (CREDENTIAL.test(name)) return 'credential'
  if (INTIMATE.test(name)) return 'intimate'
  return GENERAL.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2')) ? 'general' : 'personal'
}

/** Shortened, masked or hashed on the way, by what the lines of the trace say of the very value. */
export function isHidden({ origin, trace }: Pick<Flow, 'origin' | 'trace'>): boolean {
  const name = origin.replace(/\(\)$/, '').split('.').slice(-1)[0] ?? ''
  if (!/^[\w$]+$/.test(name)) return false
  const value = `\\b${name.replaceAll('$', '\\$')}\\b`
  const cut = new RegExp(`${value}[\\w.?!)\\]]*\\.(?:slice|substr|substring|charAt|at)\\(`)
  const covered = new RegExp(`(?:mask|redact|hash|encrypt|anonymi[sz]e|obfuscate|truncate|scrub|shorten)\\w*\\([^()]*${value}`, 'i')
  return trace.some(({ text }) => cut.test(text) || covered.test(text))
}

/** What a call is asked by is not what it answers: `getUserForToken()`; the name of a class, and an account made up for a test, are nobody's. */
const isNone = ({ origin }: Flow) =>
  /\b(?:create|make|new|get)?(?:[tT]est|[mM]ock|[fF]ake|[dD]ummy)[A-Z_]\w*\(\)|(?:^|\.)\w+(?:By|For|From|With|4)[A-Z]\w*\(\)$|\bconstructor\.name$/.test(
    origin,
  )

const OF_ENVIRONMENT = /(?:^|\.)env(?:\.|\[|$)/

export interface DisclosureRule extends Omit<Rule, 'check'> {
  places: ReadonlySet<string>
  /** How sure a finding is, by what is disclosed; `undefined` where it is none. */
  confidence: Record<Sort, Confidence | undefined>
  most?: (flow: Flow) => Confidence | undefined
  describe?: (flow: Flow) => string
}

export function disclosureRule({ places, confidence, ...rule }: DisclosureRule): Rule {
  const inner = taintRule({ ...rule, from: ['sensitive'], to: ['disclosure'] })
  return {
    ...inner,
    check: (program) =>
      inner.check({
        ...program,
        flows: program.flows.flatMap((flow) => {
          if (flow.source !== 'sensitive' || flow.sink !== 'disclosure' || !places.has(flow.library) || isHidden(flow) || isNone(flow)) return []
          const sort = sortOf(flow)
          // `process.env.EMAIL_FROM`: what an installation is set up with is nobody's own.
          const sure = sort !== 'credential' && OF_ENVIRONMENT.test(flow.origin) ? undefined : confidence[sort]
          return sure ? [{ ...flow, confidence: sure }] : []
        }),
      }),
  }
}
