/** Keys of servers in the repository, by the certificate that lies beside them. Certificates are what servers show to everybody. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { exampleOf } from '../secrets/examples'
import { tree } from '../tree'

const certificate = (lines: string[]) => `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`

/** Signed by its own key, for `localhost`. */
const OF_THIS_MACHINE = certificate([
  'MIIBfTCCASOgAwIBAgIULGudjZ8Dl1C7MS2LcEYgnLE4LH0wCgYIKoZIzj0EAwIw',
  'FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyNzAzMDEyNVoXDTM2MTEyNDAz',
  'MDEyNVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D',
  'AQcDQgAEEsx+Oxo+kCAWh2n0DIX/CJYokbAFoyZ5X6JlcByzXrJ7gUeiJIZxyH2L',
  'yt5BfWZqaEKL0/qnUWHUgbphLcAm26NTMFEwHQYDVR0OBBYEFGY7eKPqRKAK5uyK',
  'P6r/bvIpmq3PMB8GA1UdIwQYMBaAFGY7eKPqRKAK5uyKP6r/bvIpmq3PMA8GA1Ud',
  'EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgDuajL7RGzdUcd3JeAmLM7UZo',
  '1twU3dLl+WfKSkQjahMCIQDcRr5G35yx7c6Aynw/fKEKnzxX2TuF0BfiTk2Sbtn+',
  'Dg==',
])
/** Signed by its own key, for a host that others may know. */
const OF_A_HOST = certificate([
  'MIIBlTCCATugAwIBAgIUbxc7pqcqdsd+viblPhKuh6v3wvAwCgYIKoZIzj0EAwIw',
  'IDEeMBwGA1UEAwwVc29uZ3MuY2x1Yi1leGFtcGxlLmV1MB4XDTI2MTEyNzAzMDEy',
  'NVoXDTM2MTEyNDAzMDEyNVowIDEeMBwGA1UEAwwVc29uZ3MuY2x1Yi1leGFtcGxl',
  'LmV1MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELtG7WTei7IEQRoYaUuLNlRAt',
  'u/NpwleIWLe3S4zT2fD3lb125QlC5nOB9F7qQ97p6okPdFvvpqcNNBE2LU5WsKNT',
  'MFEwHQYDVR0OBBYEFCDcuX/4bNTyJFpUDVtr3f0CBYi4MB8GA1UdIwQYMBaAFCDc',
  'uX/4bNTyJFpUDVtr3f0CBYi4MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID',
  'SAAwRQIhAL2rydu6xPbbUnhd/6SXcd5lS20Ydry5vAo9JR/FCbb5AiAZBmNGycAr',
  '0OvKsFhARg86bnoH5T/EgvvgpbVY8wCGMw==',
])

async function surenessOf(contents: Record<string, string>): Promise<Record<string, string>> {
  const manifest = JSON.stringify({ name: 'shop', version: '1.0.0' })
  const key = exampleOf(`-----BEGIN{} RSA PRIVATE KEY-----\n${'{base64:64}\n'.repeat(6)}-----END{} RSA PRIVATE KEY-----\n`)
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': manifest, ...contents, 'certs/server.key': key })))
  return Object.fromEntries(findings.flatMap(({ rule, at, confidence }) => (rule === 'hardcoded-secret' ? [[at.file, confidence]] : [])))
}

test('a key is claimed by whom its certificate is for', async () => {
  expect(await surenessOf({})).toEqual({ 'certs/server.key': 'high' })
  expect(await surenessOf({ 'certs/server.crt': OF_THIS_MACHINE })).toEqual({ 'certs/server.key': 'low' })
  expect(await surenessOf({ 'certs/server.crt': OF_A_HOST })).toEqual({ 'certs/server.key': 'medium' })
  expect(await surenessOf({ 'certs/server.crt': OF_A_HOST, 'certs/other.crt': OF_THIS_MACHINE })).toEqual({ 'certs/server.key': 'medium' })
})

test('a key that the program itself names is one of its own, and one that only a tool for developers names is not', async () => {
  const named = "import fs from 'node:fs'\nexport const key = fs.readFileSync('certs/server.key')\n"
  expect(await surenessOf({ 'certs/server.crt': OF_THIS_MACHINE, 'server.js': named })).toEqual({ 'certs/server.key': 'high' })
  expect(await surenessOf({ 'certs/server.crt': OF_THIS_MACHINE, 'vite.config.js': named })).toEqual({ 'certs/server.key': 'low' })
})

test('a certificate elsewhere, or one that is cut off, says nothing of it', async () => {
  expect(await surenessOf({ 'server.crt': OF_THIS_MACHINE })).toEqual({ 'certs/server.key': 'high' })
  expect(await surenessOf({ 'certs/server.crt': OF_THIS_MACHINE.slice(0, 300) })).toEqual({ 'certs/server.key': 'high' })
})
