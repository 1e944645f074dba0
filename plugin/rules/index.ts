/** Every rule, in the order of the reports. A rule is one file and one line here. */
import emptyPasswordBind from './authentication/empty-password-bind'
import forgedHostInMail from './authentication/forged-host-in-mail'
import oauthStateUnchecked from './authentication/oauth-state-unchecked'
import plainTextPassword from './authentication/plain-text-password'
import resetRevealsAccounts from './authentication/reset-reveals-accounts'
import sessionFixation from './authentication/session-fixation'
import unsafePasswordChange from './authentication/unsafe-password-change'
import userEnumeration from './authentication/user-enumeration'
import weakPasswordPolicy from './authentication/weak-password-policy'
import brokenGuard from './authorization/broken-guard'
import checkLeftOut from './authorization/check-left-out'
import conditionLost from './authorization/condition-lost'
import crossSiteWebsocket from './authorization/cross-site-websocket'
import guardOpenWithoutSecret from './authorization/guard-open-without-secret'
import guardSparesAddresses from './authorization/guard-spares-addresses'
import insecureDirectObjectReference from './authorization/insecure-direct-object-reference'
import metadataWithoutGuard from './authorization/metadata-without-guard'
import missingAuthentication from './authorization/missing-authentication'
import missingAuthorization from './authorization/missing-authorization'
import missingCsrfProtection from './authorization/missing-csrf-protection'
import promiseAsCondition from './authorization/promise-as-condition'
import rightsClaimedByRequest from './authorization/rights-claimed-by-request'
import stateChangeByGet from './authorization/state-change-by-get'
import userControlledRole from './authorization/user-controlled-role'
import wholeTableWrite from './authorization/whole-table-write'
import browserWithoutSandbox from './configuration/browser-without-sandbox'
import bufferBoundsUnchecked from './configuration/buffer-bounds-unchecked'
import chatIdentityUnverified from './configuration/chat-identity-unverified'
import cookieSentCrossSite from './configuration/cookie-sent-cross-site'
import cookieWithoutHttponly from './configuration/cookie-without-httponly'
import cookieWithoutSecure from './configuration/cookie-without-secure'
import csrfBeforeMethodOverride from './configuration/csrf-before-method-override'
import everyProxyTrusted from './configuration/every-proxy-trusted'
import exposedProjectFiles from './configuration/exposed-project-files'
import fileSystemRace from './configuration/file-system-race'
import graphqlDebugging from './configuration/graphql-debugging'
import listensOnEveryAddress from './configuration/listens-on-every-address'
import memorySessionStore from './configuration/memory-session-store'
import missingRateLimit from './configuration/missing-rate-limit'
import permissiveCors from './configuration/permissive-cors'
import predictableTemporaryFile from './configuration/predictable-temporary-file'
import publicCloudResource from './configuration/public-cloud-resource'
import reflectedCorsOrigin from './configuration/reflected-cors-origin'
import sessionCookieDefaults from './configuration/session-cookie-defaults'
import sessionWithoutEnd from './configuration/session-without-end'
import tokenRevocationUnchecked from './configuration/token-revocation-unchecked'
import trustingElectronSession from './configuration/trusting-electron-session'
import unboundedCloudRights from './configuration/unbounded-cloud-rights'
import uncatchableException from './configuration/uncatchable-exception'
import unencryptedCloudStorage from './configuration/unencrypted-cloud-storage'
import unlimitedBridge from './configuration/unlimited-bridge'
import unsafeElectronWindow from './configuration/unsafe-electron-window'
import unverifiedMessageOrigin from './configuration/unverified-message-origin'
import userControlledSecurityHeader from './configuration/user-controlled-security-header'
import validationCollectsEveryError from './configuration/validation-collects-every-error'
import weakenedSecurityHeaders from './configuration/weakened-security-headers'
import worldWritableFile from './configuration/world-writable-file'
import biasedRandomNumber from './crypto/biased-random-number'
import cipherWithoutIv from './crypto/cipher-without-iv'
import fastPasswordHash from './crypto/fast-password-hash'
import fixedIv from './crypto/fixed-iv'
import hardcodedSecret from './crypto/hardcoded-secret'
import insecureRandom from './crypto/insecure-random'
import passwordInToken from './crypto/password-in-token'
import recoverablePassword from './crypto/recoverable-password'
import secretInHistory from './crypto/secret-in-history'
import shortKey from './crypto/short-key'
import timingUnsafeComparison from './crypto/timing-unsafe-comparison'
import tokenAlgorithmOpen from './crypto/token-algorithm-open'
import tokenExpiryIgnored from './crypto/token-expiry-ignored'
import unauthenticatedDecryption from './crypto/unauthenticated-decryption'
import uninitializedBuffer from './crypto/uninitialized-buffer'
import unsignedToken from './crypto/unsigned-token'
import unverifiedToken from './crypto/unverified-token'
import weakCipher from './crypto/weak-cipher'
import weakHash from './crypto/weak-hash'
import weakPasswordHashSettings from './crypto/weak-password-hash-settings'
import scriptFromAnyone from './dependencies/script-from-anyone'
import scriptWithoutIntegrity from './dependencies/script-without-integrity'
import vulnerableDependency from './dependencies/vulnerable-dependency'
import buildArtifactLeak from './exposure/build-artifact-leak'
import developmentErrorPage from './exposure/development-error-page'
import fileContentInRequest from './exposure/file-content-in-request'
import interactionTracking from './exposure/interaction-tracking'
import messageToAnyWindow from './exposure/message-to-any-window'
import secretInAnswer from './exposure/secret-in-answer'
import sensitiveDataInException from './exposure/sensitive-data-in-exception'
import sensitiveDataInLog from './exposure/sensitive-data-in-log'
import sensitiveDataInStorage from './exposure/sensitive-data-in-storage'
import sensitiveDataInToken from './exposure/sensitive-data-in-token'
import sensitiveDataInUrl from './exposure/sensitive-data-in-url'
import sensitiveDataToThirdParty from './exposure/sensitive-data-to-third-party'
import stackTraceExposure from './exposure/stack-trace-exposure'
import argumentInjection from './injection/argument-injection'
import codeInjection from './injection/code-injection'
import commandInjection from './injection/command-injection'
import decompressionBomb from './injection/decompression-bomb'
import downloadedFile from './injection/downloaded-file'
import dynamicMethodCall from './injection/dynamic-method-call'
import environmentInjection from './injection/environment-injection'
import formatString from './injection/format-string'
import graphqlInjection from './injection/graphql-injection'
import headerInjection from './injection/header-injection'
import headlessBrowserInjection from './injection/headless-browser-injection'
import insecureUpload from './injection/insecure-upload'
import ldapInjection from './injection/ldap-injection'
import logInjection from './injection/log-injection'
import mailHeaderInjection from './injection/mail-header-injection'
import massAssignment from './injection/mass-assignment'
import moduleInjection from './injection/module-injection'
import nosqlInjection from './injection/nosql-injection'
import openRedirect from './injection/open-redirect'
import pathTraversal from './injection/path-traversal'
import promptInjection from './injection/prompt-injection'
import prototypePollution from './injection/prototype-pollution'
import regexInjection from './injection/regex-injection'
import requestPathInjection from './injection/request-path-injection'
import resourceExhaustion from './injection/resource-exhaustion'
import serverSideRequestForgery from './injection/server-side-request-forgery'
import sqlInjection from './injection/sql-injection'
import sqlTextFromInput from './injection/sql-text-from-input'
import templateInjection from './injection/template-injection'
import templateObjectInjection from './injection/template-object-injection'
import unsafeDeserialization from './injection/unsafe-deserialization'
import unsafeOpenExternal from './injection/unsafe-open-external'
import xmlEntitiesExpanded from './injection/xml-entities-expanded'
import xpathInjection from './injection/xpath-injection'
import xxe from './injection/xxe'
import zipSlip from './injection/zip-slip'
import type { Rule } from './rule'
import adminRouteWithoutGuard from './surface/admin-route-without-guard'
import directoryListing from './surface/directory-listing'
import exposedApiDocuments from './surface/exposed-api-documents'
import exposedMetrics from './surface/exposed-metrics'
import loginWithoutRateLimit from './surface/login-without-rate-limit'
import missingSecurityHeaders from './surface/missing-security-headers'
import attributeWithoutQuoteEscaping from './texts/attribute-without-quote-escaping'
import caseSensitiveMiddlewarePath from './texts/case-sensitive-middleware-path'
import doubleEscaping from './texts/double-escaping'
import exponentialRegex from './texts/exponential-regex'
import hiddenDirectionChange from './texts/hidden-direction-change'
import incompleteEscaping from './texts/incomplete-escaping'
import incompleteHostCheck from './texts/incomplete-host-check'
import incompleteRemoval from './texts/incomplete-removal'
import incompleteSchemeCheck from './texts/incomplete-scheme-check'
import incompleteSuffixCheck from './texts/incomplete-suffix-check'
import incompleteTagFilter from './texts/incomplete-tag-filter'
import misleadingRegex from './texts/misleading-regex'
import quotedRegex from './texts/quoted-regex'
import redos from './texts/redos'
import certificateNotChecked from './transport/certificate-not-checked'
import cleartextRequest from './transport/cleartext-request'
import cleartextServer from './transport/cleartext-server'
import databaseWithoutTls from './transport/database-without-tls'
import insecureDependencySource from './transport/insecure-dependency-source'
import insecureDownload from './transport/insecure-download'
import lenientHttpParser from './transport/lenient-http-parser'
import weakTlsVersion from './transport/weak-tls-version'
import typeConfusion from './validation/type-confusion'
import uploadWithoutLimit from './validation/upload-without-limit'
import angularBypassSanitizer from './xss/angular-bypass-sanitizer'
import angularTrustsAnyAddress from './xss/angular-trusts-any-address'
import domXss from './xss/dom-xss'
import escapedForAnotherPlace from './xss/escaped-for-another-place'
import escapingSwitchedOff from './xss/escaping-switched-off'
import exceptionXss from './xss/exception-xss'
import handWrittenEscaping from './xss/hand-written-escaping'
import javascriptAddress from './xss/javascript-address'
import loosenedHtmlCleaning from './xss/loosened-html-cleaning'
import markdownWithHtml from './xss/markdown-with-html'
import markupFromInput from './xss/markup-from-input'
import markupInMail from './xss/markup-in-mail'
import reflectedXss from './xss/reflected-xss'
import responseXss from './xss/response-xss'
import storedXss from './xss/stored-xss'
import unescapedParameter from './xss/unescaped-parameter'
import unescapedTemplateOutput from './xss/unescaped-template-output'
import unsafeHtmlConstruction from './xss/unsafe-html-construction'
import unsafeJqueryPlugin from './xss/unsafe-jquery-plugin'
import unsafeSerializedScript from './xss/unsafe-serialized-script'

