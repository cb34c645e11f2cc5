'use client'

import { isApiError } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import { useSession } from '@latchkey/client/react'
import { useActionState } from 'react'
import { api } from '@/lib/api'

/** Calls the service from the page. If the service has ended the session, the page's session notices it by this call. */
export function AskService() {
  const { session } = useSession()
  const [answer, ask, isPending] = useActionState(async () => {
    try {
      const { email } = await profile.get(api.with({ auth: session.auth }))
      return `The service knows ${email}.`
    } catch (error) {
      return isApiError(error) && error.status === 401 ? 'Your session has ended.' : 'The service does not answer.'
    }
  }, '')
  return (
    <form action={ask}>
      <button disabled={isPending}>Ask the service</button>
      {answer && <p>{answer}</p>}
    </form>
  )
}
