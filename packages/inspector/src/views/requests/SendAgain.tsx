import { useState } from 'preact/hooks'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Entry } from '../../live/control.ts'

/** Sends a request once more, as who sent it, and shows the new one. It asks for secrets, which the journal lacks. */
export function SendAgain({ entry }: { entry: Entry }) {
  const { live, router } = useInspector()
  const [run, isBusy] = useAction()
  const [isOpen, setOpen] = useState(false)
  const isWhole = entry.bodyBytes === undefined && !JSON.stringify(entry.body ?? '').includes('[redacted]')
  const send = async (body?: unknown) => {
    const { requestId } = await live.call('POST journal/sendAgain', { requestId: entry.requestId, body })
    router.go(hrefOf('requests', [requestId], router.route.value.query))
  }
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => (isWhole ? void run(() => send(), 'The request was sent once more.') : setOpen(true))}
      >
        <Icon name="send" />
        {isWhole ? 'Send again' : 'Send again…'}
      </button>
      {isOpen && <BodyDialog entry={entry} send={send} onClose={() => setOpen(false)} />}
    </>
  )
}

interface BodyDialogProps {
  readonly entry: Entry
  send(body: unknown): Promise<void>
  onClose(): void
}

function BodyDialog({ entry, send, onClose }: BodyDialogProps) {
  async function confirm(form: FormData): Promise<undefined> {
    await send(bodyOf(String(form.get('body'))))
  }
  return (
    <FormDialog
      title={`Send ${entry.method} ${entry.operation ?? entry.path} again`}
      action="Send"
      names={['body']}
      save={confirm}
      onClose={onClose}
    >
      <Field
        isLong
        name="body"
        label="Body"
        value={typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body, null, 2)}
        hint="The journal keeps no secrets and no long bodies. Fill in what is missing."
      />
    </FormDialog>
  )
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('body: must be JSON.')
  }
}
