import type { components } from '@latchkey/types'
import { expectTypeOf, it } from 'vitest'
import type { Authenticator } from './authenticator.ts'

type Schemas = components['schemas']
type Creation = Parameters<Authenticator['create']>[0]
type Request = Parameters<Authenticator['get']>[0]

it('takes what the operations answer with, and values that are newer than the types', () => {
  expectTypeOf<Schemas['GetPasskeyRegistrationOptionsResponse']>().toExtend<Creation>()
  expectTypeOf<Schemas['MfaRegisterPasskeyDeviceGetResponseRegistration']>().toExtend<Creation>()
  expectTypeOf<Schemas['GetPasskeyAuthenticationOptionsResponse']>().toExtend<Request>()
  type Newer = Omit<Schemas['GetPasskeyRegistrationOptionsResponse'], 'attestation'> & { attestation: 'newer' }
  expectTypeOf<Newer>().toExtend<Creation>()
})

it('does not take options without a challenge, a user or kinds of key', () => {
  type Options = Schemas['GetPasskeyRegistrationOptionsResponse']
  expectTypeOf<Omit<Options, 'challenge'>>().not.toExtend<Creation>()
  expectTypeOf<Omit<Options, 'user'>>().not.toExtend<Creation>()
  expectTypeOf<Omit<Options, 'pubKeyCredParams'>>().not.toExtend<Creation>()
  expectTypeOf<{ rpId: string }>().not.toExtend<Request>()
})
