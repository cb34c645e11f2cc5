import type { Mock } from '@latchkey/mock'

/** Shows the mail that the service has sent, newest first, beside the page. */
export function showInbox(mock: Mock): void {
  const inbox = document.createElement('aside')
  inbox.setAttribute('aria-label', 'Inbox')
  document.body.append(inbox)
  let shown = -1
  setInterval(() => {
    const messages = mock.outbox.email.list()
    if (messages.length === shown) return
    shown = messages.length
    const letters = messages
      .toReversed()
      .map(({ to, subject = '', text, link }) => letter(`To ${to}: ${subject}\n${text}`, link))
    inbox.replaceChildren(title('Mail that the service has sent'), ...letters)
  }, 100)
}

function title(text: string): HTMLElement {
  const element = document.createElement('h2')
  element.textContent = text
  return element
}

/** A letter whose link can be followed. */
function letter(text: string, link: string | undefined): HTMLElement {
  const element = document.createElement('pre')
  const [before = '', after = ''] = link ? text.split(link) : [text]
  element.append(before)
  if (link) {
    const anchor = document.createElement('a')
    anchor.href = link
    anchor.textContent = link
    element.append(anchor, after)
  }
  return element
}
