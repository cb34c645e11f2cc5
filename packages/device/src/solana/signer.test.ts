import { describe, expect, it, vi } from 'vitest'
import { createSolanaSigner } from './signer.ts'

const address = 'So11111111111111111111111111111111111111112'
const signature = 'ab'.repeat(64)

describe('the signer of a wallet on Solana', () => {
  it('signs transactions and messages one after the other', async () => {
    let open = 0
    const sign = vi.fn(async () => {
      expect(++open).toBe(1)
      await Promise.resolve()
      open--
      return { signature }
    })
    const signer = createSolanaSigner(address, sign)
    const signed = [{ [address]: new Uint8Array(64).fill(0xab) }]
    const transactions = [1, 2].map((byte) => ({ messageBytes: [byte, 255] }))
    expect(await signer.signTransactions(transactions)).toEqual([...signed, ...signed])
    expect(await signer.signMessages([{ content: Uint8Array.of(3) }])).toEqual(signed)
    expect(sign.mock.calls).toEqual([
      ['01ff', undefined],
      ['02ff', undefined],
      ['03', undefined],
    ])
  })

  it('gives signatures that nobody changes', async () => {
    const [signatures = {}] = await createSolanaSigner(address, async () => ({ signature })).signMessages([
      { content: [1] },
    ])
    expect(Object.isFrozen(signatures)).toBe(true)
  })

  it('signs no more once the call was aborted', async () => {
    const { signal: abortSignal, abort } = ((controller) => ({
      signal: controller.signal,
      abort: () => controller.abort(new Error('left the page')),
    }))(new AbortController())
    const sign = vi.fn(async () => {
      abort()
      return { signature }
    })
    const messages = [{ content: [1] }, { content: [2] }]
    await expect(createSolanaSigner(address, sign).signMessages(messages, { abortSignal })).rejects.toThrow(
      'left the page',
    )
    expect(sign.mock.calls).toEqual([['01', abortSignal]])
  })
})
