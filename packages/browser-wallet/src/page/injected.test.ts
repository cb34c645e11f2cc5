import { describe, expect, it } from 'vitest'
import type { InjectedCard, InjectedChange, PageReply, PageRequest, WalletEvent } from '../wire.ts'
import { installInjected } from './injected.ts'
import { fromPlain, toPlain } from './injectedValues.ts'
import type { PageWindow } from './pageWindow.ts'

/** A window that notes the messages that are posted in it. */
class Page extends EventTarget {
  readonly location = { origin: 'https://app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly posted: unknown[] = []
  readonly postMessage = (message: unknown) => void this.posted.push(message)
}

const card: InjectedCard = {
  id: '1',
  family: 'injected',
  name: 'Test wallet',
  icon: 'data:image/svg+xml,',
  members: {
    wallet: {
      members: {
        version: { is: '1' },
        account: { fact: 'account' },
        ask: { calls: 'ask' },
        text: { calls: 'ask', throws: 'sentence' },
        plain: { calls: 'ask', throws: 'uncodedError' },
        open: { creates: { ask: { calls: 'ask' } } },
        openLater: { creates: { ask: { calls: 'ask' } }, isLater: true },
        on: { listens: 'on' },
        listen: { subscribes: 'change' },
        inner: { members: { account: { fact: 'account' } }, whileFact: 'account' },
      },
    },
  },
  facts: { account: false },
}

interface TestWallet {
  readonly version: string
  readonly account: unknown
  readonly inner: false | { readonly account: unknown }
  ask(...values: unknown[]): Promise<unknown>
  text(): Promise<unknown>
  plain(): Promise<unknown>
  open(...values: unknown[]): Pick<TestWallet, 'ask'>
  openLater(...values: unknown[]): Promise<Pick<TestWallet, 'ask'>>
  on(name: string, listener: (...data: unknown[]) => void): unknown
  listen(listener: (event: unknown) => void): () => void
}

/** A page with the wallet, whose messages cross as JSON. */
function setUp(reply: (request: PageRequest) => PageReply = ({ params }) => ({ result: params })) {
  const page = new Page()
  let tell: (event: WalletEvent) => void = () => {}
  const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
  const uninstall = installInjected(page as unknown as PageWindow, copy(card), {
    send: async (request) => copy(request.method === 'facts' ? { error: { code: 0, message: '' } } : reply(request)),
    listen: (listener) => void (tell = listener),
  })
  const wallet = Reflect.get(page, 'wallet') as TestWallet
  const change = (data: InjectedChange, id = '1') => tell({ wallet: id, event: 'injected', data: copy(data) })
  return { page, wallet, change, uninstall }
}

describe('an object in a page', () => {
  it('passes the arguments of its functions on, behind those of the functions that created it', async () => {
    const { wallet } = setUp()
    expect(await wallet.ask('a', Uint8Array.of(0, 255))).toEqual(['a', Uint8Array.of(0, 255)])
    expect(await wallet.open('chain').ask('a')).toEqual(['chain', 'a'])
    expect(await (await wallet.openLater('chain')).ask()).toEqual(['chain'])
  })

  it('fails in the form that its card names', async () => {
    const { wallet } = setUp(() => ({ error: { code: 4001, message: 'No.', data: 5 } }))
    const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error)
    expect(await failure(wallet.ask())).toMatchObject({ code: 4001, message: 'No.', data: 5 })
    expect(await failure(wallet.text())).toBe('No.')
    const plain = await failure(wallet.plain())
    expect(plain).toMatchObject({ message: 'No.' })
    expect(plain).not.toHaveProperty('code')
  })

  it('shows the facts that the wallet reports last, and has an object only while its fact is there', () => {
    const { wallet, change } = setUp()
    expect([wallet.version, wallet.account, wallet.inner]).toEqual(['1', false, false])
    change({ facts: { account: 'A1' }, signals: [] })
    const { inner } = wallet
    expect([wallet.account, inner]).toEqual(['A1', { account: 'A1' }])
    change({ facts: { other: 5 }, signals: [] })
    expect([wallet.account, wallet.inner]).toEqual(['A1', inner])
    change({ facts: { account: false }, signals: [] }, '2')
    expect(wallet.account).toBe('A1')
  })

  it('reaches listeners of its own, of the window and of its messages, after the facts have changed', () => {
    const { page, wallet, change } = setUp()
    const heard: unknown[] = []
    wallet.on('change', (...data) => void heard.push([...data, wallet.account]))
    const end = wallet.listen((event) => void heard.push(event))
    page.addEventListener('test_change', ({ type }) => void heard.push(type))
    const signals = [
      { to: 'listeners', name: 'change', data: ['A1', 5] },
      { to: 'window', name: 'test_change' },
      { to: 'messages', data: { address: 'A1' } },
    ] as const
    change({ facts: { account: 'A1' }, signals })
    expect(heard).toEqual([['A1', 5, 'A1'], 'A1', 'test_change'])
    expect(page.posted).toEqual([{ address: 'A1' }])
    end()
    change({ facts: {}, signals: signals.slice(0, 1) })
    expect(heard).toHaveLength(4)
  })

  it('leaves a property alone that the page has set since', () => {
    const { page, uninstall } = setUp()
    Object.defineProperty(page, 'wallet', { value: 'another wallet', configurable: true })
    uninstall()
    expect(Reflect.get(page, 'wallet')).toBe('another wallet')
  })
})

describe('the values that cross', () => {
  it('are bytes of any library, and BigInts as digits', () => {
    const values = [Uint8Array.of(1), Buffer.from([1]), 5n, { list: [null, undefined] }]
    expect(toPlain(values)).toEqual([{ base64: 'AQ==' }, { base64: 'AQ==' }, '5', { list: [null, null] }])
  })

  it('come back as bytes and BigInts only from objects that are nothing else', () => {
    const result = [{ base64: 'AQ==' }, { digits: '5' }, { base64: 'AQ==', other: true }, null]
    expect(fromPlain(result)).toEqual([Uint8Array.of(1), 5n, { base64: 'AQ==', other: true }, null])
  })

  it('are no object that contains itself', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    expect(() => toPlain([circle])).toThrow('The arguments are not JSON.')
  })
})
