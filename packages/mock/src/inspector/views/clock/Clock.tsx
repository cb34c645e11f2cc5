import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { useMockTime } from '../../mockTime.ts'
import { dateOf } from '../../platform.ts'
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
      <p class="muted small">
        {isRunning
          ? 'It runs on by itself. What falls due happens at its time.'
          : 'It stands still until it is moved or resumed. What falls due waits for it.'}
      </p>
    </Card>
  )
}
