import { Card } from '../../components/Card.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { Counts } from './Counts.tsx'
import { Providers } from './Providers.tsx'
import { ResetButton } from './ResetButton.tsx'
import { snippets } from './snippets.ts'

/** Where the mock is, and what a developer copies from it to begin. */
export function Overview() {
  const { live } = useInspector()
  const overview = useRead('GET overview')
  return (
    <div class="view">
      <ViewHead title="Overview">
        <ResetButton />
      </ViewHead>
      <Reading of={overview}>
        {({ counts, defaults: { organizationId, projectId, admin, environments } }) => (
          <>
            <Counts counts={counts} />
            <div class="columns">
              <div class="stack wide">
                <Card title="Connect">
                  <Tabs
                    label="Snippets"
                    tabs={snippets.map(({ name, textWith }) => ({
                      name,
                      content: () => (
                        <CodeBlock
                          text={textWith({ url: live.baseUrl, id: environments.sandbox.id, token: '••••••••' })}
                          copied={textWith({ url: live.baseUrl, ...environments.sandbox })}
                          label={`${name} snippet`}
                        />
                      ),
                    }))}
                  />
                </Card>
                <Providers sandboxId={environments.sandbox.id} liveId={environments.live.id} />
              </div>
              <Card title="Ids and tokens">
                <Facts>
                  <Fact name="URL">
                    <Copyable value={live.baseUrl} label="URL" />
                  </Fact>
                  <Fact name="Sandbox">
                    <Copyable value={environments.sandbox.id} label="sandbox environment id" />
                  </Fact>
                  <Fact name="Sandbox token">
                    <Copyable value={environments.sandbox.token} label="sandbox token" isSecret />
                  </Fact>
                  <Fact name="Live">
                    <Copyable value={environments.live.id} label="live environment id" />
                  </Fact>
                  <Fact name="Live token">
                    <Copyable value={environments.live.token} label="live token" isSecret />
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
          </>
        )}
      </Reading>
    </div>
  )
}
