import { afterEach, expect, it, vi } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import { nodeAt } from './node.ts'

afterEach(() => void vi.useRealTimers())

it('gives a node up that does not answer within 30 seconds', async () => {
  vi.useFakeTimers()
  let signal: AbortSignal | null | undefined
  const fetch = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signal = init?.signal
      signal?.addEventListener('abort', () => reject(signal?.reason))
    })
  const refused = rejection(nodeAt('https://node.example.com/a-key', fetch)('eth_chainId'))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal?.aborted).toBe(true)
  expect(await refused).toMatchObject({ code: 4901, message: 'The node at node.example.com gave no answer.' })
})

it('leaves no timer after an answer of a node', async () => {
  vi.useFakeTimers()
  const ask = nodeAt('https://node.example.com', async () => Response.json({ result: '0x1' }))
  expect(await ask('eth_chainId')).toBe('0x1')
  expect(vi.getTimerCount()).toBe(0)
})
