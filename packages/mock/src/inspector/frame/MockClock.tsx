import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../components/Badge.tsx'
import { Time } from '../components/Time.tsx'
import { useInspector } from '../inspectorContext.ts'
import { dateOf, every, now } from '../platform.ts'

/** The mock's time, which need not be the machine's. */
export function MockClock() {
  const { live } = useInspector()
  const [, tick] = useState(0)
  const clock = live.clock.value
  useEffect(() => (clock?.isRunning ? every(1000, () => tick(now())) : undefined), [clock?.isRunning])
  if (!clock) return null
  const passedMs = clock.isRunning ? now() - clock.receivedAt : 0
  const at = dateOf(dateOf(clock.now).getTime() + passedMs).toISOString()
  return (
    <span class="state">
      <span class="hidden">Time of the mock: </span>
      <Time at={at} withDate />
      {!clock.isRunning && <Badge tone="info">frozen</Badge>}
    </span>
  )
}
