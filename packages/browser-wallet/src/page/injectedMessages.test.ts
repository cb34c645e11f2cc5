import { describe, expect, it, vi } from 'vitest'
import type { InjectedCard } from '../wire.ts'
import { installInjected } from './injected.ts'
import { hearMessages } from './injectedMessages.ts'
import type { PageWindow } from './pageWindow.ts'

/** A window that notes the messages that are posted in it. */
class Page extends EventTarget {
  readonly location = { origin: 'https://app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly posted: unknown[] = []
  readonly postMessage = (...values: unknown[]) => void this.posted.push(values)
  list?: unknown
}

const look = { id: '1', family: 'injected', name: 'Test wallet', icon: 'data:image/svg+xml,', members: {} } as const

const hears: NonNullable<InjectedCard['hears']> = [
  { event: 'ask', calls: 'answer', answers: 'reply' },
  { event: 'message', where: { 'service.id': '1' }, calls: 'answer' },
]

/** A page whose wallet answers as it is told. */
function setUp(answer: () => Promise<unknown> = async () => ({ yes: true })) {
  const page = new Page()
  const call = vi.fn(answer)
  const end = hearMessages(page as unknown as PageWindow, { ...look, hears }, call)
  const replies: unknown[] = []
  page.addEventListener('reply', (event) => void replies.push((event as CustomEvent).detail))
  const ask = (detail: unknown) => page.dispatchEvent(new CustomEvent('ask', { detail }))
  const post = (data: unknown, source: unknown = page) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, source }))
  return { page, call, end, replies, ask, post }
}

const mine = { service: { id: '1' } }

describe('a wallet that hears messages of its page', () => {
  it('answers an event by another one, as JSON', async () => {
    const { call, replies, ask } = setUp()
    ask({ id: 'a' })
    await vi.waitFor(() => expect(replies).toEqual(['{"yes":true}']))
    expect(call.mock.calls).toEqual([['answer', [{ id: 'a' }]]])
  })

  it('answers a message by one to the same page', async () => {
    const { page, post } = setUp()
    post(mine)
    await vi.waitFor(() => expect(page.posted).toEqual([[{ yes: true }, 'https://app.example.com']]))
  })

  it.each([
    ['for another wallet', { service: { id: '2' } }, undefined],
    ['of nobody', null, undefined],
    ['of a frame', mine, {}],
  ])('is not asked about a message %s', (_, data, source) => {
    const { call, post } = setUp()
    post(data, source)
    expect(call.mock.calls).toEqual([])
  })

  it.each([
    ['has no answer', async () => undefined],
    ['is out of reach', () => Promise.reject(new Error('gone'))],
  ])('is silent when it %s', async (_, answer) => {
    const { page, call, replies, ask, post } = setUp(answer)
    ask({})
    post(mine)
    await Promise.allSettled(call.mock.results.map(({ value }) => value as Promise<unknown>))
    await Promise.resolve()
    expect([call.mock.calls.length, replies, page.posted]).toEqual([2, [], []])
  })

  it('hears nothing once it is taken out', () => {
    const { call, end, ask } = setUp()
    end()
    ask({})
    expect(call.mock.calls).toEqual([])
  })
})

describe('a list of the window', () => {
  const install = (page: Page, entry: unknown) =>
    installInjected(
      page as unknown as PageWindow,
      { ...look, listed: { list: entry } },
      {
        send: async () => ({ result: undefined }),
        listen() {},
      },
    )

  it('gets an entry of each wallet, beside those that are there, until the wallet is taken out', () => {
    const page = new Page()
    page.list = ['other']
    const present = page.list
    const [first, second] = [install(page, 'first'), install(page, 'second')]
    expect(page.list).toEqual(['other', 'first', 'second'])
    first()
    first()
    expect(page.list).toEqual(['other', 'second'])
    second()
    expect(page.list).toBe(present)
  })

  it('is created where there is none', () => {
    const page = new Page()
    const end = install(page, 'first')
    expect(page.list).toEqual(['first'])
    end()
    expect(page.list).toEqual([])
  })
})
