import { assert, orFail } from '../errors.ts'

/** The content of a message: texts by name, most of them hex. */
export type Message = Readonly<Record<string, string | readonly string[]>>

/** @throws {@link CeremonyError} `message_malformed` */
export function textOf(message: Message | undefined, name: string): string {
  const value = message?.[name]
  assert(typeof value === 'string', 'message_malformed', { detail: `"${name}" is a text.` })
  return value
}

/** @throws {@link CeremonyError} `message_malformed` when the list is not there, or not of the length. */
export function textsOf(message: Message | undefined, name: string, length: number): readonly string[] {
  const value = message?.[name]
  assert(typeof value === 'object' && value.length === length, 'message_malformed', {
    detail: `"${name}" is a list of ${length}.`,
  })
  return value
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(
    (entry) => typeof entry === 'string' || (Array.isArray(entry) && entry.every((text) => typeof text === 'string')),
  )
}

/** The text that is sealed: a message, and the digest of the plan that its sender follows. */
export function writeMessage(planDigest: string, message: Message): string {
  return JSON.stringify([planDigest, message])
}

/** @throws {@link CeremonyError} `message_malformed`, `plan_mismatch` */
export function readMessage(planDigest: string, text: string, from: string): Message {
  const envelope = orFail(
    'message_malformed',
    () => JSON.parse(text) as unknown,
    () => [from],
  )
  assert(Array.isArray(envelope), 'message_malformed', { parties: [from] })
  const [digest, message] = envelope as unknown[]
  assert(digest === planDigest, 'plan_mismatch', { parties: [from] })
  assert(isMessage(message), 'message_malformed', { parties: [from] })
  return message
}
