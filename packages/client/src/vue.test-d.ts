import { expectTypeOf, it } from 'vitest'
import type { ComputedRef } from 'vue'
import type { Caller } from './calls/createTransport.ts'
import type { SdkUser } from './generated/operations/schemas.ts'
import type { WalletCredential } from './session/view.ts'
import { createSessionPlugin, useSession, useUser, useWallets } from './vue.ts'

it('useSession() of Vue has a user once all states without one are excluded', () => {
  const read = () => {
    const { value: view } = useSession()
    if (view.state === 'loading' || view.state === 'signedOut') return expectTypeOf(view.user).toBeUndefined()
    return expectTypeOf(view.user).toEqualTypeOf<SdkUser>()
  }
  expectTypeOf(useUser).returns.toEqualTypeOf<ComputedRef<SdkUser | null>>()
  expectTypeOf(useWallets).returns.toEqualTypeOf<ComputedRef<readonly WalletCredential[]>>()
  return read
})

it('the view of Vue cannot be written, and the plugin takes no client', () => {
  const misuse = (client: Caller) => {
    // @ts-expect-error -- only the session changes it
    useSession().value = useSession().value
    // @ts-expect-error -- a client is no session
    createSessionPlugin(client)
  }
  return misuse
})
