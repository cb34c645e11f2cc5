import { defined } from '@latchkey/base/defined'
import type { Live } from '../../live/createLive.ts'

/** How a kind of part is attached. */
interface AttachForm {
  readonly words: string
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly placeholder?: string
    readonly inputMode?: 'url' | 'numeric'
  }[]
  /** The fields that sentences of the mock concern. */
  readonly byWords: readonly (readonly [words: RegExp, name: string])[]
  readonly about: string
  /** @param field - Gives what was typed into a field, without spaces around it. */
  attach(live: Live, field: (name: string) => string): Promise<{ readonly name: string; readonly origin: string }>
}

const secrets = 'Credentials in the URL are sent there, and never shown.'

export type AttachKind = 'chain' | 'cluster' | 'provider' | 'issuer' | 'email' | 'sms'

export const attachKinds: Readonly<Record<AttachKind, AttachForm>> = {
  chain: {
    words: 'A node as an EVM chain',
    fields: [
      { name: 'networkId', label: 'Chain id', placeholder: '31337', inputMode: 'numeric' },
      { name: 'url', label: 'URL of its JSON-RPC', placeholder: 'http://127.0.0.1:8545', inputMode: 'url' },
    ],
    byWords: [
      [/has chain|does not know this network/, 'networkId'],
      [/./, 'url'],
    ],
    about: `The node has to have this chain id. ${secrets}`,
    attach: (live, field) =>
      live.call('POST chain/nodes', { networkId: Number(field('networkId')), url: field('url') }),
  },
  cluster: {
    words: 'A node as a cluster of Solana',
    fields: [
      { name: 'networkId', label: 'Cluster', placeholder: 'devnet' },
      { name: 'url', label: 'URL of its JSON-RPC', placeholder: 'http://127.0.0.1:8899', inputMode: 'url' },
    ],
    byWords: [
      [/cluster/, 'networkId'],
      [/./, 'url'],
    ],
    about: `A local cluster can be devnet or mainnet. ${secrets}`,
    attach: (live, field) => live.call('POST chain/nodes', { networkId: field('networkId'), url: field('url') }),
  },
  provider: {
    words: 'An identity provider',
    fields: [
      { name: 'provider', label: 'Provider', placeholder: 'google' },
      { name: 'issuer', label: 'Issuer', placeholder: 'http://127.0.0.1:8080/realms/staff', inputMode: 'url' },
      { name: 'domain', label: 'Domain, if it is for one tenant', placeholder: 'tidepool.okta.com', inputMode: 'url' },
    ],
    byWords: [
      [/not an OAuth provider/, 'provider'],
      [/domain|tenant/, 'domain'],
      [/./, 'issuer'],
    ],
    about: 'People then sign in at its own pages. It has to know the redirect URL of the service.',
    attach(live, field) {
      const domain = field('domain')
      const input = { provider: field('provider'), issuer: field('issuer') }
      return live.call('POST idp/attach', { ...input, ...defined({ domain: domain || undefined }) })
    },
  },
  issuer: {
    words: 'The keys of an issuer of JWTs',
    fields: [
      {
        name: 'jwksUrl',
        label: 'JWK set, as the settings name it',
        placeholder: 'https://login.example.com/jwks.json',
        inputMode: 'url',
      },
      {
        name: 'servedAt',
        label: 'Where it is served, if elsewhere',
        placeholder: 'http://127.0.0.1:8080/jwks',
        inputMode: 'url',
      },
    ],
    byWords: [],
    about: `Foreign JWTs of this issuer are then verified by these keys. ${secrets}`,
    attach(live, field) {
      const [jwksUrl, servedAt] = [field('jwksUrl'), field('servedAt')]
      const name = servedAt === '' || !URL.canParse(jwksUrl) ? 'jwksUrl' : 'servedAt'
      return live
        .call('POST issuers/attach', { jwksUrl, ...defined({ servedAt: servedAt || undefined }) })
        .catch((error: Error) => {
          error.message = `${name}: ${error.message}`
          throw error
        })
    },
  },
  email: {
    words: 'A mailbox',
    fields: [{ name: 'url', label: 'URL of the SMTP server', placeholder: 'smtp://127.0.0.1:1025', inputMode: 'url' }],
    byWords: [[/./, 'url']],
    about: `E-mails stay in the inbox, and are sent there as well. ${secrets}`,
    attach: (live, field) => live.call('POST outbox/attach', { channel: 'email', url: field('url') }),
  },
  sms: {
    words: 'A receiver of text messages',
    fields: [
      {
        name: 'url',
        label: 'URL to which they are posted',
        placeholder: 'http://127.0.0.1:3030/sms',
        inputMode: 'url',
      },
    ],
    byWords: [[/./, 'url']],
    about: `Text messages stay in the inbox, and are posted there as JSON as well. ${secrets}`,
    attach: (live, field) => live.call('POST outbox/attach', { channel: 'sms', url: field('url') }),
  },
}

export const kindChoices = (Object.keys(attachKinds) as AttachKind[]).map(
  (kind) => [kind, attachKinds[kind].words] as const,
)
