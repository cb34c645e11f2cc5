import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Switch } from '../../components/Switch.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { MineButton } from './MineButton.tsx'

type Network = ControlOutput<'GET chain/networks'>['networks'][number]

const kinds: Readonly<Record<Network['kind'], string>> = {
  main: 'main network',
  test: 'test network',
  custom: 'of an organization',
  unknown: 'not served',
}

/** The networks, how far each has come, and whether its transactions are mined as they come. */
export function Networks() {
  const networks = useRead('GET chain/networks', {
    tables: ['chainBlocks', 'heldNetworks', 'heldClusters', 'customNetworks'],
  })
  return (
    <Card title="Networks" flush>
      <Reading of={networks}>
        {({ networks: all }) => (
          <ul class="list" aria-label="Networks">
            {all.map((network) => (
              <li key={`${network.chain} ${network.networkId}`} class="wallets-network">
                <NetworkLine network={network} />
              </li>
            ))}
          </ul>
        )}
      </Reading>
    </Card>
  )
}

function NetworkLine({ network }: { network: Network }) {
  const { chain, networkId, name, symbol, kind, height, latestBlockAt, automine, rpcUrl } = network
  const { live } = useInspector()
  const [run] = useAction()
  const setAutomine = (isEnabled: boolean) =>
    run(
      () => live.call('POST chain/automine', { isEnabled, networkId: chain === 'SOL' ? String(networkId) : networkId }),
      isEnabled ? `${name} mines transactions as they come.` : `Transactions on ${name} wait until you mine.`,
    )
  return (
    <>
      <div class="wallets-what">
        <span class="row">
          <b class="text">{name}</b>
          <Badge>
            {chain} {networkId}
          </Badge>
        </span>
        <small>
          {symbol}, {kinds[kind]}, block <span class="tabular">{height}</span>
          {latestBlockAt !== null && (
            <>
              {' '}
              of <Time at={latestBlockAt} />
            </>
          )}
        </small>
      </div>
      <div class="row">
        {kind !== 'unknown' && <Switch label="Automine" isOn={automine} onChange={setAutomine} />}
        {rpcUrl !== null && <CopyButton text={rpcUrl} label={`JSON-RPC address of ${name}`} />}
        <MineButton network={network} />
      </div>
    </>
  )
}
