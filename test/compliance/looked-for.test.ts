/** Cells of compliance tables stay short, and what they leave out stands at the foot of the page. */
import { expect, test } from 'vitest'
import { leftOut, shortened } from '../../plugin/views/compliance/looked-for'

test.each([
  [
    'what is short stays',
    'Looked for bcrypt among the packages of the manifests: none.',
    'Looked for bcrypt among the packages of the manifests: none.',
    0,
  ],
  [
    'a long list in brackets is left out',
    'Looked for shipping of logs among 32 packages of the manifests (winston-cloudwatch, winston-loki, winston-elasticsearch, winston-syslog and 16 more): none.',
    'Looked for shipping of logs among 32 packages of the manifests: none.',
    1,
  ],
  [
    'further ways are counted',
    'Looked for a request logger among the middleware in force (0), for a server that logs requests by itself and for calls that log method and address of a request: none.',
    'Looked for a request logger among the middleware in force (0), and 2 other ways: none.',
    1,
  ],
  [
    'a sentence of lists alone goes, and what was found stays',
    'Minimum length: None. Looked for: lengths in schemas, validators, decorators and models of fields that are called passwords, comparisons of their length, patterns.',
    'Minimum length: None.',
    1,
  ],
  [
    'what says how many were seen is no search',
    '55 of 55 SQL statements looked at (4 written in the code, 6 with their values handed over apart, 45 by calls of models of typeorm, which take no text), and nothing was found.',
    '55 of 55 SQL statements looked at (4 written in the code, 6 with their values handed over apart, 45 by calls of models of typeorm, which take no text), and nothing was found.',
    0,
  ],
])('%s', (_name, reason, text, full) => {
  const short = shortened(reason)
  expect(short.text).toBe(text)
  expect(short.full).toHaveLength(full)
  for (const sentence of short.full) expect(reason).toContain(sentence)
})

test('each text stands once, with every row that it belongs to; rows that were not chosen have none', () => {
  const reason =
    'Looked for clients of text message and push services (Twilio, Vonage, MessageBird, Plivo, SNS and others), and names that speak of codes: none.'
  expect(
    leftOut([
      { id: 'V2.7.1', verdict: 'not applicable', reason },
      { id: 'V2.7.2', verdict: 'not applicable', reason },
      { id: 'V2.7.3', verdict: 'not selected', reason },
    ]),
  ).toEqual([{ ids: ['V2.7.1', 'V2.7.2'], text: reason }])
})
