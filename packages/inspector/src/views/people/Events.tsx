import { Card } from '../../components/Card.tsx'
import { ShortList } from '../../components/ShortList.tsx'
import { Time } from '../../components/Time.tsx'
import type { Person } from './person.ts'

export function Events({ person: { events } }: { person: Person }) {
  return (
    <Card title="Latest events" flush>
      {events.length === 0 && (
        <p class="people-none">No event yet. What the person does, and what is done to the person, appears here.</p>
      )}
      <ShortList items={events} label="Latest events">
        {({ eventId, eventName, timestamp }) => (
          <li key={eventId} class="item">
            <span class="clip">{eventName}</span>
            <small class="end">
              <Time at={timestamp} withDate />
            </small>
          </li>
        )}
      </ShortList>
    </Card>
  )
}
