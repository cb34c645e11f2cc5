import { utf8 } from '@latchkey/base/bytes'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { verifyPersonalMessageSignature, verifyTransactionSignature } from '@mysten/sui/verify'
import {
  signTransaction as signByStandard,
  type SuiSignPersonalMessageFeature,
  type SuiSignTransactionFeature,
} from '@mysten/wallet-standard'
import type { WalletAccount } from '@wallet-standard/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createSuiReader } from '../../src/control/device/browserSui.ts'
import { refusalOf, TestPage } from './page.ts'
import { addressesOf, changesOf, onlyWallet } from './standardWallets.ts'
import { complete, suiPayment, suiReceiver } from './suiTransactions.ts'

type SuiFeatures = SuiSignPersonalMessageFeature & SuiSignTransactionFeature

const host = createHost()
const origin = 'https://app.example.com'
const chain = 'sui:testnet'
const kinds = ['ed25519', 'secp256k1', 'secp256r1']
const refused = { code: 4001, message: 'The person refused the request.' }
let page: TestPage
beforeEach(() => {
  page = new TestPage(origin)
})

type Options = Partial<Parameters<typeof host.mock.wallets.browser<'SUI'>>[0]>

async function connected(options: Options = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'SUI' })
  wallet.install(page)
  const found = onlyWallet<SuiFeatures>(page)
  const connect = async () => (await found.features['standard:connect'].connect()).accounts
  const [account] = (await connect()) as [WalletAccount]
  const { signPersonalMessage } = found.features['sui:signPersonalMessage']
  const { signTransaction } = found.features['sui:signTransaction']
  return { wallet, found, connect, account, signPersonalMessage, signTransaction }
}

describe('a browser wallet of Sui in a page', () => {
  it.each(kinds)('has an account of %s, with flag and key', async (kind) => {
    const test = await host.mock.wallets.sui({ kind })
    const { wallet, found, account } = await connected({ accounts: [test] })
    expect(found.chains).toEqual(['sui:mainnet', 'sui:testnet', 'sui:devnet', 'sui:localnet'])
    expect(wallet.accounts).toEqual([test.address])
    expect(toBase64(Uint8Array.from(account.publicKey))).toBe(test.publicKey)
  })

  it('shows the selected account only, and none to a page that it has forgotten', async () => {
    const { wallet, found } = await connected({ accounts: 2 })
    const changes = changesOf(found)
    const [first = '', second = ''] = wallet.accounts
    expect(addressesOf(found.accounts)).toEqual([first])
    wallet.switchAccount(second)
    wallet.disconnect(origin)
    expect(changes).toEqual([[second], []])
  })
})

describe('the signatures of a browser wallet of Sui', () => {
  it.each(kinds)('are over messages of an account of %s, which its own library verifies', async (kind) => {
    const { wallet, account, signPersonalMessage } = await connected({ kind })
    for (const message of [utf8('hello 🔑'), Uint8Array.of(0xff, 0)]) {
      const { bytes, signature } = await signPersonalMessage({ account, message, chain })
      expect(fromBase64(bytes)).toEqual(message)
      const { address } = account
      const key = await verifyPersonalMessageSignature(message, signature, { address })
      expect(key.toSuiAddress()).toBe(address)
    }
    const [, asked, ofBytes] = wallet.requests
    expect(asked).toMatchObject({ kind: 'message', text: 'hello 🔑', account: account.address, chain, origin })
    expect(ofBytes).not.toHaveProperty('text')
  })

  it('are over a message of a megabyte', async () => {
    const { account, signPersonalMessage } = await connected()
    const message = utf8('m'.repeat(1_000_000))
    const { signature } = await signPersonalMessage({ account, message })
    await verifyPersonalMessageSignature(message, signature, { address: account.address })
  })

  it.each(kinds)('are on transactions of an account of %s, which the person reads', async (kind) => {
    const { wallet, account, found } = await connected({ kind })
    const { address } = account
    // Without a sender, it is the account.
    const transaction = complete(suiPayment())
    const { bytes, signature } = await signByStandard(found as never, { account, chain, transaction })
    const key = await verifyTransactionSignature(fromBase64(bytes), signature, { address })
    expect(key.toSuiAddress()).toBe(address)
    expect(Transaction.from(bytes).getData()).toMatchObject({ sender: address })
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      account: address,
      chain,
      suiTransaction: {
        sender: address,
        gasOwner: address,
        gasBudget: '2000000',
        commands: [
          { name: 'SplitCoins', fields: { coin: 'gas', amounts: ['5000000'] } },
          { name: 'TransferObjects', fields: { objects: ['result 0.0'], address: suiReceiver } },
        ],
      },
    })
  })

  it('are on calls, with their arguments in the place of the inputs', async () => {
    const { wallet, account, signTransaction } = await connected()
    const transaction = complete(suiPayment(account.address))
    const object = {
      objectId: `0x${'02'.repeat(32)}`,
      version: '1',
      digest: transaction.getData().gasData.payment![0]!.digest,
    }
    transaction.moveCall({
      target: '0x2::coin::join',
      typeArguments: ['0x2::sui::SUI'],
      arguments: [transaction.objectRef(object), transaction.gas, transaction.pure.bool(true)],
    })
    await signTransaction({ account, chain, transaction })
    expect(wallet.requests.at(-1)?.suiTransaction?.commands[2]).toEqual({
      name: 'MoveCall',
      fields: {
        package: `0x${'2'.padStart(64, '0')}`,
        module: 'coin',
        function: 'join',
        typeArguments: ['0x2::sui::SUI'],
        arguments: [object.objectId, 'gas', 'AQ=='],
      },
    })
  })

  it('are on a transaction for whose gas the account pays', async () => {
    const { wallet, account, signTransaction } = await connected()
    const transaction = complete(suiPayment(suiReceiver))
    transaction.setGasOwner(account.address)
    const { bytes, signature } = await signTransaction({ account, chain, transaction })
    await verifyTransactionSignature(fromBase64(bytes), signature, { address: account.address })
    expect(wallet.requests.at(-1)?.suiTransaction).toMatchObject({ sender: suiReceiver, gasOwner: account.address })
  })

  it('are refused by the person, with the code of real wallets', async () => {
    const { wallet, account, connect, signPersonalMessage, signTransaction } = await connected()
    wallet.refuseNext(2)
    expect(await refusalOf(signPersonalMessage({ account, message: utf8('hello') }))).toEqual(refused)
    const transaction = complete(suiPayment())
    expect(await refusalOf(signTransaction({ account, chain, transaction }))).toEqual(refused)
    wallet.disconnect()
    wallet.refuseNext()
    expect(await refusalOf(connect())).toEqual(refused)
  })
})

