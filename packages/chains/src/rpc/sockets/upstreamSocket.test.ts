import { readRealUrl } from '@latchkey/base/realUrl'
import { afterEach, expect, it, vi } from 'vitest'
import { findUpstreamSocket } from './upstreamSocket.ts'

afterEach(() => vi.unstubAllGlobals())

/** The WebSocket of a browser, which takes only names of protocols (RFC 6455) beside the URL. */
function stubBrowser(): string[] {
  const urls: string[] = []
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor(url: string, ...[protocols]: unknown[]) {
        super()
        if (protocols !== undefined) throw new DOMException('This is not the name of a protocol.', 'SyntaxError')
        urls.push(url)
      }
    },
  )
  return urls
}

it.each([
  ['https://ada:secret@node.example/v3', 'wss://ada:secret@node.example/v3'],
  ['http://node.example:8545/', 'ws://node.example:8545/'],
])('opens the WebSocket of %s in a browser, with its credentials', (address, url) => {
  const urls = stubBrowser()
  findUpstreamSocket()?.(readRealUrl('chain 1', address, ['http:', 'https:']), {
    onMessage: () => undefined,
    onClose: () => undefined,
  })
  expect(urls).toEqual([url])
})
