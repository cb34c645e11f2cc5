'use client'

import { type InitialSnapshot, SessionProvider } from '@latchkey/client/react'
import { cookieStorage, createSession } from '@latchkey/client/session'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { api } from '@/lib/api'

const session = createSession({ api, storage: cookieStorage() })

interface Props {
  snapshot: InitialSnapshot
  children: ReactNode
}

/** Gives the session to the pages, which begins as the server has rendered it. */
export function Providers({ snapshot, children }: Props) {
  const router = useRouter()
  useEffect(
    () =>
      session.onChange(({ state, user }) => {
        // Signed in or out by this page, or in another tab: the server renders its components anew.
        if (state !== snapshot.state || user?.id !== snapshot.user?.id) router.refresh()
      }),
    [router, snapshot],
  )
  return (
    <SessionProvider session={session} initialSnapshot={snapshot}>
      {children}
    </SessionProvider>
  )
}
