import { transferSol } from '@latchkey/chains/test/solanaWallet'
import {
  isSolanaError,
  lamports,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  type SolanaRpcApi,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, send, solanaRpc } from '../people/solana.ts'

const host = createHost()
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = solanaRpc(host)
  await rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
})

/** Pays once, and gives the slot in which it landed. */
async function pay() {
  const signature = (await send(rpc, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])) as Signature
  return { signature, slot: await rpc.getSlot().send() }
}

/** The error of a call as it is on the wire. */
async function refusalOf(method: string, ...params: readonly unknown[]) {
  const reply = await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/devnet`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await reply.json()) as { error: { code: number; message: string } }).error
}

describe('getBlock', () => {
  it('shows the transactions of a slot as getTransaction does, in each encoding', async () => {
    const { signature, slot } = await pay()
    for (const encoding of ['json', 'jsonParsed', 'base58', 'base64'] as const) {
      const options = { encoding, maxSupportedTransactionVersion: 0 } as { encoding: 'json' }
      const block = await rpc.getBlock(slot, { ...options, maxSupportedTransactionVersion: 0 }).send()
      const alone = await rpc.getTransaction(signature, { ...options, maxSupportedTransactionVersion: 0 }).send()
      expect({ ...block?.transactions[0], slot, blockTime: block?.blockTime }, encoding).toEqual(alone)
      expect(block?.transactions, encoding).toHaveLength(1)
    }
  })

  it('shows accounts, signatures or nothing of the transactions', async () => {
    const { signature, slot } = await pay()
    const options = { rewards: false, maxSupportedTransactionVersion: 0 } as const
    const accounts = await rpc.getBlock(slot, { ...options, transactionDetails: 'accounts' }).send()
    expect(accounts).toMatchObject({
      transactions: [
        {
          version: 0,
          transaction: {
            signatures: [signature],
            accountKeys: [
              { pubkey: ada.address, signer: true, source: 'transaction', writable: true },
              { pubkey: bob.address, signer: false, source: 'transaction', writable: true },
              { signer: false, writable: false },
            ],
          },
        },
      ],
    })
    expect(Object.keys(accounts?.transactions[0]?.meta ?? {}).toSorted()).toEqual([
      'err',
      'fee',
      'postBalances',
      'postTokenBalances',
      'preBalances',
      'preTokenBalances',
      'status',
    ])
    const signatures = await rpc.getBlock(slot, { ...options, transactionDetails: 'signatures' }).send()
    expect(signatures).toMatchObject({ signatures: [signature] })
    const nothing = await rpc.getBlock(slot, { ...options, transactionDetails: 'none' }).send()
    expect(Object.keys(nothing ?? {}).toSorted()).toEqual([
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
    ])
    expect((await rpc.getBlock(slot, { transactionDetails: 'none' }).send())?.rewards).toEqual([])
  })

  it('chains blocks by their hashes, and the last one is the latest blockhash', async () => {
    const { slot } = await pay()
    const [parent, block] = await Promise.all(
      [slot - 1n, slot].map((each) => rpc.getBlock(each, { transactionDetails: 'none' }).send()),
    )
    expect(block).toMatchObject({ parentSlot: slot - 1n, blockHeight: slot, previousBlockhash: parent?.blockhash })
    expect((await rpc.getLatestBlockhash().send()).value.blockhash).toBe(block?.blockhash)
  })

  it('finds every transaction in its own slot while time passes between them', async () => {
    const paid: Awaited<ReturnType<typeof pay>>[] = []
    for (const milliseconds of [0, 399, 1, 5000, 400, 123_456]) {
      await host.mock.clock.advance({ milliseconds })
      paid.push(await pay())
    }
    for (const { signature, slot } of paid) {
      const details = await rpc
        .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
        .send()
      expect(details?.slot).toBe(slot)
      const block = await rpc.getBlock(slot, { transactionDetails: 'signatures' }).send()
      expect(block).toMatchObject({ signatures: [signature], blockTime: details?.blockTime })
    }
  })

  it('shows the slots between transactions as empty blocks, whose times grow with them', async () => {
    const { slot: first } = await pay()
    await host.mock.clock.advance({ seconds: 20 })
    const { slot: last } = await pay()
    const slots = await rpc.getBlocks(first, last).send()
    expect(slots).toHaveLength(52)
    const blocks = await Promise.all(
      slots.map((slot) => rpc.getBlock(slot, { transactionDetails: 'signatures' }).send()),
    )
    expect(blocks.map((block) => block?.signatures.length)).toEqual([1, ...Array.from({ length: 50 }, () => 0), 1])
    const times = await Promise.all(slots.map((slot) => rpc.getBlockTime(slot).send()))
    expect(times).toEqual(times.toSorted((left, right) => Number(left - right)))
    expect(Number(times.at(-1)) - Number(times[0])).toBe(20)
    expect(blocks.map((block) => block?.blockTime)).toEqual(times)
  })

  it('is as old as its slot, also after transactions that took further slots', async () => {
    for (let each = 0; each < 10; each++) await pay()
    await host.mock.clock.advance({ minutes: 10 })
    const age = host.mock.clock.now() / 1000 - Number(await rpc.getBlockTime(await rpc.getSlot().send()).send())
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(1.4)
  })

  it('refuses a version 0 transaction for a caller who cannot read it', async () => {
    const { slot } = await pay()
    for (const transactionDetails of ['full', 'accounts'] as const)
      await expect(
        rpc.getBlock(slot, { transactionDetails } as { transactionDetails: 'full' }).send(),
      ).rejects.toSatisfy((error) =>
        isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION),
      )
  })

  it('refuses a slot that has not come, with the code that @solana/kit knows', async () => {
    const next = (await rpc.getSlot().send()) + 1n
    for (const request of [rpc.getBlock(next, { transactionDetails: 'none' }), rpc.getBlockTime(next)])
      await expect(request.send()).rejects.toSatisfy((error) =>
        isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE),
      )
  })

  it('takes only the encoding, as older clients send it', async () => {
    const slot = Number(await rpc.getSlot().send())
    const reply = await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/devnet`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, 'base64'] }),
    })
    expect(await reply.json()).toMatchObject({
      result: { transactions: [{ transaction: [expect.any(String), 'base64'] }] },
    })
  })
})

