/** What a text looks like, taken as a secret. Nothing here opens anything. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of templates.
import { describe, expect, test } from 'vitest'
import { secretLook } from '../plugin/secret-look'

describe.each([
  [
    'placeholder',
    [
      '',
      'abc',
      'xxxxxxxx',
      '<password>',
      '{{ token }}',
      '${KEY}',
      '$KEY',
      '%s',
      '( insert here )',
      'changeme',
      'change_me',
      'your-api-key',
      'myPassword',
      'SampleToken',
      'fake token',
      'abcdefgh',
      'dcba',
      'test1234',
      '54321abcde',
      'abcd1234',
      'sk-my-openai-1st-key',
      'queue-salt-for-local-development-only',
      'lantern-dev-only',
    ],
  ],
  ['digits', ['1234', '0000', '12345678', '121212']],
  [
    'words',
    [
      'lantern',
      'keyboard cat',
      'hgfedcba',
      '902417',
      'correct horse',
      'S3cret!',
      'test-session-secret-for-e2e-runs',
      'dummy-cipher-keeeey-32-bytes',
      'aB3dE6.fake-message.gH9kL2',
    ],
  ],
  ['random', ['aB3dE6gH9kL2', 'latest-aB3dE6gH9kL2', '5f4dcc3b5aa765d61d8327deb882cf99', 'qR7+zT1/xW9vB2nM4cK6']],
] as const)('%s', (look, texts) => {
  test.each(texts)('%s', (text) => expect(secretLook(text)).toBe(look))
})
