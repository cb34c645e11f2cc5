import { describe, expect, it } from 'vitest'
import { createWalletPages } from './walletPages.ts'
import type { WalletEvent } from './wire.ts'

const origin = 'https://app.example.com'

/** A wallet that answers with the origin of the page, and tells it of a chain before it does. */
function setUp(options: { readonly idleMs?: number; readonly waitMs?: number } = {}) {
  const closed: string[] = []
  const emits: ((event: WalletEvent) => void)[] = []
  const chain = (data: number): WalletEvent => ({ wallet: '1', event: 'chain', data })
  const wallet = {
    openPage({ origin, emit }: { origin: string; emit: (event: WalletEvent) => void }) {
      emits.push(emit)
      return {
        async send() {
          emit(chain(1))
          return { result: origin }
        },
        close: () => void closed.push(origin),
      }
    },
  }
  const pages = createWalletPages((id) => (id === '1' ? wallet : undefined), {
    idleMs: Number.POSITIVE_INFINITY,
    ...options,
  })
  const message = (more: object = {}) => ({ page: 'a', origin, wallets: ['1'], ...more })
  const request = { wallet: '1', method: 'eth_chainId' }
  return { pages, closed, message, request, tell: (data: number) => emits.forEach((emit) => emit(chain(data))) }
}

describe('the pages of wallets', () => {
  it('have the events that a request causes before its reply, although they wait for events as well', async () => {
    const { pages, message, request } = setUp({ waitMs: 30 })
    const waiting = pages.answer(origin, message())
    const answer = await pages.answer(origin, message({ request }))
    expect(answer).toMatchObject({ events: [{ event: 'chain', data: 1 }], reply: { result: origin } })
    expect(await waiting).toEqual({ events: [] })
  })

  it('hear all events since their last message, in their order', async () => {
    const { pages, message, tell } = setUp({ waitMs: 1 })
    await pages.answer(origin, message())
    tell(1)
    tell(2)
    expect((await pages.answer(origin, message())).events).toMatchObject([{ data: 1 }, { data: 2 }])
  })

  it('of one id and of two origins are two pages', async () => {
    const { pages, closed, message, request } = setUp()
    await pages.answer(origin, message({ request }))
    const other = await pages.answer('https://other.example.com', message({ request }))
    expect(other.reply).toEqual({ result: 'https://other.example.com' })
    await pages.answer('https://other.example.com', message({ isClosing: true }))
    expect(closed).toEqual(['https://other.example.com'])
  })

  it('with an opaque origin are origins of their own', async () => {
    const { pages, message, request } = setUp()
    const replies = ['aaaaaaaa1', 'bbbbbbbb1'].map((page) => pages.answer('null', message({ page, request })))
    expect((await Promise.all(replies)).map(({ reply }) => reply)).toEqual([
      { result: 'null (aaaaaaaa)' },
      { result: 'null (bbbbbbbb)' },
    ])
  })

  it('are closed when they send nothing for a while', async () => {
    const { pages, closed, message } = setUp({ idleMs: 20, waitMs: 1 })
    await pages.answer(origin, message())
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(closed).toEqual([origin])
  })

  it('learn that a wallet is not there', async () => {
    const { pages, message } = setUp()
    const answer = await pages.answer(origin, message({ request: { wallet: '2', method: 'eth_chainId' } }))
    expect(answer.reply).toMatchObject({ error: { code: 4900 } })
  })

  it.each([
    ['nothing', undefined],
    ['a page without an id', { wallets: [] }],
    ['wallets that are no list', { page: 'a', wallets: '1' }],
    ['an id without end', { page: 'a'.repeat(201), wallets: [] }],
    ['a request without a method', { page: 'a', wallets: ['1'], request: { wallet: '1' } }],
  ])('refuse %s', async (_, sent) => {
    await expect(setUp().pages.answer(origin, sent)).rejects.toThrow(TypeError)
  })
})
