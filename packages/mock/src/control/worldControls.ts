/** The parts of the control object that put facts into the pretended world around the service. */
import type { components } from '@latchkey/types'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Backend } from '../backend.ts'
import { toChecksumAddress } from '../crypto/ethereumAddress.ts'
import type { AccountKey } from '../crypto/walletSignature.ts'
import { putAccountKeys, putContractWallet, putFarcasterId } from '../outside/chains.ts'
import { type ChainTokenInput, putChainToken } from '../outside/chainTokens.ts'
import { putDnsRecord, removeDnsRecords } from '../outside/dns.ts'
import { listSent } from '../outside/outbox.ts'
import { type HoldingInput, holdingsOf, putHolding, takeHoldings } from '../outside/holdings.ts'
import { pardon, sanction } from '../outside/sanctions.ts'
import { addressKey, isAddressOf } from '../domain/chains/chains.ts'
import {
  addIdpAccount,
  approve,
  changeIdpAccount,
  deny,
  failNextAuthorize,
  findIdpAccount,
  type IdpAccountInput,
  idpAccountsOf,
} from '../outside/identityProviders.ts'
import { type ClientRequest, readClientRequest } from '../pages/clientRequest.ts'
import { keepAnswer } from '../domain/flows/oauth.ts'
import {
  isProvider,
  type OAuthProvider,
  oauthProviders,
  type ProviderName,
} from '../domain/providers/providerCatalogue.ts'
import type {
  ChainToken,
  ContractWalletRecord,
  DnsRecord,
  FarcasterId,
  Holding,
  IdpAccount,
  OutboxMessage,
} from '../store/worldRecords.ts'
import { didYouMean, nearest } from '../nearest.ts'
import { transact, type World } from '../world.ts'

type Schemas = components['schemas']

interface IdpControl {
  /** Adds a person who can sign in there. An e-mail is verified unless told otherwise. */
  addUser(input?: IdpAccountInput): Promise<IdpAccount>
  /** The people there, in the order in which they were added. */
  users(): IdpAccount[]
  /**
   * Signs a person in on the provider's page, and brings the answer back to the service as a browser does.
   *
   * @param authorizeUrl - The page's URL, from `oauth.getLoginUrl`.
   * @param account - E-mail address, user name or id of the person.
   * @returns Where the browser goes on to, with code and state; `undefined` where the state has no redirect URL.
   * @throws TypeError where the provider has no such person or the URL is not its page's
   * @throws DomainError `invalidVerification` for a state that is unknown, expired or answered
   */
  approve(authorizeUrl: string, account: string): Promise<string | undefined>
  /** Cancels on the provider's page, as {@link IdpControl.approve}: the answer is the error `access_denied`. */
  deny(authorizeUrl: string): Promise<string | undefined>
  /** Changes what the provider knows of a person, such as an address that the person has written over. @throws TypeError without such an account */
  updateUser(accountId: string, changes: Omit<IdpAccountInput, 'accountId'>): Promise<IdpAccount>
  /** Lets the next authorize calls end in an OAuth error, such as `access_denied`. */
  fail(error: string, times?: number): Promise<void>
}

/** Pretended identity providers by their wire name. */
export type IdpControls = Readonly<Record<OAuthProvider, IdpControl>>

export function createIdpControls(world: World): IdpControls {
  const controls = Object.fromEntries(
    oauthProviders.map((provider): [OAuthProvider, IdpControl] => [
      provider,
      {
        addUser: async (input = {}) => transact(world, (backend) => addIdpAccount(backend, provider, input)),
        updateUser: async (accountId, changes) =>
          transact(world, (backend) => changeIdpAccount(backend, provider, accountId, changes)),
        users: () => idpAccountsOf({ store: world.store.reader }, provider),
        approve: async (authorizeUrl, account) =>
          transact(world, (backend) => approveSignIn(backend, provider, { authorizeUrl, account })),
        deny: async (authorizeUrl) => transact(world, (backend) => denySignIn(backend, provider, authorizeUrl)),
        fail: async (error, times = 1) =>
          void (await transact(world, (backend) => failNextAuthorize(backend, provider, error, times))),
      },
    ]),
  ) as IdpControls
  return new Proxy(controls, {
    get(target, name) {
      // Whatever else is read stays undefined: printing and awaiting read `toJSON`, `then` and more of any object.
      if (typeof name === 'string' && !(name in target) && (isProvider(name) || nearest(name, oauthProviders)))
        assertOAuthProvider(name)
      return Reflect.get(target, name) as unknown
    },
  })
}

