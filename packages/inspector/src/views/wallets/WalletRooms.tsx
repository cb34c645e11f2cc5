import { Badge, type Tone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'

type Details = ControlOutput<'GET wallets/details'>
type Room = Details['rooms'][number]

const tones: Readonly<Record<Room['state'], Tone>> = {
  open: 'info',
  bound: 'info',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  expired: 'warn',
}
const openers: Readonly<Record<Room['opener'], string>> = {
  user: 'the user',
  delegate: 'your own server',
  server: 'your own server',
}

/** The rooms in which the parties of a wallet have met, or will. Each leads to its steps. */
export function WalletRooms({ rooms }: { rooms: readonly Room[] }) {
  return (
    <Card title="Rooms" flush>
      <ol class="list" aria-label="Rooms">
        {rooms.map(({ id, kind, signatureKind, state, opener, createdAt, digest, failure }) => (
          <li key={id} class="wallets-transaction">
            <div class="row">
              <Badge tone={tones[state]}>{state}</Badge>
              <Link href={hrefOf('requests', [id])}>{kind ?? 'without a purpose'}</Link>
              {signatureKind !== null && <span>{signatureKind}</span>}
              <span class="small muted">opened by {openers[opener]}</span>
              <small class="end">
                <Time at={createdAt} withDate />
              </small>
            </div>
            {digest !== null && (
              <code class="clip small" title={digest}>
                {digest}
              </code>
            )}
            {failure !== null && <p class="remark bad text">{failure}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The rights of the environment's own server to sign. */
export function Delegations({ delegations }: { delegations: Details['delegations'] }) {
  return (
    <Card title="Delegated access" flush>
      <ol class="list">
        {delegations.map(({ createdAt, kid, deliveredAt, revokedAt }) => (
          <li key={createdAt} class="wallets-transaction">
            <div class="row">
              {revokedAt !== null && <Badge tone="warn">ended</Badge>}
              {revokedAt === null && deliveredAt !== null && <Badge tone="good">your server may sign</Badge>}
              {revokedAt === null && deliveredAt === null && <Badge tone="warn">waits for a webhook</Badge>}
              {kid !== null && (
                <code class="clip" title={kid}>
                  key {shortText(kid)}
                </code>
              )}
              <small class="end">
                <Time at={revokedAt ?? createdAt} withDate />
              </small>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The requests to sign that a policy has refused. */
export function Violations({ violations }: { violations: Details['violations'] }) {
  return (
    <Card title="Refused by a policy" flush>
      <ol class="list">
        {violations.map(({ createdAt, violation, rule, participants }, index) => (
          <li key={index} class="wallets-transaction">
            <div class="row">
              <Badge tone="bad">{violation}</Badge>
              <span class="text">{rule ?? 'no rule allows it'}</span>
              <small class="end">
                <Time at={createdAt} withDate />
              </small>
            </div>
            {participants.length > 0 && <code class="text small">{participants.join(', ')}</code>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
