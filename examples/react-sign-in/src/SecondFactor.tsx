import { provePasskey, proveRecoveryCode, proveTotp } from '@latchkey/client/session'
import { CodeField, Field, Form, Title } from './Form.tsx'
import { session } from './session.ts'

/** The second step of a sign-in. */
export function SecondFactor({ signOut }: { signOut: () => Promise<void> }) {
  return (
    <>
      <Title>Is it you?</Title>
      <Form label="Continue" submit={({ code = '' }) => proveTotp(session, { code })}>
        <p>Your authenticator app shows six digits.</p>
        <CodeField />
      </Form>
      <hr />
      <Form label="Use a recovery code" submit={({ recovery = '' }) => proveRecoveryCode(session, { code: recovery })}>
        <Field label="Recovery code" name="recovery" autoComplete="off" />
      </Form>
      <Form label="Use a passkey" submit={() => provePasskey(session)} />
      <Form label="Sign out" submit={signOut} />
    </>
  )
}
