import { defined } from '@latchkey/base/defined'
import type { ControlInput, WebhookMessage } from '../../live/control.ts'

type Trigger = ControlInput<'POST webhooks/trigger'> & Pick<WebhookMessage, 'eventName'>

/** Reads the fields of the form. The mock checks them. @throws TypeError for other values that are not JSON */
export function readTrigger(fields: FormData): Trigger {
  const textOf = (name: string) => String(fields.get(name) ?? '').trim()
  const [record, overrides] = [textOf('record'), textOf('overrides')]
  return {
    eventName: textOf('eventName') as Trigger['eventName'],
    environmentId: textOf('environmentId'),
    ...defined({ record: record || undefined, overrides: overrides === '' ? undefined : readJson(overrides) }),
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new TypeError('overrides: must be JSON.')
  }
}
