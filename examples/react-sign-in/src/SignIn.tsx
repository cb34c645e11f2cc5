import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { SignedIn } from './api.ts'
import type { Surroundings } from './surroundings.ts'
import { useAction } from './useAction.ts'
import { readSignInLink, sendCode, sendCodeAgain, signInWithCode } from './ways/emailCode.ts'
import { signInWithPopup } from './ways/oauthPopup.ts'
import { leaveForProvider, readProviderAnswer, signInWithAnswer } from './ways/oauthRedirect.ts'
import { signInWithPasskey } from './ways/passkey.ts'
import { signInWithWallet } from './ways/wallet.ts'

export function SignIn({ ethereum, onSignedIn }: Surroundings & { onSignedIn: (session: SignedIn) => void }) {
  const { problem, isBusy, run } = useAction()
  const signIn = (way: () => Promise<SignedIn>) => () => run(async () => onSignedIn(await way()))
  const followLink = useEffectEvent(() => {
    const [link, answer] = [readSignInLink(location), readProviderAnswer(location)]
    if (!link && !answer) return
    // The code is valid once, and must not stay in the history.
    history.replaceState(null, '', location.pathname)
    if (link) void run(async () => onSignedIn(await signInWithCode(link.verificationUUID, link.verificationToken)))
    else if (answer) void run(async () => onSignedIn(await signInWithAnswer(answer)))
  })
  useEffect(() => {
    const follow = () => followLink()
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return (
    <section aria-labelledby="title" aria-busy={isBusy}>
      <h1 id="title">Sign in</h1>
      {problem && <p role="alert">{problem}</p>}
      <EmailCode onSignedIn={onSignedIn} run={run} />
      <hr />
      <button type="button" disabled={isBusy} onClick={signIn(() => signInWithPopup('google'))}>
        Continue with Google
      </button>
      <button type="button" disabled={isBusy} onClick={() => run(() => leaveForProvider('github'))}>
        Continue with GitHub
      </button>
      <button type="button" disabled={isBusy} onClick={signIn(signInWithPasskey)}>
        Use a passkey
      </button>
      <button type="button" disabled={isBusy} onClick={signIn(() => signInWithWallet(ethereum))}>
        Use a wallet
      </button>
    </section>
  )
}

interface EmailCodeProps {
  onSignedIn: (session: SignedIn) => void
  run: (action: () => Promise<void>) => Promise<void>
}

/** Two steps: the address, then the code that was sent there. */
function EmailCode({ onSignedIn, run }: EmailCodeProps) {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [verificationId, setVerificationId] = useState<string>()
  const submit = (action: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault()
    void run(action)
  }
  if (verificationId === undefined) {
    return (
      <form onSubmit={submit(async () => setVerificationId(await sendCode(email)))}>
        <label>
          E-mail{' '}
          <input
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </label>
        <button type="submit">Send a code</button>
      </form>
    )
  }
  return (
    <form onSubmit={submit(async () => onSignedIn(await signInWithCode(verificationId, code)))}>
      <p>We sent six digits to {email}.</p>
      <label>
        Code{' '}
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <button type="submit">Sign in</button>
      <button type="button" onClick={() => run(() => sendCodeAgain(verificationId, email))}>
        Send another code
      </button>
    </form>
  )
}
