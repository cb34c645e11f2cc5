import { useSession } from '@latchkey/client/react'
import { linkEmail } from '@latchkey/client/session'
import { useEffect, useState } from 'react'
import { Account } from './Account.tsx'
import { EmailCode } from './EmailCode.tsx'
import { Title } from './Form.tsx'
import { Profile } from './Profile.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignIn } from './SignIn.tsx'

/** The session alone decides which page is shown, so it is right after a reload and a sign-out in another tab, too. */
export function App() {
  const { state, user } = useSession()
  const [wasSignedIn, setSignedIn] = useState(false)
  useEffect(() => {
    if (state === 'signedIn') setSignedIn(true)
  }, [state])
  if (state === 'loading') return <p role="status">Loading …</p>
  if (state === 'signedOut') return <SignIn hasLeft={wasSignedIn} />
  if (state === 'needsSecondFactor') return <SecondFactor />
  const { missingFields = [] } = user
  if (missingFields.length === 0) return <Account user={user} />
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
