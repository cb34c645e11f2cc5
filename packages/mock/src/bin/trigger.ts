import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import { shownUrl } from '@latchkey/base/shownUrl'
import { type ControlCaller, ControlRefusal, createControlCaller } from '@latchkey/contract/controlCaller'
import { type EventName, eventNames, isEventName } from '../domain/webhooks/eventNames.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { noMockAt } from './noMock.ts'
import { parseFlags } from './parseFlags.ts'
import { addressFlags, readMockAddress } from './readMockUrl.ts'

const defaultUrl = 'http://127.0.0.1:4010'

const flags = {
  data: { type: 'string', hint: 'json', help: "Values for fields of the event's data, as a JSON object." },
  record: {
    type: 'string',
    hint: 'id',
    help: 'The record that the event is about, such as a user for user.created. Default: an example.',
  },
  environment: { type: 'string', hint: 'id', help: 'The environment. Default: the sandbox.' },
  ...addressFlags(defaultUrl),
  ...helpFlag,
} as const

const helpText = () =>
  commandHelp({
    about:
      'Sends an event to the webhooks of a running mock that subscribe to it, as if it had happened. The message is signed, and is sent again after a failure like any other.',
    usage: 'trigger <event> [flags]',
    flags,
    more: [['Events:', ...eventNames.map((name) => `  ${name}`)].join('\n')],
  })

/**
 * Runs `latchkey-mock trigger`, and prints how each webhook answered.
 *
 * @returns The exit code: 0, or 1 where a webhook did not accept its message.
 * @throws TypeError with one line that says what is wrong with the arguments, or why the mock refused the event
 */
export async function runTrigger(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void = (line) => console.log(line),
): Promise<number> {
  const options = readArguments(args, env)
  if (!options) {
    print(helpText())
    return 0
  }
  const { url, token, event } = options
  const control = createControlCaller({ url, token })
  const messages = await trigger(control, url, event)
  const { deliveries } = await control.call('GET webhooks/deliveries')
  for (const { id, webhookId, status } of messages) {
    const attempt = deliveries.findLast(({ messageId }) => messageId === id)
    const { status: answer, error } = attempt?.response ?? {}
    const outcome = [status, answer ?? error, attempt?.request.url].filter((part) => part !== undefined).join('  ')
    print(`${event.eventName}  ${outcome}  message ${id}  webhook ${webhookId}`)
  }
  return messages.every(({ status }) => status === 'delivered') ? 0 : 1
}

interface TriggerEvent {
  readonly eventName: EventName
  readonly overrides?: Record<string, unknown>
  readonly record?: string
  readonly environmentId?: string
}

/** @throws TypeError for a refusal, and where no mock answers */
async function trigger(control: ControlCaller, url: string, event: TriggerEvent) {
  try {
    return (await control.call('POST webhooks/trigger', event)).messages
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw new TypeError(noMockAt(url), { cause: error })
    if (error.code === undefined) throw new TypeError(`${error.message} Is ${shownUrl(url)} a mock?`, { cause: error })
    if (error.status === 404)
      throw new TypeError(`The mock at ${shownUrl(url)} cannot trigger events.`, { cause: error })
    throw new TypeError(error.message.replace(/^POST webhooks\/trigger: /, 'Nothing was sent: '), { cause: error })
  }
}

function readArguments(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const [first = ''] = args
  const hasEvent = first !== '' && !first.startsWith('-')
  const values = parseFlags(hasEvent ? args.slice(1) : args, flags)
  const { help, data, record, environment: environmentId } = values
  if (help) return undefined
  if (!hasEvent) throw new TypeError('Name an event first: latchkey-mock trigger user.created.')
  if (!isEventName(first)) throw new TypeError(`There is no event "${first}".${didYouMean(first, eventNames)}`)
  const overrides = data === undefined ? undefined : readData(data)
  const { url = defaultUrl, token } = readMockAddress(values, env)
  return { url, token, event: { eventName: first, ...defined({ overrides, record, environmentId }) } }
}

function readData(text: string): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    // The sentence below says what is expected.
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new TypeError(`--data takes a JSON object, such as '{"email":"ada@example.com"}'.`)
  return data as Record<string, unknown>
}
