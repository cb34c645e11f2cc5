/** The world around the page. */
export interface Surroundings {
  /** The node of a chain. */
  rpcUrl(chainId: number): string
}
