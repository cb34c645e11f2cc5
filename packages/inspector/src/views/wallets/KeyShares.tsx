import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { Time } from '../../components/Time.tsx'
import type { ControlOutput } from '../../live/control.ts'

type WalletKey = NonNullable<ControlOutput<'GET wallets/details'>['key']>
type Share = WalletKey['shares'][number]
type Backup = Share['backups'][number]

const sides: Readonly<Record<Share['side'], { readonly name: string; readonly icon: IconName }>> = {
  client: { name: 'A device of the user', icon: 'phone' },
  server: { name: 'The service', icon: 'state' },
  delegated: { name: 'Your own server, by delegated access', icon: 'send' },
  external: { name: 'Somebody else', icon: 'people' },
}
const schemes: Readonly<Record<WalletKey['scheme'], string>> = {
  TWO_OF_TWO: '2 of 2 shares sign',
  TWO_OF_THREE: '2 of 3 shares sign',
  THREE_OF_FIVE: '3 of 5 shares sign',
}
const locations: Readonly<Record<Backup['location'], string>> = {
  cloudDrive: "in the user's cloud drive",
  deviceCloud: "in the cloud of the user's device",
  service: 'with the service',
  external: 'at another place',
  delegated: 'with your own server',
}

/** Where each share of a wallet's key lies. */
export function KeyShares({ walletKey }: { walletKey: WalletKey }) {
  const { scheme, curve, generation, isImported, shares, otherBackups } = walletKey
  return (
    <Card title="Key shares" flush>
      <p class="row wallets-note">
        <Badge>{schemes[scheme]}</Badge>
        <Badge>{curve}</Badge>
        <Badge>generation {generation}</Badge>
        {isImported && <Badge tone="info">imported</Badge>}
      </p>
      <ul class="list" aria-label="Key shares">
        {shares.map(({ keygenId, side, retiredAt, backups }) => (
          <li key={keygenId} class="wallets-share">
            <Icon name={sides[side].icon} size={20} />
            <div class="stack tight">
              <div class="row">
                <b>{sides[side].name}</b>
                {retiredAt !== null && <Badge tone="warn">no longer counts</Badge>}
              </div>
              <span class="wallets-keygen">
                <Copyable value={keygenId} label="share id" />
              </span>
              <Backups backups={backups} />
              {side === 'client' && backups.length === 0 && (
                <small>No copy of it is anywhere. Whoever loses the device loses it.</small>
              )}
            </div>
          </li>
        ))}
        {otherBackups.length > 0 && (
          <li class="wallets-share">
            <Icon name="copy" size={20} />
            <div class="stack tight">
              <b>Copies of shares that the device has not named</b>
              <Backups backups={otherBackups} />
            </div>
          </li>
        )}
      </ul>
    </Card>
  )
}

function Backups({ backups }: { backups: readonly Backup[] }) {
  return (
    <>
      {backups.map(({ location, isPasswordEncrypted, createdAt, markedAt }, index) => (
        <div key={index} class="row small">
          <Badge tone={markedAt === null ? 'warn' : 'good'}>copy</Badge>
          <span>
            {locations[location]}, {isPasswordEncrypted ? 'encrypted with a password' : 'without a password'},{' '}
            {markedAt === null ? 'not recorded yet, so it does not count' : <Time at={createdAt} withDate />}
          </span>
        </div>
      ))}
    </>
  )
}