describe('what a browser wallet of Sui does not sign', () => {
  const text = (json: unknown) => ({ toJSON: async () => json as string })

  it('is a transaction that a node would have to complete', async () => {
    const { wallet, account, signTransaction } = await connected()
    const ofObject = complete(suiPayment())
    ofObject.transferObjects([ofObject.object(`0x${'02'.repeat(32)}`)], suiReceiver)
    for (const transaction of [suiPayment(), ofObject])
      expect(
        await refusalOf(signTransaction({ account, chain, transaction: text(transaction.serialize()) })),
      ).toMatchObject({
        code: 4901,
        message: expect.stringContaining('Set its gas'),
      })
    expect(wallet.requests).toHaveLength(1)
  })

  it.each([
    ['a text that is not JSON', 'AAAA', -32_003],
    ['an empty object', '{}', -32_003],
    ['half of a transaction', '{"version":2,"sender":', -32_003],
    ['something else than a text', 5, -32_000],
    ['nothing', undefined, -32_000],
  ])('is %s', async (_, json, code) => {
    const { wallet, account, signTransaction } = await connected()
    expect(await refusalOf(signTransaction({ account, chain, transaction: text(json) }))).toMatchObject({ code })
    expect(wallet.requests).toHaveLength(1)
  })

  it('is for other accounts and chains', async () => {
    const { wallet, account, signPersonalMessage, signTransaction } = await connected()
    const message = utf8('hello')
    const foreign = { ...account, address: suiReceiver, publicKey: account.publicKey }
    expect(await refusalOf(signPersonalMessage({ account: foreign, message }))).toMatchObject({ code: 4100 })
    expect(await refusalOf(signPersonalMessage({ account, message, chain: 'solana:devnet' }))).toMatchObject({
      code: -32_000,
    })
    const sign = (sent: object) => refusalOf(signTransaction({ account, chain, ...sent } as never))
    expect(await sign({ transaction: complete(suiPayment(suiReceiver)) })).toMatchObject({ code: -32_003 })
    expect(await sign({ transaction: complete(suiPayment()), chain: undefined })).toMatchObject({ code: -32_000 })
    expect(await sign({})).toMatchObject({ code: -32_000 })
    wallet.lock()
    expect(await sign({ transaction: complete(suiPayment()) })).toMatchObject({ code: 4100 })
    expect(wallet.requests).toHaveLength(1)
  })

  it('is a transaction without the package that reads it, and the sentence says how to get it', async () => {
    const read = createSuiReader(() => Promise.reject(new Error('Cannot find package')))
    await expect(read('{}', suiReceiver)).rejects.toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining('npm install --save-dev @mysten/sui'),
    })
  })
})

describe('mock.wallets.browser for Sui', () => {
  it('refuses accounts and chains that cannot be', async () => {
    const create = (options: object) => host.mock.wallets.browser({ ...options, chain: 'SUI' })
    const test = await host.mock.wallets.sui()
    await expect(create({ accounts: [{ ...test, address: suiReceiver }] })).rejects.toThrow('not an address')
    await expect(create({ chains: ['solana:mainnet'] })).rejects.toThrow('"chains"')
  })
})
