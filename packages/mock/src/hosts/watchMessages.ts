import type { Mock } from '../mock/createMock.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'

const channels = { email: 'E-mail', sms: 'Text message' } as const

/**
 * Prints a line for each e-mail and text message from now on, with its code and link: the person who waits for it has no
 * other mailbox.
 *
 * @returns A function that ends this.
 */
export function watchMessages({ outbox, watch }: Pick<Mock, 'outbox' | 'watch'>, print: (line: string) => void) {
  const list = () => [...outbox.email.list(), ...outbox.sms.list()]
  let printed = new Set(list().map(({ id }) => id))
  return watch((tables) => {
    if (!tables.includes('outbox')) return
    const messages = list()
    for (const message of messages) if (!printed.has(message.id)) print(lineOf(message))
    printed = new Set(messages.map(({ id }) => id))
  })
}

function lineOf({ channel, to, code, link, subject, text }: OutboxMessage): string {
  const content = code === undefined ? (subject ?? text) : `code ${code}`
  return [`${channels[channel]} to ${to}: ${content}`, link]
    .filter(Boolean)
    .join('  ')
    .replace(/\p{Cc}|\p{Cf}/gu, '�')
}
