import fc from 'fast-check'
import { expect } from 'vitest'
import { type ModelTest, type Service, stepsFor } from './runModel.ts'

interface Delivery {
  status: 'pending' | 'delivered' | 'failed'
  readonly createdAt: number
  attempts: number
}

/** A message is delivered once, and again with each redelivery. */
interface Message {
  readonly deliveries: Delivery[]
  /** The one that was attempted last, which the list shows. */
  latest?: Delivery
}

/** One webhook, its receiver and its messages, the oldest first. Times are seconds since the run began. */
interface Webhooks {
  now: number
  isEnabled: boolean
  /** The status that the receiver answers with. */
  status: number
  received: number
  readonly messages: Message[]
}

/** The receiver of the present run: runs follow one another. */
const receiver = { status: 204, received: 0 }
/** Seconds from the first attempt to the others, in a sandbox. */
const retries = [15, 60]

const url = 'https://hooks.example.com'
const events = ['user.created']
let webhookId = ''

function attempt(model: Webhooks, message: Message, delivery: Delivery): void {
  message.latest = delivery
  delivery.attempts += 1
  model.received += 1
  if (model.status >= 200 && model.status < 300) delivery.status = 'delivered'
  else if (delivery.attempts > retries.length) delivery.status = 'failed'
}

function begin(model: Webhooks, message: Message): void {
  const delivery: Delivery = { status: 'pending', createdAt: model.now, attempts: 0 }
  message.deliveries.push(delivery)
  attempt(model, message, delivery)
}

const dueAt = ({ createdAt, attempts }: Delivery) => createdAt + (retries[attempts - 1] ?? 0)

const pendingOf = ({ messages }: Webhooks) =>
  messages
    .flatMap((message) => message.deliveries.map((delivery) => ({ message, delivery })))
    .filter(({ delivery }) => delivery.status === 'pending')

/** The next attempt that is due by now. */
const nextDue = (model: Webhooks) =>
  pendingOf(model)
    .filter(({ delivery }) => dueAt(delivery) <= model.now)
    .toSorted((a, b) => dueAt(a.delivery) - dueAt(b.delivery))[0]

async function messagesOf({ call }: Service) {
  const { body } = await call('webhookMessages.list', { params: { webhookId } })
  // The oldest is the ping.
  return (body.data ?? []).slice(0, -1).toReversed()
}

async function expectSame(model: Webhooks, service: Service): Promise<void> {
  const shown = (await messagesOf(service)).map(({ status, deliveryAttempt }) => `${status} ${deliveryAttempt}`)
  const expected = model.messages.map(({ latest }) => `${latest?.status} ${latest?.attempts}`)
  expect(shown).toEqual(expected)
  expect(receiver.received).toBe(model.received)
}

const step = stepsFor<Webhooks>()

/** Webhooks: 13-webhooks.md of the decisions. */
export const webhooks: ModelTest<Webhooks> = {
  runs: 30,
  options: {
    deliver: async () => {
      receiver.received += 1
      return { status: receiver.status }
    },
  },
  async prepare(mock) {
    const created = await mock.create.webhook({ url, events })
    webhookId = created.webhookId
    await mock.clock.advance(0)
  },
  create() {
    Object.assign(receiver, { status: 204, received: 0 })
    return { now: 0, isEnabled: true, status: 204, received: 0, messages: [] }
  },
  steps: [
    step('answer', fc.constantFrom(200, 204, 302, 404, 500), {
      async take(model, _, status) {
        Object.assign(receiver, { status })
        model.status = status
      },
    }),
    step('createUser', fc.constant(undefined), {
      async take(model, service) {
        await service.mock.create.user()
        await service.mock.clock.advance(0)
        if (model.isEnabled) {
          const message: Message = { deliveries: [] }
          model.messages.push(message)
          begin(model, message)
        }
        await expectSame(model, service)
      },
    }),
    step('wait', fc.constantFrom(1, 14, 15, 44, 45, 60), {
      async take(model, service, seconds) {
        await service.mock.clock.advance({ seconds })
        model.now += seconds
        for (let due = nextDue(model); due; due = nextDue(model)) attempt(model, due.message, due.delivery)
        await expectSame(model, service)
      },
    }),
    step('switch', fc.boolean(), {
      async take(model, service, isOn) {
        await service.call('webhooks.update', { params: { webhookId }, body: { url, events, isEnabled: isOn } })
        await service.mock.clock.advance(0)
        const pending = pendingOf(model).map(({ delivery }) => delivery)
        if (!isOn) for (const delivery of pending) delivery.status = 'failed'
        model.isEnabled = isOn
        await expectSame(model, service)
      },
    }),
    step('redeliver', fc.nat(5), {
      isPossible: ({ messages }) => messages.length > 0,
      async take(model, service, index) {
        const position = index % model.messages.length
        const { messageId } = (await messagesOf(service))[position] ?? {}
        const { status } = await service.send('webhookMessages.redeliver', { params: { webhookId, messageId } })
        expect(status).toBe(model.isEnabled ? 200 : 422)
        await service.mock.clock.advance(0)
        if (model.isEnabled) begin(model, model.messages[position] as Message)
        await expectSame(model, service)
      },
    }),
  ],
}
