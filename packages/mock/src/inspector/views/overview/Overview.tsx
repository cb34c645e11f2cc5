import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { ResetButton } from './ResetButton.tsx'
import { snippets } from './snippets.ts'

/** Where the mock is, and what a developer copies from it to begin. */
export function Overview() {
  const { live } = useInspector()
  const defaults = useRead('GET defaults', { tables: [] })
  return (
    <div class="view">
      <ViewHead title="Overview">
        <ResetButton />
      </ViewHead>
      <Reading of={defaults}>
        {({ organizationId, projectId, admin, environments: { sandbox, live: liveEnvironment } }) => (
          <div class="columns">
            <Card title="Connect">
              <Tabs
                label="Snippets"
                tabs={snippets.map(({ name, textWith }) => ({
                  name,
                  content: () => (
                    <CodeBlock
                      text={textWith({ url: live.baseUrl, id: sandbox.id, token: '••••••••' })}
                      copied={textWith({ url: live.baseUrl, ...sandbox })}
                      label={`${name} snippet`}
                    />
                  ),
                }))}
              />
            </Card>
            <Card title="Ids and tokens">
              <Facts>
                <Fact name="URL">
                  <Copyable value={live.baseUrl} label="URL" />
                </Fact>
                <Fact name="Sandbox">
                  <Copyable value={sandbox.id} label="sandbox environment id" />
                </Fact>
                <Fact name="Sandbox token">
                  <Copyable value={sandbox.token} label="sandbox token" isSecret />
                </Fact>
                <Fact name="Live">
                  <Copyable value={liveEnvironment.id} label="live environment id" />
                </Fact>
                <Fact name="Live token">
                  <Copyable value={liveEnvironment.token} label="live token" isSecret />
                </Fact>
                <Fact name="Admin">
                  <Copyable value={admin.email} label="admin's email address" />
                </Fact>
                <Fact name="Admin token">
                  <Copyable value={admin.token} label="admin token" isSecret />
                </Fact>
                <Fact name="Organization">
                  <Copyable value={organizationId} label="organization id" />
                </Fact>
                <Fact name="Project">
                  <Copyable value={projectId} label="project id" />
                </Fact>
              </Facts>
            </Card>
          </div>
        )}
      </Reading>
    </div>
  )
}
