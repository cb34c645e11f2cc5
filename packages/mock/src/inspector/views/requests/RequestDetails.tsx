import type { ComponentChildren } from 'preact'
import { StatusBadge } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Time } from '../../components/Time.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { Entry } from '../../live/control.ts'
import { curlOf } from './curlOf.ts'
import { RequestRemarks } from './RequestRemarks.tsx'
import { RoomSteps } from './RoomSteps.tsx'
import { testCodeOf } from './testCodeOf.ts'

/** One request and its reply. */
export function RequestDetails({ entry }: { entry: Entry }) {
  const { live } = useInspector()
  const { method, path, operation, status, at, durationMs, requestId, params, query, body, reply, room } = entry
  return (
    <article class="card requests-details" aria-label={`Request ${requestId}`}>
      <header>
        <StatusBadge status={status} />
        <h2>{operation ?? (room ? 'Room at the relay' : 'No operation')}</h2>
        {!room && (
          <div class="end">
            <CopyButton label="the request as curl" text={() => curlOf(live.baseUrl, entry)}>
              curl
            </CopyButton>
            <CopyButton label="the request as test code" text={() => testCodeOf(live.baseUrl, entry)}>
              Test code
            </CopyButton>
          </div>
        )}
      </header>
      <div class="body">
        <code class="text">
          {method} {path}
        </code>
        <RequestRemarks entry={entry} />
        {room ? (
          <RoomSteps room={room} />
        ) : (
          <div class="requests-sides">
            <Side title="Request">
              {Object.keys(params).length > 0 && <JsonBlock value={params} label="path parameters" />}
              {Object.keys(query).length > 0 && <JsonBlock value={query} label="query" />}
              {body === undefined ? (
                <p class="muted small">No body</p>
              ) : (
                <JsonBlock value={body} label="request body" />
              )}
            </Side>
            <Side title="Reply">
              {reply === undefined ? (
                <p class="muted small">No body</p>
              ) : (
                <JsonBlock value={reply} label="reply body" />
              )}
            </Side>
          </div>
        )}
        <Facts>
          <Fact name="Time">
            <Time at={at} withDate />
          </Fact>
          {durationMs !== undefined && <Fact name="Took">{durationMs} ms</Fact>}
          <Fact name={room ? 'Room' : 'Request id'}>
            <Copyable value={requestId} label={room ? 'room id' : 'request id'} />
          </Fact>
        </Facts>
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