/** @throws TypeError for a provider that people do not sign in with by OAuth, with the nearest name */
export function assertOAuthProvider(name: string): asserts name is OAuthProvider {
  if (!(oauthProviders as readonly string[]).includes(name))
    throw new TypeError(
      `Failed to reach the identity provider "${name}": it signs nobody in by OAuth.${didYouMean(name, oauthProviders)}`,
    )
}

function approveSignIn(
  backend: Backend,
  provider: ProviderName,
  { authorizeUrl, account: hint }: { authorizeUrl: string; account: string },
): Promise<string | undefined> {
  const request = readPageRequest(backend, provider, authorizeUrl)
  const account = findIdpAccount(backend, provider, hint)
  if (!account)
    throw new TypeError('Failed to call "approve()": the provider has no such person. Add the person with `addUser()`.')
  return approve(backend, request, account).then((answer) => keepAnswer(backend, request, answer.fields))
}

function denySignIn(backend: Backend, provider: ProviderName, authorizeUrl: string): Promise<string | undefined> {
  const request = readPageRequest(backend, provider, authorizeUrl)
  return keepAnswer(backend, request, deny(backend, request).fields)
}

/** @throws TypeError for a URL at which the provider shows no page */
function readPageRequest(backend: Backend, provider: ProviderName, authorizeUrl: string): ClientRequest {
  const url = URL.canParse(authorizeUrl) ? new URL(authorizeUrl) : undefined
  const isPage =
    url !== undefined && url.origin + url.pathname === backend.outside.identityProviders.authorizationUrl(provider)
  const request = isPage ? readClientRequest(backend, provider, url.searchParams) : undefined
  if (!request || request.error !== undefined)
    throw new TypeError(
      `Failed to sign in at "${provider}": this URL does not lead to its page. Take it from \`oauth.getLoginUrl\`.`,
    )
  return request
}

export interface ChainControl {
  /** Lets an address hold an NFT; `amount`, 1 unless said, is how many of it the address holds then. */
  grantNft(input: HoldingInput & { readonly tokenId?: string; readonly amount?: number }): Promise<Holding>
  /** Sets how many whole tokens of a contract an address holds. */
  setTokenBalance(input: HoldingInput & { readonly amount: number }): Promise<Holding>
  /** Takes everything of a contract away from an address. */
  take(input: HoldingInput): Promise<void>
  /** Registers a token contract, so that `chains.listTokens` shows it. @throws TypeError for what is no address of the chain */
  addToken(input: ChainTokenInput): Promise<ChainToken>
  holdings(owner: string, chain?: Schemas['ChainEnum']): Holding[]
  /** Puts an address on the sanctions list that screening asks. */
  sanction(address: string, chain?: Schemas['ChainEnum']): Promise<void>
  /** Takes an address off the sanctions list again. */
  pardon(address: string, chain?: Schemas['ChainEnum']): Promise<void>
  /**
   * Deploys a contract wallet on the EVM chains, which accepts what its owners sign (ERC-1271).
   *
   * @returns The wallet. Its address has the checksum (EIP-55) that sign-in messages need (EIP-4361).
   * @throws TypeError for what is no address
   */
  deployWallet(input: ContractWalletInput): Promise<ContractWalletRecord>
  /** Sets the keys that sign for a Flow or Starknet account. @throws TypeError for what is no address of the chain */
  registerKeys(chain: 'FLOW' | 'STARK', address: string, keys: readonly AccountKey[]): Promise<void>
  /** Registers a Farcaster id, or moves it to another custody address. @throws TypeError for what is no address */
  registerFarcaster(input: FarcasterInput): Promise<FarcasterId>
}

interface ContractWalletInput {
  /** @default an address that nobody has */
  readonly address?: string
  readonly owners: readonly string[]
}

