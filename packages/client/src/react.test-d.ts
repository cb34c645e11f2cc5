import { expectTypeOf, it } from 'vitest'
import type { SdkUser } from './generated/operations/schemas.ts'
import { type SessionView, useSession } from './react.ts'

it('useSession() has a user once all states without one are excluded, in any order', () => {
  function Page() {
    const { state, user } = useSession()
    if (state === 'loading') return expectTypeOf(user).toBeUndefined()
    if (state === 'signedOut') return expectTypeOf(user).toBeUndefined()
    expectTypeOf(user).toEqualTypeOf<SdkUser>()
    if (state === 'needsSecondFactor') return undefined
    expectTypeOf(state).toEqualTypeOf<'signedIn'>()
    return expectTypeOf(user).toEqualTypeOf<SdkUser>()
  }
  return Page
})

it('useSession() may have no user while its state is unknown', () => {
  const read = (view: SessionView) => {
    // @ts-expect-error -- nobody may be signed in
    return view.user.email
  }
  return read
})
