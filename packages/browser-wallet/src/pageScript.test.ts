import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PageMessage } from './page/pageMessages.ts'
import { writePageScript } from './pageScript.ts'
import type { WalletCard } from './wire.ts'

const card = (id: string): WalletCard => ({
  id,
  family: 'eip1193',
  name: '</script><script>',
  icon: 'data:image/svg+xml,',
  rdns: 'io.example',
  isDefault: false,
  marks: [],
})

/** A window that has what the script needs, and a binding that answers nothing. */
function createPage() {
  const messages: PageMessage[] = []
  const target = new EventTarget()
  const window = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    CustomEvent,
    crypto,
    setTimeout,
    origin: 'https://app.example.com',
    send(text: string) {
      messages.push(JSON.parse(text))
      return new Promise(() => {})
    },
  }
  const found: string[] = []
  target.addEventListener('eip6963:announceProvider', (event) => {
    found.push((event as CustomEvent<{ info: { uuid: string } }>).detail.info.uuid)
  })
  const context = createContext(window)
  return { messages, found, window, run: (script: string) => runInContext(script, context) }
}

const road = { binding: 'send' }

describe('the script that puts wallets into a page', () => {
  it('is small', async () => {
    const script = await writePageScript({ cards: [], road })
    expect(gzipSync(script).length).toBeLessThan(15_000)
  })

  it('can stand in a page as the text of an element', async () => {
    expect(await writePageScript({ cards: [card('1')], road })).not.toContain('</script>')
  })

  it('announces each wallet once, however often it runs, and leaves no name behind', async () => {
    const { found, messages, window, run } = createPage()
    const before = Object.keys(window).filter((name) => name !== 'send')
    const script = await writePageScript({ cards: [card('1')], road })
    run(script)
    run(script)
    run(await writePageScript({ cards: [card('1'), card('2')], road }))
    expect(found).toEqual(['1', '2'])
    expect(messages.at(-1)).toMatchObject({ origin: 'https://app.example.com', wallets: ['1', '2'] })
    expect(Object.keys(window)).toEqual(before)
  })

  it('puts no wallet into a window that has no way to it', async () => {
    const { found, run } = createPage()
    run(await writePageScript({ cards: [card('1')], road: { binding: 'other' } }))
    expect(found).toEqual([])
  })

  it.each([
    ['before', ['removal', 'wallets']],
    ['after', ['wallets', 'removal']],
  ] as const)('leaves out a wallet that another script removes %s it', async (_, order) => {
    const { found, window, run } = createPage()
    const scripts = {
      wallets: await writePageScript({ cards: [card('1'), card('2')], road }),
      removal: await writePageScript({ cards: [], removed: ['1'], road }),
    }
    for (const name of order) run(scripts[name])
    found.length = 0
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(found).toEqual(['2'])
  })
})
