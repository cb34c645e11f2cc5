import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { faultOf, openEnvelope, readEncryptionKey, rsaOaep, sealEnvelope, type SealedEnvelope } from './envelope.ts'

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const text = 'a share, and ₿'
const kid = 'the key'

async function createServer() {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const der = pair.privateKey.export({ type: 'pkcs8', format: 'der' })
  const privateKey = await crypto.subtle.importKey('pkcs8', Uint8Array.from(der), rsaOaep, false, ['decrypt'])
  const publicKey = (await readEncryptionKey(pem)) ?? expect.fail('no public key')
  return { pair, pem, privateKey, publicKey }
}

const { pair, pem, privateKey, publicKey } = await createServer()
const seal = () => sealEnvelope(text, { publicKey, kid })
const rejection = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const bytes = (value: string) => Buffer.from(value, 'base64url')

/** Seals by the cryptography of Node. */
function sealByNode(plain: string): SealedEnvelope {
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ct = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64url')
  const tag = cipher.getAuthTag().toString('base64url')
  const ek = publicEncrypt({ key: createPublicKey(pem), ...oaep }, key).toString('base64url')
  return { alg: 'HYBRID-RSA-AES-256', iv: iv.toString('base64url'), ct, tag, ek }
}

describe('an envelope', () => {
  it.each([text, 'a', 'a'.repeat(17), 'a'.repeat(100)])('opens with the private key: %s', async (plain) => {
    expect(await openEnvelope(privateKey, await sealEnvelope(plain, { publicKey, kid }))).toBe(plain)
  })

  it('is AES-256-GCM under a key that RSA-OAEP with SHA-256 has encrypted, as Node opens it', async () => {
    const { alg, iv, ct, tag, ek, ...rest } = await seal()
    expect([alg, rest]).toEqual(['HYBRID-RSA-AES-256', { kid }])
    const key = privateDecrypt({ key: pair.privateKey, ...oaep }, bytes(ek))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv)).setAuthTag(bytes(tag))
    expect(Buffer.concat([decipher.update(bytes(ct)), decipher.final()]).toString()).toBe(text)
  })

  it('opens when Node has sealed it, with its kid or without', async () => {
    expect(await openEnvelope(privateKey, sealByNode(text))).toBe(text)
    expect(await openEnvelope(privateKey, { ...sealByNode(text), kid })).toBe(text)
  })

  it('takes its random bytes from the caller who brings some', async () => {
    const random = (length: number) => new Uint8Array(length).fill(7)
    const first = await sealEnvelope(text, { publicKey, kid, random })
    const second = await sealEnvelope(text, { publicKey, kid, random })
    expect(first).toMatchObject({ iv: 'BwcHBwcHBwcHBwcH', ct: second.ct, tag: second.tag })
    expect(await openEnvelope(privateKey, first)).toBe(text)
    const [third, fourth] = [await seal(), await seal()]
    expect([third.iv === fourth.iv, third.ct === fourth.ct]).toEqual([false, false])
  })

  it('does not open with another key', async () => {
    const other = await createServer()
    expect(await rejection(openEnvelope(other.privateKey, await seal()))).toMatchObject({
      name: 'TypeError',
      message: 'The envelope does not open: it was sealed to another key, or was changed.',
      cause: expect.anything(),
    })
  })

  it.each(['iv', 'ct', 'tag', 'ek'] as const)('does not open when a bit of its %s was flipped', async (field) => {
    const sealed = await seal()
    const changed = bytes(sealed[field])
    changed[0] = (changed[0] ?? 0) ^ 1
    const envelope = { ...sealed, [field]: changed.toString('base64url') }
    expect(faultOf(envelope, publicKey)).toBeUndefined()
    expect(await rejection(openEnvelope(privateKey, envelope))).toBeInstanceOf(TypeError)
  })

  const faults: [string, EnvelopeChange, ReturnType<typeof faultOf>][] = [
    ['another algorithm', () => ({ alg: 'RSA-OAEP-256' }), { field: 'alg', must: 'must be HYBRID-RSA-AES-256.' }],
    ['a short iv', ({ iv }) => ({ iv: iv.slice(4) }), { field: 'iv', must: 'must be 12 bytes in base64url.' }],
    ['a long iv', ({ iv }) => ({ iv: `${iv}AAAA` }), { field: 'iv', must: 'must be 12 bytes in base64url.' }],
    ['a short tag', ({ tag }) => ({ tag: tag.slice(4) }), { field: 'tag', must: 'must be 16 bytes in base64url.' }],
    [
      'the tag in its ciphertext',
      ({ ct, tag }) => ({ ct: Buffer.concat([bytes(ct), bytes(tag)]).toString('base64url'), tag: '' }),
      { field: 'tag', must: 'must be 16 bytes in base64url.' },
    ],
    ['padding', ({ tag }) => ({ tag: `${tag}==` }), { field: 'tag', must: 'must be 16 bytes in base64url.' }],
    [
      'another spelling of the same bytes',
      // The last digit of 16 bytes carries two bits.
      ({ tag }) => ({ tag: tag.slice(0, -1) + ({ A: 'B', Q: 'R', g: 'h', w: 'x' }[tag.slice(-1)] ?? '') }),
      { field: 'tag', must: 'must be 16 bytes in base64url.' },
    ],
    ['a truncated key', ({ ek }) => ({ ek: ek.slice(4) }), { field: 'ek', must: 'must be 256 bytes in base64url.' }],
    ['no ciphertext', () => ({ ct: '' }), { field: 'ct', must: 'must be base64url of at least one byte.' }],
    ['no base64url', () => ({ ct: '!' }), { field: 'ct', must: 'must be base64url of at least one byte.' }],
    ['base64', () => ({ ct: '+/+/' }), { field: 'ct', must: 'must be base64url of at least one byte.' }],
  ]

  it.each(faults)('cannot be one with %s, and does not open', async (_, change, fault) => {
    const sealed = await seal()
    const envelope = { ...sealed, ...change(sealed) }
    expect([faultOf(envelope, publicKey), faultOf(envelope, privateKey)]).toEqual([fault, fault])
    expect(await rejection(openEnvelope(privateKey, envelope))).toMatchObject({
      name: 'TypeError',
      message: `The envelope does not open: ${fault?.field} ${fault?.must}`,
    })
  })

  it('does not open when its ciphertext was cut off', async () => {
    const sealed = await seal()
    const envelope = { ...sealed, ct: bytes(sealed.ct).subarray(0, -1).toString('base64url') }
    expect(await rejection(openEnvelope(privateKey, envelope))).toBeInstanceOf(TypeError)
  })
})

