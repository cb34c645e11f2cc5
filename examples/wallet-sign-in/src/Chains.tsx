import { useChains, useConfig, useConnection } from 'wagmi'
import { disconnect, switchChain } from 'wagmi/actions'
import { Action } from './Action.tsx'

/** The chains of the page. The wallet asks the person before it switches. */
export function Chains() {
  const config = useConfig()
  const chains = useChains()
  const { chain } = useConnection()
  return (
    <fieldset>
      <legend>Switch chain</legend>
      {chains.map(({ id, name }) => (
        <Action key={id} isChosen={id === chain?.id} act={() => switchChain(config, { chainId: id })}>
          {name}
        </Action>
      ))}
      {/* RainbowKit shows no account on another chain. */}
      {!chain && <Action act={() => disconnect(config)}>Disconnect</Action>}
    </fieldset>
  )
}
