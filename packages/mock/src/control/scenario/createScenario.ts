import type { Scenario } from '@latchkey/contract/generated/scenario'
import type { components } from '@latchkey/types'
import { createCustomNetwork } from '../../domain/environments/customNetworks.ts'
import type { ProviderName } from '../../domain/providers/providerCatalogue.ts'
import { defaultIds } from '../../world/seedDefaults.ts'
import { transact } from '../../world/world.ts'
import { createChainControl } from '../objects/chainControl.ts'
import { createDnsControl } from '../objects/dnsControl.ts'
import { createFactories } from '../objects/factories.ts'
import { createIdpControls } from '../objects/idpControl.ts'
import { invoke } from '../objects/invoke.ts'
import { createLedgerControl, mainNetworkIds } from '../objects/ledgerControl.ts'
import { createNameControl } from '../objects/nameControl.ts'
import { createPriceControl } from '../objects/priceControl.ts'
import { createSettingsControl } from '../objects/settingsControl.ts'
import { createPeople, type LoadedPerson } from './createPeople.ts'
import { asBody, at, createAll, type ScenarioTools } from './scenarioTools.ts'

type Schemas = components['schemas']

/** The resources that a scenario has created, by the names that the scenario gives. It is JSON data. */
export interface LoadedScenario {
  /** By `key`, or else e-mail or username. */
  readonly people: Readonly<Record<string, LoadedPerson>>
  readonly providers: Readonly<Record<string, Schemas['Provider']>>
  /** By name. */
  readonly customFields: Readonly<Record<string, Schemas['CustomField']>>
  /** By name. */
  readonly allowlists: Readonly<Record<string, Schemas['Allowlist']>>
  /** By name. */
  readonly gates: Readonly<Record<string, Schemas['Gate']>>
  /** By URL, with the secrets that their messages are signed with. */
  readonly webhooks: Readonly<Record<string, Schemas['Webhook'] & { readonly secret: string }>>
}

/**
 * Creates the parts of a checked scenario, each after those that it may refer to.
 *
 * @throws TypeError with the path of the part that an operation refuses
 */
export async function createScenario(scenario: Scenario, tools: ScenarioTools): Promise<LoadedScenario> {
  await createSurroundings(scenario, tools)
  const { environmentId, world } = tools
  const environment = { environmentId }
  const create = createFactories(world, environmentId)
  const providers = await createAll(
    { name: 'providers', items: scenario.providers, keyOf: nameOfProvider },
    (provider) => create.provider(typeof provider === 'string' ? { provider } : asBody(provider), environment),
  )
  const named = ({ name }: { readonly name: string }) => name
  const customFields = await createAll({ name: 'customFields', items: scenario.customFields, keyOf: named }, (field) =>
    create.customField(asBody(field), environment),
  )
  await createSites(scenario, tools)
  const allowlists = await createAll(
    { name: 'allowlists', items: scenario.allowlists, keyOf: named },
    async ({ entries = [], ...input }, path) => {
      const list = await create.allowlist(input, environment)
      for (const [i, entry] of entries.entries())
        await at(`${path}.entries[${i}]`, () =>
          create.allowlistEntry(list.id, typeof entry === 'string' ? { email: entry } : entry),
        )
      return list
    },
  )
  const gates = await createAll({ name: 'gates', items: scenario.gates, keyOf: named }, (gate) =>
    create.gate(asBody(gate), environment),
  )
  const people = await createPeople(scenario.people ?? [], tools)
  const webhooks = await createAll({ name: 'webhooks', items: scenario.webhooks, keyOf: ({ url }) => url }, (webhook) =>
    create.webhook(asBody(webhook), environment),
  )
  return { people, providers, customFields, allowlists, gates, webhooks }
}

/** The sites and views of the environment. */
async function createSites(scenario: Scenario, { world, environmentId }: ScenarioTools): Promise<void> {
  const create = createFactories(world, environmentId)
  const environment = { environmentId }
  await createAll({ name: 'origins', items: scenario.origins, keyOf: String }, (origin) =>
    create.origin(origin, environment),
  )
  await createAll({ name: 'deeplinkUrls', items: scenario.deeplinkUrls, keyOf: String }, (url) =>
    create.deeplinkUrl(url, environment),
  )
  await createAll({ name: 'hostnames', items: scenario.hostnames, keyOf: ({ hostname }) => hostname }, (hostname) =>
    create.customHostname(hostname, environment),
  )
  await createAll({ name: 'sdkViews', items: scenario.sdkViews, keyOf: ({ type }) => type }, ({ type, ...body }) =>
    invoke(world, 'sdkViews.update', { params: { environmentId, sdkViewType: type }, body: asBody(body) }),
  )
}

const nameOfProvider = (provider: ProviderName | { readonly provider: ProviderName }) =>
  typeof provider === 'string' ? provider : provider.provider

type SettingsPatch = Parameters<ReturnType<typeof createSettingsControl>['patch']>[0]

/** Custom networks, settings, and the facts outside of the service. */
async function createSurroundings(scenario: Scenario, { world, environmentId }: ScenarioTools): Promise<void> {
  const { settings, dns, prices = {}, chain = {}, idp = {} } = scenario
  const byIndex = (_: unknown, index: number) => String(index)
  const chains = { ...createChainControl(world), ...createLedgerControl(world), ...createNameControl(world) }
  // The settings can name the networks.
  await createAll({ name: 'networks', items: scenario.networks, keyOf: ({ chainId }) => chainId }, async (network) =>
    transact(world, (backend) => createCustomNetwork(backend, defaultIds.organization, network)),
  )
  if (settings)
    await at('settings', () =>
      createSettingsControl(world, environmentId).patch(settings as SettingsPatch, { environmentId }),
    )
  await createAll({ name: 'dns', items: dns, keyOf: byIndex }, (record) => createDnsControl(world).set(record))
  for (const [code, usd] of Object.entries(prices))
    await at(`prices.${code}`, () => createPriceControl(world).set(code, usd))
  await createAll({ name: 'chain.tokens', items: chain.tokens, keyOf: byIndex }, (token) => chains.addToken(token))
  await createAll(
    { name: 'chain.balances', items: chain.balances, keyOf: byIndex },
    ({ address, token, amount, networkId }) => {
      const isSolana = !address.startsWith('0x')
      const currency = isSolana ? { sol: amount } : { ether: amount }
      const network = networkId ?? mainNetworkIds[isSolana ? 'SOL' : 'EVM']
      return chains.fund(address, token === undefined ? currency : { token, amount }, network)
    },
  )
  await createAll({ name: 'chain.nfts', items: chain.nfts, keyOf: byIndex }, (nft) => chains.grantNft(nft))
  await createAll({ name: 'chain.names', items: chain.names, keyOf: byIndex }, (name) => chains.registerName(name))
  const providers = createIdpControls(world)
  for (const [name, people] of Object.entries(idp))
    await createAll({ name: `idp.${name}`, items: people, keyOf: byIndex }, (person) =>
      providers[name as keyof typeof providers].addUser(person),
    )
}
