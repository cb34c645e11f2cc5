import { useSession } from '@latchkey/client/react'
import { linkEmail } from '@latchkey/client/session'
import { useEffect, useState } from 'react'
import { Account } from './Account.tsx'
import { EmailCode } from './EmailCode.tsx'
import { Title } from './Form.tsx'
import { Profile } from './Profile.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { session } from './session.ts'
import { SignIn } from './SignIn.tsx'

/** The session alone decides which page is shown, so it is right after a reload and a sign-out in another tab, too. */
export function App() {
  const { state, user } = useSession()
  const [isExpected, setExpected] = useState(true)
  useEffect(() => {
    if (state === 'signedIn') setExpected(false)
  }, [state])
  const signOut = () => {
    setExpected(true)
    return session.signOut()
  }
  if (state === 'loading') return <p role="status">Loading …</p>
  if (state === 'signedOut') return <SignIn isExpected={isExpected} />
  if (state === 'needsSecondFactor') return <SecondFactor signOut={signOut} />
  const { missingFields = [] } = user
  if (missingFields.length === 0) return <Account user={user} signOut={signOut} />
  return (
    <>
      <Title>Almost there</Title>
      {missingFields.some(({ name }) => name === 'email') ? (
        <EmailCode label="Continue" finish={linkEmail} />
      ) : (
        <Profile user={user} fields={missingFields} label="Continue" />
      )}
    </>
  )
}
