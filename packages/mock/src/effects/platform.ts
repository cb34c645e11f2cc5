import { nodeProblem } from '@latchkey/base/nodeVersion'

/** Globals that the mock uses. They are only looked for: reading one makes Node load all of its network classes. */
const globals = ['TextEncoder', 'TextDecoder', 'fetch', 'Headers', 'Request', 'Response']

/**
 * Asserts that the platform has all parts that the mock uses: Node from 20.19 on and browsers in a secure context have
 * them. Test environments may lack some: jsdom has the classes of pages, but not those of the network.
 *
 * @throws TypeError that names the missing parts
 */
export function assertPlatform(): void {
  const missing = globals.filter((name) => !(name in globalThis))
  if (globalThis.crypto?.subtle === undefined) missing.push('crypto.subtle')
  if (!('toSpliced' in Array.prototype)) missing.push('Array.prototype.toSpliced')
  if (missing.length === 0) return
  const problem = nodeProblem()
  if (problem !== undefined) throw new TypeError(`Failed to call "createMock()": ${problem}`)
  throw new TypeError(
    `Failed to call "createMock()": this environment has no ${missing.join(', ')}. ` +
      'In Jest with jsdom, set testEnvironment to "@latchkey/mock/jest-environment". ' +
      'In a browser, serve the page over https or from localhost.',
  )
}
