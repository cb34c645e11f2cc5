import { SignIn } from './SignIn.tsx'
import type { Surroundings } from './surroundings.ts'
import { useIsSignedIn } from './useSession.ts'
import { Wallets } from './Wallets.tsx'

export function App(surroundings: Surroundings) {
  return useIsSignedIn() ? <Wallets {...surroundings} /> : <SignIn />
}
