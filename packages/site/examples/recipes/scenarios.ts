import { createMock } from '@latchkey/mock'

const mock = createMock()
const { people } = await mock.load({
  allowlists: [{ name: 'beta', outcome: 'scope', scope: 'beta' }],
  people: [
    { email: 'ada@example.com', lists: ['beta'], wallets: [{ chain: 'EVM', balance: '2' }], signedIn: true },
    { email: 'grace@example.com' },
  ],
})
const ada = people['ada@example.com']!
console.log(ada.wallets[0]?.chain, mock.chain.balance(ada.wallets[0]?.address ?? ''))
// → EVM 2

// A scenario with a mistake is refused as a whole, with the path of the mistake.
const mistake = { people: [{ email: 'lin@example.com', wallets: [{ chain: 'EVN' }] }] }
await mock.load(mistake as object).catch((error: Error) => console.log(error.message))
// → Failed to load the scenario: people[0].wallets[0].chain: "EVN" is not a chain. Did you mean "EVM"?
console.log((await mock.people.list()).count, 'people')
// → 2 people
