import type { EthereumProvider } from './ways/wallet.ts'

/** The parts of the browser that the page uses, so that the page of the mock can replace them. */
export interface Surroundings {
  readonly ethereum?: EthereumProvider
}
