import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from './document.ts'
import { withEventsTable } from './eventsTable.ts'
import { listWebhooks, printWebhookTable } from './webhooks.ts'

const source = readFileSync(new URL('../src/generated/openapi.json', import.meta.url), 'utf8')
const readDocument = () => JSON.parse(source) as OpenApiDocument & { webhooks: object }

/** The document after a change of it. */
function changed(change: (document: ReturnType<typeof readDocument>) => void): OpenApiDocument {
  const document = readDocument()
  change(document)
  return document
}

describe('the webhooks of the document', () => {
  it('are those of the events, with the names of the schemas of the body and of its data', () => {
    expect(listWebhooks(readDocument()).find(({ name }) => name === 'user.merged')).toEqual({
      name: 'user.merged',
      description: 'Another user became part of this one.',
      body: 'UserMergedDelivery',
      data: 'UserMergedData',
      dataDescription: 'The user who stays, and `fromUserId`.',
    })
  })

  it.each([
    [
      'an event without a webhook',
      'The document has no webhook of the event "user.merged".',
      ({ webhooks }: ReturnType<typeof readDocument>) => void Reflect.deleteProperty(webhooks, 'user.merged'),
    ],
    [
      'a webhook without an event',
      'EventName has no "user.cloned", which is the name of a webhook.',
      ({ webhooks }: ReturnType<typeof readDocument>) =>
        void Object.assign(webhooks, { 'user.cloned': Reflect.get(webhooks, 'user.merged') as object }),
    ],
    [
      'the body of another event',
      'The body of the webhook "user.merged" does not say so in "eventName".',
      ({ webhooks }: ReturnType<typeof readDocument>) =>
        void Object.assign(webhooks, { 'user.merged': Reflect.get(webhooks, 'user.created') as object }),
    ],
    [
      'a body whose data nothing describes',
      'The body of the webhook "user.merged" does not describe its "data".',
      ({ components }: ReturnType<typeof readDocument>) =>
        void Reflect.deleteProperty(components.schemas.UserMergedDelivery?.properties?.data ?? {}, 'description'),
    ],
  ])('are refused with %s', (_, message, change) => {
    expect(() => listWebhooks(changed(change))).toThrow(message)
  })

  it('are printed with what each reports', () => {
    expect(printWebhookTable(readDocument())).toContain(
      '"user.merged": {"description":"Another user became part of this one."},',
    )
  })
})

describe('the table of the page about events', () => {
  const marker = '<!-- Written by `pnpm generate` from the webhooks of spec/. -->'

  it('is replaced by that of the document, and the rest of the page stays', () => {
    const page = withEventsTable(`# Events\n\n${marker}\n\n| old |\n\nThe end.\n`, readDocument())
    expect(page).toMatch(/^# Events\n\n<!--.*-->\n\n\| event +\| what happened/)
    expect(page).toMatch(/\n\| `user\.merged` +\| Another user became part of this one +\|.*`fromUserId` +\|\n/)
    expect(page).toMatch(/\|\n\nThe end\.\n$/)
    expect(page).not.toContain('old')
  })

  it('is missed on a page that has no place for it', () => {
    expect(() => withEventsTable('# Events\n', readDocument())).toThrow('The page about events has no <!--')
  })
})
