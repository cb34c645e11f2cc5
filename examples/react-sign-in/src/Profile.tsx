import type { SignedIn } from './api.ts'
import type { Surroundings } from './surroundings.ts'
import { useAction } from './useAction.ts'
import { addPasskey } from './ways/passkey.ts'
import { linkWallet } from './ways/wallet.ts'

interface ProfileProps extends Surroundings {
  session: SignedIn
  onChange: (session: SignedIn) => void
  onSignOut: () => Promise<void>
}

export function Profile({ session, ethereum, onChange, onSignOut }: ProfileProps) {
  const { problem, isBusy, run } = useAction()
  const { user } = session
  const change = (action: () => Promise<SignedIn>) => () => run(async () => onChange(await action()))
  return (
    <section aria-labelledby="title" aria-busy={isBusy}>
      <h1 id="title">
        {user.newUser ? 'Welcome' : 'Welcome back'}
        {user.firstName && `, ${user.firstName}`}
      </h1>
      {problem && <p role="alert">{problem}</p>}
      <h2>Your ways to sign in</h2>
      <ul aria-label="Your ways to sign in">
        {user.verifiedCredentials.map(({ id, format, oauth_provider, public_identifier }) => (
          <li key={id}>{[oauth_provider ?? format, public_identifier].filter(Boolean).join(': ')}</li>
        ))}
      </ul>
      <button type="button" disabled={isBusy} onClick={change(() => addPasskey(session))}>
        Add a passkey
      </button>
      <button type="button" disabled={isBusy} onClick={change(() => linkWallet(session, ethereum))}>
        Add a wallet
      </button>
      <button type="button" disabled={isBusy} onClick={() => run(onSignOut)}>
        Sign out
      </button>
    </section>
  )
}
