/** Files of tests, as far as their paths tell. In: a path. Out: whether only tests run what it holds. */

/** Code that only tests run: what it opens or calls is no part of the system. */
export function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || /[.-](?:test|spec|cy|e2e)\.\w+$/i.test(path) || OF_RUNNER.test(path)
}

/** What programs that run tests are set up with: `vitest.config.ts`, `jest.setup.js`, `playwright.global-setup.ts`. */
export const OF_RUNNER =
  /(?:^|\/)(?:vitest|jest|playwright|cypress|karma|wdio|ava|mocha|nightwatch|testcafe|codecept)[.-](?:\w+[.-])*(?:config|conf|setup|teardown|workspace|env)\.[cm]?[jt]s$/i

export const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__(?:[\w-]+-)?tests__|__mocks__|__fixtures__|(?:unit|integration|functional|acceptance|system|e2e|end-to-end)[-_]?tests?|(?:[\w.-]+[-_])?test(?:ing)?[-_](?:utils?|helpers?|support|kit|harness)|e2e|cypress|specs?)\//i
