import { mergeObjects } from '@latchkey/base/mergeObjects'
import { assertKeys, didYouMean } from '@latchkey/base/nearest'
import { newRecord } from '@latchkey/base/newRecord'
import { webhookSchemas } from '@latchkey/types/zod'
import type { Backend } from '../../domain/shared/backend.ts'
import { type EventName, eventNames, isEventName } from '../../domain/webhooks/eventNames.ts'
import { queueMessage } from '../../domain/webhooks/webhookMessages.ts'
import { presentWebhook } from '../../domain/webhooks/webhooks.ts'
import type { EventData } from '../../events/eventData.ts'
import { eventMakers } from '../../events/eventMakers.ts'
import { explain } from '../../http/validators.ts'
import type { Webhook } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'

/** The record and the environment of a triggered event. */
interface TriggerOptions {
  /** The id of a stored record, such as that of a user for `user.created`. @default an example */
  readonly record?: string | undefined
  /** @default the sandbox */
  readonly environmentId?: string | undefined
}

/** Fields that replace those of an event's data. Objects are merged at every depth, lists replaced. */
type Overrides<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Overrides<T[K]> } : T

/** An event's name, and the fields of its data that have to have other values. */
export type TriggerArguments = {
  [Name in EventName]: [eventName: Name, overrides?: Overrides<EventData[Name]>, options?: TriggerOptions]
}[EventName]

type Data = Readonly<Record<string, unknown>>

/** An event, and the record of an environment that it is about. */
interface Trigger {
  readonly eventName: EventName
  readonly environmentId: string
  /** The id of the record. @default an example */
  readonly record: string | undefined
}

/** The data of a message to a webhook. */
interface Draft {
  readonly webhook: Webhook
  readonly data: Data
}

/**
 * Queues an event that nothing has caused for the webhooks that subscribe to it.
 *
 * @param sandboxId - The environment, if the options name none.
 * @returns The ids of the messages.
 * @throws TypeError
 */
export async function triggerWebhooks(
  world: World,
  [eventName, overrides = {}, options = {}]: TriggerArguments,
  sandboxId: string,
): Promise<string[]> {
  assertEvent(eventName, overrides)
  assertKeys(options, ['record', 'environmentId'], { call, what: 'option' })
  const { environmentId = sandboxId, record } = options
  return transact(world, (backend) => {
    const environment = backend.store.environments.get(environmentId)
    if (!environment) throw failure('there is no environment with this id.')
    const drafts = draftsOf(backend, { eventName, environmentId, record }).map(({ webhook, data }) => ({
      webhook,
      data: assertData(eventName, mergeObjects(data, overrides)),
    }))
    const fields = { ...newRecord(backend), environmentName: environment.name, eventName, isTriggered: true } as const
    return drafts.map(({ webhook, data }) => queueMessage(backend, webhook, { ...fields, data }).id)
  })
}

const call = 'webhooks.trigger()'
const failure = (reason: string) => new TypeError(`Failed to call "${call}": ${reason}`)

/** A caller without types can give anything. */
function assertEvent(eventName: unknown, overrides: unknown): void {
  const name = String(eventName)
  if (!isEventName(name)) throw failure(`there is no event "${name}".${didYouMean(name, eventNames)}`)
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides))
    throw failure('the overrides must be an object with fields of the data.')
}

/** @throws TypeError that names each wrong field */
function assertData(eventName: EventName, data: unknown): Data {
  const schema = webhookSchemas[eventName].data('closed')
  const result = schema.safeParse(data)
  if (result.success) return data as Data
  throw failure(`the data does not fit "${eventName}": ${explain(result.error, schema, data)}`)
}

function draftsOf(backend: Backend, trigger: Trigger): Draft[] {
  const { eventName, environmentId, record } = trigger
  if (eventName === 'ping') return pingsOf(backend, trigger)
  const webhooks = enabledWebhooks(backend, environmentId).filter(({ events }) => events.includes(eventName))
  if (webhooks.length === 0)
    throw failure(`no enabled webhook of the environment subscribes to "${eventName}". ${howToSubscribe}`)
  const maker = eventMakers[eventName]
  const data =
    record === undefined
      ? maker.example(backend, environmentId)
      : dataOfRecord(backend, { ...trigger, eventName }, record)
  return webhooks.map((webhook) => ({ webhook, data: { ...data } }))
}

const howToSubscribe = 'Create one by `webhooks.create`, or in a test by `mock.create.webhook()`.'

function enabledWebhooks({ store }: Backend, environmentId: string): Webhook[] {
  return [...store.webhooks.scan('byEnvironment', [environmentId])].filter(({ isEnabled }) => isEnabled)
}

/** A `ping` is about the webhook that gets it, and no webhook has to subscribe to it. */
function pingsOf(backend: Backend, { environmentId, record }: Trigger): Draft[] {
  const webhooks = enabledWebhooks(backend, environmentId)
  if (webhooks.length === 0) throw failure(`the environment has no enabled webhook. ${howToSubscribe}`)
  const pinged = webhooks.filter(({ id }) => record === undefined || id === record)
  if (pinged.length === 0) throw failure(`the environment has no enabled webhook "${record}".`)
  return pinged.map((webhook) => ({ webhook, data: { ...presentWebhook(webhook) } }))
}

/** @throws TypeError for an unknown record, one of another kind, and one of another environment */
function dataOfRecord(
  backend: Backend,
  { eventName, environmentId }: Trigger & { readonly eventName: keyof typeof eventMakers },
  record: string,
): object {
  const { noun, ofRecord } = eventMakers[eventName]
  const subject = ofRecord(backend, record)
  const about = `"${eventName}" is about ${noun}`
  if (!subject) {
    const other = Object.values(eventMakers).find((maker) => maker.ofRecord(backend, record))
    throw failure(
      other ? `${about}, and "${record}" is ${other.noun}.` : `${about}, and no such record has the id "${record}".`,
    )
  }
  if (subject.environmentId !== environmentId)
    throw failure(`"${record}" is ${noun} of another environment. Give its \`environmentId\`.`)
  return subject.data
}
