import type { Mock } from '@latchkey/mock'

/** Shows the mail that the service has sent, newest first, beside the page. */
export function showInbox(mock: Mock): void {
  const inbox = document.createElement('aside')
  inbox.ariaLabel = 'Inbox'
  document.body.append(inbox)
  const show = () => inbox.replaceChildren(...mock.outbox.email.list().toReversed().map(letterOf))
  mock.watch(show)
  show()
}

function letterOf({ to, subject, text, link = '' }: ReturnType<Mock['outbox']['email']['list']>[number]): HTMLElement {
  const letter = document.createElement('pre')
  const anchor = Object.assign(document.createElement('a'), { href: link, textContent: link })
  const [before = '', after = ''] = link ? text.split(link) : [text]
  letter.append(`To ${to}: ${subject}\n${before}`, ...(link ? [anchor] : []), after)
  return letter
}
