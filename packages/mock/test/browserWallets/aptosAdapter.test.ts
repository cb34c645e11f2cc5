import { concat, utf8 } from '@latchkey/base/bytes'
import type { AptosBrowserWallet } from '@latchkey/browser-wallet/aptos/aptosBrowserWallet'
import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { openReactPage } from './reactPage.ts'

interface Libraries {
  readonly adapter: typeof import('@aptos-labs/wallet-adapter-core')
  readonly sdk: typeof import('@aptos-labs/ts-sdk')
}

type Account = NonNullable<InstanceType<Libraries['adapter']['WalletCore']>['account']>

const host = createHost()
/** The adapter asks no name service of it. */
const network = { name: 'local', chainId: 4 }
const bob = `0x${'b0'.repeat(32)}`
let page: Awaited<ReturnType<typeof openReactPage<Libraries>>>
let wallet: AptosBrowserWallet
let uninstall: () => void

beforeAll(async () => {
  // The adapter brings wallets of its own, each of which asks a node for the id of its chain.
  vi.stubGlobal('fetch', async () => Response.json({ chain_id: 1 }))
  const exported = `
    export * as adapter from '@aptos-labs/wallet-adapter-core'
    export * as sdk from '@aptos-labs/ts-sdk'`
  page = await openReactPage<Libraries>(exported, ['browser'])
})
afterAll(() => void vi.unstubAllGlobals())
afterEach(() => uninstall())

async function setUp(kind = 'ed25519') {
  page.window.localStorage.clear()
  wallet = await host.mock.wallets.browser({ chain: 'APTOS', name: `Petra ${kind}`, accounts: 2, kind, network })
  uninstall = wallet.install(page.window as unknown as PageWindow)
  const { adapter } = page
  const core = new adapter.WalletCore([wallet.name as never], undefined, true)
  return { core, connect: () => core.connect(wallet.name) }
}

async function connected(kind?: string) {
  const parts = await setUp(kind)
  await parts.connect()
  return { ...parts, account: parts.core.account as Account }
}

/** A payment of 5 000 octas. */
function payment(sender: string, feePayer?: string) {
  const { sdk } = page
  const receiver = sdk.AccountAddress.from(bob)
  const call = sdk.EntryFunction.build('0x1::aptos_account', 'transfer', [], [receiver, new sdk.U64(5000)])
  const raw = new sdk.RawTransaction(
    sdk.AccountAddress.from(sender),
    3n,
    new sdk.TransactionPayloadEntryFunction(call),
    2000n,
    100n,
    1_800_000_000n,
    new sdk.ChainId(network.chainId),
  )
  return new sdk.SimpleTransaction(raw, feePayer === undefined ? undefined : sdk.AccountAddress.from(feePayer))
}

beforeEach(() => void (uninstall = () => {}))

