import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'

/** The sign-in providers of an environment, each with a switch. */
export function Providers({ sandboxId, liveId }: { sandboxId: string; liveId: string }) {
  const { live } = useInspector()
  const [environmentId, setEnvironmentId] = useState(sandboxId)
  const providers = useRead('GET providers', { input: { environmentId }, tables: ['providers'] })
  const [run] = useAction()
  const set = (provider: string, isEnabled: boolean) =>
    run(
      () => live.call('POST providers/set', { provider, isEnabled, environmentId }),
      `${provider} is ${isEnabled ? 'on' : 'off'}.`,
    )
  const environments = [
    [sandboxId, 'Sandbox'],
    [liveId, 'Live'],
  ] as const
  return (
    <Card
      title="Sign-in providers"
      actions={<Select label="Environment" value={environmentId} options={environments} onChange={setEnvironmentId} />}
    >
      <Reading of={providers}>
        {({ providers: all }) =>
          all.length === 0 ? (
            <Empty icon="key" title="No provider is set up">
              <p>
                Pass <code>providers</code> to <code>createMock()</code>, or call <code>mock.create.provider()</code>.
              </p>
            </Empty>
          ) : (
            <ul class="overview-providers">
              {all.map(({ id, provider, isEnabled }) => (
                <li key={id}>
                  <Switch label={provider} isOn={isEnabled} onChange={(isOn) => set(provider, isOn)} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </Card>
  )
}
