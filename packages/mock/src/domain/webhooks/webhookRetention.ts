import { instantOf } from '@latchkey/base/clock'
import type { WebhookMessage } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { scheduleJob } from '../shared/jobs.ts'
import { deleteWithOwned } from '../shared/ownership.ts'

const day = 86_400_000

/** How long a message, its deliveries and attempts are kept, in milliseconds after its creation. */
const keptForMs = { live: 90 * day, sandbox: 30 * day } as const

/** Schedules the deletion of a message. Each environment has one job, for its oldest message. */
export function scheduleForgetting(
  backend: Backend,
  { environmentId, environmentName, createdAt }: WebhookMessage,
): void {
  for (const { kind } of backend.store.jobs.scan('bySubject', [environmentId]))
    if (kind === 'webhookMessages.forget') return
  const keptUntil = instantOf(createdAt) + keptForMs[environmentName]
  scheduleJob(backend, {
    kind: 'webhookMessages.forget',
    subjectId: environmentId,
    inMs: Math.max(0, keptUntil - backend.clock.now()),
  })
}

/**
 * Deletes the expired messages of an environment with their deliveries and attempts, and schedules the next deletion.
 */
export function forgetMessages(backend: Backend, environmentId: string): void {
  const { store, clock } = backend
  for (const message of store.webhookMessages.scan('byEnvironment', [environmentId])) {
    if (instantOf(message.createdAt) + keptForMs[message.environmentName] > clock.now())
      return scheduleForgetting(backend, message)
    deleteWithOwned(backend, 'webhookMessages', message.id)
  }
}
