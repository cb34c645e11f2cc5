import type { EthereumProvider } from './ways/wallet.ts'

/** What the page takes from the browser around it, so that the mock's page can bring its own. */
export interface Surroundings {
  readonly ethereum?: EthereumProvider
}
