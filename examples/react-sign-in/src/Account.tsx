import { type SdkUser, sdkSettings } from '@latchkey/client/operations'
import { addPasskey } from '@latchkey/client/session'
import { useEffect, useState } from 'react'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Alert, Form, Title } from './Form.tsx'
import { Profile, type ProfileField } from './Profile.tsx'
import { sentenceOf } from './sentences.ts'
import { session } from './session.ts'
import { Wallets } from './Wallets.tsx'

export function Account({ user, signOut }: { user: SdkUser; signOut: () => Promise<void> }) {
  const [fields, setFields] = useState<ProfileField[]>()
  const [problem, setProblem] = useState('')
  const loadFields = () =>
    sdkSettings.get(session.api).then(
      ({ kyc, customFields = [] }) => setFields([...kyc, ...customFields]),
      (error: unknown) => setProblem(sentenceOf(error)),
    )
  useEffect(() => void loadFields(), [])
  return (
    <>
      <Title>
        {user.newUser ? 'Welcome' : 'Welcome back'}
        {user.firstName && `, ${user.firstName}`}
      </Title>
      <h2>Your ways to sign in</h2>
      <ul aria-label="Your ways to sign in">
        {user.verifiedCredentials.map(({ id, format, oauth_provider, public_identifier }) => (
          <li key={id}>{[oauth_provider ?? format, public_identifier].filter(Boolean).join(': ')}</li>
        ))}
      </ul>
      <Form label="Add a passkey" submit={() => addPasskey(session)} />
      <h2>Wallets</h2>
      <Wallets />
      <h2>Second factor</h2>
      <AuthenticatorApp user={user} />
      <h2>Profile</h2>
      {fields && <Profile user={user} fields={fields} label="Save" />}
      {!fields && problem && (
        <Form label="Try again" submit={loadFields}>
          <Alert>{problem}</Alert>
        </Form>
      )}
      <hr />
      <Form label="Sign out" submit={signOut} />
    </>
  )
}
