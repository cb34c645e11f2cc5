import type { Accessor } from 'solid-js'
import { expectTypeOf, it } from 'vitest'
import type { Caller } from './calls/createTransport.ts'
import type { SdkUser } from './generated/operations/schemas.ts'
import type { WalletCredential } from './session/view.ts'
import { SessionProvider, useSession, useUser, useWallets } from './solid.ts'

it('useSession() of Solid has a user once all states without one are excluded', () => {
  const read = () => {
    const view = useSession()()
    if (view.state === 'loading' || view.state === 'signedOut') return expectTypeOf(view.user).toBeUndefined()
    return expectTypeOf(view.user).toEqualTypeOf<SdkUser>()
  }
  expectTypeOf(useUser).returns.toEqualTypeOf<Accessor<SdkUser | null>>()
  expectTypeOf(useWallets).returns.toEqualTypeOf<Accessor<readonly WalletCredential[]>>()
  return read
})

it('the provider of Solid takes no client', () => {
  const misuse = (client: Caller) => {
    // @ts-expect-error -- a client is no session
    return SessionProvider({ session: client })
  }
  return misuse
})
