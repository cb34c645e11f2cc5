const takesFunctions = 'it takes a function'
/** The stream has the same. */
const streamed = `${takesFunctions}. Read the server-sent events of \`GET /__mock/v1/stream\``
const holdsKey = 'what it makes signs in the process that made it'
const otherPage = 'the page is in another process. Inject the script of `GET /__mock/wallets.js`'
const bigNumbers =
  'transactions and typed data have numbers that JSON lacks. `POST wallets/embedded/request` takes them as JSON'
const delegateNumbers = 'transactions have numbers that JSON lacks. Sign the digest by `sign()`'

/** The functions that cannot cross HTTP, each with the reason. Those of handles are named after their interface. */
export const localFunctions = {
  override: takesFunctions,
  intercept: takesFunctions,
  authenticator: holdsKey,
  watch: streamed,
  'clock.watch': streamed,
  'events.watch': streamed,
  'faults.watch': streamed,
  'journal.watch': streamed,
  'sweeps.watch': streamed,
  'webhooks.receive': `${takesFunctions}. Let a server listen at the URL of the webhook`,
  'chain.contract': `${takesFunctions} for each function of the contract. \`POST chain/contracts\` takes fixed answers`,
  'chain.socket': 'a socket stays in its process. Open a WebSocket at the URL of `chain.rpcUrl()`',
  'custody.createKey': holdsKey,
  'custody.createPasskey': 'it takes an authenticator, which stays in its process',
  'custody.recoverPasskey': 'it takes an authenticator, which stays in its process',
  'custody.stamp': 'it takes a key or an authenticator, which stays in its process',
  'BrowserWallet.install': otherPage,
  'BrowserWallet.openPage': otherPage,
  'BrowserWallet.watch': streamed,
  'EmbeddedWallet.signTypedData': bigNumbers,
  'EmbeddedWallet.signTransaction': bigNumbers,
  'EmbeddedWallet.viemAccount': holdsKey,
  'EmbeddedWallet.provider': 'its events cannot come back. `POST wallets/embedded/request` takes its requests',
  'EmbeddedWallet.solanaSigner': holdsKey,
  'DelegationBackend.signTransaction': delegateNumbers,
  'DelegationBackend.viemAccount': holdsKey,
} as const satisfies Readonly<Record<string, string>>

/** The name of a function that cannot cross HTTP, such as `journal.watch`. */
export type LocalFunction = keyof typeof localFunctions

/**
 * The same object with those functions of the control object that it lacks because they cannot cross HTTP. They throw
 * a TypeError that says so.
 *
 * @param name - Of the part or handle; empty for the control object itself.
 */
export function withLocalFunctions<T extends object>(name: string, part: T): T {
  const start = name === '' ? '' : `${name}.`
  const refusals = Object.entries(localFunctions).flatMap(([path, reason]) => {
    const member = path.slice(start.length)
    if (!path.startsWith(start) || member.includes('.')) return []
    const refuse = () => {
      throw new TypeError(`Failed to call "${member}()": it does not work over HTTP, since ${reason}.`)
    }
    return [[member, { value: refuse }]]
  })
  return Object.defineProperties(part, Object.fromEntries(refusals) as PropertyDescriptorMap)
}
