import { sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { type FormEvent, useState } from 'react'
import { session } from './session.ts'
import { useAction } from './useAction.ts'

/**
 * Two steps: the address, then the code that was sent there.
 *
 * @param isExpected - Whether the person knows why nobody is signed in: it is the first visit, or they have signed out.
 */
export function SignIn({ isExpected }: { isExpected: boolean }) {
  const { problem, isBusy, run } = useAction()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [verificationUUID, setVerificationId] = useState<string>()
  const isSent = verificationUUID !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      if (isSent) await signInWithEmailCode(session, { verificationUUID, verificationToken: code })
      else setVerificationId((await sendEmailCode(session, { email })).verificationUUID)
    })
  }
  return (
    <form aria-labelledby="title" aria-busy={isBusy} onSubmit={submit}>
      <h1 id="title">Sign in</h1>
      {!isExpected && <p role="status">Your session has ended. Sign in to go on.</p>}
      {problem && <p role="alert">{problem}</p>}
      <label>
        E-mail{' '}
        <input
          type="email"
          required
          disabled={isSent}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      {isSent && (
        <label>
          Code <input inputMode="numeric" required value={code} onChange={(event) => setCode(event.target.value)} />
        </label>
      )}
      <button type="submit">{isSent ? 'Sign in' : 'Send a code'}</button>
    </form>
  )
}
