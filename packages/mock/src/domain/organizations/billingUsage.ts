import type { Backend } from '../shared/backend.ts'

/**
 * The users of an organization's live environments who signed in within a period. They are read from the events, so
 * that users who were deleted since still count.
 *
 * @param input - ISO 8601 instants in UTC; the end is not part of it.
 * @returns Ids of users.
 */
export function activeUsersOf(
  { store }: Pick<Backend, 'store'>,
  organizationId: string,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): Set<string> {
  const users = new Set<string>()
  for (const { id: projectId } of store.projects.scan('byOrganization', [organizationId])) {
    const live = store.environments.find('byProject', [projectId, 'live'])
    for (const event of live ? store.events.scan('byResource', [live.id, 'user'], { descending: true }) : []) {
      if (event.createdAt < startDate) break
      if (
        event.eventName === 'user.session.created' &&
        event.createdAt < endDate &&
        typeof event.data.userId === 'string'
      )
        users.add(event.data.userId)
    }
  }
  return users
}
