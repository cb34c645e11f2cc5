import { wordsOfFault } from '../../faultWords.ts'
import type { Entry } from '../../live/control.ts'
import { sentCredential } from './sentCredential.ts'

/** Explains a request to a developer: why it was refused, what was not read, what was meant. */
export function RequestRemarks({ entry }: { entry: Entry }) {
  const { status, reply, headers, nearMisses, unknownFields, notes, fault } = entry
  const refusal = status >= 400 ? refusalOf(reply) : undefined
  return (
    <>
      {status === 0 && !entry.room && (
        <p class="remark bad">A fault that was set has broken the connection. The caller got no reply.</p>
      )}
      {fault && status !== 0 && (
        <p class="remark warn">A fault that was set happened to this request: it {wordsOfFault(fault)}.</p>
      )}
      {refusal && (
        <p class={`remark ${status >= 500 ? 'bad' : 'warn'}`}>
          <span class="text">{refusal.error}</span> {refusal.code && <code>{refusal.code}</code>}
        </p>
      )}
      {status === 401 && headers && <p class="remark text">{sentCredential(headers)}</p>}
      {nearMisses && (
        <Remarks
          title={
            nearMisses.length > 0
              ? 'No operation has this URL and method. Similar ones:'
              : 'No operation has this URL and method.'
          }
          items={nearMisses}
        />
      )}
      {unknownFields && (
        <Remarks title="The operation does not know these fields, and has not read them:" items={unknownFields} />
      )}
      {notes && <Remarks title="Notes of the mock:" items={notes} />}
    </>
  )
}

function Remarks({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div class="remark warn">
      {title}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item} class="text">
              {item}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function refusalOf(reply: unknown): { error: string; code?: string | undefined } | undefined {
  const { error, message, code } = (reply ?? {}) as { error?: unknown; message?: unknown; code?: unknown }
  const words = [error, message].find((candidate) => typeof candidate === 'string')
  if (words === undefined) return undefined
  return { error: words as string, code: typeof code === 'string' ? code : undefined }
}
