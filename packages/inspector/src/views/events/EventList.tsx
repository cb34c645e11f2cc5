import { Badge } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { deliveryOf, type ShownEvent, toneOf } from './shownEvents.ts'

interface EventListProps {
  /** Newest first. */
  readonly events: readonly ShownEvent[]
  readonly selectedId: string | undefined
}

/** Events to choose from, with the mouse or the arrow keys, each with the state of its webhook messages. */
export function EventList({ events, selectedId }: EventListProps) {
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
      <LinkList
        view="events"
        label="Events"
        class="events-list"
        items={events}
        selectedId={selectedId}
        idOf={({ id }) => id}
      >
        {(event) => <Line event={event} />}
      </LinkList>
    </>
  )
}

function Line({ event }: { event: ShownEvent }) {
  const delivery = deliveryOf(event)
  return (
    <>
      {delivery && <Badge tone={toneOf(delivery)}>{delivery}</Badge>}
      <b class="clip">{event.eventName}</b>
      {event.isTriggered && <Badge tone="info">triggered</Badge>}
      <small class="end">
        <Time at={event.createdAt} />
      </small>
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
