import { changeSettings, settingsOf } from '../../ledger/chainSettings.ts'
import { setAutomine } from '../../ledger/pending.ts'
import type { ChainSettings } from '../../records.ts'
import type { NodeMethod, OpenChain } from './nodeMethod.ts'
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

function setInterval({ backend, networkId, scheduleMining }: OpenChain, interval: Interval): void {
  const { id } = changeSettings(backend, networkId, { interval })
  scheduleMining(id, interval?.ms)
}

/** Ends an interval of a chain, if it has one. */
export function endInterval(chain: OpenChain): void {
  if (settingsOf(chain.backend, chain.networkId).interval) setInterval(chain, undefined)
}

/** Ends the interval that Anvil mines at in place of automine. */
export function endAnvilInterval(chain: OpenChain): void {
  if (settingsOf(chain.backend, chain.networkId).interval?.replacesAutomine) setInterval(chain, undefined)
}

/** Blocks that the chain makes by itself, as time passes on the mock's clock. */
export const intervalMethods = {
  setIntervalMining: ({ run, networkId }, [value]) =>
    run((chain) => {
      const interval = readInterval(value)
      setInterval(chain, interval)
      if (interval?.replacesAutomine) setAutomine(chain.backend, networkId, false)
      return true
    }),
  getIntervalMining: ({ run, networkId }) =>
    run(({ backend }) => {
      const { interval } = settingsOf(backend, networkId)
      return interval ? interval.ms / second : null
    }),
} satisfies Record<string, NodeMethod>
