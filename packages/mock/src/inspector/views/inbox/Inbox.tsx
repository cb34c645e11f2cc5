import type { ComponentChildren } from 'preact'
import { Badge } from '../../components/Badge.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Reading } from '../../components/Reading.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Time } from '../../components/Time.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Message = ControlOutput<'GET outbox/email'>['messages'][number]

const tables = ['outbox']
const deliveryWords = { waiting: 'Waiting', delivered: 'Delivered', refused: 'Refused' } as const
const tones = { waiting: 'warn', delivered: 'good', refused: 'bad' } as const
/** More would make the page slow. */
const maximumMessages = 100

/** The e-mails and text messages that the service has sent, and what became of them at a real receiver. */
export function Inbox() {
  const { router } = useInspector()
  const email = useRead('GET outbox/email', { tables })
  const sms = useRead('GET outbox/sms', { tables })
  const { to = '' } = router.route.value.query
  const search = (to: string) => router.go(hrefOf('inbox', [], { to }), { replace: true })
  return (
    <div class="view inbox">
      <ViewHead title="Inbox" />
      <Reading of={email}>
        {(emails) => (
          <Reading of={sms}>
            {(texts) => (
              <Messages all={newestFirst([...emails.messages, ...texts.messages])} to={to} onSearch={search} />
            )}
          </Reading>
        )}
      </Reading>
    </div>
  )
}

interface MessagesProps {
  /** Newest first. */
  readonly all: readonly Message[]
  /** Part of an address. */
  readonly to: string
  onSearch(to: string): void
}

function Messages({ all, to, onSearch }: MessagesProps): ComponentChildren {
  const shown = all.filter((message) => message.to.toLowerCase().includes(to.trim().toLowerCase()))
  if (all.length === 0)
    return (
      <section class="card">
        <Empty icon="inbox" title="No messages yet">
          <p>
            Begin a sign-in by e-mail or text message in your app. What the service sends arrives here, with its code
            and link.
          </p>
        </Empty>
      </section>
    )
  return (
    <>
      <search class="row">
        <SearchField label="Search by address or number" value={to} onInput={onSearch} />
        <span class="muted small tabular">
          {shown.length === all.length ? all.length : `${shown.length} of ${all.length}`}
        </span>
      </search>
      {shown.length === 0 && (
        <section class="card">
          <Empty icon="search" title="No message to this address">
            <button type="button" onClick={() => onSearch('')}>
              Show all {all.length}
            </button>
          </Empty>
        </section>
      )}
      <ol class="stack">
        {shown.slice(0, maximumMessages).map((message) => (
          <li key={message.id}>
            <MessageCard message={message} />
          </li>
        ))}
      </ol>
      {shown.length > maximumMessages && <p class="muted small">The latest {maximumMessages} messages are shown.</p>}
    </>
  )
}

function MessageCard({ message }: { message: Message }) {
  const { id, channel, to, subject, text, code, link, createdAt, delivery } = message
  return (
    <article class="card inbox-message" aria-labelledby={`to-${id}`}>
      <header>
        <Icon name={channel === 'email' ? 'inbox' : 'phone'} />
        <h2 id={`to-${id}`} class="text">
          {to}
        </h2>
        <Badge>{channel === 'email' ? 'E-mail' : 'Text message'}</Badge>
        {delivery && <Badge tone={tones[delivery.status]}>{deliveryWords[delivery.status]}</Badge>}
        <span class="end muted small">
          <Time at={createdAt} withDate />
        </span>
      </header>
      <div class="body">
        {(code ?? link) !== undefined && (
          <div class="row">
            {code !== undefined && (
              <>
                <output class="inbox-code" aria-label="Code">
                  {code}
                </output>
                <CopyButton text={code} label="the code">
                  Copy code
                </CopyButton>
              </>
            )}
            {link !== undefined && <MessageLink link={link} />}
          </div>
        )}
        {subject !== undefined && <h3 class="text">{subject}</h3>}
        <CodeBlock text={text} label="text of the message" wrap />
        {delivery?.reply !== undefined && delivery.status !== 'delivered' && (
          <p class={`remark text ${tones[delivery.status]}`}>{delivery.reply}</p>
        )}
      </div>
    </article>
  )
}

/** A link of a message can lead anywhere, so only web addresses can be opened. */
function MessageLink({ link }: { link: string }) {
  return (
    <>
      {/^https?:/i.test(link) && (
        <a class="button" href={link} target="_blank" rel="noopener noreferrer">
          <Icon name="link" />
          Open link
        </a>
      )}
      <CopyButton text={link} label="the link">
        Copy link
      </CopyButton>
    </>
  )
}

const newestFirst = (messages: readonly Message[]) => messages.toSorted((a, b) => (a.id < b.id ? 1 : -1))
