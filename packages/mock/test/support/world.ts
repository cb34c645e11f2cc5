import { createClock } from '@latchkey/base/clock'
import { createRandom } from '@latchkey/base/random'
import { keyOfSeed } from '@latchkey/crypto/hmac'
import { createStore } from '@latchkey/store/store'
import type { Deliver } from '../../src/effects/deliver.ts'
import { createRealParts } from '../../src/effects/realParts.ts'
import { tables } from '../../src/store/tables.ts'
import { createCourier } from '../../src/world/courier.ts'
import { createReadMarks } from '../../src/world/readMarks.ts'
import { seedDefaults } from '../../src/world/seedDefaults.ts'
import type { World } from '../../src/world/world.ts'
import { writeLetter } from '../../src/world/writeLetter.ts'

/** A world without hosts or control, for tests of the domain; nothing runs by itself in it. */
export function createTestWorld({ deliver = async () => ({ status: 204 }) }: { deliver?: Deliver } = {}): World {
  const world: World = {
    store: createStore(tables),
    clock: createClock({ now: 1_768_469_400_000 }),
    random: createRandom('test'),
    continueRandom: createRandom,
    deliver,
    settings: { receivers: { allowPrivate: false, hosts: new Set() }, signing: 'RS256', hasPublishedKeys: true },
    outboxLimit: 10_000,
    eventLimit: 100_000,
    contractDefinitions: new Map(),
    realParts: createRealParts(),
    courier: createCourier({
      receiverOf: (channel) => world.realParts.receiverOf(channel),
      write: (message) => writeLetter(world, message),
      changed: () => undefined,
      noteUse: () => undefined,
      report: (cause) => world.report(cause),
      limit: 10_000,
    }),
    readMarks: createReadMarks(() => undefined),
    baseUrl: 'https://api.latchkey.test',
    cursorKey: keyOfSeed('test'),
    onCommit: () => undefined,
    onEvents: () => undefined,
    report: (cause) => {
      throw cause
    },
    queue: undefined,
    watchers: new Set(),
  }
  seedDefaults(world, { seed: 'test', providers: [] })
  return world
}
