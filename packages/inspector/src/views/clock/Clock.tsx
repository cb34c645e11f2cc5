import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { useMockTime } from '../../mockTime.ts'
import { dateOf, now } from '../../platform.ts'
import { distance } from '../../spans.ts'
import { MoveClock } from './MoveClock.tsx'
import { Timeline } from './Timeline.tsx'

/** The mock's time, how to move it, and what falls due next. */
export function Clock() {
  const { live } = useInspector()
  const time = useMockTime()
  const isRunning = live.clock.value?.isRunning ?? false
  return (
    <div class="view">
      <ViewHead title="Clock">{time !== undefined && <FreezeButton isRunning={isRunning} />}</ViewHead>
      {time === undefined ? (
        <p class="muted">Reading…</p>
      ) : (
        <>
          <div class="columns">
            <Now time={time} isRunning={isRunning} />
            <MoveClock time={time} />
          </div>
          <Timeline time={time} />
        </>
      )}
    </div>
  )
}

function FreezeButton({ isRunning }: { isRunning: boolean }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  return isRunning ? (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => run(() => live.call('POST clock/freeze'), 'The clock is frozen.')}
    >
      Freeze
    </button>
  ) : (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => run(() => live.call('POST clock/resume'), 'The clock runs.')}
    >
      Resume
    </button>
  )
}

function Now({ time, isRunning }: { time: number; isRunning: boolean }) {
  const date = dateOf(time)
  const day = date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <Card title="Now" actions={<Badge tone={isRunning ? 'good' : 'info'}>{isRunning ? 'running' : 'frozen'}</Badge>}>
      <div>
        <time class="clock-time" dateTime={date.toISOString()}>
          {date.toLocaleTimeString('en-GB')}
        </time>
        <p>{day}</p>
      </div>
      <Copyable value={date.toISOString()} label="time in UTC" />
      <Offset time={time} />
      <p class="muted small">
        {isRunning
          ? 'It runs on by itself. What falls due happens at its time.'
          : 'It stands still until it is moved or resumed. What falls due waits for it.'}
      </p>
    </Card>
  )
}

/** A smaller distance is that of the request which has read the clock. */
const leastOffsetMs = 5000

/** How far the clock is from the machine's, and the way back. */
function Offset({ time }: { time: number }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const offset = time - now()
  if (Math.abs(offset) < leastOffsetMs) return null
  const words = distance(offset)
  const back = () => live.call('POST clock/set', { instant: dateOf(now()).toISOString() })
  return (
    <p class="row">
      <span class="muted small">For this machine, that is {words}.</span>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        onClick={() => run(back, "The clock shows the machine's time.")}
      >
        Back to now
      </button>
    </p>
  )
}
