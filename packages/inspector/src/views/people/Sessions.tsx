import { Badge, type Tone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { ShortList } from '../../components/ShortList.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Person } from './person.ts'

const tones: Readonly<Record<Person['sessions'][number]['status'], Tone | undefined>> = {
  open: 'good',
  expired: undefined,
  revoked: 'bad',
}

/** The sessions, newest first. */
export function Sessions({ person: { user, sessions } }: { person: Person }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const revokeAll = () =>
    run(() => live.call('POST people/revokeSessions', { userId: user.id }), 'All sessions were revoked.')
  const revoke = (sessionId: string) =>
    run(() => live.call('POST people/revokeSession', { sessionId }), 'The session was revoked.')
  return (
    <Card
      title="Sessions"
      flush
      actions={
        sessions.some(({ status }) => status === 'open') && (
          <button type="button" class="quiet danger" disabled={isBusy} onClick={() => void revokeAll()}>
            Revoke all
          </button>
        )
      }
    >
      {sessions.length === 0 && (
        <p class="people-none">
          No session yet. Sign in to your app as this person, or press “Sign in as” for a token.
        </p>
      )}
      <ShortList items={sessions} label="Sessions">
        {({ id, status, audience, userAgent, ipAddress, createdAt, expiresAt }) => (
          <li key={id} class="item people-session">
            <span class="people-status">
              <Badge tone={tones[status]}>{status}</Badge>
            </span>
            <span class="people-who">
              <b class="clip">{audience}</b>
              <small>
                <Time at={createdAt} withDate />
                {status === 'open' && (
                  <>
                    , until <Time at={expiresAt} withDate />
                  </>
                )}
              </small>
              <small class="clip" title={userAgent ?? undefined}>
                {[ipAddress, userAgent].filter(Boolean).join(' · ')}
              </small>
            </span>
            <span class="end">
              {status === 'open' && (
                <button type="button" disabled={isBusy} onClick={() => void revoke(id)}>
                  Revoke<span class="hidden"> the session of {audience}</span>
                </button>
              )}
            </span>
          </li>
        )}
      </ShortList>
    </Card>
  )
}
