import { defined } from '@latchkey/base/defined'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Refusal } from '../../components/Refusal.tsx'
import type { RefusableFields } from '../../formRefusal.ts'
import { type Read, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { Refusals } from '../../refusals.ts'
import { useForm, useRefusedFocus } from '../../useForm.ts'
import { CallCode } from './CallCode.tsx'
import { CallerFields } from './CallerFields.tsx'
import { type Caller, createCredentials } from './callers.ts'
import { CallFields } from './CallFields.tsx'
import { callRefusalOf } from './callRefusal.ts'
import { CallReply } from './CallReply.tsx'
import { Description } from './Description.tsx'
import { bodyTextOf, exampleCall, type OperationCall, sentHeaders, targetOf } from './operationCall.ts'
import type { OpenApiDocument, Operation } from './operationsOf.ts'
import type { Reply } from './readReply.ts'

interface OperationDetailsProps {
  readonly operation: Operation
  readonly document: OpenApiDocument
}

/** An operation: its description, and a form that calls it. */
export function OperationDetails({ operation, document }: OperationDetailsProps) {
  const defaults = useRead('GET defaults', { tables: [] })
  return (
    <article class="stack wide" aria-label={`Operation ${operation.id}`}>
      <Description operation={operation} />
      <Reading of={defaults}>
        {(defaults) => <Calling operation={operation} document={document} defaults={defaults} />}
      </Reading>
    </article>
  )
}

type Defaults = ControlOutput<'GET defaults'>

/** Fields that can be refused before the operation is called; the operation's own refusals are in its reply. */
const refusable: RefusableFields = {
  names: ['userId', 'token', 'body'],
  byWords: [
    [/user with this id/, 'userId'],
    [/authorization|header/i, 'token'],
  ],
}

function Calling({ operation, document, defaults }: OperationDetailsProps & { readonly defaults: Defaults }) {
  const { live } = useInspector()
  const { refusal, isBusy, submit } = useForm(refusable)
  const [caller, setCaller] = useState<Caller>({ kind: operation.caller })
  const [call, setCall] = useState<OperationCall>(() => exampleCall(operation, idsOf(defaults)))
  const [reply, setReply] = useState<Reply>()
  const [token, setToken] = useState<string>()
  const credentials = useMemo(() => createCredentials(live, defaults), [live, defaults])
  const environmentId = call.params.environmentId ?? defaults.environments.sandbox.id
  const people = usePeople(environmentId)
  const send = () =>
    submit(async () => {
      const body = bodyTextOf(operation, call)
      const sent = await credentials.tokenOf(caller, environmentId)
      setToken(sent)
      const headers = {
        ...defined({ authorization: sent === undefined ? undefined : `Bearer ${sent}` }),
        ...sentHeaders(call),
        ...defined({ 'content-type': body !== undefined && operation.body ? operation.body.type : undefined }),
      }
      setReply(
        await live.call('POST requests/send', {
          method: operation.method,
          path: targetOf(operation, call),
          headers,
          body,
        }),
      )
    })
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  useRefusedFocus(form, refusal)
  useRefusedFocus(form, reply)
  useEffect(() => {
    const isRefused = form.current?.querySelector('[aria-invalid=true]')
    if (!isRefused) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  const shownToken = token ?? credentials.readyTokenOf(caller, environmentId)
  return (
    <>
      <Card
        title="Call"
        actions={
          <button type="button" onClick={() => setCall(exampleCall(operation, idsOf(defaults)))}>
            Example
          </button>
        }
      >
        <form
          ref={form}
          class="stack wide"
          aria-label="Call"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Refusals.Provider value={refusal.fields}>
            <CallerFields
              caller={caller}
              people={people.data?.users ?? []}
              onChange={(next) => {
                setCaller(next)
                setToken(undefined)
              }}
            />
          </Refusals.Provider>
          <CallFields
            operation={operation}
            document={document}
            call={call}
            people={people.data?.users ?? []}
            fault={refusal.fields.body}
            refusal={callRefusalOf(operation, document, reply)}
            onChange={setCall}
          />
          <Refusal refusal={refusal} />
          <div class="row">
            <button type="submit" class="main" disabled={isBusy}>
              Send
            </button>
            {isBusy && <span class="muted small">Waiting for the reply…</span>}
          </div>
        </form>
      </Card>
      {reply && (
        <div ref={answer}>
          <CallReply reply={reply} />
        </div>
      )}
      <CallCode operation={operation} call={call} kind={caller.kind} token={shownToken} reply={reply} />
    </>
  )
}

function usePeople(environmentId: string): Read<ControlOutput<'GET people'>> {
  return useRead('GET people', { input: { environmentId, limit: 50 }, tables: ['users'] })
}

/** The ids that every call can begin with. */
const idsOf = ({ organizationId, projectId, environments, admin }: Defaults): Readonly<Record<string, string>> => ({
  organizationId,
  projectId,
  environmentId: environments.sandbox.id,
  adminMemberId: admin.id,
})
