import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  createSignableMessage,
  isMessagePartialSigner,
  isTransactionPartialSigner,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import {
  createWalletClient,
  custom,
  hashMessage,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { type CustomSource, privateKeyToAddress, toAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMock } from '../../mock/createMock.ts'

const host = createHost()

beforeEach(() => host.mock.create.provider({ provider: 'dynamic' }))

const ada = () => host.mock.create.user({ email: 'ada@example.com' })
/** The settings that are required beside the one of a test. */
const waas = {
  passcodeRequired: false,
  onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
  backupOptions: ['service' as const],
}
const to = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'

describe('an embedded wallet of a test', () => {
  it('is listed like those of users, and its account signs in viem', async () => {
    const user = await ada()
    const wallet = await host.mock.wallets.embedded(user, { chain: 'EVM' })
    const { body } = await host.call('wallets.listByUser', { params: { userId: user.id } })
    expect(body.wallets).toMatchObject([{ id: wallet.walletId, publicKey: wallet.address }])
    const account = toAccount(wallet.viemAccount() as CustomSource)
    const message = 'Welcome aboard'
    const signature = await account.signMessage({ message })
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
    const typedData = {
      domain: { name: 'Harbour', chainId: 1 },
      types: { Berth: [{ name: 'ship', type: 'string' }] },
      primaryType: 'Berth',
      message: { ship: 'Ada' },
    } as const
    const typed = await account.signTypedData(typedData)
    expect(await verifyTypedData({ ...typedData, address: account.address, signature: typed })).toBe(true)
    const client = createWalletClient({ account, transport: custom({ request: async () => '0x1' }) })
    for (const fees of [
      { gasPrice: 7n, type: 'legacy' },
      { maxFeePerGas: 9n, type: 'eip1559' },
    ] as const) {
      const transaction = { to, value: 1n, gas: 21_000n, nonce: 0, chain: null, ...fees } as const
      const serializedTransaction = await client.signTransaction(transaction as never)
      expect(await recoverTransactionAddress({ serializedTransaction: serializedTransaction as never })).toBe(
        wallet.address,
      )
    }
  })

  const suiKeys = Ed25519Keypair.fromSecretKey(Uint8Array.from({ length: 32 }, (_, i) => i))
  const evmKey = `0x${'5a'.repeat(32)}` as const
  it.each([
    ['EVM', evmKey, privateKeyToAddress(evmKey)],
    ['SUI', suiKeys.getSecretKey(), suiKeys.toSuiAddress()],
  ] as const)('is imported on %s, reshared and exported', async (chain, privateKey, address) => {
    const user = await ada()
    const wallet = await host.mock.wallets.embedded(user, { chain, privateKey })
    expect(wallet.address).toBe(address)
    expect((await host.call('wallets.get', { params: { walletId: wallet.walletId } })).body.properties).toMatchObject({
      thresholdSignatureScheme: 'TWO_OF_TWO',
    })
    const before = wallet.shares
    await wallet.reshare({ scheme: 'TWO_OF_THREE' })
    expect([before.length, wallet.shares.length]).toEqual([1, 2])
    expect((await wallet.signInRoom(hashMessage('hello'))).signature).toHaveLength(128)
    expect(await wallet.export()).toBe(privateKey)
    await wallet.reshare({ scheme: 'TWO_OF_TWO' })
    expect(wallet.shares).toHaveLength(1)
    const malformed = host.mock.wallets.embedded(user, { chain, privateKey: `${privateKey}00` })
    await expect(malformed).rejects.toThrow(`"privateKey" is not in the format of ${chain}`)
    await expect(malformed).rejects.not.toThrow(privateKey)
    await host.mock.settings.patch({ sdk: { waas: { ...waas, exportDisabled: true } } })
    await expect(wallet.export()).rejects.toThrow('cannot be exported')
    wallet.loseDevice()
    await expect(wallet.reshare({ scheme: 'TWO_OF_THREE' })).rejects.toThrow('was lost')
  })

  it('imports no key as a Taproot wallet', async () => {
    const user = await ada()
    const options = { chain: 'BTC', addressType: 'taproot', privateKey: 'L' } as const
    await expect(host.mock.wallets.embedded(user, options)).rejects.toThrow(TypeError)
    await expect(host.mock.wallets.embedded(user, { chain: 'BTC', privateKey: 'L' })).rejects.toThrow(
      '"privateKey" is not in the format of BTC',
    )
  })

  it('signs a personal message on Sui', async () => {
    const wallet = await host.mock.wallets.embedded(await ada(), { chain: 'SUI' })
    const signature = await wallet.signMessage('Welcome aboard')
    const bytes = new TextEncoder().encode('Welcome aboard')
    const key = await verifyPersonalMessageSignature(bytes, signature)
    expect(key.toSuiAddress()).toBe(wallet.address)
    await expect(verifyPersonalMessageSignature(new TextEncoder().encode('Go'), signature)).rejects.toThrow()
  })

  it('signs as a signer of kit on Solana, with any scheme', async () => {
    const user = await ada()
    const wallet = await host.mock.wallets.embedded(user, { chain: 'SVM', scheme: 'THREE_OF_FIVE' })
    expect(wallet.shares).toHaveLength(3)
    const signer = wallet.solanaSigner()
    expect([isMessagePartialSigner(signer as never), isTransactionPartialSigner(signer as never)]).toEqual([true, true])
    const message = createSignableMessage('hello')
    const [signatures] = await signer.signMessages([message])
    const { base58 } = await import('@scure/base')
    const publicKey = base58.decode(wallet.address)
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', true, ['verify'])
    const signature = signatures?.[wallet.address] as Uint8Array
    expect(await verifySignature(key, signatureBytes(signature), message.content)).toBe(true)
    expect(ed25519.verify(signature, message.content, publicKey)).toBe(true)
  })

  it('is the same with the same seed, and another one with another', async () => {
    const addressOf = async (seed: string) => {
      const mock = createMock({ seed, now: '2026-01-15T09:30:00.000Z' })
      await mock.create.provider({ provider: 'dynamic' })
      const user = await mock.create.user({ email: 'ada@example.com' })
      const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
      return [wallet.address, await wallet.signMessage('hello')]
    }
    const first = await addressOf('one')
    expect(await addressOf('one')).toEqual(first)
    expect(await addressOf('two')).not.toEqual(first)
  })

  it('says what is missing, and does not sign without its device', async () => {
    const wallet = await host.mock.wallets.embedded(await ada(), { chain: 'TON' })
    expect(() => wallet.viemAccount()).toThrow('the wallet is one of TON, not EVM')
    wallet.loseDevice()
    await expect(wallet.signMessage('hello')).rejects.toThrow('the device of this wallet was lost')
    await expect(host.mock.wallets.embedded('nobody', { chain: 'EVM' })).rejects.toThrow('no user with this id')
    const empty = createMock()
    const user = await empty.create.user({ email: 'ada@example.com' })
    await expect(empty.wallets.embedded(user, { chain: 'EVM' })).rejects.toThrow('not active in this environment')
  })
})