interface FarcasterInput {
  readonly fid: number
  /** Custody address, which signs for the account. */
  readonly address: string
  readonly username?: string
  readonly displayName?: string
  /** URL of a picture. */
  readonly photo?: string
}

export function createChainControl(world: World): ChainControl {
  return {
    grantNft: async ({ tokenId, amount = 1, ...input }) =>
      transact(world, (backend) => putHolding(backend, input, { kind: 'nft', tokenId, amount })),
    setTokenBalance: async ({ amount, ...input }) =>
      transact(world, (backend) => putHolding(backend, input, { kind: 'token', amount })),
    take: async (input) => void (await transact(world, (backend) => takeHoldings(backend, input))),
    async addToken(input) {
      assertAddress(input.chain ?? 'EVM', input.contractAddress)
      return transact(world, (backend) => putChainToken(backend, input))
    },
    holdings: (owner, chain) => holdingsOf({ store: world.store.reader }, { owner, chain }),
    sanction: async (address, chain = 'EVM') =>
      void (await transact(world, (backend) => sanction(backend, addressKey(chain, address)))),
    pardon: async (address, chain = 'EVM') =>
      void (await transact(world, (backend) => pardon(backend, addressKey(chain, address)))),
    deployWallet: async (input) => deployWallet(world, input),
    async registerKeys(chain, address, keys) {
      assertAddress(chain, address)
      await transact(world, (backend) => putAccountKeys(backend, { chain, address, keys }))
    },
    async registerFarcaster(input) {
      assertAddress('EVM', input.address)
      return transact(world, (backend) => putFarcasterId(backend, input))
    },
  }
}

async function deployWallet(world: World, { address, owners }: ContractWalletInput): Promise<ContractWalletRecord> {
  for (const one of [...(address === undefined ? [] : [address]), ...owners]) assertAddress('EVM', one)
  const wallet = await transact(world, (backend) =>
    putContractWallet(backend, {
      address: address ?? `0x${bytesToHex(backend.random.bytes(20))}`,
      owners,
      isDeployed: true,
    }),
  )
  return { ...wallet, address: toChecksumAddress(wallet.address) }
}

function assertAddress(chain: Schemas['ChainEnum'], address: string): void {
  if (!isAddressOf(chain, address))
    throw new TypeError(`Failed to reach the pretended chain: this is no address of ${chain}.`)
}

export interface DnsControl {
  /** Publishes a record; several values of one name and type stand beside each other. */
  set(record: {
    readonly type: Schemas['DnsRecordType']
    readonly name: string
    readonly value: string
  }): Promise<DnsRecord>
  /** Publishes all the records that a custom hostname asks for. */
  publish(hostname: Pick<Schemas['Hostname'], 'verificationRecords'>): Promise<void>
  remove(name: string, type?: Schemas['DnsRecordType']): Promise<void>
  records(): DnsRecord[]
}

/** Publishes all the records that a custom hostname asks for. */
export function publishRecords(
  backend: Backend,
  { verificationRecords }: Pick<Schemas['Hostname'], 'verificationRecords'>,
): void {
  for (const { dnsRecordType, name, value } of verificationRecords)
    putDnsRecord(backend, { type: dnsRecordType, name, value })
}

export function createDnsControl(world: World): DnsControl {
  return {
    set: async (record) => transact(world, (backend) => putDnsRecord(backend, record)),
    publish: async (hostname) => transact(world, (backend) => publishRecords(backend, hostname)),
    remove: async (name, type) => void (await transact(world, (backend) => removeDnsRecords(backend, name, type))),
    records: () => [...world.store.reader.dnsRecords.all()],
  }
}

export interface OutboxControl {
  /** What was sent, oldest first; all of it, or what went to one address. */
  list(to?: string): OutboxMessage[]
  last(to?: string): OutboxMessage | undefined
}

export function createOutbox(world: World): { email: OutboxControl; sms: OutboxControl } {
  const channel = (name: OutboxMessage['channel']): OutboxControl => {
    const list = (to?: string) => listSent({ store: world.store.reader }, name, to)
    return { list, last: (to) => list(to).at(-1) }
  }
  return { email: channel('email'), sms: channel('sms') }
}
