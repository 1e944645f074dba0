/**
 * The page of supported frameworks and interfaces. Refreshed by `UPDATE_GOLDEN=1 npx vitest run test/link/supported`, and read as a
 * diff. What has no fixture is not on it; the list below says why.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Row, supported } from './supported'

const PAGE = path.join(__dirname, '..', '..', 'site', 'docs', 'supported.md')

/** Modelled, and not shown by a fixture of its own: left off the page. */
const OTHER_HOST = 'Read like the libraries on the page, with another host; no program here uses it yet.'
const CHAINED = 'Most of its calls hang on values that the library makes; only those on its client itself are read.'
const LEFT_OFF: Record<string, string> = {
  '@azure/storage-blob: Calls of other services': CHAINED,
  '@google-cloud/tasks, @google-cloud/secret-manager, @google-cloud/vision, @google-cloud/translate, @google-cloud/speech, @google-cloud/text-to-speech: Calls of other services':
    OTHER_HOST,
  '@line/bot-sdk: Calls of other services': OTHER_HOST,
  '@paypal/checkout-server-sdk, @paypal/paypal-server-sdk: Calls of other services': CHAINED,
  'firebase-admin, firebase-admin/firestore, firebase-admin/auth, firebase-admin/messaging: Calls of other services': CHAINED,
  'googleapis: Calls of other services': CHAINED,
  'mailgun.js: Calls of other services': CHAINED,
}

/** Directories that a cell names. */
const MOST_FIXTURES = 3

test('every row has a fixture, and what has none is known', () => {
  expect(supported().missing).toEqual(Object.keys(LEFT_OFF).sort())
})

test('the page is as it was printed', () => {
  const page = print(supported().rows)
  if (process.env.UPDATE_GOLDEN) fs.writeFileSync(PAGE, page)
  expect(fs.readFileSync(PAGE, 'utf8')).toBe(page)
})

function print(rows: readonly Row[]): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return [
    '---',
    'title: Supported frameworks and interfaces',
    // Names of libraries may hold braces, which are code to MDX.
    'mdx:',
    '  format: md',
    'sidebar_label: Supported',
    'sidebar_position: 30',
    'description: Every framework, library and format that Plumbline knows, what it reads of each, and the program that proves it.',
    '---',
    '',
    '# Supported frameworks and interfaces',
    '',
    'This page is written by a test, from the [models](writing-a-model.md) of libraries and from small programs in `test/fixtures`. Each row',
    'names a program whose comments say what must be found in it; a row without one fails the test. A library under another name, or one',
    'of your own, is one more [model](writing-a-model.md).',
    '',
    ...kinds.flatMap((kind) => [
      `## ${kind}`,
      '',
      '| Library | Packages | What is read | Fixtures |',
      '| --- | --- | --- | --- |',
      ...rows
        .filter((row) => row.kind === kind)
        .map((row) => `| ${row.title} | ${codes(row.libraries)} | ${row.reads.join(', ')} | ${fixturesOf(row)} |`),
      '',
    ]),
  ].join('\n')
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Those that are named after the library come first. */
function fixturesOf({ fixtures, libraries }: Row): string {
  const words = libraries.flatMap((name) => name.toLowerCase().split(/[^a-z0-9.]+/)).filter((word) => word.length > 2)
  const isNamed = (name: string) => words.some((word) => name.includes(word))
  const ordered = [...fixtures.filter(isNamed), ...fixtures.filter((name) => !isNamed(name))]
  return `${codes(ordered.slice(0, MOST_FIXTURES))}${fixtures.length > MOST_FIXTURES ? ' and more' : ''}`
}
