/**
 * In: the linked program. Out: uses of things whose settings matter, from the models and from detectors. A detector is one
 * file and one line here; it is for what a call's path and arguments cannot say.
 */
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { addressUsages } from './addresses'
import { answeredAlways } from './answered-always'
import { answeredSecrets } from './answered-secrets/index'
import { asyncThrows } from './async-throws'
import { biasedNumbers } from './biased-numbers'
import { bundledEnvironment } from './bundled-environment'
import { checkedMessages } from './checked-messages'
import { cleanedMarkup } from './cleaned-markup'
import { cookieUsages } from './cookies'
import { corsPatterns } from './cors-patterns'
import { costlyRoutes } from './costly-routes'
import { credentialPrefixUsages } from './credential-prefixes'
import { cryptoData } from './crypto-data'
import { csrfOrder } from './csrf-order'
import { databaseSettings } from './database-settings'
import { dateChecks } from './date-checks'
import { directionSigns } from './direction-signs'
import { disclosedEnvironment } from './disclosed-environment'
import { drizzleConditions } from './drizzle-conditions'
import { errorPages } from './error-pages'
import { fileModes } from './file-modes'
import { fileRaces } from './file-races'
import { guessableSecrets } from './guessable-secrets'
import { leftMemory } from './left-memory'
import { loginSessions } from './login-sessions'
import { loosenedAnswers } from './loosened-answers'
import { madeAccounts } from './made-accounts'
import { madeCookies } from './made-cookies'
import { markdownElements } from './markdown-elements'
import { messageHandlers } from './message-handlers'
import { middlewarePaths } from './middleware-paths'
import { modelledUsages } from './modelled'
import { openPorts } from './open-ports'
import { orderlyStops } from './orderly-stops'
import { originChecks } from './origin-checks'
import { outgoingFailures } from './outgoing-failures'
import { pageBridges } from './page-bridges'
import { pageCode } from './page-code'
import { pageElements } from './page-elements'
import { passwordRules } from './password-rules'
import { plainConnections } from './plain-connections'
import { plainPasswords } from './plain-passwords'
import { plainServers } from './plain-servers'
import { policyStatements } from './policy-statements'
import { promiseConditions } from './promise-conditions'
import { queryTypes } from './query-types'
import { quotedRegexes } from './quoted-regexes'
import { regexUsages } from './regexes'
import { registeredUsages } from './registered'
import { replacementUsages } from './replacements'
import { responseHeaders } from './response-headers'
import { responseTypes } from './response-types'
import { scriptsOutsidePages } from './scripts-outside-pages'
import { secretComparisons } from './secret-comparisons'
import { sensitiveQueries } from './sensitive-queries'
import { sentCookies } from './sent-cookies'
import { servedDirectories } from './served-directories'
import { socketServers } from './socket-servers'
import { tableWrites } from './table-writes'
import { takenSessions } from './taken-sessions'
import { textCheckUsages } from './text-checks'
import { thrownData } from './thrown-data'
import { tlsUsages } from './tls-options'
import { tokenPayloads } from './token-payloads'
import { tokenReads } from './token-reads'
import { unescapedEngines } from './unescaped-engines'
import { bareApplications } from './web-applications'
import { writtenSecrets } from './written-secrets'
import { xmlEntities } from './xml-entities'

export type Detector = (linked: Linked) => Usage[]

const detectors: Detector[] = [
  modelledUsages,
  checkedMessages,
  markdownElements,
  responseTypes,
  addressUsages,
  asyncThrows,
  cookieUsages,
  corsPatterns,
  csrfOrder,
  databaseSettings,
  fileModes,
  fileRaces,
  messageHandlers,
  regexUsages,
  registeredUsages,
  middlewarePaths,
  replacementUsages,
  responseHeaders,
  credentialPrefixUsages,
  textCheckUsages,
  tlsUsages,
  bareApplications,
  plainServers,
  costlyRoutes,
  servedDirectories,
  biasedNumbers,
  cryptoData,
  guessableSecrets,
  secretComparisons,
  tokenPayloads,
  tokenReads,
  cleanedMarkup,
  writtenSecrets,
  xmlEntities,
  bundledEnvironment,
  drizzleConditions,
  errorPages,
  leftMemory,
  loginSessions,
  dateChecks,
  madeAccounts,
  openPorts,
  orderlyStops,
  originChecks,
  outgoingFailures,
  pageElements,
  pageCode,
  directionSigns,
  disclosedEnvironment,
  answeredSecrets,
  answeredAlways,
  loosenedAnswers,
  pageBridges,
  passwordRules,
  plainConnections,
  plainPasswords,
  policyStatements,
  promiseConditions,
  queryTypes,
  quotedRegexes,
  scriptsOutsidePages,
  sensitiveQueries,
  madeCookies,
  sentCookies,
  socketServers,
  tableWrites,
  takenSessions,
  thrownData,
  unescapedEngines,
]

export function usagesOf(linked: Linked): Usage[] {
  return detectors
    .flatMap((detect) => detect(linked))
    .sort(
      (one, other) =>
        compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.kind, other.kind) || compare(one.api, other.api),
    )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
