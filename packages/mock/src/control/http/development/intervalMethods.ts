import { changeSettings, settingsOf } from '@latchkey/chains/ledger/chainSettings'
import { setAutomine } from '@latchkey/chains/ledger/pending'
import type { ChainSettings } from '@latchkey/chains/records'
import { scheduleMining } from '../../../domain/chains/intervalMining.ts'
import type { WorldBackend } from '../../../domain/shared/backend.ts'
import type { NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'

type Interval = ChainSettings['interval']

/** Milliseconds in a second; also the shortest interval of Hardhat, since blocks of one second look alike. */
const second = 1000

/**
 * Anvil counts seconds, and mines nothing in between. Hardhat counts milliseconds, and leaves automine as it is. Both
 * have the same method, so the number tells them apart: intervals of Anvil's users are shorter than 1000 seconds.
 */
function readInterval(value: unknown): Interval {
  const interval = readNumber(value ?? 0, 'interval')
  if (interval === 0) return undefined
  return interval < second
    ? { ms: interval * second, replacesAutomine: true }
    : { ms: interval, replacesAutomine: false }
}

function setInterval(backend: WorldBackend, networkId: number, interval: Interval): void {
  const { id } = changeSettings(backend, networkId, { interval })
  scheduleMining(backend, id, interval?.ms)
}

/** Ends an interval of a chain, if it has one. */
export function endInterval(backend: WorldBackend, networkId: number): void {
  if (settingsOf(backend, networkId).interval) setInterval(backend, networkId, undefined)
}

/** Ends the interval that Anvil mines at in place of automine. */
export function endAnvilInterval(backend: WorldBackend, networkId: number): void {
  if (settingsOf(backend, networkId).interval?.replacesAutomine) setInterval(backend, networkId, undefined)
}

/** Blocks that the chain makes by itself, as time passes on the mock's clock. */
export const intervalMethods = {
  setIntervalMining: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      const interval = readInterval(value)
      setInterval(backend, networkId, interval)
      if (interval?.replacesAutomine) setAutomine(backend, networkId, false)
      return true
    }),
  getIntervalMining: ({ run, networkId }) =>
    run(({ backend }) => {
      const { interval } = settingsOf(backend, networkId)
      return interval ? interval.ms / second : null
    }),
} satisfies Record<string, NodeMethod>
