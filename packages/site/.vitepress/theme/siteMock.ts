import type { Mock, MockOptions } from '@latchkey/mock'

/** Options of every mock on the site: webhooks that no receiver in the page takes leave nobody's browser. */
export const siteOptions: MockOptions = { deliver: () => Promise.resolve({ status: 204, body: '' }) }

let mock: Promise<Mock> | undefined

/** The mock that the operations of all pages call, so that what one has written is there for the next one. */
export function siteMock(): Promise<Mock> {
  mock ??= import('@latchkey/mock').then(({ createMock }) => createMock(siteOptions))
  return mock
}
