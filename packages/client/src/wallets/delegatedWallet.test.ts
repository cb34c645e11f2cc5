import { verifyMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createTransport } from '../calls/createTransport.ts'
import { createKey } from '../generated/operations/delegatedAccess.ts'
import { bearer } from '../policies/auth.ts'
import type { Fetch } from '../policies/pipeline.ts'
import { openDelegatedWallet, type DelegationGrant } from './delegatedWallet.ts'
import { delegateWallet, revokeDelegation } from './delegation.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { relayEngine } from './relay/relayEngine.ts'
import { createWalletWorld, type WalletWorld } from './test/walletWorld.ts'
import type { SigningWallet } from './wallet.ts'

const url = 'https://agent.example.com/webhooks'
const rsa = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
const createPair = () => crypto.subtle.generateKey(rsa, true, ['encrypt', 'decrypt'])

let world: WalletWorld
let pair: CryptoKeyPair
let grants: DelegationGrant[]

/** Calls as the server. */
function serverClient() {
  const { id: environmentId, token } = world.mock.defaults.environments.sandbox
  const fetch: Fetch = (input, init) => world.mock.fetch(input, init)
  return { fetch, client: createTransport({ baseUrl: world.mock.baseUrl, environmentId, fetch, auth: bearer(token) }) }
}

async function open(grant: DelegationGrant, privateKey = pair.privateKey) {
  const { client, fetch } = serverClient()
  return openDelegatedWallet({ client, engine: relayEngine({ fetch }), privateKey, grant })
}

async function signs(wallet: SigningWallet): Promise<boolean> {
  const { address, signMessage } = toViemAccount(wallet)
  return verifyMessage({ address, message: 'hello', signature: await signMessage({ message: 'hello' }) })
}

beforeEach(async () => {
  world = await createWalletWorld()
  pair = await createPair()
  grants = []
  await world.mock.settings.patch({
    sdk: {
      waas: {
        passcodeRequired: false,
        onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
        backupOptions: ['service'],
        delegatedAccess: { enabled: true },
      },
    },
  })
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
  const publicKey = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`
  await createKey(serverClient().client, { body: { publicKey } })
  await world.mock.create.webhook({ url, events: ['wallet.delegation.created'] })
  world.mock.webhooks.receive(url, async (request) => {
    const { eventName, data } = (await request.json()) as { eventName: string; data: DelegationGrant }
    if (eventName === 'wallet.delegation.created') grants.push(data)
    return new Response(null, { status: 204 })
  })
})

describe('openDelegatedWallet()', () => {
  it('lets a server sign without the user, until the user takes the right back', async () => {
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    await delegateWallet(wallet)
    await world.mock.clock.settle()
    const [grant] = grants
    const agent = await open(grant!)
    expect(agent).toMatchObject({ id: wallet.id, chain: 'EVM', address: wallet.address, userId: world.userId })
    expect([await signs(agent), await signs(wallet)]).toEqual([true, true])
    await revokeDelegation(wallet)
    expect(await rejection(signs(agent))).toMatchObject({ status: 401, code: 'wallet_api_key_invalid' })
    expect(await signs(wallet)).toBe(true)
  })

  it('leaves only the share of the user on the device', async () => {
    const device = await world.device()
    const wallet = await device.party.create({ chain: 'EVM' })
    await delegateWallet(wallet)
    expect(await signs(await device.reload().party.get(wallet.id))).toBe(true)
  })

  it('lets the user renew the shares, which ends the right of the server', async () => {
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    await delegateWallet(wallet)
    await world.mock.clock.settle()
    const agent = await open(grants[0]!)
    await wallet.refresh()
    expect(await rejection(signs(agent))).toMatchObject({ status: 401, code: 'wallet_api_key_invalid' })
    expect(await signs(wallet)).toBe(true)
    await wallet.refresh()
    await delegateWallet(wallet)
    await world.mock.clock.settle()
    expect([await signs(await open(grants[1]!)), await signs(wallet)]).toEqual([true, true])
  })

  it('does not open the envelopes with another key', async () => {
    const { party } = await world.device()
    await delegateWallet(await party.create({ chain: 'EVM' }))
    await world.mock.clock.settle()
    expect(await rejection(open(grants[0]!, (await createPair()).privateKey))).toBeInstanceOf(TypeError)
  })

  it('does not open an envelope whose tag stands in the ciphertext', async () => {
    const { party } = await world.device()
    await delegateWallet(await party.create({ chain: 'EVM' }))
    await world.mock.clock.settle()
    const grant = grants[0]!
    const { ct, tag, ...sealed } = grant.encryptedDelegatedShare
    const joined = Buffer.concat([Buffer.from(ct, 'base64url'), Buffer.from(tag, 'base64url')]).toString('base64url')
    const encryptedDelegatedShare = { ...sealed, ct: joined, tag: '' }
    expect(await rejection(open({ ...grant, encryptedDelegatedShare }))).toMatchObject({
      name: 'TypeError',
      message: 'The envelope does not open: tag must be 16 bytes in base64url.',
    })
  })

  it('passes on that the environment takes no delegations', async () => {
    await world.mock.settings.patch({ sdk: { waas: { delegatedAccess: { enabled: false } } } })
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    expect(await rejection(delegateWallet(wallet))).toMatchObject({ status: 422, code: 'provider_not_available' })
    expect(await signs(wallet)).toBe(true)
  })
})
