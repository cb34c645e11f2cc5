import type { WebhookEntry } from '../../types/scripts/webhooks.ts'
import { comment } from './comment.ts'
import { propertyName } from './schemas.ts'

/** Prints the type of each event's data, and the names of the events. */
export function printWebhooks(webhooks: readonly WebhookEntry[]): string {
  return [
    "import type { components } from '@latchkey/types'",
    '',
    "type Schemas = components['schemas']",
    '',
    "/** The type of `data` by the event's name. */",
    'export interface WebhookData {',
    ...webhooks.flatMap(({ name, description, data }) => [
      ...comment([description], '  '),
      `  ${propertyName(name)}: Schemas['${data}']`,
    ]),
    '}',
    '',
    '/** The names of the events. */',
    'export const eventNames: Readonly<Record<keyof WebhookData, true>> = {',
    ...webhooks.map(({ name }) => `  ${propertyName(name)}: true,`),
    '}',
    '',
  ].join('\n')
}
