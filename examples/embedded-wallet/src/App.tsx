import { useEffect, useState } from 'react'
import { session } from './session.ts'
import { SignIn } from './SignIn.tsx'
import type { Surroundings } from './surroundings.ts'
import { useIsSignedIn } from './useSession.ts'
import { Wallets } from './Wallets.tsx'

export function App(surroundings: Surroundings) {
  const isSignedIn = useIsSignedIn()
  const [isExpected, setExpected] = useState(true)
  useEffect(() => {
    if (isSignedIn) setExpected(false)
  }, [isSignedIn])
  const signOut = () => {
    setExpected(true)
    return session.signOut()
  }
  return isSignedIn ? <Wallets {...surroundings} signOut={signOut} /> : <SignIn isExpected={isExpected} />
}
