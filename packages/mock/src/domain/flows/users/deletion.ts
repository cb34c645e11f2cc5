import type { Environment, Project, User } from '../../../store/records.ts'
import { keepPastActivity } from '../../analytics/pastActivity.ts'
import { contactOf } from '../../contacts/emails.ts'
import { endVerification, spoilCode } from '../../contacts/verifications.ts'
import { revokeEnvironmentToken } from '../../organizations/tokens.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { deleteByRules, type DeletionRules } from '../../shared/ownership.ts'

/**
 * The records that need more than a delete when their owner is deleted. Everything else follows from `ownedBy` in
 * `store/tables.ts`.
 */
export const deletionRules: DeletionRules = {
  environmentTokens: {
    // Its hash stays, so that a caller who still sends the token is told that it was revoked.
    environments: revokeEnvironmentToken,
  },
  credentials: {
    // A code that was already sent to the address must not sign anybody in, and is answered like a wrong one.
    users(backend, credential) {
      backend.store.credentials.delete(credential.id)
      const contact = contactOf(credential)
      if (contact) spoilCode(backend, contact)
    },
  },
  verifications: {
    // The wrong codes and messages of the address still count.
    users: endVerification,
  },
}

/**
 * Deletes a user with everything that the user owns. Session tokens and codes that were sent are refused from then on.
 * The analytics of past days stay.
 */
export function deleteUser(backend: Backend, user: User): void {
  keepPastActivity(backend, user)
  deleteByRules(backend, { table: 'users', id: user.id }, deletionRules)
}

/**
 * Deletes an environment with everything in it and its scheduled jobs. Its API tokens are revoked, and its session
 * tokens and links are refused from then on.
 */
export function deleteEnvironment(backend: Backend, { id }: Environment): void {
  deleteByRules(backend, { table: 'environments', id: id }, deletionRules)
}

/**
 * Deletes a project with both environments and everything in them.
 *
 * @throws {@link DomainError} `lastProject`
 */
export function deleteProject(backend: Backend, { id, organizationId }: Project): void {
  assert(backend.store.projects.count('byOrganization', [organizationId]) > 1, 'lastProject')
  deleteByRules(backend, { table: 'projects', id: id }, deletionRules)
}
