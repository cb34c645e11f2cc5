import { Card } from '../../components/Card.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { clientCodeOfCall, type CodedCall, curlOfCall, testCodeOfCall } from './callCode.ts'
import type { Caller } from './callers.ts'
import type { OperationCall } from './operationCall.ts'
import type { Operation } from './operationsOf.ts'
import { readReply, type Reply } from './readReply.ts'

interface CallCodeProps {
  readonly operation: Operation
  readonly call: OperationCall
  readonly kind: Caller['kind']
  /** The token that was sent, or that will be; `undefined` for one that is made when the call is sent. */
  readonly token: string | undefined
  readonly reply: Reply | undefined
}

const languages = [
  ['curl', curlOfCall],
  ['Client', clientCodeOfCall],
  ['Test', testCodeOfCall],
] as const

/** The call as a command and as code. What is copied has the token. */
export function CallCode({ operation, call, kind, token, reply }: CallCodeProps) {
  const { live } = useInspector()
  const coded = (token: string | undefined): CodedCall => ({
    operation,
    call,
    baseUrl: live.baseUrl,
    token: kind === 'nobody' ? undefined : token,
    reply: reply && { status: reply.status, body: readReply(reply.text) },
  })
  return (
    <Card title="The same call">
      <Tabs
        label="The same call"
        tabs={languages.map(([name, print]) => ({
          name,
          content: () => (
            <CodeBlock
              text={orFault(() => print(coded(covered)))}
              copied={orFault(() => print(coded(token ?? placeholder)))}
              label={`${name} code of the call`}
            />
          ),
        }))}
      />
      {kind === 'user' && token === undefined && (
        <p class="muted small">
          The session token is made when the call is sent. Until then, `{placeholder}` stands for it.
        </p>
      )}
    </Card>
  )
}

const covered = '••••••••'
const placeholder = 'SESSION_TOKEN'

function orFault(print: () => string): string {
  try {
    return print()
  } catch {
    return 'The body is not JSON.'
  }
}
