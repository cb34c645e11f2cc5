import type { Mock } from '../../src/mock/createMock.ts'
import { customNetworkBody } from '../people/customNetworkBody.ts'

/** Gives a mock's sandbox something of everything that a scenario keeps, and people with data that it must not keep. */
export async function createRichEnvironment(mock: Mock): Promise<void> {
  await mock.load({
    settings: {
      general: {
        displayName: 'Harbour',
        supportEmail: 'help@harbour.example',
        supportUrls: { docs: 'https://harbour.example/docs' },
      },
      design: { modal: { theme: 'dark', primaryColor: '#2746FF', radius: 4 } },
      privacy: { collectIp: false },
      security: { mfa: { enabled: true }, jwtDuration: { amount: 3, unit: 'days' } },
      sdk: { multiWallet: true },
    },
    networks: [{ ...customNetworkBody, networkType: 'EVM' }],
    providers: [
      { provider: 'google', clientId: 'harbour-client', clientSecret: 'harbour-google-secret-1' },
      { provider: 'github', enabled: false },
      'discord',
    ],
    customFields: [
      { name: 'Berth', fieldType: 'text', required: true },
      {
        name: 'Size',
        fieldType: 'select',
        enabled: false,
        validationRules: { validOptions: [{ label: 'S' }, { label: 'L' }] },
      },
    ],
    origins: ['https://harbour.example', 'https://*.preview.harbour.example'],
    deeplinkUrls: ['harbour://callback'],
    hostnames: [{ hostname: 'auth.harbour.example', active: true }, { hostname: 'login.harbour.example' }],
    sdkViews: [
      {
        type: 'login',
        sections: [{ type: 'social', numOfItemsToDisplay: 3 }, { type: 'separator', label: 'or' }, { type: 'email' }],
      },
    ],
    allowlists: [
      {
        name: 'Captains',
        outcome: 'scope',
        scope: 'captain',
        entries: ['grace.hopper@navy.example', 'listed.only@navy.example'],
      },
      { name: 'Closed', enabled: false, outcome: 'siteAccess' },
    ],
    gates: [
      {
        name: 'Holders',
        outcome: 'scope',
        scope: 'holder',
        rules: [
          {
            type: 'nft',
            chain: 'EVM',
            address: { networkId: 1, contractAddress: `0x${'6'.repeat(40)}` },
            filter: { amount: 2 },
          },
          {
            type: 'token',
            chain: 'SOL',
            address: { networkId: 101, contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
          },
        ],
      },
      {
        name: 'Later',
        enabled: false,
        rules: [{ type: 'nft', address: { networkId: 1, contractAddress: `0x${'7'.repeat(40)}` } }],
      },
    ],
    people: [
      {
        email: 'grace.hopper@navy.example',
        username: 'amazinggrace',
        firstName: 'Grace',
        lastName: 'Hopper',
        fields: { Berth: 'pier seventeen' },
        wallets: [{ chain: 'EVM', balance: '2' }, { chain: 'SOL' }],
      },
      { email: 'alan.turing@bletchley.example', phoneNumber: '+41791234567', fields: { Berth: 'pier eighteen' } },
    ],
    webhooks: [{ url: 'https://hooks.harbour.example/services/T00000000/B000/XXXXXXXX', events: ['user.created'] }],
  })
}

/** Texts of people and secrets of the rich environment. */
export const privateTexts = [
  'grace.hopper',
  'amazinggrace',
  'Hopper',
  'pier seventeen',
  'alan.turing',
  '+41791234567',
  'listed.only',
  'harbour-google-secret-1',
  'hooks.harbour.example',
]
