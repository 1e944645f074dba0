/** Every nonfunctional rule, in the order of the section. A rule is one file and one line here. */
import ciContainerMisconfig from './configuration/ci-container-misconfig'
import configHardcodedSecret from './configuration/config-hardcoded-secret'
import configNotValidated from './configuration/config-not-validated'
import debugFlag from './configuration/debug-flag'
import envInconsistent from './configuration/env-inconsistent'
import looseCompiler from './configuration/loose-compiler'
import looseLint from './configuration/loose-lint'
import timeoutMissing from './configuration/timeout-missing'
import wideBindAddress from './configuration/wide-bind-address'
import deadCode from './health/dead-code'
import debtMarker from './health/debt-marker'
import deprecatedDependency from './health/deprecated-dependency'
import duplicateBlock from './health/duplicate-block'
import highComplexity from './health/high-complexity'
import namingInconsistency from './health/naming-inconsistency'
import outdatedDependency from './health/outdated-dependency'
import typeHole from './health/type-hole'
import floatingPromise from './performance/floating-promise'
import largeClientImport from './performance/large-client-import'
import memoryGrowth from './performance/memory-growth'
import missingIndex from './performance/missing-index'
import nPlusOne from './performance/n-plus-one'
import quadraticLoop from './performance/quadratic-loop'
import regexInLoop from './performance/regex-in-loop'
import sequentialAwait from './performance/sequential-await'
import syncIoRequestPath from './performance/sync-io-request-path'
import unboundedRead from './performance/unbounded-read'
import type { NonfunctionalRule } from './rule'
import flakyTimingTest from './testing/flaky-timing-test'
import focusedTest from './testing/focused-test'
import skippedTest from './testing/skipped-test'
import testNoAssertion from './testing/test-no-assertion'
import untestedCriticalPath from './testing/untested-critical-path'

export const nonfunctionalRules: NonfunctionalRule[] = [
  untestedCriticalPath,
  testNoAssertion,
  flakyTimingTest,
  focusedTest,
  skippedTest,
  configHardcodedSecret,
  configNotValidated,
  envInconsistent,
  debugFlag,
  timeoutMissing,
  wideBindAddress,
  ciContainerMisconfig,
  looseCompiler,
  looseLint,
  nPlusOne,
  sequentialAwait,
  floatingPromise,
  syncIoRequestPath,
  unboundedRead,
  missingIndex,
  quadraticLoop,
  regexInLoop,
  memoryGrowth,
  largeClientImport,
  highComplexity,
  duplicateBlock,
  deadCode,
  debtMarker,
  namingInconsistency,
  typeHole,
  outdatedDependency,
  deprecatedDependency,
]
