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

const endless = () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })

it.each<[string, () => Promise<Response>, string]>([
  ['never answers', () => new Promise(() => {}), 'gave no answer'],
  ['gives a body without an end', async () => endless(), 'gave no answer'],
  [
    'gives a refusal without an end',
    async () => new Response(new ReadableStream(), { status: 503 }),
    'answered with HTTP 503',
  ],
])('gives a node up after 30 seconds if its fetch ignores the signal and %s', async (_, fetch, sentence) => {
  vi.useFakeTimers()
  const ended = vi.fn<(error: unknown) => void>()
  const refused = rejection(nodeAt('https://node.example.com/a-key', fetch)('eth_chainId')).then(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(ended.mock.calls).toMatchObject([[{ message: `The node at node.example.com ${sentence}.` }]])
  expect(vi.getTimerCount()).toBe(0)
})

it('takes the answer of a node within 30 seconds, and drops a failure that comes later', async () => {
  vi.useFakeTimers()
  const after = (ms: number, settle: () => Response) => () =>
    new Promise<Response>((resolve) => setTimeout(resolve, ms)).then(settle)
  const slow = nodeAt(
    'https://node.example.com',
    after(29_999, () => Response.json({ result: '0x1' })),
  )('eth_chainId')
  const late = rejection(
    nodeAt(
      'https://node.example.com',
      after(30_001, () => {
        throw new TypeError('late')
      }),
    )('eth_chainId'),
  )
  await vi.advanceTimersByTimeAsync(30_001)
  expect(await slow).toBe('0x1')
  expect(await late).toMatchObject({ code: 4901 })
})

it.each([
  ['an object', { error: { code: -32_000, message: 'no funds' } }, { code: -32_000, message: 'no funds' }],
  ['a text', { error: 'no key' }, { code: 4901, message: 'The node at node.example.com gave no answer.' }],
  ['nothing', { error: null }, { code: 4901 }],
  ['no reply at all', null, { code: 4901 }],
])('reads the error of a node that is %s', async (_, reply, expected) => {
  const ask = nodeAt('https://node.example.com', async () => Response.json(reply))
  expect(await rejection(ask('eth_call'))).toMatchObject(expected)
})
