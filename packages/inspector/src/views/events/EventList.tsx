import { Badge } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { useArrowKeys } from '../../components/useArrowKeys.ts'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { deliveryOf, type ShownEvent, toneOf } from './shownEvents.ts'

interface EventListProps {
  /** Newest first. */
  readonly events: readonly ShownEvent[]
  readonly selectedId: string | undefined
  /** The filter, which stays in the links. */
  readonly query: Readonly<Record<string, string>>
}

/** Events to choose from, with the mouse or the arrow keys, each with the state of its webhook messages. */
export function EventList({ events, selectedId, query }: EventListProps) {
  const { router } = useInspector()
  const linkOf = ({ id }: ShownEvent) => hrefOf('events', [id], query)
  const { ref, onKeyDown } = useArrowKeys((index) => {
    const event = events[index]
    if (event) router.go(linkOf(event), { replace: true })
  })
  return (
    <>
      {events.length === 0 && (
        <Empty icon="search" title="No event matches the filter">
          <Link class="button" href={hrefOf('events')}>
            Show all
          </Link>
        </Empty>
      )}
      <WithoutWebhook events={events} />
      <ol class="list events-list" aria-label="Events" ref={ref} onKeyDown={onKeyDown}>
        {events.map((event) => {
          const delivery = deliveryOf(event)
          return (
            <li key={event.id}>
              <Link class="item" href={linkOf(event)} aria-current={event.id === selectedId}>
                {delivery && <Badge tone={toneOf(delivery)}>{delivery}</Badge>}
                <b class="clip">{event.eventName}</b>
                {event.isTriggered && <Badge tone="info">triggered</Badge>}
                <small class="end">
                  <Time at={event.createdAt} />
                </small>
              </Link>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Says once, and not of each event, that no webhook subscribes to it. */
function WithoutWebhook({ events }: Pick<EventListProps, 'events'>) {
  const count = events.filter(({ messages }) => messages.length === 0).length
  if (count === 0) return null
  return (
    <p class="events-note">
      {count === events.length ? 'No webhook subscribes to these events.' : `${count} went to no webhook.`}
    </p>
  )
}
