import * as evm from '@ethereumjs/evm'
import {
  type Abi,
  concat,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
  pad,
  parseEther,
  toHex,
  type Transport,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMock } from '../../src/mock/createMock.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { artifactOf } from './openZeppelin.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil(foundry.id, '--hardfork', 'prague')
})
afterAll(() => anvil.stop())

const account = mnemonicToAccount('test test test test test test test test test test test junk')
const stranger = '0x00000000000000000000000000000000DeaDBeef'

/** Deploys contracts and calls them in every way. @returns What can be seen of it, without prices and times */
async function play(transport: Transport): Promise<readonly unknown[]> {
  const options = { chain: foundry, transport, pollingInterval: 5, cacheTime: 0 } as const
  const reader = createPublicClient(options)
  const wallet = createWalletClient({ ...options, account })
  const seen: unknown[] = []

  async function receiptOf(label: string, hash: `0x${string}`) {
    const { status, gasUsed, contractAddress, logs } = await reader.waitForTransactionReceipt({ hash })
    seen.push({
      label,
      status,
      gasUsed,
      contractAddress: contractAddress?.toLowerCase(),
      logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    })
    return contractAddress as `0x${string}`
  }
  const deploy = async (
    name: string,
    { abi, bytecode }: { abi: unknown; bytecode: string },
    { args = [], value = 0n }: { readonly args?: readonly unknown[]; readonly value?: bigint } = {},
  ) =>
    receiptOf(
      name,
      await wallet.deployContract({
        abi: abi as Abi,
        bytecode: bytecode as `0x${string}`,
        args,
        value,
        gas: 5_000_000n,
      } as never),
    )
  const contractAt = (address: `0x${string}`, abi: unknown) => ({
    async send(functionName: string, args: unknown[] = [], { value = 0n, gas = 1_000_000n } = {}) {
      const hash = await wallet.writeContract({ address, abi: abi as Abi, functionName, args, value, gas } as never)
      await receiptOf(functionName, hash)
    },
    async read(functionName: string, args: unknown[] = []) {
      try {
        seen.push({
          label: functionName,
          result: await reader.readContract({ address, abi: abi as Abi, functionName, args, account }),
        })
      } catch (error) {
        const { data, raw, reason } = Object(
          (error as { walk(find: (each: unknown) => boolean): unknown }).walk(
            (each) => 'raw' in Object(each) || 'reason' in Object(each),
          ),
        ) as Record<string, unknown>
        seen.push({ label: functionName, data, raw, reason })
      }
    },
  })

  const tokenArtifact = artifactOf('erc20')
  const token = await deploy('erc20', tokenArtifact, { args: ['Gold', 'GLD', parseEther('100'), account.address] })
  const gold = contractAt(token, tokenArtifact.abi)
  await gold.send('transfer', [stranger, 5n])
  await gold.send('transfer', [stranger, 5n])
  await gold.read('balanceOf', [stranger])
  await gold.read('transfer', [stranger, parseEther('1000')])
  await gold.send('transfer', [stranger, parseEther('1000')])
  await gold.send('approve', [stranger, 100n])
  await gold.send('approve', [stranger, 0n])
  const nftArtifact = artifactOf('erc721')
  const nfts = contractAt(
    await deploy('erc721', nftArtifact, { args: ['Art', 'ART', 'https://art.example/'] }),
    nftArtifact.abi,
  )
  await nfts.send('mint', [account.address])
  await nfts.read('tokenURI', [0n])
  await nfts.read('ownerOf', [9n])
  await nfts.send('transferFrom', [account.address, stranger, 0n])
  const probe = artifactOf('Probe')
  const { bytecode: childCode } = artifactOf('Child')
  const address = await deploy('Probe', probe, { value: 1000n })
  const contract = contractAt(address, probe.abi)
  await contract.send('increment')
  await contract.send('increment')
  for (const name of ['refuse', 'requireNever', 'invalid']) {
    // The words for an invalid instruction are those of each node.
    if (name !== 'invalid') await contract.read(name)
    await contract.send(name, [], { gas: 100_000n })
  }
  await contract.read('panic', [0n])
  await contract.send('spin', [], { gas: 100_000n })
  await contract.send('writeThenRevert')
  await contract.send('tryInner')
  await contract.read('count')
  await contract.send('fill', [1n, 5n])
  await contract.send('fill', [1n, 6n])
  await contract.send('fill', [1n, 0n])
  await contract.read('origin')
  await contract.send('transientMark')
  await contract.read('transientMark')
  await contract.send('create', [], { value: 3n })
  await contract.send('create2', [pad('0x07')], { value: 3n })
  await contract.send('create2', [pad('0x07')])
  await contract.read('create2', [pad('0x08')])
  await contract.send('createAndEnd', [stranger], { value: 9n })
  await contract.read('createAndEnd', [stranger])
  await contract.send('pay', [stranger, 100n])
  await contract.send('pay', [stranger, 10_000n])
  await contract.read('balancesOf', [token, stranger, account.address])
  await gold.send('transfer', [address, 50n])
  await contract.send('sendToken', [token, stranger, 20n])
  await contract.send('trySendToken', [token, stranger, 200n])
  await contract.read('staticSend', [token, stranger, 2n])
  await contract.send('runAs', [address, '0xd09de08a'])
  await contract.send('nest', [3n])
  await contract.send('nest', [3n], { gas: 40_000n })
  await contract.read('count')
  await receiptOf('payment', await wallet.sendTransaction({ to: address, value: 5n, gas: 50_000n }))
  await receiptOf('invalid opcode', await wallet.sendTransaction({ data: '0xfe', gas: 100_000n }))
  await receiptOf('too large code', await wallet.sendTransaction({ data: '0x6160015ff3', gas: 6_000_000n }))
  await receiptOf('code of the largest size', await wallet.sendTransaction({ data: '0x6160005ff3', gas: 6_000_000n }))
  await receiptOf('code with 0xef', await wallet.sendTransaction({ data: '0x60ef5f5360015ff3', gas: 100_000n }))
  await receiptOf('empty code', await wallet.sendTransaction({ data: '0x00', gas: 100_000n }))
  const proxy = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  // Its gas is a fixed cost here.
  const hash = await wallet.sendTransaction({ to: proxy, data: concat([pad('0x09'), childCode]), gas: 500_000n })
  await reader.waitForTransactionReceipt({ hash })
  const salted = getContractAddress({ opcode: 'CREATE2', from: proxy, salt: pad('0x09'), bytecode: childCode })
  seen.push({ label: 'salted', code: await reader.getCode({ address: salted }) })
  seen.push({ label: 'code', code: await reader.getCode({ address: token }) })
  seen.push({ label: 'slot', slot: await reader.getStorageAt({ address, slot: toHex(0) }) })
  for (const each of [stranger, address] as const)
    seen.push({ label: 'balance', balance: await reader.getBalance({ address: each }) })
  seen.push({ label: 'nonce', nonce: await reader.getTransactionCount({ address }) })
  return seen
}

it('gives the receipts, results and errors of Anvil', async () => {
  const mock = createMock({ evm })
  await mock.chain.fund(account.address, { ether: '100' }, foundry.id)
  const url = mock.chain.rpcUrl(foundry.id)
  const simulated = http(url, { fetchFn: (input, init) => mock.fetch(input as Request, init), retryCount: 0 })
  const [ours, theirs] = [await play(simulated), await play(http(anvil.url))]
  expect(ours).toEqual(theirs)
})
