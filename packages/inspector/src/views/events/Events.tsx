import { EmptyCard } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Split } from '../../components/Split.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { type Read, useInspector, useRead } from '../../inspectorContext.ts'
import { DueDeliveries } from './DueDeliveries.tsx'
import { EventDetails } from './EventDetails.tsx'
import { EventFilters, matchesFilter } from './EventFilters.tsx'
import { EventList } from './EventList.tsx'
import { type ShownEvent, withUnlisted } from './shownEvents.ts'
import { TriggerButton } from './TriggerButton.tsx'

/** More would make the page slow. */
const maximumRows = 500

/** The events of the service as they arise, and what they have caused for webhooks. Filter and choice are in the link. */
export function Events() {
  const { router } = useInspector()
  const events = useRead('GET events', { input: { limit: maximumRows }, tables: ['events', 'webhookMessages'] })
  const messages = useRead('GET webhooks/messages', { tables: ['webhookMessages'] })
  const { path, query } = router.route.value
  const [selectedId] = path
  return (
    <div class="view full">
      <ViewHead title="Events">
        <TriggerButton />
      </ViewHead>
      <DueDeliveries />
      <Reading of={both(events, messages)}>
        {(all) => {
          const shown = all.filter((event) => matchesFilter(event, query))
          const selected = all.find(
            ({ id, messages }) => id === selectedId || messages.some(({ id }) => id === selectedId),
          )
          if (all.length === 0) return <NoEvents />
          return (
            <>
              <EventFilters
                events={all}
                filter={query}
                onChange={(filter) => router.go(hrefOf('events', path, filter), { replace: true })}
              />
              <Split
                nouns={['event', 'events']}
                selectedId={selectedId}
                listHref={hrefOf('events', [], query)}
                list={<EventList events={shown} selectedId={selected?.id} />}
              >
                {selected ? <EventDetails key={selected.id} event={selected} /> : <NothingSelected id={selectedId} />}
              </Split>
            </>
          )
        }}
      </Reading>
    </div>
  )
}

/** Joins the events and messages that were read, newest first. */
function both(
  events: Read<{ events: readonly ShownEvent[] }>,
  messages: Read<{ messages: Parameters<typeof withUnlisted>[1] }>,
): Read<readonly ShownEvent[]> {
  const data =
    events.data && messages.data && withUnlisted(events.data.events, messages.data.messages).slice(0, maximumRows)
  return { data, error: events.error ?? messages.error, isLoading: events.isLoading || messages.isLoading }
}

function NothingSelected({ id }: { id: string | undefined }) {
  return id === undefined ? (
    <EmptyCard icon="events" title="Choose an event">
      <p>Its data appears here, with the webhook messages that it caused and each attempt to deliver them.</p>
    </EmptyCard>
  ) : (
    <EmptyCard icon="events" title="This event is not among the latest ones">
      <p>
        The view shows the latest {maximumRows}. <code>events.get</code> reads an event by its id.
      </p>
    </EmptyCard>
  )
}

function NoEvents() {
  return (
    <EmptyCard icon="events" title="No events yet">
      <p>
        Each change of the service is an event, such as <code>user.created</code>, and appears here. A webhook also
        sends it to your app: create one by <code>webhooks.create</code>, or in a test by{' '}
        <code>mock.create.webhook()</code>.
      </p>
    </EmptyCard>
  )
}
