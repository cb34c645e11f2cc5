/** The functions of the browser that the script uses, as they are before the page changes them. */

const { crypto, fetch: send, setTimeout: setTimer } = globalThis

export { send }

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimer(resolve, milliseconds))

/** An id that nobody can predict. Pages without TLS have no `crypto.randomUUID`. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