type EnvelopeChange = (sealed: SealedEnvelope) => Partial<SealedEnvelope>

describe('the key of a server', () => {
  it('is read from PEM, whatever the length of its lines', async () => {
    const oneLine = pem.replaceAll('\n', '').replace(/^-----BEGIN PUBLIC KEY-----/, '$&\n')
    for (const each of [pem, `\n${pem}\n`, oneLine])
      expect((await readEncryptionKey(each))?.algorithm).toMatchObject({ ...rsaOaep, hash: { name: 'SHA-256' } })
  })

  it('can be exported, as the thumbprint of it needs', () => {
    expect(publicKey.extractable).toBe(true)
  })

  it('is refused without the end of its base64', async () => {
    const long = generateKeyPairSync('rsa', { modulusLength: 2056 }).publicKey.export({ type: 'spki', format: 'pem' })
    expect(await readEncryptionKey(String(long))).toBeDefined()
    expect(String(long)).toContain('=')
    expect(await readEncryptionKey(String(long).replaceAll('=', ''))).toBeUndefined()
  })

  it('is refused as any other text', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })
    const others = [
      '',
      'PEM',
      pem.replaceAll('PUBLIC', 'RSA PUBLIC'),
      pem.slice(0, -30),
      pem + pem,
      pem.replace('MII', 'MI'),
      pem.replace('MII', 'MII!'),
      pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ec.toString(),
    ]
    for (const other of others) expect(await readEncryptionKey(other)).toBeUndefined()
  })
})
