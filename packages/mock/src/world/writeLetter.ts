import { markup } from '@latchkey/base/html'
import type { Letter } from '../effects/messageReceiver.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'
import type { World } from './world.ts'

/** The domain of senders and ids where the service has an address instead of one. It is kept for tests (RFC 2606). */
const domainOfTests = 'latchkey.test'

/** The styles of the page of a mail, which its elements have as attributes, since mail programs read no others. */
export const letterStyles = {
  page: 'margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif',
  column: 'max-width: 480px; margin: 0 auto; overflow-wrap: anywhere',
  subject: 'font-size: 22px',
  code: 'font: 600 24px/1.4 monospace',
  foot: 'font-size: 13px; border-top: 1px solid; padding-top: 8px',
} as const

/** A message of the outbox as a mailbox gets it. Its text is that of the outbox; the page has its link as one. */
export function writeLetter({ store, baseUrl }: Pick<World, 'store' | 'baseUrl'>, message: OutboxMessage): Letter {
  const { subject = '', text, link, code } = message
  const environment = store.reader.environments.get(message.environmentId ?? '')
  const { emailCompanyName, displayName = '' } = environment?.settings.general ?? {}
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => markup`<p>${linked(paragraph, link)}</p>`)
  const inbox = `${baseUrl}/__mock/#/inbox?to=${encodeURIComponent(message.to)}`
  const html = markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${letterStyles.page}">
<div style="${letterStyles.column}">
<h1 style="${letterStyles.subject}">${subject}</h1>
${code === undefined ? [] : [markup`<p style="${letterStyles.code}">${code}</p>`]}
${paragraphs}
<p style="${letterStyles.foot}">\
Sent by a mock of the service, which also shows it <a href="${inbox}">in its inspector</a>.</p>
</div>
</body>
</html>`
  return { ...message, senderName: emailCompanyName || displayName, html: String(html), host: domainOf(baseUrl) }
}

/** A paragraph whose link can be opened. Links of other schemes, such as those of native apps, stay text. */
function linked(paragraph: string, link: string | undefined) {
  const start = link !== undefined && /^https?:/i.test(link) ? paragraph.indexOf(link) : -1
  if (link === undefined || start < 0) return paragraph
  return [markup`${paragraph.slice(0, start)}<a href="${link}">${link}</a>${paragraph.slice(start + link.length)}`]
}

function domainOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return /\.[a-z][a-z\d-]*$/i.test(hostname) ? hostname : domainOfTests
}
