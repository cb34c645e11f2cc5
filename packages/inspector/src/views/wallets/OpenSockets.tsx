import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Link } from '../../components/Link.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { counted } from '../../counting.ts'
import { hrefOf } from '../../createRouter.ts'
import { useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Socket = ControlOutput<'GET chain/sockets'>['sockets'][number]

/** The open WebSockets of the chains, with their subscriptions. */
export function OpenSockets() {
  const sockets = useRead('GET chain/sockets', { tables: ['sockets'] })
  return (
    <Card title="Open WebSockets" flush>
      <Reading of={sockets}>
        {({ sockets: open }) =>
          open.length === 0 ? (
            <p class="muted small wallets-note">None. Apps open one at the JSON-RPC address of a network.</p>
          ) : (
            <ul class="list" aria-label="Open WebSockets">
              {open.map((socket) => (
                <li key={socket.socketId} class="wallets-network">
                  <SocketLine socket={socket} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </Card>
  )
}

function SocketLine({ socket: { socketId, chain, network, openedAt, calls, subscriptions } }: { socket: Socket }) {
  return (
    <>
      <div class="wallets-what">
        <span class="row">
          <Badge>
            {chain} {network}
          </Badge>
          <small>
            {counted(calls, ['call', 'calls'])} since <Time at={openedAt} />
          </small>
        </span>
        {subscriptions.map(({ id, method, params }) => (
          <small key={id} class="clip" title={params}>
            {method} {params}
          </small>
        ))}
      </div>
      <Link href={hrefOf('requests', [socketId])}>In the journal</Link>
    </>
  )
}
