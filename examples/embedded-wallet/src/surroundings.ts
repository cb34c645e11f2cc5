/** The page's surroundings, which the mock's page can replace. */
export interface Surroundings {
  /** The node of the chain. */
  readonly rpcUrl: string
  /** Gives an address test money. Only where the world is simulated. */
  readonly fund?: (address: string) => Promise<void>
}
