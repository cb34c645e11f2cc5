import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { openBackup, sealBackup, type ShareBackup } from './backup.ts'

const walletId = '01900000-0000-7000-8000-000000000003'
const password = 'correct horse battery staple'
const rejection = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const open = (json: string, id: string, secret: string) =>
  openBackup(json, id, {
    password: secret,
    fail: (reason, message) => Object.assign(new Error(message), { reason }),
  })
const seal = (text = 'a share') => sealBackup(text, walletId, { password, iterations: 1000 })
const change = async (fields: Partial<Record<keyof ShareBackup, unknown>>) =>
  JSON.stringify({ ...JSON.parse(await seal()), ...fields })

describe('a backup', () => {
  it('opens with its password', async () => {
    expect(await open(await seal('a share'), walletId, password)).toBe('a share')
  })

  it('opens with the same password of another keyboard', async () => {
    const backup = await sealBackup('a share', walletId, { password: 'caf\u00e9', iterations: 1000 })
    expect(await open(backup, walletId, 'cafe\u0301')).toBe('a share')
  })

  it('is AES-256-GCM under PBKDF2-SHA-256, as its fields say', async () => {
    const { v, kdf, iterations, salt, iv, ct } = JSON.parse(await seal()) as ShareBackup
    expect([v, kdf, iterations]).toEqual([1, 'PBKDF2-SHA-256', 1000])
    const key = pbkdf2Sync(password, Buffer.from(salt, 'base64url'), iterations, 32, 'sha256')
    const bytes = Buffer.from(ct, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    decipher.setAAD(Buffer.from(`latchkey share backup 1 ${walletId}`))
    decipher.setAuthTag(bytes.subarray(-16))
    expect(decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('a share')
  })

  it('counts 600 000 iterations unless told otherwise', async () => {
    expect(JSON.parse(await sealBackup('a share', walletId, { password }))).toMatchObject({ iterations: 600_000 })
  })

  it('is another one each time', async () => {
    const [first, second] = [JSON.parse(await seal()), JSON.parse(await seal())] as [ShareBackup, ShareBackup]
    expect([first.salt === second.salt, first.iv === second.iv, first.ct === second.ct]).toEqual([false, false, false])
  })

  it('needs a password', async () => {
    expect(await rejection(sealBackup('a share', walletId, { password: '' }))).toBeInstanceOf(TypeError)
  })

  it.each([0, -1, 1.5, Number.NaN, 10_000_001])(
    'is not made with %d iterations, which would not open',
    async (iterations) => {
      expect(await rejection(sealBackup('a share', walletId, { password, iterations }))).toBeInstanceOf(TypeError)
    },
  )

  it('is made with as many as 10 000 000 iterations', async () => {
    const failure = new Error('The key is derived.')
    const derive = vi.spyOn(crypto.subtle, 'deriveKey').mockRejectedValueOnce(failure)
    await expect(sealBackup('a share', walletId, { password, iterations: 10_000_000 })).rejects.toBe(failure)
    derive.mockRestore()
  })

  it('takes its random bytes from whoever brings some', async () => {
    const random = (length: number) => new Uint8Array(length).fill(7)
    const backup = JSON.parse(await sealBackup('a share', walletId, { password, iterations: 1000, random }))
    expect(backup).toMatchObject({ salt: 'BwcHBwcHBwcHBwcHBwcHBw', iv: 'BwcHBwcHBwcHBwcH' })
  })

  it.each([
    ['another password', walletId, 'correct horse battery stapler', {}],
    ['the id of another wallet', '01900000-0000-7000-8000-000000000004', password, {}],
    ['another number of iterations', walletId, password, { iterations: 999 }],
    ['another salt', walletId, password, { salt: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another ciphertext', walletId, password, { ct: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['bytes that are no base64url', walletId, password, { iv: '!' }],
  ])('does not open with %s', async (...[, id, secret, fields]) => {
    const error = await rejection(open(await change(fields), id, secret))
    expect(error).toMatchObject({ reason: 'wrong_password' })
    expect(String(error)).not.toContain(secret)
  })

  it.each([
    ['another version', { v: 2 }],
    ['another kdf', { kdf: 'scrypt' }],
    ['no iterations', { iterations: 0 }],
    ['more iterations than a device should count', { iterations: 1e9 }],
    ['no salt', { salt: null }],
  ])('is malformed with %s', async (_, fields) => {
    const error = await rejection(open(await change(fields), walletId, password))
    expect(error).toMatchObject({ reason: 'backup_malformed' })
  })

  it('never opens as another text, and fails with a reason, when it is cut off anywhere or a bit is flipped', async () => {
    const bytes = new TextEncoder().encode(await seal())
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 7)))
      const outcomes = [bytes.subarray(0, at), changed].map((broken) =>
        rejection(open(new TextDecoder().decode(broken), walletId, password)),
      )
      const [cut, flipped] = await Promise.all(outcomes)
      expect(cut, `cut off at ${at}`).toMatchObject({ reason: 'backup_malformed' })
      // The last bits of base64url can be of no byte.
      if (flipped !== 'a share') expect(flipped, `bit ${at}`).toMatchObject({ reason: expect.any(String) })
    }
  })

  it('is malformed when it is no JSON', async () => {
    expect(await rejection(open('a share', walletId, password))).toMatchObject({ reason: 'backup_malformed' })
  })
})
