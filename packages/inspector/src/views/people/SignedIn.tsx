import { storedSession } from '@latchkey/contract/storedSession'
import { Card } from '../../components/Card.tsx'
import { CloseButton } from '../../components/CloseButton.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Codes } from '../../components/Codes.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { Time } from '../../components/Time.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { dateOf, now } from '../../platform.ts'
import { signInSnippets } from './signInSnippets.ts'

interface SignedInProps {
  readonly session: ControlOutput<'POST signIn'>
  readonly environmentId: string
  onClose(): void
}

/** A session that was begun here: its token, ready to be used, and the scopes that it got. */
export function SignedIn({ session, environmentId, onClose }: SignedInProps) {
  const { live } = useInspector()
  const { token, expiresAt, cookies, user } = session
  const scopes = user.scope?.split(' ').filter(Boolean) ?? []
  const stored = storedSession(session, { environmentId, now: now() })
  const signedInSession = { url: live.baseUrl, environmentId, stored }
  return (
    <Card title="Session token" actions={<CloseButton label="Close the session token" onClose={onClose} />}>
      {scopes.includes('requiresAdditionalAuth') && (
        <p class="remark warn">
          The session waits for the second factor. Until it is proved, operations that need more are refused.
        </p>
      )}
      <Facts>
        <Fact name="Token">
          <Copyable value={token} label="session token" isSecret />
        </Fact>
        <Fact name="Scopes">
          <span class="row">
            {scopes.length === 0 && <span class="muted">none</span>}
            <Codes names={scopes} tone="info" />
          </span>
        </Fact>
        <Fact name="Valid until">
          <Time at={dateOf(Number(expiresAt) * 1000).toISOString()} withDate />
        </Fact>
      </Facts>
      <Tabs
        label="Ways to use the session"
        tabs={signInSnippets(cookies).map(({ name, hint, textWith }) => ({
          name,
          content: () => (
            <div class="stack tight">
              <small>{hint}</small>
              <CodeBlock
                text={textWith({ ...signedInSession, token: covered, stored: { ...stored, value: covered } })}
                copied={textWith({ ...signedInSession, token })}
                label={`${name} snippet of the session`}
              />
            </div>
          ),
        }))}
      />
    </Card>
  )
}

const covered = '••••••••'
