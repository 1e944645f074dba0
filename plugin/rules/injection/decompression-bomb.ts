import { taintRule } from '../taint-rule'

/** Models of what unpacks, by their first library. */
const UNPACKS = new Set(['adm-zip', 'extract-zip', 'jszip', 'tar', 'unzipper', 'yauzl', 'zlib', 'pako'])

export const isDecompression = ({ library }: { library: string }) => UNPACKS.has(library)

export default taintRule({
  id: 'decompression-bomb',
  class: 'resource-exhaustion',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [409, 400],
  title: 'A compressed file from outside is unpacked without a bound',
  why: 'A few kilobytes can unpack to many gigabytes.',
  impact: ['Memory or disk is full and the process stops'],
  fix: 'Read the sizes first, count the bytes while unpacking, and stop at a bound.',
  code: "zip.on('entry', (entry) => { if (entry.uncompressedSize > LIMIT) zip.close() })",
  references: ['https://cwe.mitre.org/data/definitions/409.html', 'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html'],
  from: ['request', 'message'],
  to: ['resource'],
  where: isDecompression,
  // What comes behind a stream may count what passes.
  most: ({ api }) => (/(?:^|\.)(?:pipe|pipeline|pump)$/.test(api) ? 'medium' : undefined),
})
