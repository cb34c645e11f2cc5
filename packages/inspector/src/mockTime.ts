import { useEffect, useState } from 'preact/hooks'
import { useInspector } from './inspectorContext.ts'
import type { Live } from './live/createLive.ts'
import { dateOf, every, now } from './platform.ts'

/** The mock's time in epoch milliseconds; `undefined` until it is known. */
function mockTimeOf({ clock: { value: clock } }: Live): number | undefined {
  if (!clock) return undefined
  return dateOf(clock.now).getTime() + (clock.isRunning ? now() - clock.receivedAt : 0)
}

/** The mock's time in epoch milliseconds, each second anew while its clock runs; `undefined` until it is known. */
export function useMockTime(): number | undefined {
  const { live } = useInspector()
  const [, tick] = useState(0)
  const isRunning = live.clock.value?.isRunning
  useEffect(() => (isRunning ? every(1000, () => tick(now())) : undefined), [isRunning])
  return mockTimeOf(live)
}

/** Moves the clock forward to an instant in ISO 8601, with what falls due until then. What is due already runs now. */
export function advanceTo(live: Live, instant: string): Promise<unknown> {
  const isDue = dateOf(instant).getTime() <= (mockTimeOf(live) ?? 0)
  return isDue ? live.call('POST clock/settle') : live.call('POST clock/set', { instant })
}
