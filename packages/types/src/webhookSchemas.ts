import type * as z from 'zod'
import type { WebhookBody, WebhookName } from './webhook.ts'
import type { Reading } from './zodKit.ts'

/**
 * The schemas of what webhooks receive, and of its `data`, by the name of the event. A schema is built when its function
 * is called. Objects may have fields that the document does not name, unless the function is called with `'closed'`.
 *
 * @example webhookSchemas['user.created'].body().parse(await request.json())
 */
export type WebhookSchemas = {
  readonly [Name in WebhookName]: {
    readonly body: (reading?: Reading) => z.ZodType<WebhookBody<Name>>
    readonly data: (reading?: Reading) => z.ZodType<WebhookBody<Name>['data']>
  }
}
