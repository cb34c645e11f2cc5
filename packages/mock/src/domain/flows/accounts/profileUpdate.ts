import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import { applyContactChange, type ContactChange, readContactChange } from '../../contacts/contactChanges.ts'
import type { Channel, VerificationResponses } from '../../contacts/verificationChannels.ts'
import { startVerification } from '../../contacts/verifications.ts'
import { withCustomFields } from '../../customFields/customFields.ts'
import { assertFreshForEmail, assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assertCaptcha } from '../../shared/captcha.ts'
import type { RequestContext } from '../../shared/request.ts'
import { assertCodesAllowed } from '../signIn/emailProviders.ts'
import { answerSession, type SignInOutcome } from '../signIn/signIn.ts'
import { updateUser } from '../users/users.ts'

type Schemas = components['schemas']

export interface UpdatedProfile extends Pick<SignInOutcome, 'cookies'> {
  readonly body: Schemas['UpdateSelfResponse']
}

/**
 * Changes the profile of the user who is signed in. An e-mail address or phone number that must be proved is not
 * written yet: a code is sent there, and the verification operations finish the change.
 *
 * @throws {@link DomainError} `invalidVerification` without a CAPTCHA where one is asked for, `mfaRequired`, `ssoOnly`
 * for an address that no code is sent to, what {@link readContactChange}, {@link applyContactChange}, {@link
 * updateUser} and {@link startVerification} refuse
 */
export async function updateProfile(
  backend: Backend,
  caller: UserCaller,
  { fields, request }: { fields: Schemas['UserFields']; request: RequestContext },
): Promise<UpdatedProfile> {
  const { store } = backend
  const { user, session } = caller
  const { captchaToken, email, phoneNumber, ...plain } = fields
  assertCaptcha(backend, user.environmentId, captchaToken)
  const proof = email === '' ? assertFreshForEmail(backend, caller, request.mfaAuthToken) : undefined
  const actionProof = assertMfaAction(backend, caller, { action: 'user.update', raw: request.mfaAuthToken })
  const emailChange = await readContactChange(backend, user, { channel: 'email', entered: email })
  const phoneChange = await readContactChange(backend, user, { channel: 'sms', entered: phoneNumber })
  await withCustomFields(backend, user.environmentId, () => updateUser(backend, user, plain))
  const emailVerification = await changeContact(backend, user, { channel: 'email', change: emailChange, request })
  const smsVerification = await changeContact(backend, user, { channel: 'sms', change: phoneChange, request })
  for (const spent of [proof, actionProof]) spendMfaToken(backend, spent)
  const { body, cookies } = await answerSession(backend, {
    user: store.users.get(user.id) ?? user,
    session: store.sessions.get(session.id) ?? session,
  })
  const viewAfterEmail = smsVerification ? 'verify-sms' : 'done'
  return {
    body: {
      ...body,
      nextView: emailVerification ? 'verify-email' : viewAfterEmail,
      ...defined({ emailVerification, smsVerification }),
    },
    cookies,
  }
}

/** Applies a change, or sends the code that it waits for. */
async function changeContact<C extends Channel>(
  backend: Backend,
  user: User,
  {
    channel,
    change,
    request,
  }: { readonly channel: C; readonly change: ContactChange | undefined; readonly request: RequestContext },
): Promise<VerificationResponses[C] | undefined> {
  if (change?.step === 'verify' && channel === 'email') assertCodesAllowed(backend, user.environmentId, change.address)
  if (change?.step === 'verify')
    return startVerification(backend, user.environmentId, {
      channel,
      address: change.address,
      userId: user.id,
      request,
    })
  if (change) applyContactChange(backend, user.id, change)
  return undefined
}