describe('@aptos-labs/wallet-adapter-core', () => {
  it('finds the wallet, connects, follows account and network, and disconnects', async () => {
    const { core, account } = await connected()
    const [first = '', second = ''] = wallet.accounts
    expect(core.wallets.map(({ name }) => name)).toEqual([wallet.name])
    expect([core.isConnected(), account.address.toString(), core.network]).toEqual([true, first, network])
    await core.onAccountChange()
    await core.onNetworkChange()
    const heard: unknown[] = []
    core.on('accountChange', (changed) => void heard.push(changed?.address.toString()))
    core.on('networkChange', (changed) => void heard.push(changed))
    wallet.switchAccount(second)
    wallet.switchNetwork({ name: 'custom', chainId: 200 })
    await vi.waitFor(() => expect(heard).toEqual([second, { name: 'custom', chainId: 200 }]))
    expect(core.account?.address.toString()).toBe(second)
    await core.disconnect()
    expect([core.isConnected(), core.account, wallet.connections]).toEqual([false, null, []])
  })

  it('takes the address and the key of the account as its own', async () => {
    for (const kind of ['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1']) {
      const { account } = await connected(kind)
      const { sdk } = page
      const address = sdk.AccountAddress.from(account.address)
      expect(address.toString()).toBe(wallet.accounts[0])
      const Key = kind === 'ed25519' ? sdk.Ed25519PublicKey : sdk.AnyPublicKey
      const key = Key.deserialize(new sdk.Deserializer(account.publicKey.bcsToBytes()))
      expect(key.authKey().derivedAddress().equals(address)).toBe(true)
      uninstall()
    }
  })

  it.each(['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'])(
    'signs a message with an account of %s, and verifies it',
    async (kind) => {
      const { core } = await connected(kind)
      const message = { message: 'hello', nonce: '1', address: true, application: true, chainId: true }
      const reply = await core.signMessage(message)
      const fullMessage = [
        'APTOS',
        `address: ${wallet.accounts[0]}`,
        'application: https://app.example.com',
        'chainId: 4',
        'message: hello',
        'nonce: 1',
      ].join('\n')
      expect(reply).toMatchObject({ prefix: 'APTOS', message: 'hello', nonce: '1', chainId: 4, fullMessage })
      expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: fullMessage })
      expect(await core.signMessageAndVerify(message)).toBe(true)
      const other = { ...message, message: 'other' }
      const { signature } = reply
      const key = core.account?.publicKey
      const verify = (text: string) =>
        key?.verifySignatureAsync({
          aptosConfig: undefined as never,
          message: new TextEncoder().encode(text),
          signature,
        })
      expect([await verify(fullMessage), await verify(other.message)]).toEqual([true, false])
    },
  )

  it.each(['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'])(
    'signs in by one question with an account of %s, as the library verifies it',
    async (kind) => {
      const { core } = await setUp(kind)
      const { sdk } = page
      const input = { domain: 'app.example.com', nonce: 'abcdefgh', statement: 'Sign in to Example.' }
      const output = await core.signIn({ walletName: wallet.name, input })
      const [address = ''] = wallet.accounts
      expect([core.isConnected(), core.account?.address.toString()]).toEqual([true, address])
      const bound = { uri: 'https://app.example.com', version: '1', chainId: 'aptos:4', address }
      expect(output).toMatchObject({
        input: { ...input, ...bound },
        type: kind === 'ed25519' ? 'ed25519' : 'single_key',
      })
      const text = [
        'app.example.com wants you to sign in with your Aptos account:',
        `${address}\n\nSign in to Example.\n`,
        'URI: https://app.example.com\nVersion: 1\nNonce: abcdefgh\nChain ID: aptos:4',
      ].join('\n')
      expect(wallet.requests).toMatchObject([{ kind: 'signIn', account: address, text }])
      const read = (value: { bcsToBytes(): Uint8Array } | undefined) =>
        new sdk.Deserializer(value?.bcsToBytes() ?? new Uint8Array())
      const [publicKey, signature] =
        kind === 'ed25519'
          ? [
              sdk.Ed25519PublicKey.deserialize(read(core.account?.publicKey)),
              sdk.Ed25519Signature.deserialize(read(output?.signature)),
            ]
          : [
              sdk.AnyPublicKey.deserialize(read(core.account?.publicKey)),
              sdk.AnySignature.deserialize(read(output?.signature)),
            ]
      const bytes = (signed: string) => concat(sha3_256(utf8('SIGN_IN_WITH_APTOS::')), utf8(signed))
      const verify = (signed: string) => publicKey.verifySignature({ message: bytes(signed), signature } as never)
      expect([verify(text), verify(`${text} `)]).toEqual([true, false])
    },
  )

  it.each(['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'])(
    'signs transactions with an account of %s, which its library takes to a node',
    async (kind) => {
      const { core } = await connected(kind)
      const { sdk } = page
      const [sender = ''] = wallet.accounts
      const authenticatorOf = async (transaction: ReturnType<typeof payment>) => {
        const { authenticator } = await core.signTransaction({ transactionOrPayload: transaction })
        return sdk.normalizeBundle(sdk.AccountAuthenticator, authenticator)
      }
      for (const transaction of [payment(sender), payment(sender, bob)]) {
        const signed = await authenticatorOf(transaction)
        if (!signed.isEd25519() && !signed.isSingleKey()) return expect.fail('It is of another kind.')
        const message = sdk.generateSigningMessageForTransaction(transaction)
        const { public_key: key, signature } = signed
        expect(
          (key as InstanceType<typeof sdk.AnyPublicKey>).verifySignature({ message, signature: signature as never }),
        ).toBe(true)
      }
      const transaction = payment(sender)
      const { authenticator: senderAuthenticator } = await core.signTransaction({ transactionOrPayload: transaction })
      const whole = sdk.generateSignedTransaction({ transaction, senderAuthenticator })
      expect(whole.length).toBeGreaterThan(transaction.rawTransaction.bcsToBytes().length + 96)
      const asked = {
        sender,
        sequenceNumber: '3',
        payload: {
          kind: 'entryFunction',
          function: '0x1::aptos_account::transfer',
          typeArguments: [],
          arguments: [bob, '5000'],
        },
        maxGasAmount: '2000',
        gasUnitPrice: '100',
        expiresAtSeconds: 1_800_000_000,
        chainId: 4,
      }
      const transactions = wallet.requests.filter(({ kind: each }) => each === 'transaction')
      expect(transactions.map(({ aptosTransaction }) => aptosTransaction)).toEqual([
        asked,
        { ...asked, feePayer: bob },
        asked,
      ])
    },
  )

  it('signs as the one who pays for gas, and as another signer', async () => {
    const { core, account } = await connected()
    const { sdk } = page
    const [address = ''] = wallet.accounts
    const paid = payment(bob, address)
    await core.signTransaction({ transactionOrPayload: paid, asFeePayer: true })
    const { rawTransaction } = payment(bob)
    const shared = new sdk.MultiAgentTransaction(rawTransaction, [sdk.AccountAddress.from(address)])
    const { authenticator } = await core.signTransaction({ transactionOrPayload: shared })
    const signed = sdk.normalizeBundle(sdk.AccountAuthenticator, authenticator)
    if (!signed.isEd25519()) return expect.fail('It is of another kind.')
    const message = sdk.generateSigningMessageForTransaction(shared)
    expect(signed.public_key.verifySignature({ message, signature: signed.signature })).toBe(true)
    expect(wallet.requests.at(-1)?.aptosTransaction).toMatchObject({ sender: bob, secondarySigners: [address] })
    expect(account.address.toString()).toBe(address)
  })

  it('hears that the person refuses', async () => {
    const { core, connect } = await setUp()
    wallet.refuseNext()
    await expect(connect()).rejects.toContain('User has rejected the request')
    await connect()
    wallet.refuseNext(2)
    await expect(core.signMessage({ message: 'hello', nonce: '1' })).rejects.toContain('User has rejected')
    const [sender = ''] = wallet.accounts
    const signing = core.signTransaction({ transactionOrPayload: payment(sender) })
    await expect(signing).rejects.toContain('User has rejected')
  })

  it('hears that the wallet needs a node for a payload, and that a foreign sender is not of the account', async () => {
    const { core } = await connected()
    const data = { function: '0x1::aptos_account::transfer' as const, functionArguments: [bob, 1] }
    await expect(core.signTransaction({ transactionOrPayload: { data } })).rejects.toContain('no node of Aptos')
    await expect(core.signTransaction({ transactionOrPayload: payment(bob) })).rejects.toContain('no signature')
    expect(wallet.requests).toHaveLength(1)
  })
})
