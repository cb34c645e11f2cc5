import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBackup, sealBackup } from './backup.ts'
import { sha256 } from './digest.ts'
import { randomBytes } from './randomBytes.ts'
import { decodeUtf8 } from './utf8.ts'

const walletId = '01900000-0000-7000-8000-000000000003'
const secret = { password: 'correct horse battery staple', iterations: 1000 }
const fail = (reason: string, message: string) => Object.assign(new Error(message), { reason })
const open = (json: string, password = secret.password) => openBackup(json, walletId, { password, fail })

/** Takes `crypto.subtle` and `TextDecoder` away, which React Native does not have, or not in all versions. */
function becomePhone(): void {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.stubGlobal('TextDecoder', undefined)
}

afterEach(() => void vi.unstubAllGlobals())

describe('a platform without Web Crypto', () => {
  it('opens the backups of browsers, and browsers open its backups', async () => {
    const ofBrowser = await sealBackup('a share, Zoë', walletId, secret)
    becomePhone()
    expect(await open(ofBrowser)).toBe('a share, Zoë')
    const ofPhone = await sealBackup('a share, Zoë', walletId, secret)
    vi.unstubAllGlobals()
    expect(await open(ofPhone)).toBe('a share, Zoë')
  })

  it('refuses a wrong password, and a backup of another wallet', async () => {
    becomePhone()
    const backup = await sealBackup('a share', walletId, secret)
    await expect(open(backup, 'wrong')).rejects.toMatchObject({ reason: 'wrong_password' })
    const options = { password: secret.password, fail }
    await expect(openBackup(backup, 'another', options)).rejects.toMatchObject({ reason: 'wrong_password' })
  })

  it('hashes as Web Crypto does', async () => {
    const bytes = new TextEncoder().encode('a code verifier')
    const expected = createHash('sha256').update(bytes).digest('hex')
    const digest = async () => Buffer.from(new Uint8Array(await sha256(bytes))).toString('hex')
    expect(await digest()).toBe(expected)
    becomePhone()
    expect(await digest()).toBe(expected)
  })

  it.each(['', 'plain', 'é ß Ж あ', '\u{1F511} and \u{10FFFF}', '\u0000%00%'])('reads UTF-8: %j', (text) => {
    const bytes = new TextEncoder().encode(text)
    expect([decodeUtf8(bytes), decodeUtf8(bytes.buffer)]).toEqual([text, text])
    becomePhone()
    expect([decodeUtf8(bytes), decodeUtf8(bytes.buffer)]).toEqual([text, text])
  })

  it('says what is missing for random bytes', () => {
    vi.stubGlobal('crypto', undefined)
    expect(() => randomBytes(32)).toThrow(
      'There is no "crypto": use Node 20, or import "react-native-get-random-values" first.',
    )
  })
})
