import { passkeys } from '@latchkey/client/operations'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { anonymous, as, type SignedIn } from '../api.ts'

/** Signs in with a passkey that the browser or a phone has for this site. The person enters no name. */
export async function signInWithPasskey(): Promise<SignedIn> {
  const options = await passkeys.getSignInOptions(anonymous)
  const { response, ...credential } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  })
  return passkeys.signIn(anonymous, { body: { ...credential, response } })
}

/** Makes a passkey for the person who is signed in. */
export async function addPasskey(session: SignedIn): Promise<SignedIn> {
  const options = await passkeys.getRegistrationOptions(as(session))
  const { response, ...credential } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  })
  return passkeys.register(as(session), {
    body: {
      ...credential,
      response: { attestationObject: response.attestationObject, clientDataJson: response.clientDataJSON },
    },
  })
}
