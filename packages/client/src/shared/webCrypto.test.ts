import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyUserJwt } from '../jwt.ts'
import { createRequestVerifier } from '../server.ts'
import { signWebhook, verifyWebhook } from '../webhooks.ts'

const environment = { baseUrl: 'https://api.example.com', environmentId: 'e' }
const signature = `sha256=${'0'.repeat(64)}`

// As on Node 18.
beforeEach(() => void vi.stubGlobal('crypto', undefined))
afterEach(() => vi.unstubAllGlobals())

describe('on a platform without Web Crypto', () => {
  it.each<[string, () => unknown]>([
    ['verifyUserJwt', () => verifyUserJwt('a.b.c', { ...environment, jwks: { keys: [] } })],
    ['createRequestVerifier', () => createRequestVerifier(environment)],
    ['verifyWebhook', () => verifyWebhook({ body: '{}', signature }, { secret: 'a-secret' })],
    ['signWebhook', () => signWebhook('{}', 'a-secret')],
  ])('%s says what is missing, and blames neither keys nor a sender', async (_, call) => {
    await expect((async () => call())()).rejects.toEqual(
      new TypeError('There is no "crypto.subtle": use Node 20.19 or HTTPS.'),
    )
  })
})
