import type { ConnectOptions } from './connect.ts'
import type { RemoteMock } from './remoteMock.ts'

/**
 * Connects to a mock that another process serves. The connection has the functions of the mock's control object, but
 * all of them return promises. A helper that awaits each call works with both.
 *
 * @param url - Where the mock is served, such as `http://127.0.0.1:4010`, or a world of it: `…/w/ada`.
 * @throws Error when nothing answers there, the server does not accept the caller, or it is of another version
 * @throws TypeError for a URL that cannot be read, or an unknown option
 * @example
 * const mock = await connectMock('http://127.0.0.1:4010')
 * const user = await mock.create.user({ email: 'ada@example.com' })
 * const { headers } = await mock.signIn(user)
 * await mock.clock.advance({ days: 1 })
 */
export async function connectMock(url: string, options: ConnectOptions = {}): Promise<RemoteMock> {
  // Most tests have a mock in their own process, and load nothing of this.
  const { connect } = await import('./connect.ts')
  return connect(url, options)
}
