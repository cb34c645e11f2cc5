import { StatusBadge } from '../../components/Badge.tsx'
import { CodeBlock, JsonBlock } from '../../components/CodeBlock.tsx'
import { Link } from '../../components/Link.tsx'
import { hrefOf } from '../../createRouter.ts'
import { RequestHeaders } from '../requests/RequestHeaders.tsx'
import { readReply, type Reply } from './readReply.ts'

/** The reply to a call, with its headers, and the link to the request in the journal. */
export function CallReply({ reply }: { reply: Reply }) {
  const { status, headers, text, durationMs, requestId } = reply
  const body = readReply(text)
  return (
    <section class="card" aria-label="Reply">
      <header>
        <StatusBadge status={status} />
        <h2>Reply</h2>
        <span class="muted small tabular">{durationMs} ms</span>
        {requestId !== undefined && (
          <span class="end small">
            <Link href={hrefOf('requests', [requestId])}>{requestId}</Link>
          </span>
        )}
      </header>
      <div class="body" role="status">
        {status === 0 && <p class="remark bad">A fault that was set has broken the connection.</p>}
        {text === '' && <p class="muted small">Without a body</p>}
        {text !== '' &&
          (typeof body === 'string' ? (
            <CodeBlock text={body} label="body of the reply" />
          ) : (
            <JsonBlock value={body} label="body of the reply" />
          ))}
        <RequestHeaders headers={headers} isOpen={false} />
      </div>
    </section>
  )
}
