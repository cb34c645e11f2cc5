import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { components } from '@latchkey/types'
import type { User } from '../../store/records.ts'
import { isLabel } from '../chains/chainNames.ts'
import { holderOfEmail } from '../contacts/emails.ts'
import { assertNoSubaddress } from '../contacts/verifications.ts'
import { isEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { holderOfSubname, issuingDomain } from '../wallets/subnames.ts'

type Schemas = components['schemas']
type Field = Schemas['UserFieldsCheckEnum']

/**
 * Tells whether a value of a unique field is free for the user who asks. The user's own present value is free.
 *
 * @throws {@link DomainError} `invalidEmail`, `emailSubaddress`, `invalidUsername`; `recordNotFound` without a filter,
 * and for a name where the environment gives none
 */
export function checkField(
  backend: Backend,
  user: User,
  filter: Schemas['UserFieldsCheckParams'] | undefined,
): Schemas['UserFieldsCheckResponse'] {
  assert(filter, 'recordNotFound', {
    message: 'There is nothing to check. Name it, as in filter[field]=username&filter[value]=ada.',
  })
  const { field, value } = filter
  const holder = holders[field](backend, user.environmentId, value)
  return { field, value, available: holder === undefined || holder.id === user.id }
}

/** The user who has a value, by field. */
const holders: Record<Field, (backend: Backend, environmentId: string, value: string) => Pick<User, 'id'> | undefined> =
  {
    /** Only a user who has proved the address counts: any other user loses it to the owner of the mailbox. */
    email(backend, environmentId, value) {
      assert(isEmail(value), 'invalidEmail')
      assertNoSubaddress(backend, environmentId, value)
      return holderOfEmail(backend, environmentId, value)
    },
    username(backend, environmentId, value) {
      assert(usernamePattern.test(value), 'invalidUsername', {
        message: 'A username has three to 20 letters, digits, underscores and dashes.',
      })
      return userByName(backend, environmentId, value)
    },
    /**
     * Names below the environment's domain and usernames share one namespace, so that nobody can take another user's
     * name.
     */
    'name-service-subdomain-handle'(backend, environmentId, value) {
      const domain =
        issuingDomain(backend, environmentId) ??
        backend.store.environments.get(environmentId)?.settings.sdk.nameService?.evm.domain
      assert(domain, 'recordNotFound', { message: 'This environment has no domain to give its users names under.' })
      assert(isLabel(asciiLowerCase(value)), 'invalidUsername', {
        message:
          'A name has up to 63 letters, digits and hyphens, no hyphen at its ends, and not two in its third and fourth place.',
      })
      return holderOfSubname(backend, domain, asciiLowerCase(value)) ?? userByName(backend, environmentId, value)
    },
  }

const usernamePattern = /^[\p{L}\p{N}_-]{3,20}$/u

function userByName({ store }: Backend, environmentId: string, name: string): User | undefined {
  return store.users.find('byUsernameKey', [environmentId, name.toLowerCase()])
}
