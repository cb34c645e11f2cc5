import { describe, expectTypeOf, it } from 'vitest'
import type { profileFields } from '../customFields/userFields.ts'
import type { ClaimedField } from './jwtClaims.ts'

describe('the claims of a session token', () => {
  it('have every field of the profile but the state of the recovery codes', () => {
    type Unclaimed = Exclude<(typeof profileFields)[number], ClaimedField>
    expectTypeOf<Unclaimed>().toEqualTypeOf<'mfaBackupCodeAcknowledgement'>()
  })
})
