import { useState } from 'react'
import { sessions } from '@latchkey/client/operations'
import { as, type SignedIn } from './api.ts'
import { Profile } from './Profile.tsx'
import { SignIn } from './SignIn.tsx'
import type { EthereumProvider } from './ways/wallet.ts'

/** What the page takes from the browser around it, so that the mock's page can bring its own. */
export interface Surroundings {
  readonly ethereum?: EthereumProvider
}

export function App(surroundings: Surroundings) {
  const [session, setSession] = useState<SignedIn>()
  if (!session) return <SignIn {...surroundings} onSignedIn={setSession} />
  const signOut = async () => {
    await sessions.revoke(as(session))
    setSession(undefined)
  }
  return <Profile {...surroundings} session={session} onChange={setSession} onSignOut={signOut} />
}
