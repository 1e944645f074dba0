/** Serves a built site from 127.0.0.1 on a free port. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
}

export interface Served {
  /** With the base URL, without a slash at the end. */
  url: string
  close(): Promise<void>
}

export async function serve(folder: string, baseUrl = '/'): Promise<Served> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = pathname.startsWith(baseUrl) ? await fileFor(path.join(folder, decodeURIComponent(pathname.slice(baseUrl.length)))) : undefined
    response.writeHead(file ? 200 : 404, { 'content-type': types[path.extname(file ?? '')] ?? 'application/octet-stream' })
    if (file) createReadStream(file).pipe(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A test that is killed must not leave it behind.
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${baseUrl}`.replace(/\/$/, ''),
    close: () => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())) && server.closeAllConnections()),
  }
}

async function fileFor(place: string): Promise<string | undefined> {
  for (const file of [place, path.join(place, 'index.html'), `${place}.html`]) {
    const stats = await stat(file).catch(() => undefined)
    if (stats?.isFile()) return file
  }
  return undefined
}
