/** Files in a zip. In: its path. Out: one after another those that are wanted, as text. */
import { type Entry, open, type ZipFile } from 'yauzl'

/** Records stay far below; what does not was made to fill the memory. In bytes. */
const LARGEST = 20_000_000

export async function eachFileIn(archive: string, isWanted: (path: string) => boolean, take: (path: string, text: string) => void): Promise<void> {
  const zip = await opened(archive)
  return new Promise((done, failed) => {
    zip.on('error', failed)
    zip.on('end', () => done())
    zip.on('entry', (entry: Entry) => {
      if (entry.uncompressedSize > LARGEST || entry.fileName.endsWith('/') || !isWanted(entry.fileName)) return zip.readEntry()
      textOf(zip, entry).then((text) => {
        take(entry.fileName, text)
        zip.readEntry()
      }, failed)
    })
    zip.readEntry()
  })
}

function opened(archive: string): Promise<ZipFile> {
  return new Promise((done, failed) => open(archive, { lazyEntries: true, autoClose: true }, (error, zip) => (error ? failed(error) : done(zip))))
}

function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((done, failed) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', failed)
      stream.on('end', () => done(Buffer.concat(chunks).toString('utf8')))
    }),
  )
}
