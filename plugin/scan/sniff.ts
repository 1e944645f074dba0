/** What the bytes of a file betray. In: name and bytes. Out: why it is not worth parsing, or nothing. */
import { isUtf8 } from 'node:buffer'
import type { NotAnalysed } from '../types'

export type Reason = Pick<NotAnalysed, 'reason' | 'detail'>

const headBytes = 8000
/** Systems read no more of a first line that names an interpreter. */
const interpreterBytes = 256

/** Git's own test: text has no NUL. UTF-16 has them, and is said to be what it is. */
export function notText(bytes: Uint8Array): Reason | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (mark === 0xfffe || mark === 0xfeff) return { reason: 'not UTF-8', detail: 'Text in UTF-16; only UTF-8 is read.' }
  const at = bytes.subarray(0, headBytes).indexOf(0)
  return at < 0 ? undefined : { reason: 'binary', detail: `Not text: a NUL byte stands at offset ${at}.` }
}

/** Nothing to stop for: what cannot be decoded is mostly one letter in a comment. */
export function notUtf8(bytes: Uint8Array): Reason | undefined {
  if (isUtf8(bytes)) return undefined
  return { reason: 'not UTF-8', detail: 'Some bytes are not UTF-8. They were read as replacement characters, and the rest as it stands.' }
}

const longLine = 500
const smallestMinified = 2000
/** Bytes of a long line that are looked at in one place, and in how many places. */
const sampleLength = 2000
const samplesOfLine = 8

/** Most of the file in very long lines, and these dense with punctuation; long texts and embedded data are not. */
export function minified(file: string, bytes: Uint8Array): Reason | undefined {
  if (/[.-]min\.[cm]?js$/i.test(file)) return { reason: 'minified', detail: 'Its name says that it is minified.' }
  if (!/\.[cm]?jsx?$/i.test(file) || bytes.length < smallestMinified) return undefined
  const { lines, share, punctuation } = longLinesOf(bytes)
  if (share < 0.6 || punctuation < 0.06) return undefined
  const where = lines === 1 ? 'One line holds' : `${lines} lines hold`
  return { reason: 'minified', detail: `${where} ${Math.round(share * 100)} % of it.` }
}

/** Goes from line end to line end in strides, so that ordinary code is looked at in a few steps a page. */
function longLinesOf(bytes: Uint8Array): { lines: number; share: number; punctuation: number } {
  let lines = 0
  let inLong = 0
  let sampled = 0
  let marks = 0
  let start = 0
  while (start < bytes.length) {
    const reach = start + longLine
    const lastEnd = reach < bytes.length ? bytes.subarray(start, reach).lastIndexOf(10) : bytes.length - start - 1
    if (lastEnd >= 0) {
      start += lastEnd + 1
      continue
    }
    const found = bytes.indexOf(10, reach)
    const end = found < 0 ? bytes.length : found
    lines++
    inLong += end - start
    // A line may begin with a table of texts: it is looked at in several places.
    const stride = Math.max(sampleLength, Math.ceil((end - start) / samplesOfLine))
    for (let at = start; at < end; at += stride) {
      const sample = bytes.subarray(at, Math.min(end, at + sampleLength))
      for (const byte of sample) if (isPunctuation[byte]) marks++
      sampled += sample.length
    }
    start = end + 1
  }
  return { lines, share: inLong / bytes.length, punctuation: sampled === 0 ? 0 : marks / sampled }
}

/** What programs are full of and texts, numbers and encoded data are not. */
const isPunctuation = Uint8Array.from({ length: 256 }, (_, byte) => (';{}()='.includes(String.fromCharCode(byte)) ? 1 : 0))

const generatedNames: [RegExp, string][] = [
  [
    /[._]pb(?:\.d)?\.[cm]?[jt]s$|_grpc_pb\.[cm]?[jt]s$|_pb_service\.[jt]s$|\.pbjs\.[jt]s$/i,
    'its name says: this is how compilers of Protocol Buffers call what they write',
  ],
  [/\.(?:generated|gen|g)\.[cm]?[jt]sx?$/i, 'its name says'],
  [/(?:^|\/)__generated__\//, 'the name of its directory says'],
]

/** The claim stands in a comment near the top, and says both that a program wrote it and that people should leave it alone, or one of them in the words everybody uses. */
const comment = /^\s*(?:\/\/|\/?\*|#|<!--)/
const claims = [
  /@generated\b/,
  /\b(?:this|the) (?:file|code|module|class) (?:is|was|has been) (?:auto[- ]?)?(?:automatically )?generated\b/i,
  /\b(?:auto[- ]?generated|automatically generated|machine[- ]generated)\b/i,
  /\bcode generated (?:by|from|with)\b/i,
]
const leaveAlone = /\bdo not (?:edit|modify|change)\b|\bdon'?t (?:edit|modify)\b/i
const aboutProgram = /\bgenerat|\bcodegen\b|\bcompiled from\b/i

const headLines = 20
const headCharacters = 2000

export function generated(file: string, bytes: Uint8Array): Reason | undefined {
  const named = generatedNames.find(([pattern]) => pattern.test(file))
  if (named) return { reason: 'generated', detail: `Written by a program, as ${named[1]}.` }
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headCharacters)).toString('latin1')
  if (!aboutProgram.test(head)) return undefined
  const lines = head.split('\n', headLines)
  const comments = lines.filter((line) => comment.test(line)).join('\n')
  const at = lines.findIndex(
    (line) => comment.test(line) && (claims.some((claim) => claim.test(line)) || (leaveAlone.test(line) && aboutProgram.test(comments))),
  )
  if (at < 0) return undefined
  return { reason: 'generated', detail: `Written by a program, as it says itself on line ${at + 1}.` }
}

/** `#!/usr/bin/env -S node --no-warnings`: what is started by its name alone needs no extension. */
export function isScript(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return false
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, interpreterBytes)).toString('latin1')
  return /^#!(?:.*[\s/])?(?:node|nodejs|bun|deno|ts-node|tsx)(?:\s|$)/.test(head.split('\n', 1)[0]!)
}

const compilerMarks =
  /__esModule|__webpack_require__|webpackBootstrap|webpackChunk|parcelRequire|_interopRequire|__importDefault|__awaiter|__toCommonJS|regeneratorRuntime|_classCallCheck|System\.register\(|define\(\["require", ?"exports"|\/\/ node_modules\//
const sourceMap = /\/[/*][#@] ?sourceMappingURL=/

/** What compilers and bundlers leave in what they write; people do not write it. */
export function isCompiled(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
  const head = text(0, Math.min(bytes.length, headBytes))
  const tail = text(Math.max(0, bytes.length - 300), bytes.length)
  return compilerMarks.test(head) || sourceMap.test(tail)
}

/** Bundles that lie among sources: the opening of the file is the bundler's own. */
export function bundled(bytes: Uint8Array): Reason | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headCharacters)).toString('latin1')
  const isBundle =
    /^\/\*{6}\/|webpackBootstrap|\((?:self|this|window|globalThis)(?:\.webpackChunk\w*|\["webpackChunk[^"\n]{0,80}"\]) ?= ?(?:self|this|window|globalThis)\b|^\(\(\) ?=> ?\{[\s\S]{0,80}__webpack_modules__|^\(function\(\)\{function r\(e,n,t\)|^parcelRequire ?=|^\(function\(modules\) ?\{/.test(
      head,
    )
  return isBundle ? { reason: 'build output', detail: 'A bundle: it opens with the code of a bundler.' } : undefined
}