describe('lists of slots', () => {
  it('end at the present slot', async () => {
    const slot = await rpc.getSlot().send()
    expect(await rpc.getBlocks(slot - 2n).send()).toEqual([slot - 2n, slot - 1n, slot])
    expect(await rpc.getBlocks(slot - 2n, slot + 9n).send()).toEqual([slot - 2n, slot - 1n, slot])
    expect(await rpc.getBlocksWithLimit(slot - 2n, 2).send()).toEqual([slot - 2n, slot - 1n])
    expect(await rpc.getBlocksWithLimit(slot, 5).send()).toEqual([slot])
    expect(await rpc.getBlocks(slot + 1n).send()).toEqual([])
  })

  it('begin with the first slot of the cluster, whose block is its own parent', async () => {
    expect(await rpc.getFirstAvailableBlock().send()).toBe(0n)
    expect(await rpc.minimumLedgerSlot().send()).toBe(0n)
    const block = await rpc.getBlock(0n, { transactionDetails: 'signatures' }).send()
    expect(block).toMatchObject({ parentSlot: 0n, signatures: [], previousBlockhash: block?.blockhash })
    expect(new Date(Number(block?.blockTime) * 1000).toISOString()).toBe('2020-03-16T14:29:00.000Z')
  })
})

describe('a method about blocks', () => {
  it('refuses commitments, ranges, limits and details that nodes refuse', async () => {
    const slot = Number(await rpc.getSlot().send())
    const below = 'Method does not support commitment below `confirmed`'
    const refusals: [string, string, ...unknown[]][] = [
      [below, 'getBlock', slot, { commitment: 'processed' }],
      [below, 'getBlocks', slot, null, { commitment: 'processed' }],
      [below, 'getBlocks', slot, { commitment: 'processed' }],
      [below, 'getBlocksWithLimit', slot, 1, { commitment: 'processed' }],
      [below, 'getTransaction', '1'.repeat(64), { commitment: 'processed' }],
      [below, 'getSignaturesForAddress', ada.address, { commitment: 'processed' }],
      ['Slot range too large; max 500000', 'getBlocks', 0, 500_001],
      ['Limit too large; max 500000', 'getBlocksWithLimit', 0, 500_001],
      ['unknown variant `all`', 'getBlock', slot, { transactionDetails: 'all' }],
      ['unknown variant `hex`', 'getBlock', slot, { encoding: 'hex', maxSupportedTransactionVersion: 0 }],
      ['unsigned whole number', 'getBlock', 'latest'],
      ['unsigned whole number', 'getBlockTime', -1],
    ]
    for (const [sentence, method, ...params] of refusals)
      expect(await refusalOf(method, ...params), `${method} ${JSON.stringify(params)}`).toMatchObject({
        code: -32_602,
        message: expect.stringContaining(sentence),
      })
  })

  it('counts the transactions of its own cluster', async () => {
    const before = await rpc.getTransactionCount().send()
    await pay()
    expect(await rpc.getTransactionCount().send()).toBe(before + 1n)
    expect((await rpc.getEpochInfo().send()).transactionCount).toBe(before + 1n)
    expect(await solanaRpc(host, 'mainnet').getTransactionCount().send()).toBe(0n)
    expect(await rpc.getEpochSchedule().send()).toMatchObject({ slotsPerEpoch: 432_000n, warmup: false })
  })

  it('refuses a caller who has seen a later slot', async () => {
    const minContextSlot = (await rpc.getSlot().send()) + 1n
    await expect(rpc.getBalance(ada.address, { minContextSlot }).send()).rejects.toSatisfy((error) =>
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED),
    )
    expect(await rpc.getSlot({ minContextSlot: minContextSlot - 1n }).send()).toBe(minContextSlot - 1n)
  })
})
