import type { Letter } from '../effects/messageReceiver.ts'
import { markup } from '../shared/html.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'
import type { World } from './world.ts'

/** The domain of senders and ids where the service has an address instead of one. It is kept for tests (RFC 2606). */
const domainOfTests = 'latchkey.test'

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
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<div style="max-width: 480px; margin: 0 auto; overflow-wrap: anywhere">
<h1 style="font-size: 22px">${subject}</h1>
${code === undefined ? [] : [markup`<p style="font: 600 24px/1.4 monospace">${code}</p>`]}
${paragraphs}
<p style="font-size: 13px; border-top: 1px solid; padding-top: 8px">\
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
