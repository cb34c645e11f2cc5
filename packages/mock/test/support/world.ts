import { createClock } from '@latchkey/base/clock'
import { createRandom } from '@latchkey/base/random'
import { keyOfSeed } from '@latchkey/crypto/hmac'
import { createStore } from '@latchkey/store/store'
import type { Deliver } from '../../src/effects/deliver.ts'
import { createRealParts } from '../../src/effects/realParts.ts'
import { readOptions } from '../../src/mock/readOptions.ts'
import { tables } from '../../src/store/tables.ts'
import { createBrowserWalletList } from '../../src/world/browserWallets.ts'
import { createCourier } from '../../src/world/courier.ts'
import { createReadMarks } from '../../src/world/readMarks.ts'
import { seedDefaults } from '../../src/world/seedDefaults.ts'
import type { World } from '../../src/world/world.ts'
import { writeLetter } from '../../src/world/writeLetter.ts'

/** A world without hosts or control, for tests of the domain; nothing runs by itself in it. */
export function createTestWorld({ deliver = async () => ({ status: 204 }) }: { deliver?: Deliver } = {}): World {
  const options = readOptions({ seed: 'test', providers: [] })
  const world: World = {
    store: createStore(tables),
    clock: createClock({ now: 1_768_469_400_000 }),
    random: createRandom(options.seed),
    continueRandom: createRandom,
    deliver,
    settings: { receivers: options.receivers, signing: options.signing, hasPublishedKeys: true },
    outboxLimit: options.outboxLimit,
    eventLimit: options.eventLimit,
    contractDefinitions: new Map(),
    realParts: createRealParts(),
    courier: createCourier({
      receiverOf: (channel) => world.realParts.receiverOf(channel),
      write: (message) => writeLetter(world, message),
      changed: () => undefined,
      noteUse: () => undefined,
      report: (cause) => world.report(cause),
      limit: options.outboxLimit,
    }),
    readMarks: createReadMarks(() => undefined),
    browserWallets: createBrowserWalletList(),
    baseUrl: options.baseUrl,
    cursorKey: keyOfSeed(options.seed),
    onCommit: () => undefined,
    onEvents: () => undefined,
    report: (cause) => {
      throw cause
    },
    queue: undefined,
    watchers: new Set(),
  }
  seedDefaults(world, options)
  return world
}
