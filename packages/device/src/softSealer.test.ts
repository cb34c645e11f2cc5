import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openEnvelope, rsaOaep } from './envelope.ts'
import { createSealer } from './sealer.ts'

const text = 'a share, and ₿'
const kid = 'the key'

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const importPrivate = (key: KeyObject) =>
  crypto.subtle.importKey('pkcs8', Uint8Array.from(key.export({ type: 'pkcs8', format: 'der' })), rsaOaep, false, [
    'decrypt',
  ])

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = pemOf(pair.publicKey)

/** Takes `crypto.subtle` away, which React Native does not have. */
function becomePhone(): void {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
}

/** Seals as a phone does. */
async function seal(key: string) {
  becomePhone()
  const sealer = await createSealer({ pem: key, kid })
  const envelope = await sealer?.(text)
  vi.unstubAllGlobals()
  return envelope
}

/** The key with some bytes of its DER changed. */
function changed(change: (der: Buffer) => Buffer): string {
  const der = change(pair.publicKey.export({ type: 'spki', format: 'der' }))
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`
}

/** A part in DER, whose length is written in two bytes. */
function part(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 0xff), content])
}

/** The key with this part as its modulus. */
function keyOf(modulus: Buffer): string {
  const algorithm = part(0x30, Buffer.from('06092a864886f70d0101010500', 'hex'))
  const numbers = part(0x30, modulus, part(0x02, Buffer.of(1, 0, 1)))
  return changed(() => part(0x30, algorithm, part(0x03, Buffer.of(0), numbers)))
}

afterEach(() => void vi.unstubAllGlobals())

describe('an envelope of a platform without Web Crypto', () => {
  it.each([
    ['of 2048 bits', { modulusLength: 2048 }],
    ['of 3072 bits', { modulusLength: 3072 }],
    ['of an odd length', { modulusLength: 2056 }],
    ['with the exponent 3', { modulusLength: 2048, publicExponent: 3 }],
  ])('opens with Web Crypto, for a key %s', async (_, options) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', options)
    const envelope = (await seal(pemOf(publicKey))) ?? expect.fail('no envelope')
    expect(envelope.kid).toBe(kid)
    expect(await openEnvelope(await importPrivate(privateKey), envelope)).toBe(text)
  })

  it('is another one each time', async () => {
    const [first, second] = [await seal(pem), await seal(pem)]
    for (const field of ['iv', 'ct', 'tag', 'ek'] as const) expect(first?.[field]).not.toBe(second?.[field])
  })

  it('is sealed by Web Crypto where the platform has it, and opens as well', async () => {
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    onTestFinished(() => encrypt.mockRestore())
    const sealer = (await createSealer({ pem, kid })) ?? expect.fail('no sealer')
    const envelope = await sealer(text)
    expect(encrypt).toHaveBeenCalledTimes(2)
    expect(await openEnvelope(await importPrivate(pair.privateKey), envelope)).toBe(text)
    expect(await createSealer({ pem: 'PEM', kid })).toBeUndefined()
  })

  it.each([
    ['no PEM', 'PEM'],
    ['a key of another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
    ['a key of RSA only for signatures', pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey)],
    ['nothing', changed(() => Buffer.alloc(0))],
    ['a key that was cut off', changed((der) => der.subarray(0, -1))],
    ['a key whose algorithm is cut off', changed((der) => Buffer.from(der.with(5, 0x82)))],
    ['a key with something after it', changed((der) => Buffer.concat([der, Buffer.of(5, 0)]))],
    ['a set in place of a sequence', changed((der) => Buffer.concat([Buffer.of(0x31), der.subarray(1)]))],
    ['an octet string in place of the bits', changed((der) => Buffer.from(der.with(19, 0x04)))],
    ['a sequence in place of the modulus', changed((der) => Buffer.from(der.with(28, 0x30)))],
    ['a sequence in place of the exponent', changed((der) => Buffer.from(der.with(der.length - 5, 0x30)))],
  ])('is refused to %s', async (_, key) => {
    expect(await seal(key)).toBeUndefined()
  })

  it('is refused to a key with a part of unknown length, which DER does not have (X.690, 10.1)', async () => {
    const modulus = Buffer.concat([Buffer.of(0), Buffer.alloc(127, 0xc1)])
    expect(await seal(keyOf(part(0x02, modulus)))).toMatchObject({ kid })
    expect(await seal(keyOf(Buffer.concat([Buffer.of(0x02, 0x80), modulus])))).toBeUndefined()
  })
})
