import {
  finishOAuth,
  readEmailLink,
  signInWithEmailCode,
  signInWithPasskey,
  signInWithPopup,
  signInWithWallet,
  startOAuth,
} from '@latchkey/client/session'
import { useEffect, useState } from 'react'
import { browserWallet } from './browserWallet.ts'
import { EmailCode } from './EmailCode.tsx'
import { Alert, Form, Title } from './Form.tsx'
import { sentenceOf } from './sentences.ts'
import { session } from './session.ts'

/**
 * The ways in.
 *
 * @param isExpected - Whether the person knows why nobody is signed in: it is the first visit, or they have signed out.
 */
export function SignIn({ isExpected }: { isExpected: boolean }) {
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const follow = () => void followUrl().catch((error: unknown) => setProblem(sentenceOf(error)))
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return (
    <>
      <Title>Sign in</Title>
      {!isExpected && <p role="status">Your session has ended. Sign in to go on.</p>}
      {problem && <Alert>{problem}</Alert>}
      <EmailCode label="Sign in" finish={signInWithEmailCode} />
      <hr />
      <Form label="Continue with Google" submit={() => signInWithPopup(session, { provider: 'google' })} />
      <Form
        label="Continue with GitHub"
        submit={() => startOAuth(session, { provider: 'github', redirectUrl: location.origin + location.pathname })}
      />
      <Form label="Use a passkey" submit={() => signInWithPasskey(session)} />
      <Form label="Use a wallet" submit={async () => signInWithWallet(session, browserWallet())} />
    </>
  )
}

/** Finishes a sign-in by the link in a mail, or at a provider. Its code works once and must not stay in the history. */
async function followUrl() {
  const { href, pathname, search, hash } = location
  if (search + hash) history.replaceState(null, '', pathname)
  const link = readEmailLink(href)
  await (link ? signInWithEmailCode(session, link) : finishOAuth(session, href))
}
