import { type OpenApiDocument, type Schema } from './document.ts'

/** The message about an event of the catalogue. */
export interface WebhookEntry {
  /** The name of the event, such as `user.created`. */
  name: string
  /** The change that the event reports. */
  description: string
  /** The name of the schema of the body. */
  body: string
  /** The name of the schema of the body's `data`. */
  data: string
  /** The description of the body's `data`. */
  dataDescription: string
}

/**
 * All webhooks, in the order of the document.
 *
 * @throws Error that names an event without a webhook, a webhook without an event, and a body that is not written in
 *   components as that of its event
 */
export function listWebhooks({ webhooks = {}, components: { schemas } }: OpenApiDocument): WebhookEntry[] {
  const names = Object.keys(webhooks)
  const events = (schemas.EventName?.enum ?? []) as string[]
  const forgotten = events.find((name) => !names.includes(name))
  if (forgotten !== undefined) throw new Error(`The document has no webhook of the event "${forgotten}".`)
  return Object.entries(webhooks).map(([name, { post }]) => {
    if (!events.includes(name)) throw new Error(`EventName has no "${name}", which is the name of a webhook.`)
    const body = nameOf(post?.requestBody?.content['application/json']?.schema)
    const { eventName, data } = schemas[body]?.properties ?? {}
    if (eventName?.const !== name) throw new Error(`The body of the webhook "${name}" does not say so in "eventName".`)
    if (!data?.description) throw new Error(`The body of the webhook "${name}" does not describe its "data".`)
    return {
      name,
      description: post?.description.trim() ?? '',
      body,
      data: nameOf(data),
      dataDescription: data.description.trim(),
    }
  })
}

function nameOf(schema: Schema | undefined): string {
  const name = schema?.$ref?.split('/').at(-1)
  if (name === undefined) throw new Error('The body of a webhook and its "data" are references to components.')
  return name
}

/** Prints the table of webhooks, which is what receivers and senders need of them at run time, and their names. */
export function printWebhookTable(document: OpenApiDocument): string {
  const webhooks = listWebhooks(document)
  return [
    "import type { webhooks } from './openapi.ts'",
    "import type { WebhookRow } from '../webhook.ts'",
    '',
    'export const webhookTable = {',
    ...webhooks.map(({ name, description }) => `  ${JSON.stringify(name)}: ${JSON.stringify({ description })},`),
    '} as const satisfies Record<keyof webhooks, WebhookRow>',
    '',
    '/** The names of the events that webhooks receive, for pages, which the sentences of the table would enlarge. */',
    'export const webhookNames = [',
    ...webhooks.map(({ name }) => `  ${JSON.stringify(name)},`),
    '] as const satisfies readonly (keyof webhooks)[]',
    '',
  ].join('\n')
}
