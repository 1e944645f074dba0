/**
 * Test runners as data: the packages whose functions make tests, and what their functions are called. In: nothing. Out: tables,
 * and the name of what a module's import stands for.
 */

/** Packages that tests are written with, by what a page calls them. The first group runs tests, the second helps them. */
export const RUNNERS = new Map(
  Object.entries({
    '@jest/globals': 'jest',
    jest: 'jest',
    vitest: 'vitest',
    mocha: 'mocha',
    'node:test': 'node:test',
    ava: 'ava',
    tap: 'tap',
    tape: 'tape',
    'bun:test': 'bun',
    uvu: 'uvu',
    qunit: 'qunit',
    jasmine: 'jasmine',
    '@playwright/test': 'playwright',
    cypress: 'cypress',
    testcafe: 'testcafe',
    '@japa/runner': 'japa',
    '@wdio/globals': 'webdriverio',
    'selenium-webdriver/testing': 'selenium',
    '@cucumber/cucumber': 'cucumber',
    lab: 'lab',
    '@hapi/lab': 'lab',
    karma: 'karma',
  }),
)

export const HELPERS = new Map(
  Object.entries({
    supertest: 'supertest',
    chai: 'chai',
    'chai-http': 'chai-http',
    should: 'should',
    sinon: 'sinon',
    nock: 'nock',
    msw: 'msw',
    frisby: 'frisby',
    pactum: 'pactum',
    '@testing-library/react': 'Testing Library',
    '@testing-library/dom': 'Testing Library',
    '@testing-library/vue': 'Testing Library',
    '@testing-library/angular': 'Testing Library',
    '@nestjs/testing': '@nestjs/testing',
    'light-my-request': 'light-my-request',
    'fast-check': 'fast-check',
  }),
)

/** Runners whose whole module is the function that makes a test. */
export const MODULE_IS_TEST = new Set(['ava', 'tape', 'tap', 'uvu', 'node:test', '@playwright/test', '@japa/runner'])

export const TEST = new Set(['it', 'test', 'specify', 'xit', 'xtest', 'xspecify', 'fit', 'ftest', 'fspecify'])
export const SUITE = new Set([
  'describe',
  'context',
  'suite',
  'feature',
  'xdescribe',
  'xcontext',
  'xsuite',
  'fdescribe',
  'fcontext',
  'experiment',
  'module',
])
export const HOOK = new Set([
  'before',
  'after',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
  'setup',
  'teardown',
  'suiteSetup',
  'suiteTeardown',
  'globalSetup',
  'always',
])

export const SKIPS = new Set(['skip', 'fixme', 'failing', 'fails', 'xit', 'xtest', 'xspecify', 'xdescribe', 'xcontext', 'xsuite'])
export const FOCUSES = new Set(['only', 'fit', 'ftest', 'fspecify', 'fdescribe', 'fcontext'])
