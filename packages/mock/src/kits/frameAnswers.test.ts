import type { WalletPages } from '@latchkey/browser-wallet/walletPages'
import { expect, it } from 'vitest'
import { createFrameAnswers } from './frameAnswers.ts'

/** A frame at a URL, without others around it. */
const frameAt = (url: string) =>
  ({ url: () => url, parentFrame: () => null, page: () => ({ opener: async () => null }) }) as never

const messageOf = (page: string, text = '') => JSON.stringify({ page, origin: 'https://app.example.com', text })

/** Pages that note what reaches them, and are loaded when a test says so. */
function createPages() {
  const noted: unknown[] = []
  const pages: WalletPages = {
    async answer(origin, message) {
      noted.push(['answer', origin, Object(message).text])
      return { events: [] }
    },
    close: (origin, page) => void noted.push(['close', origin, page]),
    closeAll: () => {},
  }
  let load = () => {}
  const loaded = new Promise<WalletPages>((resolve) => (load = () => resolve(pages)))
  return { noted, answers: createFrameAnswers(() => loaded), load }
}

const origin = 'https://app.example.com'

it('answers a document on and on whose first messages came before the wallets were loaded', async () => {
  const { noted, answers, load } = createPages()
  const frame = frameAt(`${origin}/`)
  const first = [answers.answer(frame, messageOf('a', 'events')), answers.answer(frame, messageOf('a', 'request'))]
  load()
  await Promise.all(first)
  await answers.answer(frame, messageOf('a', 'events again'))
  expect(noted).toEqual([
    ['answer', origin, 'events'],
    ['answer', origin, 'request'],
    ['answer', origin, 'events again'],
  ])
})

it('closes the document that a frame has left, and answers its late messages no more', async () => {
  const { noted, answers, load } = createPages()
  const frame = frameAt(`${origin}/`)
  load()
  await answers.answer(frame, messageOf('a', 'first'))
  await answers.answer(frame, messageOf('b', 'second'))
  await expect(answers.answer(frame, messageOf('a', 'late'))).rejects.toThrow('The page was left.')
  expect(noted).toEqual([
    ['answer', origin, 'first'],
    ['close', origin, 'a'],
    ['answer', origin, 'second'],
  ])
})

it('answers no document that was left while the wallets were loaded', async () => {
  const { noted, answers, load } = createPages()
  const frame = frameAt(`${origin}/`)
  const first = answers.answer(frame, messageOf('a', 'first'))
  const second = answers.answer(frame, messageOf('b', 'second'))
  load()
  await expect(first).rejects.toThrow('The page was left.')
  await second
  expect(noted).toContainEqual(['answer', origin, 'second'])
  expect(noted).not.toContainEqual(['answer', origin, 'first'])
})
