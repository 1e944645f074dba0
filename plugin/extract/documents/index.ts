/** Texts that people read. In: a file and its text, secrets masked. Out: its facts; undefined for what is no such text. */
import type { DocumentFacts, Fence, SourceFile } from '../../types'
import { envFacts } from './env'
import { markdownFacts } from './markdown'
import { isSample } from './sample-languages'
import type { ReadShell } from './shell'

export { shellReader } from './shell'

/** Larger documents are generated, and nobody reads them. In characters. */
const MOST_TEXT = 1_500_000

export function isDocument({ path, kind }: Pick<SourceFile, 'path' | 'kind'>): boolean {
  return isExampleOfSettings(path) || (kind === 'document' && isMarkdown(path))
}

export function documentFacts(path: string, text: string, readShell?: ReadShell): DocumentFacts | undefined {
  if (text.length > MOST_TEXT) return undefined
  // The parser sees no tables where lines end as on Windows; lines are all that is told of a place.
  const plain = text.replaceAll('\r\n', '\n')
  return isExampleOfSettings(path) ? envFacts(path, plain) : markdownFacts(path, plain, readShell)
}

/** Samples of code are taken apart by the compiler, which few documents need. */
export async function withSamples(document: DocumentFacts): Promise<DocumentFacts> {
  if (!document.fences.some(isSample)) return document
  const { sampleOf } = await import('./sample.js')
  const read = (fence: Fence): Fence => {
    const sample = sampleOf(fence)
    return sample ? { ...fence, sample } : fence
  }
  return { ...document, fences: document.fences.map(read) }
}

function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown|mkd)$/i.test(path) || /(?:^|\/)(?:readme|contributing)$/i.test(path)
}

function isExampleOfSettings(path: string): boolean {
  return /(?:^|\/)(?:\.env[\w.-]*\.?(?:example|sample|template|dist|defaults?)|(?:example|sample|template)\.env|env\.(?:example|sample|template))$/i.test(
    path,
  )
}
