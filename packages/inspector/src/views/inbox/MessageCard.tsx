import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { htmlOfFrame } from '../../platform.ts'

export type Message = ControlOutput<'GET outbox/email'>['messages'][number]

const deliveryWords = { waiting: 'Waiting', delivered: 'Delivered', refused: 'Refused' } as const
const tones = { waiting: 'warn', delivered: 'good', refused: 'bad' } as const

interface MessageCardProps {
  readonly message: Message
  readonly isUnread: boolean
}

/** A message with its code and link. Whoever uses anything in it has read it. */
export function MessageCard({ message, isUnread }: MessageCardProps) {
  const { live } = useInspector()
  const [run] = useAction()
  const { id, channel, to, from, subject, text, code, link, createdAt, delivery } = message
  return (
    <article
      class="card inbox-message"
      aria-labelledby={`to-${id}`}
      onClick={() => {
        if (isUnread) void run(() => live.call('POST outbox/read', { channel, messageId: id }))
      }}
    >
      <header>
        <Icon name={channel === 'email' ? 'inbox' : 'phone'} />
        <h2 id={`to-${id}`} class="text">
          {to}
        </h2>
        <Badge>{channel === 'email' ? 'E-mail' : 'Text message'}</Badge>
        {isUnread && <Badge tone="info">Unread</Badge>}
        {delivery && <Badge tone={tones[delivery.status]}>{deliveryWords[delivery.status]}</Badge>}
        <span class="end muted small">
          <Time at={createdAt} withDate />
          <DeleteButton message={message} />
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
        {from !== undefined && <p class="muted small text">From {from}</p>}
        {subject !== undefined && <h3 class="text">{subject}</h3>}
        <CodeBlock text={text} label="text of the message" wrap />
        {channel === 'email' && <Page messageId={id} />}
        {delivery?.reply !== undefined && delivery.status !== 'delivered' && (
          <p class={`remark text ${tones[delivery.status]}`}>{delivery.reply}</p>
        )}
      </div>
    </article>
  )
}

function DeleteButton({ message: { id, channel } }: Pick<MessageCardProps, 'message'>) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  return (
    <button
      type="button"
      class="quiet icon"
      title="Delete the message"
      disabled={isBusy}
      onClick={(event) => {
        // A deleted message need not be read.
        event.stopPropagation()
        void run(() => live.call('POST outbox/delete', { channel, messageId: id }), 'The message was deleted.')
      }}
    >
      <Icon name="close" />
      <span class="hidden">Delete the message</span>
    </button>
  )
}

/** The mail as a mailbox shows it, once it is asked for. */
function Page({ messageId }: { messageId: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div class="stack">
      <div>
        <button type="button" class="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          <Icon name="eye" />
          {isShown ? 'Hide the HTML' : 'Show the HTML'}
        </button>
      </div>
      {isShown && <Frame messageId={messageId} />}
    </div>
  )
}

/** The frame may do nothing: no scripts, no forms, no windows, and nothing of the page around it. */
function Frame({ messageId }: { messageId: string }) {
  const page = useRead('GET outbox/html', { input: { channel: 'email', messageId }, tables: ['outbox'] })
  return (
    <Reading of={page}>
      {({ html }) => <iframe class="inbox-page" title="HTML of the mail" sandbox="" srcdoc={htmlOfFrame(html)} />}
    </Reading>
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
