import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { Time } from '../../components/Time.tsx'
import { shortText } from '../../shortText.ts'
import type { Person } from './person.ts'

type Credential = Person['unverifiedCredentials'][number]

const kinds: Readonly<Record<Credential['format'], readonly [words: string, icon: IconName]>> = {
  email: ['E-mail', 'inbox'],
  phoneNumber: ['Phone number', 'phone'],
  oauth: ['Account', 'people'],
  blockchain: ['Wallet', 'wallets'],
  passkey: ['Passkey', 'key'],
  externalUser: ['External user', 'link'],
}

/** Lists the person's credentials, also those that are not proved yet. */
export function Credentials({ person: { user, unverifiedCredentials } }: { person: Person }) {
  const credentials = [...(user.verifiedCredentials ?? []), ...unverifiedCredentials]
  return (
    <Card title="Credentials" flush>
      {credentials.length === 0 && (
        <p class="people-none">
          No credential, so this person cannot sign in. Give the person an e-mail address under Edit.
        </p>
      )}
      <ul class="list" aria-label="Credentials">
        {credentials.map((credential) => {
          const [words, icon] = kinds[credential.format]
          const { id, verifiedAt, signInEnabled, previous_users: former = [] } = credential
          return (
            <li key={id} class="item">
              <Icon name={icon} />
              <span class="people-who">
                <b class="clip">{identifierOf(credential, user)}</b>
                <small class="text">
                  {credential.oauth_provider ?? words}
                  {former.length > 0 && `, came with ${former.length === 1 ? 'a merged user' : 'merged users'}`}
                  {verifiedAt && (
                    <>
                      , proved <Time at={verifiedAt} withDate />
                    </>
                  )}
                </small>
              </span>
              <span class="end row">
                {!verifiedAt && <Badge tone="warn">not proved</Badge>}
                {verifiedAt && !signInEnabled && <Badge>no sign-in</Badge>}
                {id === user.lastVerifiedCredentialId && <Badge tone="info">last used</Badge>}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function identifierOf({ id, public_identifier: identifier, format }: Credential, { wallets }: Person['user']): string {
  if (identifier === undefined) return `${kinds[format][0]} ${id.slice(-6)}`
  const wallet = wallets?.find((candidate) => candidate.id === id)
  return wallet ? `${wallet.chain} ${shortText(identifier)}` : identifier
}
