import { mfa, mfaDevices, profile, type SdkUser } from '@latchkey/client/operations'
import { useState } from 'react'
import { CodeField, Form } from './Form.tsx'
import { api, session } from './session.ts'

/** Adds an authenticator app as second factor, and shows the recovery codes until they are saved. */
export function AuthenticatorApp({ user }: { user: SdkUser }) {
  const [app, setApp] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const state = user.mfaBackupCodeAcknowledgement
  if (state === 'complete') return <p>Your authenticator app is on.</p>
  if (codes.length > 0) {
    const body = { mfaBackupCodeAcknowledgement: 'complete' } as const
    return (
      <Form
        label="I have saved them"
        submit={() => session.proceed((options) => profile.update(session.api, { body }, options))}
      >
        <p>Each of these recovery codes signs you in once, if you lose your app.</p>
        <ul aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Form>
    )
  }
  if (state === 'pending') {
    const show = async () => setCodes((await mfa.listRecoveryCodes(api)).recoveryCodes)
    return <Form label="Show my recovery codes" submit={show} />
  }
  if (!app)
    return <Form label="Add an authenticator app" submit={async () => setApp(await mfaDevices.createTotp(api))} />
  const verify = async ({ code = '' }) => {
    await mfaDevices.verifyTotp(api, { body: { type: 'totp', code } })
    await session.refresh()
  }
  return (
    <Form label="Turn on" submit={verify}>
      <p>
        Type this secret into your app, or <a href={app.uri}>open it there</a>: <code>{app.secret}</code>
      </p>
      <CodeField />
    </Form>
  )
}
