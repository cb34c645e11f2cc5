import { describe, expect, it } from 'vitest'
import { listRecoveryCodes } from '../../src/generated/operations/mfa.ts'
import {
  getEmailProvider,
  linkEmail,
  resendEmailCode,
  sendEmailCode,
  signInWithEmailCode,
} from '../../src/session/emailCode.ts'
import { startSso } from '../../src/session/oauth.ts'
import { proveEmail, proveRecoveryCode, proveTotp } from '../../src/session/secondFactor.ts'
import { linkPhone, sendSmsCode, signInWithSmsCode } from '../../src/session/smsCode.ts'
import { createSessionWorld, type SessionWorld } from '../../src/session/test/sessionWorld.ts'
import { signInWithWallet } from '../../src/session/wallet.ts'

const ada = 'ada@example.com'
const phone = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }

/** The codes of a text as people paste or type them. */
const spellings: readonly (readonly [name: string, spell: (code: string) => string])[] = [
  ['a space before and after it', (code) => ` ${code}\n`],
  ['a space in the middle', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['hyphens', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['a hard space and an en dash', (code) => `\u00A0${code.slice(0, 3)}–${code.slice(3)}`],
  ['full-width digits', (code) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
]

/** A session that waits for its second step, of a person with an authenticator app. */
async function firstStep(world: SessionWorld) {
  const user = await world.mock.create.user({ email: ada })
  await world.mock.settings.patch({ security: { mfa: { enabled: true } } })
  const { secret } = await world.mock.create.totp(user.id)
  const session = world.open()
  await world.signIn(session)
  expect(session.state).toBe('needsSecondFactor')
  return { session, secret }
}

describe.each(spellings)('a code that is entered with %s', (_, spell) => {
  // https://github.com/adar2378/pin_code_fields/issues/417
  it('signs in by e-mail and adds an address', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const { verificationUUID } = await sendEmailCode(session, { email: ada })
    const signedIn = await signInWithEmailCode(session, {
      verificationUUID,
      verificationToken: spell(world.codeFor(ada)),
    })
    expect(signedIn.state).toBe('signedIn')
    const other = 'ada@example.org'
    const begun = await sendEmailCode(session, { email: other })
    const verificationToken = spell(world.codeFor(other))
    await linkEmail(session, { verificationUUID: begun.verificationUUID, verificationToken })
    expect(session.user?.verifiedCredentials.map(({ email }) => email)).toEqual([ada, other])
  })

  // https://github.com/guilhermerodz/input-otp/issues/99
  it('signs in by text message and adds a number', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'sms' })
    const code = () => spell(world.mock.outbox.sms.last('+12025550123')?.code ?? '')
    const session = world.open()
    const { verificationUUID } = await sendSmsCode(session, phone)
    expect((await signInWithSmsCode(session, { verificationUUID, verificationToken: code() })).state).toBe('signedIn')
    const other = world.open()
    await world.signIn(other, 'bob@example.com')
    const begun = await sendSmsCode(other, { ...phone, phoneNumber: '2025550124' })
    const verificationToken = spell(world.mock.outbox.sms.last('+12025550124')?.code ?? '')
    await linkPhone(other, { verificationUUID: begun.verificationUUID, verificationToken })
    expect(other.user?.phoneNumber).toBe('+12025550124')
  })

  // https://github.com/wso2/product-is/issues/17641
  it('proves a second factor by an app and by a recovery code', async () => {
    const world = await createSessionWorld()
    const { session, secret } = await firstStep(world)
    expect((await proveTotp(session, { code: spell(world.mock.totpCode(secret)) })).state).toBe('signedIn')
    const [code = ''] = (await listRecoveryCodes(world.as(session))).recoveryCodes ?? []
    await session.signOut()
    await world.signIn(session)
    const entered = code.replaceAll('-', '')
    expect((await proveRecoveryCode(session, { code: spell(entered) })).state).toBe('signedIn')
  })
})

// https://github.com/alexwohlbruck/parchment/issues/373
it('a code to another address proves a second factor although it was copied with a space', async () => {
  const world = await createSessionWorld()
  await world.mock.settings.patch({ security: { mfa: { enabled: true, availableMethods: ['email'] } } })
  const session = world.open()
  const { address, sign } = await world.mock.wallets.evm()
  const wallet = { address, sign, domain: 'app.example.com' }
  await signInWithWallet(session, wallet)
  const added = await sendEmailCode(session, { email: ada })
  await linkEmail(session, { verificationUUID: added.verificationUUID, verificationToken: world.codeFor(ada) })
  await session.signOut()
  await world.mock.settings.patch({ security: { mfa: { required: true } } })
  await signInWithWallet(session, wallet)
  expect(session.state).toBe('needsSecondFactor')
  const { verificationUUID } = await sendEmailCode(session, { email: ada })
  const proved = await proveEmail(session, { verificationUUID, verificationToken: ` ${world.codeFor(ada)}` })
  expect(proved.state).toBe('signedIn')
})

// https://github.com/aws-amplify/amplify-ui/issues/4336
it('an e-mail address with the space of a keyboard is the address, wherever it is asked for', async () => {
  const world = await createSessionWorld()
  const session = world.open()
  const typed = `${ada} `
  expect(await getEmailProvider(session, typed)).toMatchObject({ emailProvider: 'emailOnly' })
  const redirectUrl = 'https://app.example.com/signed-in'
  expect(await startSso(session, { email: typed, redirectUrl })).toBe(false)
  const { verificationUUID } = await sendEmailCode(session, { email: typed })
  await resendEmailCode(session, { verificationUUID, email: typed })
  await signInWithEmailCode(session, { verificationUUID, verificationToken: world.codeFor(ada) })
  expect(session.user?.email).toBe(ada)
})

// https://github.com/polarsource/polar/issues/5620
it('a code that is no code is refused by the service, in words about its field', async () => {
  const world = await createSessionWorld()
  const session = world.open()
  const { verificationUUID } = await sendEmailCode(session, { email: ada })
  const wrong = signInWithEmailCode(session, { verificationUUID, verificationToken: 'ABC 12' })
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: expect.stringContaining('verificationToken must be a code of six digits.'),
  })
  expect(session.state).toBe('signedOut')
})
