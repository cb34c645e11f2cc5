import type { components } from '@latchkey/types'
import { describe, expectTypeOf, it } from 'vitest'
import type { profileFields } from './userFields.ts'

type Schemas = components['schemas']
type ProfileField = (typeof profileFields)[number]
type MoreThan<Fields, Name extends keyof Schemas> = Exclude<Fields, keyof Schemas[Name]>

describe('a field of the profile', () => {
  it('can be written when users are created, one by one or in bulk', () => {
    expectTypeOf<MoreThan<ProfileField, 'InternalBulkUpdateUserFields'>>().toBeNever()
    expectTypeOf<MoreThan<ProfileField, 'InternalUserFields'>>().toBeNever()
  })

  it('can be written and read by the user', () => {
    expectTypeOf<MoreThan<ProfileField, 'UserFields'>>().toBeNever()
    expectTypeOf<MoreThan<ProfileField, 'SdkUser'>>().toBeNever()
  })

  it('is what the bodies of creation have beside credentials and the id', () => {
    type Own = 'email' | 'emailVerifiedAt' | 'wallets' | 'oauthAccounts'
    expectTypeOf<Exclude<keyof Schemas['InternalBulkUpdateUserFields'], ProfileField>>().toEqualTypeOf<Own | 'id'>()
    expectTypeOf<Exclude<keyof Schemas['InternalUserFields'], ProfileField>>().toEqualTypeOf<Own>()
  })
})
