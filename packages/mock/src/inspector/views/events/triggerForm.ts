import type { ControlInput, WebhookMessage } from '../../live/control.ts'

type Trigger = ControlInput<'POST webhooks/trigger'> & Pick<WebhookMessage, 'eventName'>

/** The events that can be triggered. A missing one does not compile. */
export const triggerNames = Object.keys({
  ping: true,
  'user.created': true,
  'user.updated': true,
  'user.deleted': true,
  'user.merged': true,
  'user.session.created': true,
  'user.session.revoked': true,
  'admin.user.session.revoked': true,
  'user.social.linked': true,
  'user.social.unlinked': true,
  'user.passkeyRecovery.started': true,
  'user.passkeyRecovery.completed': true,
  'wallet.created': true,
  'wallet.deleted': true,
  'wallet.linked': true,
  'wallet.unlinked': true,
  'wallet.exported': true,
  'wallet.transferred': true,
  'wallet.signature': true,
  'wallet.activity': true,
  'wallet.delegation.created': true,
  'wallet.delegation.revoked': true,
  'waas.policy.violation': true,
  'visit.created': true,
} satisfies Record<WebhookMessage['eventName'], true>)

/** Reads the fields of the form. The mock checks them. @throws TypeError for other values that are not JSON */
export function readTrigger(fields: FormData): Trigger {
  const textOf = (name: string) => String(fields.get(name) ?? '').trim()
  const [record, overrides] = [textOf('record'), textOf('overrides')]
  return {
    eventName: textOf('eventName') as Trigger['eventName'],
    environmentId: textOf('environmentId'),
    ...(record !== '' && { record }),
    ...(overrides !== '' && { overrides: readJson(overrides) }),
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new TypeError('overrides: must be JSON.')
  }
}