export const rules: Rule[] = [
  tokenAlgorithmOpen,
  passwordInToken,
  uninitializedBuffer,
  timingUnsafeComparison,
  tokenExpiryIgnored,
  unsignedToken,
  unverifiedToken,
  insecureRandom,
  biasedRandomNumber,
  shortKey,
  unauthenticatedDecryption,
  fixedIv,
  cipherWithoutIv,
  recoverablePassword,
  weakCipher,
  weakPasswordHashSettings,
  fastPasswordHash,
  weakHash,
  sqlInjection,
  nosqlInjection,
  commandInjection,
  argumentInjection,
  codeInjection,
  moduleInjection,
  dynamicMethodCall,
  environmentInjection,
  templateInjection,
  templateObjectInjection,
  pathTraversal,
  zipSlip,
  sqlTextFromInput,
  serverSideRequestForgery,
  requestPathInjection,
  headlessBrowserInjection,
  openRedirect,
  unsafeOpenExternal,
  xxe,
  xmlEntitiesExpanded,
  unsafeDeserialization,
  prototypePollution,
  emptyPasswordBind,
  ldapInjection,
  xpathInjection,
  massAssignment,
  insecureUpload,
  downloadedFile,
  regexInjection,
  resourceExhaustion,
  decompressionBomb,
  promptInjection,
  typeConfusion,
  uploadWithoutLimit,
  graphqlInjection,
  headerInjection,
  mailHeaderInjection,
  logInjection,
  formatString,
  hardcodedSecret,
  secretInHistory,
  adminRouteWithoutGuard,
  brokenGuard,
  checkLeftOut,
  guardOpenWithoutSecret,
  guardSparesAddresses,
  insecureDirectObjectReference,
  conditionLost,
  wholeTableWrite,
  metadataWithoutGuard,
  missingAuthentication,
  missingAuthorization,
  missingCsrfProtection,
  crossSiteWebsocket,
  forgedHostInMail,
  oauthStateUnchecked,
  stateChangeByGet,
  userControlledRole,
  promiseAsCondition,
  rightsClaimedByRequest,
  unsafePasswordChange,
  resetRevealsAccounts,
  userEnumeration,
  loginWithoutRateLimit,
  directoryListing,
  missingSecurityHeaders,
  reflectedXss,
  storedXss,
  domXss,
  markupFromInput,
  markupInMail,
  responseXss,
  javascriptAddress,
  unsafeHtmlConstruction,
  unsafeJqueryPlugin,
  escapedForAnotherPlace,
  escapingSwitchedOff,
  exceptionXss,
  angularBypassSanitizer,
  angularTrustsAnyAddress,
  loosenedHtmlCleaning,
  markdownWithHtml,
  unsafeSerializedScript,
  unescapedParameter,
  unescapedTemplateOutput,
  handWrittenEscaping,
  redos,
  exponentialRegex,
  incompleteEscaping,
  incompleteRemoval,
  doubleEscaping,
  attributeWithoutQuoteEscaping,
  incompleteHostCheck,
  incompleteSchemeCheck,
  incompleteSuffixCheck,
  incompleteTagFilter,
  misleadingRegex,
  quotedRegex,
  hiddenDirectionChange,
  caseSensitiveMiddlewarePath,
  sensitiveDataToThirdParty,
  sensitiveDataInLog,
  secretInAnswer,
  sensitiveDataInException,
  sensitiveDataInStorage,
  sensitiveDataInToken,
  messageToAnyWindow,
  stackTraceExposure,
  developmentErrorPage,
  sensitiveDataInUrl,
  buildArtifactLeak,
  interactionTracking,
  fileContentInRequest,
  plainTextPassword,
  sessionFixation,
  weakPasswordPolicy,
  browserWithoutSandbox,
  bufferBoundsUnchecked,
  chatIdentityUnverified,
  cookieSentCrossSite,
  cookieWithoutHttponly,
  cookieWithoutSecure,
  csrfBeforeMethodOverride,
  exposedProjectFiles,
  fileSystemRace,
  graphqlDebugging,
  listensOnEveryAddress,
  missingRateLimit,
  permissiveCors,
  publicCloudResource,
  unboundedCloudRights,
  reflectedCorsOrigin,
  sessionCookieDefaults,
  tokenRevocationUnchecked,
  uncatchableException,
  unencryptedCloudStorage,
  unlimitedBridge,
  trustingElectronSession,
  unsafeElectronWindow,
  unverifiedMessageOrigin,
  validationCollectsEveryError,
  weakenedSecurityHeaders,
  worldWritableFile,
  certificateNotChecked,
  cleartextRequest,
  cleartextServer,
  databaseWithoutTls,
  insecureDependencySource,
  insecureDownload,
  weakTlsVersion,
  lenientHttpParser,
  sessionWithoutEnd,
  predictableTemporaryFile,
  userControlledSecurityHeader,
  everyProxyTrusted,
  memorySessionStore,
  exposedMetrics,
  exposedApiDocuments,
  scriptFromAnyone,
  scriptWithoutIntegrity,
  vulnerableDependency,
]
