import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { linkPhone, resendSmsCode, sendSmsCode, signInWithSmsCode } from './smsCode.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'

describe('text messages', () => {
  const phone = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }

  it('sign in by a code, and add the number to the signed-in user', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'sms' })
    const session = world.open()
    const code = () => world.mock.outbox.sms.last('+12025550123')?.code ?? ''
    const { verificationUUID } = await sendSmsCode(session, phone)
    await resendSmsCode(session, { ...phone, verificationUUID })
    expect(
      await rejection(
        signInWithSmsCode(session, { verificationUUID, verificationToken: code() === '000000' ? '111111' : '000000' }),
      ),
    ).toMatchObject({ status: 422 })
    const proof = { verificationUUID, verificationToken: code() }
    // As by a double click.
    await Promise.all([signInWithSmsCode(session, proof), signInWithSmsCode(session, proof)])
    expect([session.state, formats(session)]).toEqual(['signedIn', ['phoneNumber']])
    const other = world.open()
    await world.signIn(other)
    const next = await sendSmsCode(other, { ...phone, phoneNumber: '2025550124' })
    const linkProof = {
      verificationUUID: next.verificationUUID,
      verificationToken: world.mock.outbox.sms.last('+12025550124')?.code ?? '',
    }
    await Promise.all([linkPhone(other, linkProof), linkPhone(other, linkProof)])
    expect(formats(other)).toEqual(['email', 'phoneNumber'])
  })
})
