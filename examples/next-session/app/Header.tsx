'use client'

import { useSession } from '@latchkey/client/react'

/** Who is signed in, by the session of the page. */
export function Header() {
  const { state, user, session } = useSession()
  if (state !== 'signedIn') return <header>Nobody is signed in.</header>
  return (
    <header>
      Signed in as {user.email}{' '}
      <button onClick={() => session.signOut().catch(console.warn)}>Sign out in the page</button>
    </header>
  )
}
