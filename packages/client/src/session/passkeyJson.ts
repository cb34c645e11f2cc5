import type { PasskeyAuthRequest, PasskeyRegisterRequest } from '../generated/operations/schemas.ts'

/** A credential as the JSON of WebAuthn. A library may leave out the fields that follow from `id`. */
export interface PasskeyJson {
  /** The id of the credential in base64url. */
  id: string
  /** @default the id */
  rawId?: string | undefined
  type?: string | undefined
  authenticatorAttachment?: string | undefined
  clientExtensionResults?: object | undefined
}

/** The signature of a challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
export interface PasskeyAnswerJson extends PasskeyJson {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined }
}

/** A new passkey, as `RegistrationResponseJSON` of WebAuthn. Bytes are base64url. */
export interface PasskeyAttestationJson extends PasskeyJson {
  response: { clientDataJSON: string; attestationObject: string; transports?: readonly string[] | undefined }
}

/** The fields that the service takes. Libraries add others. */
function toCredential({ id, rawId = id, authenticatorAttachment, clientExtensionResults = {} }: PasskeyJson) {
  return {
    id,
    rawId,
    type: 'public-key' as const,
    ...(authenticatorAttachment && {
      authenticatorAttachment: authenticatorAttachment as 'platform' | 'cross-platform',
    }),
    clientExtensionResults,
  }
}

/** The body of a sign-in. */
export function toAnswer({ response, ...credential }: PasskeyAnswerJson): PasskeyAuthRequest {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...toCredential(credential),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

/** The body of a registration, which spells the client data in its own way. */
export function toAttestation({ response, ...credential }: PasskeyAttestationJson): PasskeyRegisterRequest {
  const { attestationObject, clientDataJSON, transports } = response
  return {
    ...toCredential(credential),
    response: {
      attestationObject,
      clientDataJson: clientDataJSON,
      ...(transports && {
        transports: [...transports] as NonNullable<PasskeyRegisterRequest['response']['transports']>,
      }),
    },
  }
}
