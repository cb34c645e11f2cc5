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
import { RequestRemarks } from './RequestRemarks.tsx'
import { RoomSteps } from './RoomSteps.tsx'
import { SendAgain } from './SendAgain.tsx'
import { testCodeOf } from './testCodeOf.ts'

/** One request and its reply. */
export function RequestDetails({ entry }: { entry: Entry }) {
  const { live } = useInspector()
  const {
    method,
    path,
    operation,
    status,
    at,
    durationMs,
    requestId,
    params,
    query,
    body,
    bodyBytes,
    reply,
    replyBytes,
    room,
  } = entry
  const events = room ? room.steps.flatMap(({ events = [] }) => events) : (entry.events ?? [])
  return (
    <article class="card requests-details" aria-label={`Request ${requestId}`}>
      <header>
        <StatusBadge status={status} />
        <h2>{operation ?? (room ? 'Room at the relay' : 'No operation')}</h2>
        {!room && (
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
      <div class="body">
        <div class="stack tight">
          <code class="text">
            {method} {path}
          </code>
          <div class="row requests-meta">
            <Time at={at} withDate />
            {durationMs !== undefined && <span class="tabular">{durationMs} ms</span>}
            <Copyable value={requestId} label={room ? 'room id' : 'request id'} />
          </div>
          {entry.userId !== undefined && (
            <div class="row">
              <small>User</small>
              <Copyable value={entry.userId} label="user id" />
              <Link class="small" href={hrefOf('requests', [requestId], { user: entry.userId })}>
                Requests of this user
              </Link>
            </div>
          )}
          {events.length > 0 && (
            <div class="row" role="group" aria-label="Events">
              <small>Events</small>
              {events.map(({ id, eventName }) => (
                <Link key={id} class="small" href={hrefOf('events', [id])}>
                  {eventName}
                </Link>
              ))}
            </div>
          )}
        </div>
        <RequestRemarks entry={entry} />
        {room ? (
          <RoomSteps room={room} />
        ) : (
          <div class="requests-sides">
            <Side title="Request">
              {hasFields(params) && <Part title="Path parameters" value={params} />}
              {hasFields(query) && <Part title="Query" value={query} />}
              {body !== undefined && <Part title="Body" value={body} bytes={bodyBytes} />}
              {body === undefined && !hasFields(query) && <p class="muted small">Without a body</p>}
            </Side>
            <Side title="Reply">
              {reply === undefined ? (
                <p class="muted small">Without a body</p>
              ) : (
                <Part title="Body" value={reply} bytes={replyBytes} />
              )}
            </Side>
          </div>
        )}
      </div>
    </article>
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
