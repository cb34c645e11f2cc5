'use client'

import { startTransition, useEffect } from 'react'
import { checkSession } from './actions'
import { SignIn } from './SignIn'

/** In place of what needs a session that the service has refused. While a page is rendered, no cookie can be removed. */
export function SessionEnded() {
  useEffect(() => startTransition(checkSession), [])
  return <SignIn />
}
