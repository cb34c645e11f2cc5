import { useEffect, useState } from 'react'
import { SignIn } from './SignIn.tsx'
import type { Surroundings } from './surroundings.ts'
import { useIsSignedIn } from './useSession.ts'
import { Wallets } from './Wallets.tsx'

export function App(surroundings: Surroundings) {
  const isSignedIn = useIsSignedIn()
  const [wasSignedIn, setSignedIn] = useState(false)
  useEffect(() => {
    if (isSignedIn) setSignedIn(true)
  }, [isSignedIn])
  return isSignedIn ? <Wallets {...surroundings} /> : <SignIn hasLeft={wasSignedIn} />
}
