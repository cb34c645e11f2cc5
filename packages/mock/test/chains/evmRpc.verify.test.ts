import { erc20Abi, hashMessage, hashTypedData } from 'viem'
import { toSoladySmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { serializeErc8010Signature } from 'viem/utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { giveSmartWallets, smartOf } from '../people/smartWalletPeople.ts'
import { walletPeople } from '../people/walletPeople.ts'
import { viemClients } from './evmClients.ts'

type Hex = `0x${string}`

const host = createHost()
const { walletsOf } = walletPeople(host)
const contract = '0x5000000000000000000000000000000000000005'
const message = 'Open the door'
const typedData = {
  domain: { name: 'Doors', version: '1', chainId: 1, verifyingContract: contract },
  types: {
    Door: [
      { name: 'name', type: 'string' },
      { name: 'key', type: 'Key' },
    ],
    Key: [{ name: 'teeth', type: 'uint8' }],
  },
  primaryType: 'Door',
  message: { name: 'front', key: { teeth: 7 } },
} as const

let key: ReturnType<typeof privateKeyToAccount>
beforeEach(() => (key = privateKeyToAccount(generatePrivateKey())))

/** An account that signs, as an application has it. */
interface Signer {
  readonly address: Hex
  signMessage(input: { message: string }): Promise<Hex>
  signTypedData(input: typeof typedData): Promise<Hex>
}

const reader = () => viemClients(host.mock).reader

/** The contract wallet of a user whom the environment gives one, as viem's own account. It is not deployed. */
async function plannedWallet(): Promise<Signer & { readonly plan: { factory: Hex; factoryData: Hex } }> {
  await giveSmartWallets(host, { settings: { allWallets: true } })
  const { id } = await host.mock.create.user({
    wallets: [{ publicWalletAddress: key.address, chain: 'EVM', walletName: 'w', walletProvider: 'browserExtension' }],
  })
  const address = smartOf(await walletsOf(id)).publicKey as Hex
  const account = await toSoladySmartAccount({ client: reader(), owner: key, address, salt: '0x0' })
  return { ...account, plan: (await account.getFactoryArgs()) as { factory: Hex; factoryData: Hex } }
}

async function deployedWallet(): Promise<Signer> {
  const planned = await plannedWallet()
  const { wallet, account } = viemClients(host.mock)
  await host.mock.chain.fund(account.address, { ether: '1' }, 1)
  await wallet.sendTransaction({ to: planned.plan.factory, data: planned.plan.factoryData })
  return planned
}

const delegationOf = async (nonce = 0) => key.signAuthorization({ address: contract, chainId: 1, nonce })

async function delegated(): Promise<Signer> {
  const { wallet, account } = viemClients(host.mock)
  await host.mock.chain.fund(account.address, { ether: '1' }, 1)
  await wallet.sendTransaction({ to: key.address, authorizationList: [await delegationOf()], gas: 100_000n })
  return key
}

/** A key whose signatures have the authorization by which its account delegates (ERC-8010). */
async function delegating(): Promise<Signer> {
  const wrapped = async (signature: Hex) =>
    serializeErc8010Signature({ authorization: await delegationOf(), signature }) as Hex
  return {
    address: key.address,
    signMessage: async (input) => wrapped(await key.signMessage(input)),
    signTypedData: async (input) => wrapped(await key.signTypedData(input)),
  }
}

const signers: Readonly<Record<string, () => Promise<Signer>>> = {
  'a key': async () => key,
  'a contract wallet that a test has deployed': async () => ({
    ...key,
    address: (await host.mock.chain.deployWallet({ owners: [key.address] })).address as Hex,
  }),
  'a smart wallet that is deployed': deployedWallet,
  'a smart wallet that is not deployed': plannedWallet,
  'an account that has delegated': delegated,
  'an account that delegates by its signature': delegating,
}

describe.each(Object.entries(signers))('the signature of %s', (_, createSigner) => {
  it('is verified by viem for messages, typed data and sign-ins, and leaves nothing behind', async () => {
    const signer = await createSigner()
    const { address } = signer
    const before = host.mock.export().tables
    const client = reader()
    const siwe = createSiweMessage({
      address,
      chainId: 1,
      domain: 'app.example.com',
      uri: 'https://app.example.com',
      nonce: 'a1b2c3d4e5',
      version: '1',
    })
    const signature = await signer.signMessage({ message })
    const typedSignature = await signer.signTypedData(typedData)
    const siweSignature = await signer.signMessage({ message: siwe })
    expect(await client.verifyMessage({ address, message, signature })).toBe(true)
    expect(await client.verifyTypedData({ ...typedData, address, signature: typedSignature })).toBe(true)
    expect(await client.verifySiweMessage({ message: siwe, signature: siweSignature })).toBe(true)
    expect(await client.verifyHash({ address, hash: hashMessage(message), signature })).toBe(true)
    expect(await client.verifyHash({ address, hash: hashTypedData(typedData), signature: typedSignature })).toBe(true)
    expect(host.mock.export().tables).toEqual(before)
  })

  it('is not that of another message, of other typed data, or of another account', async () => {
    const signer = await createSigner()
    const { address } = signer
    const client = reader()
    const signature = await signer.signMessage({ message })
    const typedSignature = await signer.signTypedData(typedData)
    const other = { ...typedData, message: { name: 'back', key: { teeth: 7 } } } as const
    expect(await client.verifyMessage({ address, message: 'Close the door', signature })).toBe(false)
    expect(await client.verifyTypedData({ ...other, address, signature: typedSignature })).toBe(false)
    expect(await client.verifyTypedData({ ...typedData, address, signature })).toBe(false)
    expect(await client.verifyMessage({ address: contract, message, signature })).toBe(false)
    const stranger = privateKeyToAccount(generatePrivateKey())
    const forged = await stranger.signMessage({ message })
    expect(await client.verifyMessage({ address, message, signature: forged })).toBe(false)
    expect(await client.verifyMessage({ address, message, signature: '0x1234' })).toBe(false)
  })
})

it('verifies a wallet that is not deployed with its factory and the call beside the signature, and no other call', async () => {
  const { address, plan } = await plannedWallet()
  const client = reader()
  const signature = await key.signMessage({ message })
  const check = async (factoryData: Hex) => client.verifyMessage({ address, message, signature, ...plan, factoryData })
  expect(await check(plan.factoryData)).toBe(true)
  expect(await check(plan.factoryData.replace(key.address.slice(2).toLowerCase(), contract.slice(2)) as Hex)).toBe(
    false,
  )
  expect(await check('0x12345678')).toBe(false)
  expect(await client.verifyMessage({ address, message, signature })).toBe(false)
})

describe('on a chain whose Multicall3 viem does not know, so that it sends the code along', () => {
  const withoutMulticall = () => viemClients(host.mock, { ...mainnet, contracts: {} }).reader

  it('verifies a signature with an authorization of its account, and of nobody else', async () => {
    const client = withoutMulticall()
    const { address } = key
    const signature = await key.signMessage({ message })
    const check = async (authorization: Awaited<ReturnType<typeof delegationOf>>) =>
      client.verifyMessage({
        address,
        message,
        signature: serializeErc8010Signature({ authorization, signature }) as Hex,
      })
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await check(await delegationOf())).toBe(true)
    expect(await check(await delegationOf(7))).toBe(false)
    expect(await check(await stranger.signAuthorization({ address: contract, chainId: 1, nonce: 0 }))).toBe(false)
    expect(await client.getCode({ address })).toBeUndefined()
  })

  it('verifies a signature whose authorization begins with zeros, which viem leaves out', async () => {
    const client = withoutMulticall()
    for (const field of ['r', 's'] as const) {
      let secret = 0
      let authorization: Awaited<ReturnType<typeof delegationOf>>
      do {
        secret += 1
        key = privateKeyToAccount(`0x${secret.toString(16).padStart(64, '0')}`)
        authorization = await delegationOf()
      } while (!authorization[field].startsWith('0x0'))
      const { address } = key
      const signature = serializeErc8010Signature({
        authorization,
        signature: await key.signMessage({ message }),
      }) as Hex
      expect(await client.verifyMessage({ address, message, signature })).toBe(true)
    }
  })

  it('reads several contracts in one call', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const client = withoutMulticall()
    await host.mock.chain.fund(key.address, { token: 'USDC', amount: '5' }, 1)
    const results = await client.multicall({
      deployless: true,
      contracts: [
        { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [key.address] },
        { address: usdc, abi: erc20Abi, functionName: 'transfer', args: [contract, 10n ** 18n] },
        { address: usdc, abi: erc20Abi, functionName: 'symbol' },
      ],
    })
    expect(results).toMatchObject([
      { status: 'success', result: 5_000_000n },
      { status: 'failure' },
      { status: 'success', result: 'USDC' },
    ])
  })

  it('refuses other code that is sent along, by a sentence that names the ways', async () => {
    const call = withoutMulticall().call({ code: '0x600160005260206000f3', data: '0x12345678' })
    await expect(call).rejects.toThrow(/mock\.chain\.contract.*real node/s)
  })
})
