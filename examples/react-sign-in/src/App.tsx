import { useSession } from '@latchkey/client/react'
import { linkEmail } from '@latchkey/client/session'
import { Account } from './Account.tsx'
import { EmailCode } from './EmailCode.tsx'
import { Title } from './Form.tsx'
import { Profile } from './Profile.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignIn } from './SignIn.tsx'

/** Shows a page by the session alone, so it is right after a reload and a sign-out in another tab, too. */
export function App() {
  const { state, user } = useSession()
  if (state === 'loading') return null
  if (state === 'signedOut') return <SignIn />
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
