import { Table } from '../../components/Table.tsx'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'

type Asset = ControlOutput<'GET chain/address'>['assets'][number]

/** Currencies, tokens and NFTs, with exact amounts. */
export function Holdings({ assets }: { assets: readonly Asset[] }) {
  if (assets.length === 0) return <p class="muted small wallets-note">It holds nothing.</p>
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Holdings">
      <Table columns={['Asset', 'Network', 'Amount']} numbers={['Amount']}>
        {assets.map((asset) => (
          <tr key={[asset.networkId, asset.contractAddress, asset.tokenId].join(' ')}>
            <td class="wallets-asset">
              <b class="text">{nameOf(asset)}</b>
              <small class="text" title={asset.contractAddress}>
                {asset.contractAddress === undefined
                  ? 'currency'
                  : `${asset.name === asset.symbol ? '' : `${asset.name}, `}${shortText(asset.contractAddress)}`}
              </small>
            </td>
            <td>{asset.network}</td>
            <td class="number wallets-amount">{asset.amount}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

const nameOf = ({ kind, symbol, tokenId }: Asset) => (kind === 'nft' ? `${symbol} #${tokenId ?? ''}` : symbol)
