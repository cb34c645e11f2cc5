import { get, type Readable } from 'svelte/store'
import { expectTypeOf, it } from 'vitest'
import type { Caller } from './calls/createTransport.ts'
import type { SdkUser } from './generated/operations/schemas.ts'
import type { WalletCredential } from './session/view.ts'
import { provideSession, useSession, useUser, useWallets } from './svelte.ts'

it('useSession() of Svelte has a user once all states without one are excluded', () => {
  const read = () => {
    const view = get(useSession())
    if (view.state === 'loading' || view.state === 'signedOut') return expectTypeOf(view.user).toBeUndefined()
    return expectTypeOf(view.user).toEqualTypeOf<SdkUser>()
  }
  expectTypeOf(useUser).returns.toEqualTypeOf<Readable<SdkUser | null>>()
  expectTypeOf(useWallets).returns.toEqualTypeOf<Readable<readonly WalletCredential[]>>()
  return read
})

it('the store of Svelte cannot be written, and takes no client', () => {
  const misuse = (client: Caller) => {
    // @ts-expect-error -- only the session changes it
    useSession().set({ state: 'loading' })
    // @ts-expect-error -- a client is no session
    provideSession(client)
  }
  return misuse
})
