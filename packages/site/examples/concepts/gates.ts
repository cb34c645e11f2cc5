import { createMock } from '@latchkey/mock'

const mock = createMock()
const nft = { networkId: 1, contractAddress: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' }
await mock.create.gate({
  name: 'Members',
  outcome: 'scope',
  scope: 'members',
  rules: [{ type: 'nft', chain: 'EVM', address: nft, filter: { amount: 1 } }],
})

const { address } = await mock.wallets.evm()
const ada = await mock.create.user({ email: 'ada@example.com' })
await mock.create.wallet(ada.id, { publicWalletAddress: address, chain: 'EVM' })

/** The words of the scope in Ada's token, if she signs in now. */
const scopeOf = async () => (await mock.signIn(ada)).reply.user.scope

console.log(await scopeOf())
// → user:basic

await mock.chain.grantNft({ owner: address, ...nft })
console.log(await scopeOf())
// → user:basic members
