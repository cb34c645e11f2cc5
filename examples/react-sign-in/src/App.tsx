import { useState } from 'react'
import { sessions } from '@latchkey/client/operations'
import { as, type SignedIn } from './api.ts'
import { Profile } from './Profile.tsx'
import { SignIn } from './SignIn.tsx'
import type { Surroundings } from './surroundings.ts'

export function App(surroundings: Surroundings) {
  const [session, setSession] = useState<SignedIn>()
  if (!session) return <SignIn {...surroundings} onSignedIn={setSession} />
  const signOut = async () => {
    await sessions.revoke(as(session))
    setSession(undefined)
  }
  return <Profile {...surroundings} session={session} onChange={setSession} onSignOut={signOut} />
}
