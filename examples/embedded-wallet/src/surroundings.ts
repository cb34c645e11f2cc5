/** What the page takes from the world around it, so that the mock's page can bring its own. */
export interface Surroundings {
  /** The node of the chain. */
  readonly rpcUrl: string
  /** Gives an address test money. Only where the world is pretended. */
  readonly fund?: (address: string) => Promise<void>
}
