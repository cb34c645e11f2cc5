import { CodeBlock } from '../../components/CodeBlock.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { useInspector } from '../../inspectorContext.ts'

/** Says what to do while an environment has no users. */
export function NoPeople({ environmentId, onCreate }: { environmentId: string; onCreate(): void }) {
  const { live } = useInspector()
  return (
    <EmptyCard icon="people" title="Nobody is here yet">
      <p>Sign in to your app, or create a person. Who signs in for the first time appears here at once.</p>
      <button type="button" class="main" onClick={onCreate}>
        Create a person…
      </button>
      <CodeBlock
        text={`curl ${live.baseUrl}/api/v0/environments/${environmentId}/users \\
  --header "authorization: Bearer $LATCHKEY_TOKEN" \\
  --header 'content-type: application/json' \\
  --data '{"email":"ada@example.com"}'`}
        label="request that creates a person"
      />
    </EmptyCard>
  )
}
