import fc from 'fast-check'
import { createPublicClient, http, parseEther, parseGwei } from 'viem'
import {
  createBundlerClient,
  entryPoint07Abi,
  entryPoint07Address,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet, polygon } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { expect } from 'vitest'
import { giveSmartWallets } from '../people/smartWalletPeople.ts'
import { siteHeaders as headers } from '../people/walletPeople.ts'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

/** A user operation, or ether for a wallet. */
interface Entry {
  readonly wallet: number
  readonly operation?: { readonly hash: `0x${string}`; readonly paid: bigint; fee: bigint }
  readonly funds: bigint
}

/** The blocks of two networks, each with one entry, if any: all that two smart wallets have follows from them. */
interface Networks {
  readonly blocks: (Entry | undefined)[][]
}

const chains = [mainnet, polygon] as const
const owners = ['1', '2'].map((digit) => privateKeyToAccount(`0x${digit.repeat(64)}`))
const payee = '0x00000000000000000000000000000000000B0b01'
const limits = { callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
const maxFeePerGas = parseGwei('200')
const prefund = 250_000n * maxFeePerGas
let addresses: `0x${string}`[] = []

const entriesOf = ({ blocks }: Networks, network: number) => (blocks[network] ?? []).flatMap((entry) => entry ?? [])
const operationsOf = (model: Networks, network: number, wallet: number) =>
  entriesOf(model, network).flatMap((entry) => (entry.wallet === wallet ? (entry.operation ?? []) : []))
const isDeployed = (...position: [Networks, number, number]) => operationsOf(...position).length > 0

const balanceOf = (model: Networks, network: number, wallet: number) =>
  entriesOf(model, network)
    .filter((entry) => entry.wallet === wallet)
    .reduce((sum, { funds, operation }) => sum + funds - (operation ? operation.paid + operation.fee : 0n), 0n)

const add = ({ blocks }: Networks, network: number, entry?: Entry) => blocks[network]?.push(entry)

/** Unmodified clients of viem for a wallet, signed for by the owner of that number. */
async function clientsOf(
  { mock, fetch }: Service,
  network: number,
  { wallet = 0, owner = wallet }: { readonly wallet?: number; readonly owner?: number } = {},
) {
  const chain = pick(chains, network) as (typeof chains)[number]
  const transport = http(mock.chain.rpcUrl(chain.id), {
    fetchFn: (input, init) => fetch(input as Request, init),
    retryCount: 0,
  })
  const reader = createPublicClient({ chain, transport, cacheTime: 0 })
  const signer = pick(owners, owner) as (typeof owners)[number]
  const account = await toSoladySmartAccount({
    client: reader,
    owner: signer,
    address: pick(addresses, wallet) as `0x${string}`,
    salt: '0x0',
    entryPoint: { address: entryPoint07Address, abi: entryPoint07Abi, version: '0.7' },
  })
  return { reader, account, signer, bundler: createBundlerClient({ account, client: reader, transport }) }
}

async function expectSame(model: Networks, service: Service, network: number): Promise<void> {
  const { reader } = await clientsOf(service, network)
  for (const [wallet, address] of addresses.entries()) {
    const code = await reader.getCode({ address })
    expect([code !== undefined, await reader.getBalance({ address })]).toEqual([
      isDeployed(model, network, wallet),
      balanceOf(model, network, wallet),
    ])
  }
  const paid = entriesOf(model, network).reduce((sum, { operation }) => sum + (operation?.paid ?? 0n), 0n)
  expect(await reader.getBalance({ address: payee })).toBe(paid)
  expect(await reader.getBlockNumber()).toBe(BigInt((model.blocks[network] ?? []).length - 1))
}

const step = stepsFor<Networks>()
const any = fc.nat(1)
const tenths = (count: number) => BigInt(count) * parseEther('0.1')

/** Smart wallets and their user operations: 36-simulated-ledger.md of the decisions. */
export const smartWallets: ModelTest<Networks> = {
  runs: 25,
  async prepare(mock) {
    await giveSmartWallets({ mock }, { settings: { allWallets: true } })
    addresses = []
    for (const { address: publicWalletAddress } of owners) {
      const wallet = { publicWalletAddress, chain: 'EVM', walletName: 'w', walletProvider: 'browserExtension' } as const
      const { id } = await mock.create.user({ wallets: [wallet] })
      const { wallets } = await mock.wallets.list({ kind: 'smart' })
      addresses.push(wallets.find(({ userId }) => userId === id)?.address as `0x${string}`)
    }
  },
  create: () => ({ blocks: [[undefined], [undefined]] }),
  steps: [
    step('fund', fc.record({ network: any, wallet: any, count: fc.integer({ min: 1, max: 9 }) }), {
      async take(model, service, { network, wallet, count }) {
        const chain = pick(chains, network)
        await service.mock.chain.fund(addresses[wallet] as string, { ether: String(count / 10) }, chain?.id)
        add(model, network, { wallet, funds: tenths(count) })
        await expectSame(model, service, network)
      },
    }),
    step(
      'send',
      fc.record({
        network: any,
        wallet: any,
        counts: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
        isOwn: fc.constantFrom(true, true, true, false),
      }),
      {
        async take(model, service, { network, wallet, counts, isOwn }) {
          const owner = isOwn ? wallet : 1 - wallet
          const { bundler } = await clientsOf(service, network, { wallet, owner })
          const balance = balanceOf(model, network, wallet)
          const value = tenths(counts.reduce((sum, count) => sum + count, 0))
          const calls = counts.map((count) => ({ to: payee, value: tenths(count) }) as const)
          const fees = { maxFeePerGas, maxPriorityFeePerGas: 1n }
          const sending = bundler.sendUserOperation({ calls, ...limits, ...fees }).catch(String)
          const hash = (await sending) as `0x${string}`
          expect(hash.length === 66, hash).toBe(isOwn && balance >= prefund)
          if (hash.length === 66) {
            const { success, actualGasCost } = await bundler.getUserOperationReceipt({ hash })
            expect(success).toBe(balance - prefund >= value)
            const operation = { hash, paid: success ? value : 0n, fee: actualGasCost }
            add(model, network, { wallet, funds: 0n, operation })
          }
          await expectSame(model, service, network)
        },
      },
    ),
    step('reorg', fc.record({ network: any, count: fc.integer({ min: 1, max: 3 }), isKept: fc.boolean() }), {
      isPossible: ({ blocks }, { network, count }) => (blocks[network] ?? []).length > count,
      async take(model, service, { network, count, isKept }) {
        const options = {
          networkId: pick(chains, network)?.id as number,
          transactions: isKept ? 'keep' : 'drop',
        } as const
        await service.mock.chain.reorg(count, options)
        const replaced = model.blocks[network]?.splice(-count) ?? []
        const survivors = isKept ? replaced : []
        for (let i = survivors.length; i <= count; i++) add(model, network)
        for (const entry of survivors) add(model, network, entry)
        const { bundler } = await clientsOf(service, network)
        for (const { operation } of entriesOf(model, network))
          if (operation) operation.fee = (await bundler.getUserOperationReceipt({ hash: operation.hash })).actualGasCost
        await expectSame(model, service, network)
      },
    }),
    step('sign in', fc.record({ wallet: any, by: fc.constantFrom('wallet', 'owner', 'stranger') }), {
      async take(model, service, { wallet, by }) {
        const { account, signer } = await clientsOf(service, 0, {
          wallet,
          owner: by === 'stranger' ? 1 - wallet : wallet,
        })
        const { nonce = '' } = (await service.call('nonces.create')).body
        const site = { chainId: 1, domain: 'app.example.com', uri: 'https://app.example.com', version: '1' } as const
        const { address } = account
        const message = createSiweMessage({ ...site, address, nonce, issuedAt: new Date(service.mock.clock.now()) })
        const signedMessage = await (by === 'wallet' ? account : signer).signMessage({ message })
        const wanted = { chain: 'EVM', walletName: 'zerodev', walletProvider: 'smartContractWallet' }
        const body = { ...wanted, publicWalletAddress: address, messageToSign: message, signedMessage }
        const { status } = await service.send('walletSignIn.verify', { body, headers })
        const isValid = by === 'wallet' || (by === 'owner' && isDeployed(model, 0, wallet))
        expect(status).toBe(isValid ? 200 : 422)
      },
    }),
  ],
}
