import { describe, expect, it, vi } from 'vitest'
import { address, type Answers, createProviderWorld, other } from '../test/providerWorld.ts'

const batch = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [{ to: other }, { to: other }] }

const log = { address: other, data: '0x01', topics: ['0x02'] }
const shown = {
  logs: [log],
  status: '0x1',
  blockHash: '0x0b',
  blockNumber: '0x4',
  gasUsed: '0x5208',
  transactionHash: '0xa',
}
const receipt = { ...shown, logs: [{ ...log, logIndex: '0x0' }], effectiveGasPrice: '0x1' }
const reverted = { ...receipt, status: '0x0' }

/** The status of a batch of two transactions, `0xa` and `0xb`, with the nonces 7 and 8. */
async function statusWith(answers: Answers) {
  const hashes = ['0xa', '0xb']
  const counts = ['0x7', '0x8']
  const { ask, node, paramsOf, asked } = createProviderWorld({
    answers: {
      eth_getCode: '0x',
      eth_sendRawTransaction: () => hashes.shift(),
      eth_getTransactionCount: () => counts.shift(),
    },
  })
  await ask('wallet_sendCalls', batch)
  Object.assign(node, answers)
  asked.length = 0
  return { status: await ask('wallet_getCallsStatus', '0xa'), paramsOf }
}

const receipts = (first: object | null, second: object | null) => ({
  eth_getTransactionReceipt: ([hash]: [string]) => (hash === '0xa' ? first : second),
})

describe('wallet_getCallsStatus', () => {
  it('has the receipts of all calls, in the fields that concern an app', async () => {
    const { status } = await statusWith(receipts(receipt, receipt))
    expect(status).toEqual({
      version: '2.0.0',
      id: '0xa',
      chainId: '0x1',
      status: 200,
      atomic: false,
      receipts: [shown, shown],
    })
  })

  it.each([
    ['500 when all calls failed', reverted, reverted, '0x9', 500],
    ['600 when some calls failed', receipt, reverted, '0x9', 600],
    ['600 when some calls were never included', receipt, null, '0x9', 600],
    ['500 when one call failed and the other was never included', reverted, null, '0x9', 500],
    ['400 when none was ever included, since others took their nonces', null, null, '0x9', 400],
    ['100 while the last call can be included', receipt, null, '0x8', 100],
    ['100 while none was included', null, null, '0x7', 100],
  ])('is %s', async (...[, first, second, count, status]) => {
    const { status: answer, paramsOf } = await statusWith({
      ...receipts(first, second),
      eth_getTransactionCount: count,
    })
    expect(answer).toMatchObject({ status })
    const present = [first, second].filter((each) => each !== null)
    expect((answer as { receipts?: unknown[] }).receipts?.length).toBe(present.length || undefined)
    for (const params of paramsOf('eth_getTransactionCount')) expect(params).toEqual([address, 'latest'])
  })

  it('has the receipt of a transaction that was included between the two questions', async () => {
    const answers = [null, receipt]
    const { status } = await statusWith({
      eth_getTransactionReceipt: ([hash]: [string]) => (hash === '0xa' ? answers.shift() : receipt),
      eth_getTransactionCount: '0x9',
    })
    expect(status).toMatchObject({ status: 200, receipts: [shown, shown] })
  })

  it('says that the node answered the question for a nonce without one', async () => {
    const refusal = statusWith({ eth_getTransactionReceipt: null, eth_getTransactionCount: 'many' })
    await expect(refusal).rejects.toMatchObject({ code: -32_603, message: expect.stringContaining('nonce') })
  })

  it.each(['wallet_getCallsStatus', 'wallet_showCallsStatus'])('%s refuses an id that no batch has', async (method) => {
    await expect(createProviderWorld().ask(method, '0xa')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('wallet_showCallsStatus', () => {
  it('shows the status to the person', async () => {
    const showCalls = vi.fn()
    const { ask } = createProviderWorld({ answers: { eth_getTransactionReceipt: receipt }, batches: { showCalls } })
    await ask('wallet_sendCalls', { ...batch, id: 'mine' })
    expect(await ask('wallet_showCallsStatus', 'mine')).toBeNull()
    expect(showCalls.mock.calls).toEqual([[await ask('wallet_getCallsStatus', 'mine')]])
  })

  it('is not there without a page that shows batches', async () => {
    const { ask } = createProviderWorld()
    await ask('wallet_sendCalls', { ...batch, id: 'mine' })
    await expect(ask('wallet_showCallsStatus', 'mine')).rejects.toMatchObject({ code: -32_601 })
  })
})
