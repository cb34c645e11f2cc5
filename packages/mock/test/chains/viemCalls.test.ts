import { erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'
import { receiver, type Subject, viemCalls } from './viemCalls.ts'

const networkId = 31_337
const amount = parseEther('1000')
const now = '2026-01-15T09:30:00.000Z'

/** The calls that Anvil answers and the mock does not, with their reason. The limits page of the site names them. */
const refused: Readonly<Record<string, string>> = {
  deployContract: 'No bytecode runs: mock.chain.contract says what a contract answers.',
  setCode: 'No bytecode runs: mock.chain.contract says what a contract answers.',
  setStorageAt: 'Only tokens have storage.',
  getProof: 'There is no state trie that could prove anything.',
  fillTransaction: 'viem asks the older methods instead, which wallets use as well.',
  setBlockTimestampInterval: 'Blocks have the time of the clock of the mock.',
  removeBlockTimestampInterval: 'Blocks have the time of the clock of the mock.',
}

/** Only Anvil shows these in the receipt of every transaction. */
const receiptFields = ['blobGasPrice', 'blockTimestamp']
/** Fields that are not compared, by call. */
const uncompared: Readonly<Record<string, readonly string[]>> = {
  getBlockReceipts: receiptFields,
  getTransactionReceipt: receiptFields,
  waitForTransactionReceipt: receiptFields,
  sendRawTransactionSync: receiptFields,
  // Geth shows these in simulated blocks, and Anvil does not.
  simulateBlocks: [
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
    'requestsHash',
    'size',
    'totalDifficulty',
    'withdrawals',
    'withdrawalsRoot',
  ],
}

let anvil: Anvil
let server: MockServer
let subjects: { readonly real: Subject; readonly simulated: Subject }

/** Pays in the currency and in the token. @returns The hash of the payment in the currency */
const pay = async ({ test, wallet }: AnvilClients, token: Hex): Promise<Hex> => {
  const transfer = { address: token, abi: erc20Abi, functionName: 'transfer', args: [receiver, 1n] } as const
  await test.waitForTransactionReceipt({ hash: await wallet.writeContract(transfer) })
  const hash = await wallet.sendTransaction({ to: receiver, value: 1n })
  await test.waitForTransactionReceipt({ hash })
  return hash
}

beforeAll(async () => {
  anvil = await startAnvil(networkId, '--timestamp', String(Date.parse(now) / 1000))
  server = await startServer({ seed: 'viem', now })
  const real = anvilClients(anvil.url, networkId)
  const { address: owner } = real.wallet.account
  const { address: token } = await deploy(real, 'erc20', ['Gold', 'GLD', amount, owner])
  const { chain } = server.mock
  await chain.addToken({ networkId, contractAddress: token, name: 'Gold', symbol: 'GLD', decimals: 18 })
  await chain.fund(owner, { ether: '10000' }, networkId)
  await chain.fund(owner, { token, amount: '1000' }, networkId)
  const simulated = anvilClients(chain.rpcUrl(networkId), networkId)
  subjects = {
    real: { ...real, token, payment: await pay(real, token) },
    simulated: { ...simulated, token, payment: await pay(simulated, token) },
  }
})
afterAll(async () => {
  anvil.stop()
  await server.close()
})

/** The kinds of the values in an answer, and their names; of a list those of its first entry. */
function shapeOf(value: unknown, left: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0], left)]
  if (value instanceof Error) return 'error'
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const fields = Object.entries(value).filter(([name]) => !left.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field, left)]))
}

type Result = { readonly answer: unknown } | { readonly error: unknown }

const attempt = async (name: string, subject: Subject): Promise<Result> => {
  try {
    return { answer: await viemCalls[name]?.(subject) }
  } catch (error) {
    return { error }
  }
}

const names = Object.keys(viemCalls)

describe('a call of viem', () => {
  it.each(names.filter((name) => !(name in refused)))('works as on Anvil: %s', async (name) => {
    const real = await attempt(name, subjects.real)
    const simulated = await attempt(name, subjects.simulated)
    if ('error' in real) expect(simulated).toHaveProperty('error')
    else expect(shapeOf(simulated, uncompared[name])).toEqual(shapeOf(real, uncompared[name]))
  })

  it.each(Object.entries(refused))('is refused although Anvil answers it: %s. %s', async (name) => {
    expect(await attempt(name, subjects.real)).toHaveProperty('answer')
    const { error } = (await attempt(name, subjects.simulated)) as { error: Error }
    expect(error.message).toMatch(/mock\.|real node|not available/)
  })

  it('is among at least 54, of which at least 50 work', () => {
    expect(names.length).toBeGreaterThanOrEqual(54)
    expect(names.length - Object.keys(refused).length).toBeGreaterThanOrEqual(50)
  })
})
