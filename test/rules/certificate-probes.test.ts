/** Connections without a check of the certificate: those by which it is only looked at lose nothing. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const connection = (use: string, sure: string) =>
  check({
    'look.ts': `
import tls from 'node:tls'
export const look = (host: string) =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port: 443,
      rejectUnauthorized: false, // certificate-not-checked: ${sure}
    })
    socket.setTimeout(4000)
    socket.once('error', reject)
    ${use}
  })
`,
  })

describe('a socket', () => {
  test('that is asked what it agreed on', async () => {
    await connection(
      `socket.once('secureConnect', () => {
      const key = typeof socket.getEphemeralKeyInfo === 'function' ? socket.getEphemeralKeyInfo() : null
      resolve({ protocol: socket.getProtocol(), key, known: !!socket.getSession(), authorized: socket.authorized })
      socket.end()
    })`,
      'none',
    )
  })

  test('that is written to, read, or handed on', async () => {
    await connection("socket.once('secureConnect', () => { socket.write('PING'); resolve(socket.getProtocol()) })", 'high')
    await connection("socket.on('data', resolve); socket.once('secureConnect', () => socket.getPeerCertificate())", 'high')
    await connection('socket.getPeerCertificate(); process.stdin.pipe(socket)', 'high')
    await connection("socket.once('secureConnect', () => resolve(socket))", 'high')
  })

  const awaited = (use: string, sure: string) =>
    check({
      'look.ts': `
import tls from 'node:tls'
export async function look(url: URL) {
  const socket = await new Promise<tls.TLSSocket>((resolve, reject) => {
    try {
      const inner = tls.connect(
        { host: url.hostname, port: 443, rejectUnauthorized: false }, // certificate-not-checked: ${sure}
        () => {
          resolve(inner)
        },
      )
    } catch (error) {
      reject(error)
    }
  })
  ${use}
}
`,
    })
  test('that a promise hands over', async () => {
    await awaited('const certificate = socket.getPeerX509Certificate()\n  socket.destroy()\n  return certificate?.subject', 'none')
    await awaited("const certificate = socket.getPeerX509Certificate()\n  socket.write('PING')\n  return certificate", 'high')
    await awaited('return socket', 'high')
  })
})

describe('a request', () => {
  const request = (options: string, answer: string, sure: string, end = '') =>
    check({
      'look.ts': `
import https from 'node:https'
export const look = (host: string, key: string, done: (value: unknown) => void) => {
  const request = https.request(
    { host, method: 'HEAD', rejectUnauthorized: false${options} }, // certificate-not-checked: ${sure}
    (answer) => {
      ${answer}
    },
  )
  request.on('error', done)
  request.end(${end})
}
`,
    })
  test('that is made to see the certificate', async () => {
    await request('', 'done(answer.socket.getPeerCertificate().valid_to); answer.resume()', 'none')
    await request('', 'const { socket } = answer; done(socket.getPeerCertificate(true)); answer.destroy()', 'none')
  })

  test('that carries something, or whose answer is read', async () => {
    await request(', headers: { authorization: key }', 'done(answer.socket.getPeerCertificate())', 'high')
    await request('', 'done(answer.socket.getPeerCertificate())', 'high', 'key')
    await request('', "done(answer.socket.getPeerCertificate()); answer.on('data', done)", 'high')
    await request('', 'answer.socket.getPeerCertificate(); answer.pipe(process.stdout)', 'high')
    await request('', 'done(answer)', 'high')
    await request('', 'done(answer.statusCode)', 'high')
  })
})
