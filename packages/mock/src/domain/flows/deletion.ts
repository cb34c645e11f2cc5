import type { Backend } from '../../backend.ts'
import type { Environment, Project, User } from '../../store/records.ts'
import { keepPastActivity } from '../analytics/pastActivity.ts'
import { contactOf } from '../contacts/emails.ts'
import { endVerification, spoilCode } from '../contacts/verifications.ts'
import { revokeEnvironmentToken } from '../organizations/tokens.ts'
import { assert } from '../shared/errors.ts'
import { deleteByRules, type DeletionRules } from '../shared/ownership.ts'

/** What goes with an owner otherwise than by a delete alone. Everything else follows from `ownedBy` in `store/tables.ts`. */
export const deletionRules: DeletionRules = {
  environmentTokens: {
    // Its hash stays, so that whoever still sends it hears that it was revoked.
    environments: revokeEnvironmentToken,
  },
  credentials: {
    // A code on its way to the address must not sign anybody in, and is answered like a wrong one.
    users(backend, credential) {
      backend.store.credentials.delete(credential.id)
      const contact = contactOf(credential)
      if (contact) spoilCode(backend, contact)
    },
  },
  verifications: {
    // The wrong codes and messages of the address count on.
    users: endVerification,
  },
}

/**
 * Deletes a user with everything that is the user's. Tokens of the sessions are refused from then on, and so are codes on
 * their way. The numbers of past days stay.
 */
export function deleteUser(backend: Backend, user: User): void {
  keepPastActivity(backend, user)
  deleteByRules(backend, { table: 'users', id: user.id }, deletionRules)
}

/**
 * Deletes an environment with everything in it and the work that waits for it. Its tokens are revoked. Tokens of its
 * sessions and links into it lead nowhere from then on.
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
