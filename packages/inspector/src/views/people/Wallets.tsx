import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Link } from '../../components/Link.tsx'
import { hrefOf } from '../../createRouter.ts'
import { WalletDialog } from '../wallets/WalletDialog.tsx'
import type { Person } from './person.ts'

/** The wallets, with where the parts of embedded ones are. */
export function Wallets({ person: { user, keys } }: { person: Person }) {
  const wallets = user.wallets ?? []
  const [isCreating, setCreating] = useState(false)
  return (
    <Card
      title="Wallets"
      flush
      actions={
        <button type="button" class="quiet" onClick={() => setCreating(true)}>
          New wallet…
        </button>
      }
    >
      {isCreating && (
        <WalletDialog environmentId={user.projectEnvironmentId} owner={user} onClose={() => setCreating(false)} />
      )}
      {wallets.length === 0 && (
        <p class="people-none">
          No wallet. Create one here, or let the person connect one in your app; in a test, call{' '}
          <code>mock.create.wallet(user.id)</code>, or <code>mock.wallets.embedded(user.id, {"{ chain: 'EVM' }"})</code>{' '}
          for an embedded one.
        </p>
      )}
      <ul class="list" aria-label="Wallets">
        {wallets.map(({ id, name, chain, publicKey, provider }) => {
          const key = keys.find(({ walletId }) => walletId === id)
          return (
            <li key={id} class="item">
              <span class="people-who">
                <span class="row">
                  <Badge tone="info">{chain}</Badge>
                  <b class="clip">
                    <Link href={hrefOf('wallets', [id])}>{name}</Link>
                  </b>
                  {provider === 'embeddedWallet' && <Badge>embedded</Badge>}
                </span>
                <Copyable value={publicKey} label="address" />
                {key && <small>{copiesOf(key)}</small>}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function copiesOf({ shares, otherBackups }: Person['keys'][number]): string {
  const backups = [...shares.flatMap((share) => share.backups), ...otherBackups]
  if (backups.length === 0) return 'No copy of the key share'
  return `Copies of the key share: ${backups.map(({ location }) => location).join(', ')}`
}
