import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { components } from '@latchkey/types'
import type { Credential, User } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import type { ProviderName } from '../providers/providerCatalogue.ts'
import type { FailureKey } from '../shared/errors.ts'
import { comparableNumber, nationalNumberOf } from '../shared/phones.ts'

type Schemas = components['schemas']

/** The ways in which codes are sent. */
export type Channel = Verification['channel']

/** The replies about a verification, by channel. */
export interface VerificationResponses {
  email: Schemas['EmailVerificationCreateResponse']
  sms: Schemas['SmsVerificationCreateResponse']
}

/** The differences between e-mail and text messages. */
interface ChannelRow<C extends Channel> {
  /** The provider that has to be enabled. */
  readonly provider: ProviderName
  readonly format: Credential['format'] & ('email' | 'phoneNumber')
  /** Where the profile shows the address. */
  readonly field: keyof User & ('email' | 'phoneNumber')
  /** The comparable form of an address in any spelling. */
  readonly comparable: (address: string) => string
  readonly notEnabled: FailureKey
  readonly invalid: FailureKey
  readonly wrong: FailureKey
  readonly tooMany: FailureKey
  readonly present: (verification: Verification) => VerificationResponses[C]
  /** The fields that a credential of the address shows. */
  readonly details: (verification: Verification) => Partial<Credential>
}

/** The channels by name. */
export const channels: { readonly [C in Channel]: ChannelRow<C> } = {
  email: {
    provider: 'emailOnly',
    format: 'email',
    field: 'email',
    comparable: (address) => asciiLowerCase(address),
    notEnabled: 'noEmailProvider',
    invalid: 'invalidEmailVerification',
    wrong: 'wrongEmailCode',
    tooMany: 'tooManyEmailAttempts',
    present: ({ id, address }) => ({ verificationUUID: id, email: address }),
    details: ({ address }) => ({ email: address }),
  },
  sms: {
    provider: 'sms',
    format: 'phoneNumber',
    field: 'phoneNumber',
    comparable: comparableNumber,
    notEnabled: 'noSmsProvider',
    invalid: 'invalidSmsVerification',
    wrong: 'wrongSmsCode',
    tooMany: 'tooManySmsAttempts',
    present: (verification) => ({ verificationUUID: verification.id, ...partsOf(verification) }),
    details: partsOf,
  },
}

function partsOf({ key, phoneCountryCode = '', isoCountryCode = '' }: Verification) {
  return { phoneNumber: nationalNumberOf({ number: key, phoneCountryCode }), phoneCountryCode, isoCountryCode }
}
