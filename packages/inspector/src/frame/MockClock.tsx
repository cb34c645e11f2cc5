import { Badge } from '../components/Badge.tsx'
import { Time } from '../components/Time.tsx'
import { useInspector } from '../inspectorContext.ts'
import { useMockTime } from '../mockTime.ts'
import { dateOf } from '../platform.ts'

/** The mock's time, which need not be the machine's. */
export function MockClock() {
  const { live } = useInspector()
  const time = useMockTime()
  if (time === undefined) return null
  return (
    <span class="state">
      <span class="hidden">Time of the mock: </span>
      <Time at={dateOf(time).toISOString()} withDate />
      {!live.clock.value?.isRunning && <Badge tone="info">frozen</Badge>}
    </span>
  )
}
