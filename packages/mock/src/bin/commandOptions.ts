import type { BrowserChain } from '../control/device/browserWalletOptions.ts'
import type { ChainFlag } from './flagReaders.ts'
import type { RealFlags } from './realFlags.ts'

/** The options that only the command takes, beside those of the mock and of its server. */
export interface CommandOptions extends RealFlags {
  /** File of an exported state to begin with. */
  readonly importFrom?: string | undefined
  /** File or name of a scenario to begin with. */
  readonly scenario?: string | undefined
  /** File with the names of a deployment that spells the interface differently. */
  readonly names?: string | undefined
  /** Whether the simulated EVM chains run bytecode. */
  readonly evm: boolean
  /** The chains whose wallets stand in pages from the start. */
  readonly wallets: readonly BrowserChain[]
  /** The real nodes. */
  readonly chains: readonly ChainFlag[]
  /** How long real parts may take until they answer, in milliseconds. */
  readonly waitTimeoutMs: number
  /** File to which the state is written when the server ends. */
  readonly exportTo?: string | undefined
  /** Whether that file is replaced, whatever it is. */
  readonly overwrite: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  /** Whether the inspector is opened in the browser. */
  readonly open: boolean
  /** Whether the server speaks HTTPS, by a certificate of the local authority. */
  readonly https: boolean
  readonly json: boolean
  readonly version: boolean
  readonly help: boolean
}
