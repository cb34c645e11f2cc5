'use client'

import { useActionState } from 'react'
import { continueSignIn } from './actions'

export function SignIn() {
  const [{ sent, problem }, submit, isPending] = useActionState(continueSignIn, {})
  return (
    <form action={submit}>
      <h1>Sign in</h1>
      {sent ? (
        <label key={sent}>
          Code <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </label>
      ) : (
        <label>
          E-mail <input name="email" type="email" required />
        </label>
      )}
      <button disabled={isPending}>{sent ? 'Sign in' : 'Send a code'}</button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  )
}
