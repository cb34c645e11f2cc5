import type { ComponentChildren } from 'preact'
import { StatusBadge } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import type { Entry } from '../../live/control.ts'
import { curlOf } from './curlOf.ts'
import { RequestHeaders } from './RequestHeaders.tsx'
import { RequestRemarks } from './RequestRemarks.tsx'
import { RoomSteps } from './RoomSteps.tsx'
import { SendAgain } from './SendAgain.tsx'
import { SocketSteps } from './SocketSteps.tsx'
import { testCodeOf } from './testCodeOf.ts'
import { titleOf } from './titleOf.ts'

interface EntryProps {
  readonly entry: Entry
}

/** One request and its reply. */
export function RequestDetails({ entry }: EntryProps) {
  const { room, socket } = entry
  return (
    <article class="card requests-details" aria-label={`Request ${entry.requestId}`}>
      <Head entry={entry} />
      <div class="body">
        <div class="stack tight">
          <Line entry={entry} />
          <Person entry={entry} />
          <Events entry={entry} />
        </div>
        <RequestRemarks entry={entry} />
        {room && <RoomSteps room={room} />}
        {socket && <SocketSteps socket={socket} />}
        {!room && !socket && <Sides entry={entry} />}
      </div>
    </article>
  )
}

function Head({ entry }: EntryProps) {
  const { live } = useInspector()
  const { status, room, socket, requestId } = entry
  return (
    <header>
      <StatusBadge status={status} />
      <h2>{titleOf(entry)}</h2>
      {!room && !socket && (
        <div class="end">
          <SendAgain key={requestId} entry={entry} />
          <CopyButton label="the request as curl" text={() => curlOf(live.baseUrl, entry)}>
            Copy as curl
          </CopyButton>
          <CopyButton label="the request as test code" text={() => testCodeOf(live.baseUrl, entry)}>
            Copy as test code
          </CopyButton>
        </div>
      )}
    </header>
  )
}

/** Shows the method and path, the time, and how long it took. */
function Line({ entry: { method, path, at, durationMs, requestId, room, socket } }: EntryProps) {
  const subject = (room && 'room') ?? (socket && 'socket') ?? 'request'
  return (
    <>
      <code class="text">
        {method} {path}
      </code>
      <div class="row requests-meta">
        <Time at={at} withDate />
        {durationMs !== undefined && <span class="tabular">{durationMs} ms</span>}
        <Copyable value={requestId} label={`${subject} id`} />
      </div>
    </>
  )
}

function Person({ entry: { userId, requestId } }: EntryProps) {
  if (userId === undefined) return null
  return (
    <div class="row">
      <small>User</small>
      <Copyable value={userId} label="user id" />
      <Link class="small" href={hrefOf('requests', [requestId], { user: userId })}>
        Requests of this user
      </Link>
    </div>
  )
}

function Events({ entry }: EntryProps) {
  const events = entry.room ? entry.room.steps.flatMap(({ events = [] }) => events) : (entry.events ?? [])
  if (events.length === 0) return null
  return (
    <div class="row" role="group" aria-label="Events">
      <small>Events</small>
      {events.map(({ id, eventName }) => (
        <Link key={id} class="small" href={hrefOf('events', [id])}>
          {eventName}
        </Link>
      ))}
    </div>
  )
}

/** Shows the request and the reply. */
function Sides({ entry }: EntryProps) {
  const { params, query, headers, body, bodyBytes, reply, replyBytes, status } = entry
  return (
    <div class="requests-sides">
      <Side title="Request">
        {hasFields(params) && <Part title="Path parameters" value={params} />}
        {hasFields(query) && <Part title="Query" value={query} />}
        {body !== undefined && <Part title="Body" value={body} bytes={bodyBytes} />}
        {body === undefined && !hasFields(query) && <p class="muted small">Without a body</p>}
        {headers && <RequestHeaders headers={headers} isOpen={status === 401} />}
      </Side>
      <Side title="Reply">
        {reply === undefined ? (
          <p class="muted small">Without a body</p>
        ) : (
          <Part title="Body" value={reply} bytes={replyBytes} />
        )}
      </Side>
    </div>
  )
}

function Side({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface PartProps {
  readonly title: string
  readonly value: unknown
  /** Of a text that the journal has cut: its whole length. */
  readonly bytes?: number | undefined
}

function Part({ title, value, bytes }: PartProps) {
  return (
    <div class="stack tight">
      <small>{title}</small>
      <JsonBlock value={value} label={title.toLowerCase()} />
      {bytes !== undefined && (
        <p class="remark">{`The journal has kept the beginning: the whole has ${bytes.toLocaleString('en')} bytes.`}</p>
      )}
    </div>
  )
}

const hasFields = (value: object) => Object.keys(value).length > 0
