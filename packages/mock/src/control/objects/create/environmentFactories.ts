import { maximumSecretLength } from '@latchkey/contract/limits'
import type { components } from '@latchkey/types'
import { readInstant } from '../../../effects/instants.ts'
import type { Webhook } from '../../../store/records.ts'
import { simulatedSettings } from '../../../world/simulatedProvider.ts'
import { transact } from '../../../world/world.ts'
import { createActiveHostname } from '../activeHostname.ts'
import { invoke, invokeTogether } from '../invoke.ts'
import type { FactoryContext, EnvironmentChoice } from './factoryContext.ts'
import { unusedName } from './unusedName.ts'

type Schemas = components['schemas']

/** Factories of an environment's configuration. */
export interface EnvironmentFactories {
  /**
   * A provider's settings, enabled unless `enabled` is false, with a made-up client and all other settings that the
   * provider needs. If the provider exists already, such as `emailOnly` in the sandbox, the input updates it.
   */
  provider(
    input: Partial<Schemas['ProviderCreateRequest']> &
      Pick<Schemas['ProviderCreateRequest'], 'provider'> & { enabled?: boolean },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Provider']>
  /**
   * A webhook, by default enabled and for `user.created`, with the secret that its messages are signed with. `secret` is
   * for apps that read it at their start: 1 to 255 characters. By default the mock makes it.
   */
  webhook(
    input: Partial<Schemas['WebhookCreateRequest']> &
      Pick<Schemas['WebhookCreateRequest'], 'url'> & { readonly secret?: string | undefined },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Webhook'] & { readonly secret: string }>
  customField(
    input?: Partial<Schemas['CustomFieldRequest']>,
    choice?: EnvironmentChoice,
  ): Promise<Schemas['CustomField']>
  origin(origin: string, choice?: EnvironmentChoice): Promise<Schemas['OriginResponse']>
  deeplinkUrl(url: string, choice?: EnvironmentChoice): Promise<Schemas['DeeplinkUrl']>
  /** A hostname, pending until its DNS records are found. `active: true` publishes the records and activates it. */
  customHostname(
    input: Partial<Schemas['CustomHostnameCreateRequest']> & { hostname: string; active?: boolean | undefined },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Hostname']>
  /** An API token with all scopes. `expiresAt` is an ISO 8601 instant from which on the token is refused. */
  token(
    input?: Partial<Schemas['PostTokenFields']> & { expiresAt?: string },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['TokenWithRaw']>
}

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= maximumSecretLength

export function createEnvironmentFactories({ world, at }: FactoryContext): EnvironmentFactories {
  return {
    async provider({ enabled = true, provider, ...input }, choice) {
      const params = at(choice)
      const existing = world.store.reader.providers.find('byProvider', [params.environmentId, provider])
      const { body } = existing
        ? await invoke(world, 'providers.update', { params: { providerId: existing.id }, body: input })
        : await invoke(world, 'providers.create', {
            params,
            body: { ...simulatedSettings(world, provider), ...input, provider },
          })
      if (enabled === Boolean(existing?.enabledAt)) return body
      const change = enabled ? 'providers.enable' : 'providers.disable'
      return (await invoke(world, change, { params: { providerId: body.id as string } })).body
    },
    async webhook({ secret, ...input }, choice) {
      if (secret !== undefined && !isSecret(secret))
        throw new TypeError(
          `Failed to call "create.webhook()": \`secret\` takes a text of 1 to ${maximumSecretLength} characters.`,
        )
      const body = { isEnabled: true, events: ['user.created' as const], ...input }
      return invokeTogether(world, async (run, { store }) => {
        const { body: webhook } = await run('webhooks.create', { params: at(choice), body })
        const record = store.webhooks.get(webhook.webhookId) as Webhook
        // Its ping is signed when it is sent, which is after this transaction.
        if (secret !== undefined) store.webhooks.put({ ...record, secret })
        return { ...webhook, secret: secret ?? record.secret }
      })
    },
    async customField(input = {}, choice) {
      const params = at(choice)
      const fields = [...world.store.reader.customFields.scan('byEnvironment', [params.environmentId])]
      const body = {
        name: unusedName(
          fields.length,
          (number) => `Field ${number}`,
          (text) => fields.some(({ name }) => name === text),
        ),
        enabled: true,
        required: false,
        fieldType: 'text',
        position: fields.length,
        ...input,
      } as const
      return (await invoke(world, 'customFields.create', { params, body })).body
    },
    origin: async (origin, choice) =>
      (await invoke(world, 'origins.create', { params: at(choice), body: { origin } })).body
        .origin as Schemas['OriginResponse'],
    deeplinkUrl: async (url, choice) =>
      (await invoke(world, 'deeplinkUrls.create', { params: at(choice), body: { url } })).body,
    async customHostname({ active = false, ...input }, choice) {
      const params = at(choice)
      const body = { usage: 'cookies', ...input } as const
      if (!active) return (await invoke(world, 'customHostnames.create', { params, body })).body
      return invokeTogether(world, (run, backend) => createActiveHostname(run, backend, { params, body }))
    },
    token: async ({ expiresAt, ...input } = {}, choice) => {
      const end = expiresAt === undefined ? undefined : readInstant(expiresAt)
      if (expiresAt !== undefined && end === undefined)
        throw new TypeError('Failed to call "create.token()": `expiresAt` is not an ISO 8601 instant.')
      const { token } = (
        await invoke(world, 'tokens.create', { params: at(choice), body: { note: 'Test token', ...input } })
      ).body
      if (end !== undefined) {
        await transact(world, ({ store }) => {
          const record = store.environmentTokens.get(token.id as string)
          if (record) store.environmentTokens.put({ ...record, expiresAt: end })
        })
      }
      return token
    },
  }
}
