import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Select } from '../../components/Select.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { Expiry, Job } from '../../live/control.ts'
import { advanceTo } from '../../mockTime.ts'
import { dateOf } from '../../platform.ts'
import { distance } from '../../spans.ts'

/** More would make the page slow. */
const maximumItems = 200

/** A word for what is done or expires. */
const words: Readonly<Record<Job['kind'] | Expiry['kind'], string>> = {
  'chains.mine': 'block',
  'chains.watch': 'transaction',
  'customHostnames.check': 'hostname',
  'exchangeTransfers.settle': 'exchange',
  'exports.run': 'export',
  'rampOrders.continue': 'order',
  'rooms.expire': 'room',
  'sessions.revokeAll': 'sessions',
  'ssoProviders.check': 'single sign-on',
  'webhookMessages.forget': 'clean-up',
  'webhooks.deliver': 'webhook',
  'webhooks.redeliver': 'webhook',
  code: 'code',
  connection: 'connection',
  factorLock: 'lock',
  session: 'session',
  signingKey: 'key',
  token: 'token',
}

interface Item {
  readonly id: string
  /** In epoch milliseconds. */
  readonly at: number
  readonly iso: string
  readonly word: string
  readonly description: string
  readonly isJob: boolean
  /** Counts from 1 for work that is tried again. */
  readonly attempt: number
}

const options = [
  ['', 'Jobs and expiries'],
  ['jobs', 'Jobs'],
  ['expiries', 'Expiries'],
] as const

/** Shows the mock's scheduled work and the expiries, in the order of time. */
export function Timeline({ time }: { time: number }) {
  const { router } = useInspector()
  const { show = '' } = router.route.value.query
  const jobs = useRead('GET jobs')
  const expiries = useRead('GET clock/expiries', { input: { limit: maximumItems } })
  return (
    <Card
      title="What falls due next"
      flush
      actions={
        <Select
          label="Show"
          value={show}
          options={options}
          onChange={(show) => router.go(hrefOf('clock', [], { show }), { replace: true })}
        />
      }
    >
      <Reading of={jobs}>
        {({ jobs: all }) => (
          <Reading of={expiries}>
            {({ expiries: listed, count }) => {
              const items = [
                ...(show === 'expiries' ? [] : all.map(itemOfJob)),
                ...(show === 'jobs' ? [] : listed.map(itemOfExpiry).filter(({ at }) => at > time)),
              ].sort((a, b) => a.at - b.at)
              const total = (show === 'expiries' ? 0 : all.length) + (show === 'jobs' ? 0 : count)
              return (
                <>
                  <Items items={items.slice(0, maximumItems)} time={time} />
                  {total > maximumItems && (
                    <p class="muted small clock-more">
                      The next {maximumItems} of {total.toLocaleString('en')} are shown.
                    </p>
                  )}
                </>
              )
            }}
          </Reading>
        )}
      </Reading>
    </Card>
  )
}

function Items({ items, time }: { items: readonly Item[]; time: number }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  if (items.length === 0)
    return (
      <Empty icon="clock" title="Nothing falls due">
        <p>
          Sessions, sent codes and API tokens appear here until they expire, and what the mock will do by itself, such
          as trying once more to deliver a webhook message.
        </p>
      </Empty>
    )
  return (
    <ol class="clock-items" aria-label="What falls due">
      {items.map(({ id, at, iso, word, description, isJob, attempt }) => (
        <li key={id} class={isJob ? 'clock-job' : undefined}>
          <span class="clock-when">
            <b>{at <= time ? 'due now' : distance(at - time)}</b>
            <small>
              <Time at={iso} withDate />
            </small>
          </span>
          <span class="clock-what">
            <span class="text">{description}</span>
            <span class="row">
              <Badge tone={isJob ? 'info' : undefined}>{word}</Badge>
              {attempt > 1 && <Badge tone="warn">attempt {attempt}</Badge>}
            </span>
          </span>
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Advance to here: ${description}`}
            onClick={() => run(() => advanceTo(live, iso), 'The clock was set forward.')}
          >
            Advance to here
          </button>
        </li>
      ))}
    </ol>
  )
}

function itemOfJob({ id, kind, dueAt, attempt, description }: Job): Item {
  return { id, at: dateOf(dueAt).getTime(), iso: dueAt, word: words[kind], description, isJob: true, attempt }
}

function itemOfExpiry({ kind, expiresAt, subjectId, description }: Expiry): Item {
  const id = `${kind} ${subjectId}`
  const at = dateOf(expiresAt).getTime()
  return { id, at, iso: expiresAt, word: words[kind], description, isJob: false, attempt: 1 }
}
