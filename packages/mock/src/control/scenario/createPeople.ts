import { defined } from '@latchkey/base/defined'
import type { Scenario } from '@latchkey/contract/generated/scenario'
import type { components } from '@latchkey/types'
import { createWallets } from '../device/walletControl.ts'
import { createChainControl } from '../objects/chainControl.ts'
import { createFactories, type Factories } from '../objects/factories.ts'
import { invoke } from '../objects/invoke.ts'
import { createLedgerControl, mainNetworkIds } from '../objects/ledgerControl.ts'
import { createNameControl } from '../objects/nameControl.ts'
import { createSignIn, type SignIn } from '../objects/signIn.ts'
import { keyOf, millisecondsOf } from './readScenario.ts'
import { asBody, at, createAll, type ScenarioTools } from './scenarioTools.ts'

type Schemas = components['schemas']
type Person = NonNullable<Scenario['people']>[number]
type Wallet = NonNullable<Person['wallets']>[number]

/** A person that a scenario has created. */
export interface LoadedPerson {
  /** As `users.get` shows the user. */
  readonly user: Schemas['User']
  /** In the order of the scenario. A wallet with an `address` of its own has no keys. */
  readonly wallets: readonly {
    readonly chain: Schemas['ChainEnum']
    readonly address: string
    readonly publicKey?: string
    /** 32 bytes in hex: `mock.wallets.evm({ secret })` is the same wallet, which signs. */
    readonly secret?: string
  }[]
  /** Of a person who is signed in. */
  readonly session?: Awaited<ReturnType<SignIn>>
  /** Of a person with an authenticator app. `mock.totpCode(secret)` is its code. */
  readonly totp?: { readonly deviceId: string; readonly secret: string }
}

/** Creates the people of a scenario, with their wallets, lists, sign-ins and sessions. */
export async function createPeople(
  people: readonly Person[],
  tools: ScenarioTools,
): Promise<Record<string, LoadedPerson>> {
  const { world, environmentId } = tools
  const create = createFactories(world, environmentId)
  return createAll({ name: 'people', items: people, keyOf: (person) => keyOf(person) ?? '' }, (person, path) =>
    createPerson(create, { person, path, ...tools }),
  )
}

interface PersonInput extends ScenarioTools {
  readonly person: Person
  readonly path: string
}

async function createPerson(create: Factories, { person, path, ...tools }: PersonInput): Promise<LoadedPerson> {
  const { world, environmentId, now } = tools
  const { key: _, fields, wallets = [], lists = [], mfa, registered, signIns = [], signedIn, ...profile } = person
  const environment = { environmentId }
  const signIn = createSignIn(world)
  const visits = signIns
    .map(({ ago = {}, ...visit }, i) => ({ ...visit, path: `${path}.signIns[${i}]`, before: millisecondsOf(ago) }))
    .toSorted((one, other) => other.before - one.before)
  world.clock.set(now - (registered ? millisecondsOf(registered) : (visits[0]?.before ?? 0)))
  const metadata = fields && { metadata: { ...profile.metadata, ...valuesByKey(tools, fields) } }
  const { id } = await create.user(asBody({ ...profile, ...metadata }), environment)
  const ownWallets: LoadedPerson['wallets'][number][] = []
  for (const [i, wallet] of wallets.entries())
    ownWallets.push(
      await at(`${path}.wallets[${i}]`, () => createWallet(create, { wallet, userId: id, world, environmentId })),
    )
  for (const [i, name] of lists.entries())
    await at(`${path}.lists[${i}]`, () => putOnList(create, { name, email: profile.email, world, environmentId }))
  for (const { path: visitPath, before, ...visit } of visits) {
    world.clock.set(now - before)
    await at(visitPath, () => signIn(id, visit))
  }
  world.clock.set(now)
  const totp = mfa && (await at(`${path}.mfa`, () => create.totp(id)))
  const options = typeof signedIn === 'object' ? signedIn : {}
  const session = signedIn ? await at(`${path}.signedIn`, () => signIn(id, options)) : undefined
  const { body } = await invoke(world, 'users.get', { params: { environmentId, userId: id } })
  return {
    user: body.user as Schemas['User'],
    wallets: ownWallets,
    ...defined({ session, totp: totp && { deviceId: totp.deviceId, secret: totp.secret } }),
  }
}

/** The values of custom fields by the keys under which metadata has them. */
function valuesByKey({ world, environmentId }: ScenarioTools, fields: NonNullable<Person['fields']>) {
  const records = [...world.store.reader.customFields.scan('byEnvironment', [environmentId])]
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [records.find((field) => field.name === name)?.key ?? name, value]),
  )
}

interface WalletInput extends Pick<ScenarioTools, 'world' | 'environmentId'> {
  readonly wallet: Wallet
  readonly userId: string
}

async function createWallet(create: Factories, { wallet, userId, world, environmentId }: WalletInput) {
  const { chain, secret, kind, walletName, balance, holdings = [], nfts = [], name } = wallet
  const createdWallet =
    wallet.address === undefined
      ? await createWallets(world)[chain.toLowerCase() as Lowercase<typeof chain>]({ secret, kind })
      : { address: wallet.address }
  const { address } = createdWallet
  const input = { chain, publicWalletAddress: address, ...defined({ walletName }) }
  await create.wallet(userId, input, { environmentId })
  const funds = balance === undefined ? holdings : [{ amount: balance }, ...holdings]
  for (const { token, amount, networkId = mainNetworkIds[chain === 'SOL' ? 'SOL' : 'EVM'] } of funds as NonNullable<
    Wallet['holdings']
  >) {
    const currency = chain === 'SOL' ? { sol: amount } : { ether: amount }
    await createLedgerControl(world).fund(address, token === undefined ? currency : { token, amount }, networkId)
  }
  for (const nft of nfts) await createChainControl(world).grantNft({ ...nft, chain, owner: address })
  if (name !== undefined) await createNameControl(world).registerName({ chain, name, owner: address })
  return {
    chain,
    address,
    ...('secret' in createdWallet && { publicKey: createdWallet.publicKey, secret: createdWallet.secret }),
  }
}

interface ListingInput extends Pick<ScenarioTools, 'world' | 'environmentId'> {
  readonly name: string
  readonly email: string | undefined
}

/** Adds the person's address to an allowlist, unless the list has it. */
async function putOnList(create: Factories, { name, email = '', world, environmentId }: ListingInput): Promise<void> {
  const list = world.store.reader.allowlists.find('byName', [environmentId, name])
  if (!list) throw new TypeError(`there is no allowlist "${name}".`)
  if (world.store.reader.allowlistEntries.count('byEmail', [list.id, email.toLowerCase()]) === 0)
    await create.allowlistEntry(list.id, { email })
}
