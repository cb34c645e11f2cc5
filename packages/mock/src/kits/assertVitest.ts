import { test } from 'vitest'

/** @throws TypeError with an older vitest than the kit of this entry needs */
export function assertVitest(call: string, entry: string): void {
  if (!('aroundEach' in test)) throw new TypeError(`Failed to call "${call}": ${entry} needs vitest 4.1 or later.`)
}
