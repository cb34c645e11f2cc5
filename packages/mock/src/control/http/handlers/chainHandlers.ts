import type { chainRoutes } from '@latchkey/contract/routes/chainRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `chainRoutes`. */
export const chainHandlers: HandlersOf<typeof chainRoutes> = {
  'GET chain/holdings': (mock, { owner, chain: family }) => ({ holdings: mock.chain.holdings(owner, family) }),
  'POST chain/nfts': (mock, input) => mock.chain.grantNft(input),
  'POST chain/balances': (mock, input) => mock.chain.setTokenBalance(input),
  'POST chain/take': (mock, input) => mock.chain.take(input),
  'POST chain/tokens': (mock, input) => mock.chain.addToken(input),
  'POST chain/sanctions': (mock, { address, chain: family }) => mock.chain.sanction(address, family),
  'POST chain/pardons': (mock, { address, chain: family }) => mock.chain.pardon(address, family),
  'POST chain/contractWallets': (mock, input) => mock.chain.deployWallet(input),
  'POST chain/accountKeys': (mock, { chain: family, address, keys }) => mock.chain.registerKeys(family, address, keys),
  'POST chain/farcaster': (mock, input) => mock.chain.registerFarcaster(input),
  'POST chain/names': (mock, input) => mock.chain.registerName(input),
  'GET chain/name': (mock, { address, chain: family }) => ({ name: mock.chain.nameOf(address, family) ?? null }),
}
