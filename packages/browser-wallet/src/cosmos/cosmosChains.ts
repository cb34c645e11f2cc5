/** The prefix of the addresses on each chain. */
export const cosmosPrefixes: Readonly<Record<string, string>> = {
  'cosmoshub-4': 'cosmos',
  provider: 'cosmos',
  'theta-testnet-001': 'cosmos',
  'osmosis-1': 'osmo',
  'osmo-test-5': 'osmo',
  'juno-1': 'juno',
  'noble-1': 'noble',
  'stargaze-1': 'stars',
  'neutron-1': 'neutron',
  'axelar-dojo-1': 'axelar',
  'dydx-mainnet-1': 'dydx',
  celestia: 'celestia',
}
