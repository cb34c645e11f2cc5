import { isLoopbackName } from '@latchkey/base/hostName'
import { shownUrl } from '@latchkey/base/shownUrl'

/** Says that no mock answers at a URL, and how one does. */
export function noMockAt(url: string): string {
  const { hostname, port } = new URL(url)
  const start = isLoopbackName(hostname) && port !== '' ? `npx @latchkey/mock --port ${port}` : 'npx @latchkey/mock'
  return `No mock answers at ${shownUrl(url)}. Start one by \`${start}\`, or name another one by --url.`
}
