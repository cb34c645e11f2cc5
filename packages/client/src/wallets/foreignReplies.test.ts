import { sealBackup } from '@latchkey/device/backup'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createTransport } from '../calls/createTransport.ts'
import { createWalletParty } from './createWalletParty.ts'
import { relayEngine } from './relay/relayEngine.ts'
import { memoryShares } from './storage.ts'

const walletId = '01900000-0000-7000-8000-000000000003'
const password = 'correct horse battery staple'

/** A device at a service that answers as it likes. */
function partyAt(replies: Readonly<Record<string, unknown>>) {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    const reply = Object.entries(replies).find(([part]) => url.includes(part))?.[1]
    return Response.json(reply ?? {}, { status: reply ? 200 : 404 })
  }
  const client = createTransport({ baseUrl: 'https://api.example.com', environmentId: 'env', fetch, retry: false })
  return { urls, party: createWalletParty({ client, storage: memoryShares(), engine: relayEngine({ fetch }) }) }
}

const settings = { sdk: { waas: { relayUrl: 'https://relay.example.com/v1' } } }
const profileWith = (chain: string) => ({
  id: 'user',
  verifiedCredentials: [
    { id: walletId, address: '0x1', chain, wallet_provider: 'embeddedWallet', wallet_properties: { version: 'V3' } },
  ],
})

describe('a service that answers what no service should', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'has no wallet on a chain that it calls %s',
    async (chain) => {
      expect(await partyAt({ '/users': profileWith(chain) }).party.list()).toEqual([])
      expect(await partyAt({ '/users': profileWith('eip155') }).party.list()).toMatchObject([{ chain: 'EVM' }])
    },
  )

  it.each(['..', '.', ''])('is asked for nothing at the relay when it names the room "%s"', async (roomId) => {
    const { party, urls } = partyAt({
      '/settings': settings,
      '/users': profileWith('ton'),
      '/waas': { roomId, walletId },
    })
    expect(await rejection(party.create({ chain: 'EVM' }))).toMatchObject({
      name: 'CeremonyError',
      reason: 'unsupported',
      message: expect.stringContaining('which cannot be part of a URL'),
    })
    expect(urls.filter((url) => url.startsWith('https://relay.example.com'))).toEqual([])
  })

  it.each([
    'hello',
    '"hello"',
    'null',
    '{}',
    `{"wallet":{"id":"other"},"share":{}}`,
    `{"wallet":{"id":"${walletId}"}}`,
  ])('hands out a backup of %s, which is refused in a sentence that does not quote it', async (content) => {
    const encryptedAccountCredential = await sealBackup(content, walletId, { password, iterations: 1000 })
    const { party } = partyAt({
      keyShares: { keyShares: [{ encryptedAccountCredential, passwordEncrypted: true }] },
    })
    const error = await rejection(party.recover({ walletId, password }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'backup_malformed' })
    expect(String(error)).not.toContain('hello')
  })
})

describe('a service that answers something else, such as a proxy', () => {
  const replies: readonly unknown[] = ['hello', 7, true, [], { keyShares: 'x', verifiedCredentials: [] }]

  it.each(replies)('gets a sentence about its backups: %j', async (reply) => {
    const error = await rejection(partyAt({ keyShares: reply }).party.recover({ walletId, password }))
    expect(error).toMatchObject({
      name: 'CeremonyError',
      reason: 'reply_malformed',
      message: 'The reply of the service has no list of backups.',
    })
  })

  it.each([...replies, { id: 'user', verifiedCredentials: 'x' }])(
    'does not look like a user without wallets: %j',
    async (reply) => {
      const wrong = { name: 'CeremonyError', reason: 'reply_malformed' }
      expect(await rejection(partyAt({ '/users': reply }).party.list())).toMatchObject(wrong)
    },
  )

  it('is read where parts of its lists are empty', async () => {
    const credentials = [null, ...profileWith('eip155').verifiedCredentials]
    const { party } = partyAt({
      '/users': { id: 'user', verifiedCredentials: credentials },
      keyShares: { keyShares: [null] },
    })
    expect(await party.list()).toMatchObject([{ chain: 'EVM' }])
    expect(await rejection(party.recover({ walletId, password }))).toMatchObject({ reason: 'share_missing' })
  })

  it('has no relay where its settings are none', async () => {
    const { party } = partyAt({
      '/settings': 'hello',
      '/users': profileWith('ton'),
      '/waas': { roomId: 'room', walletId },
    })
    expect(await rejection(party.create({ chain: 'EVM' }))).toMatchObject({ reason: 'relay_unsupported' })
  })
})

it('says what recover() takes when it gets a text', async () => {
  const error = await rejection(partyAt({}).party.recover(walletId as never))
  expect(String(error)).toBe(
    'TypeError: Failed to call "recover()": it takes an object, such as { walletId, password }.',
  )
})
