import type { Caller } from './createTransport.ts'

/** @throws {@link TypeError} for what operations cannot be called through, such as a session. */
export function assertCaller(client: Caller): void {
  if (!client?.dispatch) throw new TypeError('"client" must be a transport.')
}
