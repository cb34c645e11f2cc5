import { resendEmailCode, sendEmailCode, type signInWithEmailCode } from '@latchkey/client/session'
import { useState } from 'react'
import { CodeField, Field, Form } from './Form.tsx'
import { session } from './session.ts'

interface EmailCodeProps {
  label: string
  /** The operation that takes the code: `signInWithEmailCode` or `linkEmail`. */
  finish: typeof signInWithEmailCode
}

/** Two steps: the address, then the code that was sent there. */
export function EmailCode({ label, finish }: EmailCodeProps) {
  const [sent, setSent] = useState<{ email: string; verificationUUID: string; times: number }>()
  if (!sent) {
    return (
      <Form
        label="Send a code"
        submit={async ({ email = '' }) => setSent({ ...(await sendEmailCode(session, { email })), email, times: 1 })}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="email" />
      </Form>
    )
  }
  const { email, verificationUUID, times } = sent
  const sendAgain = async () => {
    await resendEmailCode(session, { verificationUUID, email })
    setSent({ ...sent, times: times + 1 })
  }
  return (
    <>
      <Form label={label} submit={({ code = '' }) => finish(session, { verificationUUID, verificationToken: code })}>
        <p role="status">
          {times === 1 ? `We sent six digits to ${email}.` : `Mail ${times} is on its way to ${email}.`}
        </p>
        <CodeField />
      </Form>
      <Form label="Send another code" submit={sendAgain} />
      <Form label="Use another address" submit={async () => setSent(undefined)} />
    </>
  )
}
