import fc from 'fast-check'
import { parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

interface Transfer {
  readonly hash: string
  readonly from: number
  readonly to: number
  readonly value: bigint
  readonly nonce: number
  fee: bigint
}

/** A block has one transfer, if any. */
interface Block {
  readonly transfer: Transfer | undefined
  /** Amounts that were added to accounts in it, without a transaction. */
  readonly funds: { readonly to: number; readonly value: bigint }[]
}

/** Three accounts on one chain: all that they have follows from its blocks. */
interface Ledger {
  blocks: Block[]
}

const accounts = ['1', '2', '3'].map((digit) => privateKeyToAccount(`0x${digit.repeat(64)}`))
const addressOf = (index: number) => (pick(accounts, index) as (typeof accounts)[number]).address
const gas = 21_000n
const maxFeePerGas = parseGwei('200')

function balanceOf({ blocks }: Ledger, account: number): bigint {
  return blocks.reduce((balance, { transfer, funds }) => {
    const funded = funds.reduce((sum, { to, value }) => sum + (to === account ? value : 0n), 0n)
    const paid = transfer?.from === account ? transfer.value + transfer.fee : 0n
    const got = transfer?.to === account ? transfer.value : 0n
    return balance + funded + got - paid
  }, 0n)
}

const transfersOf = ({ blocks }: Ledger) => blocks.flatMap(({ transfer }) => transfer ?? [])
const nonceOf = (model: Ledger, account: number) => transfersOf(model).filter(({ from }) => from === account).length

async function ask({ mock, fetch }: Service, method: string, ...params: unknown[]) {
  const reply = await fetch(mock.chain.rpcUrl(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await reply.json()) as { result?: unknown; error?: { message: string } }
}

interface Receipt {
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}

async function feeOf(service: Service, hash: string): Promise<bigint> {
  const { result } = await ask(service, 'eth_getTransactionReceipt', hash)
  const { gasUsed, effectiveGasPrice } = result as Receipt
  return BigInt(gasUsed) * BigInt(effectiveGasPrice)
}

async function expectSame(model: Ledger, service: Service): Promise<void> {
  for (const account of accounts.keys()) {
    const balance = await ask(service, 'eth_getBalance', addressOf(account), 'latest')
    const nonce = await ask(service, 'eth_getTransactionCount', addressOf(account), 'latest')
    expect([BigInt(String(balance.result)), Number(nonce.result)]).toEqual([
      balanceOf(model, account),
      nonceOf(model, account),
    ])
  }
  const { result } = await ask(service, 'eth_blockNumber')
  expect(Number(result)).toBe(model.blocks.length - 1)
}

const step = stepsFor<Ledger>()
const anyAccount = fc.nat(2)
const ether = (amount: number) => (BigInt(amount) * 10n ** 18n) / 10n

/** The ledger: 36-simulated-ledger.md of the decisions. */
export const ledger: ModelTest<Ledger> = {
  runs: 40,
  create: () => ({ blocks: [{ transfer: undefined, funds: [] }] }),
  steps: [
    step('fund', fc.record({ to: anyAccount, tenths: fc.integer({ min: 1, max: 20 }) }), {
      async take(model, service, { to, tenths }) {
        await service.mock.chain.fund(addressOf(to), { ether: String(tenths / 10) }, 1)
        model.blocks.push({ transfer: undefined, funds: [{ to, value: ether(tenths) }] })
        await expectSame(model, service)
      },
    }),
    step(
      'send',
      fc.record({
        from: anyAccount,
        to: anyAccount,
        tenths: fc.integer({ min: 0, max: 12 }),
        nonceOffset: fc.constantFrom(0, 0, 0, 0, -1),
      }),
      {
        async take(model, service, { from, to, tenths, nonceOffset }) {
          const nonce = nonceOf(model, from) + nonceOffset
          const value = ether(tenths)
          const account = pick(accounts, from) as (typeof accounts)[number]
          const transaction = { chainId: 1, to: addressOf(to), value, gas, maxFeePerGas, maxPriorityFeePerGas: 1n }
          const raw = await account.signTransaction({ ...transaction, nonce: Math.max(nonce, 0) })
          const { result, error } = await ask(service, 'eth_sendRawTransaction', raw)
          const isCovered = balanceOf(model, from) >= value + gas * maxFeePerGas
          const isNext = Math.max(nonce, 0) === nonceOf(model, from)
          expect(result !== undefined, error?.message).toBe(isCovered && isNext)
          if (result !== undefined) {
            const fee = await feeOf(service, String(result))
            const transfer: Transfer = { hash: String(result), from, to, value, nonce: Math.max(nonce, 0), fee }
            model.blocks.push({ transfer, funds: [] })
          }
          await expectSame(model, service)
        },
      },
    ),
    step('mine', fc.integer({ min: 1, max: 3 }), {
      async take(model, service, blocks) {
        await service.mock.chain.mine({ blocks })
        for (let i = 0; i < blocks; i++) model.blocks.push({ transfer: undefined, funds: [] })
        await expectSame(model, service)
      },
    }),
    step('reorg', fc.record({ blocks: fc.integer({ min: 1, max: 3 }), isKept: fc.boolean() }), {
      isPossible: (model, { blocks }) => model.blocks.length > blocks,
      async take(model, service, { blocks, isKept }) {
        await service.mock.chain.reorg(blocks, { transactions: isKept ? 'keep' : 'drop' })
        const replaced = model.blocks.slice(-blocks)
        model.blocks = model.blocks.slice(0, -blocks)
        const survivors = isKept ? replaced : []
        for (let i = survivors.length; i <= blocks; i++) model.blocks.push({ transfer: undefined, funds: [] })
        model.blocks.push(...survivors)
        for (const transfer of transfersOf(model)) transfer.fee = await feeOf(service, transfer.hash)
        for (const { transfer } of isKept ? [] : replaced)
          if (transfer) expect((await ask(service, 'eth_getTransactionReceipt', transfer.hash)).result).toBeNull()
        await expectSame(model, service)
      },
    }),
  ],
}
