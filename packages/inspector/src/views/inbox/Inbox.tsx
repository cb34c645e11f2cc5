import type { ComponentChildren } from 'preact'
import { EmptyCard } from '../../components/Empty.tsx'
import { NoMatch } from '../../components/NoMatch.tsx'
import { Reading } from '../../components/Reading.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { ShownCount } from '../../components/ShownCount.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import { type Message, MessageCard } from './MessageCard.tsx'

const tables = ['outbox']
const channels = ['email', 'sms'] as const
/** More would make the page slow. */
const maximumMessages = 100

/** The e-mails and text messages that the service has sent, and what became of them at a real receiver. */
export function Inbox() {
  const { live, router } = useInspector()
  const [run, isBusy] = useAction()
  const email = useRead('GET outbox/email', { tables })
  const sms = useRead('GET outbox/sms', { tables })
  const unread = useUnread()
  const { to = '' } = router.route.value.query
  const search = (to: string) => router.go(hrefOf('inbox', [], { to }), { replace: true })
  const count = (email.data?.messages.length ?? 0) + (sms.data?.messages.length ?? 0)
  const ofAll = (key: 'POST outbox/read' | 'POST outbox/delete', done: string) =>
    run(() => Promise.all(channels.map((channel) => live.call(key, { channel }))), done)
  return (
    <div class="view inbox">
      <ViewHead title="Inbox">
        {unread.size > 0 && <span class="muted small tabular">{unread.size} unread</span>}
        <button
          type="button"
          disabled={isBusy || unread.size === 0}
          onClick={() => ofAll('POST outbox/read', 'All messages are read.')}
        >
          Mark all as read
        </button>
        <button
          type="button"
          disabled={isBusy || count === 0}
          onClick={() => ofAll('POST outbox/delete', 'The inbox is empty.')}
        >
          Delete all
        </button>
      </ViewHead>
      <Reading of={email}>
        {(emails) => (
          <Reading of={sms}>
            {(texts) => (
              <Messages
                all={newestFirst([...emails.messages, ...texts.messages])}
                unread={unread}
                to={to}
                onSearch={search}
              />
            )}
          </Reading>
        )}
      </Reading>
    </div>
  )
}

/** The ids of the messages that nobody has read. */
function useUnread(): ReadonlySet<string> {
  const email = useRead('GET outbox/unread', { input: { channel: 'email' }, tables })
  const sms = useRead('GET outbox/unread', { input: { channel: 'sms' }, tables })
  return new Set([email, sms].flatMap(({ data }) => data?.messages.map(({ id }) => id) ?? []))
}

interface MessagesProps {
  /** Newest first. */
  readonly all: readonly Message[]
  /** Their ids. */
  readonly unread: ReadonlySet<string>
  /** Part of an address. */
  readonly to: string
  onSearch(to: string): void
}

function Messages({ all, unread, to, onSearch }: MessagesProps): ComponentChildren {
  const shown = all.filter((message) => message.to.toLowerCase().includes(to.trim().toLowerCase()))
  if (all.length === 0)
    return (
      <EmptyCard icon="inbox" title="No messages yet">
        <p>
          Begin a sign-in by e-mail or text message in your app. What the service sends arrives here, with its code and
          link.
        </p>
      </EmptyCard>
    )
  return (
    <>
      <search class="row">
        <SearchField label="Search by address or number" value={to} onInput={onSearch} />
        <ShownCount shown={shown} all={all} />
      </search>
      {shown.length === 0 && (
        <section class="card">
          <NoMatch title="No message to this address" count={all.length} onShowAll={() => onSearch('')} />
        </section>
      )}
      <ol class="stack">
        {shown.slice(0, maximumMessages).map((message) => (
          <li key={message.id}>
            <MessageCard message={message} isUnread={unread.has(message.id)} />
          </li>
        ))}
      </ol>
      {shown.length > maximumMessages && <p class="muted small">The latest {maximumMessages} messages are shown.</p>}
    </>
  )
}

const newestFirst = (messages: readonly Message[]) => messages.toSorted((a, b) => (a.id < b.id ? 1 : -1))
