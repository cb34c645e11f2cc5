import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCommandLine, createCommandLine } from '../../test/support/commandLine.ts'
import { readKeyFile } from './readKeyFile.ts'

const { run } = createCommandLine()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-signing-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed25519 = generateKeyPairSync('ed25519')
const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8') => key.export({ format: 'pem', type } as never)
const jwkText = (key: KeyObject, more = {}) => JSON.stringify({ ...key.export({ format: 'jwk' }), ...more })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('--signing-key', () => {
  it('signs tokens that verify after a restart, by the public half of the file', async () => {
    const file = await write('key.pem', pem(ec.privateKey))
    const port = String(await freePort())
    const state = join(folder, 'state.db')
    for (const start of ['first', 'second']) {
      const args = ['--port', port, '--state', state, '--signing-key', file, '--issuer', 'https://login.example.com']
      const { child, started, ended } = run(...args, '--json')
      const { controlUrl } = JSON.parse(await started)
      const post = async (path: string, body: object) =>
        (
          await fetch(`${controlUrl}/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json()
      const user = await post('create/user', { email: `${start}@example.com` })
      const { token } = await post('signIn', { userId: user.id })
      expect(decodeJwt(token).iss).toBe('https://login.example.com')
      expect((await jwtVerify(token, ec.publicKey)).protectedHeader.alg).toBe('ES256')
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
  })

  it.each([
    ['PKCS #8', pem(rsa.privateKey), 'RSA'],
    ['PKCS #1', pem(rsa.privateKey, 'pkcs1'), 'RSA'],
    ['SEC 1', pem(ec.privateKey, 'sec1'), 'EC'],
    ['PKCS #8 of Ed25519', pem(ed25519.privateKey), 'OKP'],
    ['a JWK', jwkText(ed25519.privateKey, { kid: 'mine' }), 'OKP'],
  ])('reads %s', async (_name, text, kty) => {
    expect(readKeyFile(await write('good', text), undefined)).toMatchObject({ kty, d: expect.any(String) })
  })

  it.each([
    [
      'a key of OpenSSH',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
      'it is in the format of OpenSSH. Make a key in PEM: openssl genpkey -algorithm ed25519 -out key.pem.',
    ],
    ['a public key', pem(rsa.publicKey, 'pkcs1'), 'it has a block "RSA PUBLIC KEY". Only a private key can sign.'],
    ['a public JWK', jwkText(ed25519.publicKey), 'it is a public key. Only a private key can sign.'],
    ['another curve', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey), 'the curve secp256k1'],
    [
      'DSA',
      pem(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey),
      'it is a key of the kind dsa.',
    ],
    ['RSA-PSS', pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey), 'it is a key of RSA-PSS.'],
    [
      'a passphrase',
      rsa.privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' }),
      'it is encrypted.',
    ],
    [
      'halves of two keys',
      jwkText(ed25519.privateKey, { x: 'A'.repeat(43) }),
      'its private and its public half do not',
    ],
    ['damage', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'its PEM is damaged.'],
    ['broken JSON', '{"kty":"OKP","d":"secret', 'it is not JSON.'],
    ['a text', 'ssh-ed25519 AAAA', 'it is neither PEM nor a JWK.'],
    ['an algorithm that --signing does not name', pem(ec.privateKey), 'it signs with ES256, and --signing says RS256.'],
  ])('refuses a file with %s', async (name, text, sentence) => {
    const file = await write('bad', text)
    const signing = name.startsWith('an algorithm') ? 'RS256' : undefined
    expect(() => readKeyFile(file, signing)).toThrow(`The signing key ${file} cannot be used: `)
    expect(() => readKeyFile(file, signing)).toThrow(sentence)
    expect(() => readKeyFile(file, signing)).not.toThrow('secret')
  })

  it.each([
    [['--signing-key', '/none.pem'], /The signing key \/none\.pem cannot be read: there is no such file/],
    [['--issuer', 'https://a:b@example.com'], /--issuer takes a URL or a host/],
  ])('ends with 2 for %j', async (args, sentence) => {
    const { exitCode, stderr } = await callCommandLine('--port', '0', ...args)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(sentence)
  })
})
