import { didYouMean } from '@latchkey/base/nearest'
import type { MockServer } from '../hosts/server.ts'
import { describeServer } from './describeServer.ts'

type Facts = ReturnType<typeof describeServer> & {
  readonly jwksUrl: string
  /** Of the sandbox's first webhook, if a scenario or a state has one. */
  readonly webhookSecret: string | undefined
}

/** The facts of its mock that a command can get. `LATCHKEY_LIVE_TOKEN` is the variable of `liveToken`. */
const facts = {
  url: ({ url }) => url,
  environmentId: ({ environments }) => environments.sandbox.id,
  token: ({ environments }) => environments.sandbox.token,
  liveEnvironmentId: ({ environments }) => environments.live.id,
  liveToken: ({ environments }) => environments.live.token,
  organizationId: ({ organizationId }) => organizationId,
  projectId: ({ projectId }) => projectId,
  adminToken: ({ admin }) => admin.token,
  controlUrl: ({ controlUrl }) => controlUrl,
  jwksUrl: ({ jwksUrl }) => jwksUrl,
  evmRpcUrl: ({ rpcUrls }) => rpcUrls.evm,
  solanaRpcUrl: ({ rpcUrls }) => rpcUrls.solana,
  webhookSecret: ({ webhookSecret }) => webhookSecret,
} as const satisfies Readonly<Record<string, (facts: Facts) => string | undefined>>

type FactName = keyof typeof facts

export const factNames = Object.keys(facts) as FactName[]

/** The flag that adds variables. */
export const envFlag = {
  type: 'string',
  hint: 'name=fact',
  multiple: true,
  help: 'Another variable for the command, with a fact of the mock: API_URL=url, or API_URL={url}/api/v0.',
} as const

/** The facts and their variables, as a help shows them. */
export const factsText = (): string =>
  ['Facts and variables:', ...factNames.map((fact) => `  ${fact.padEnd(19)}${variableOf(fact)}`)].join('\n')

/** A variable of the user's own, such as `NEXT_PUBLIC_API_URL`, and its value with placeholders such as `{url}`. */
interface OwnVariable {
  readonly name: string
  readonly template: string
}

/**
 * Reads a value of `--env`: `API_URL=url`, or `API_URL={url}/api/v0`.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function readOwnVariable(text: string): OwnVariable {
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? []
  if (name === undefined) throw new TypeError(`--env takes a variable and a fact, such as API_URL=url, not "${text}".`)
  const template = value.includes('{') ? value : `{${value}}`
  for (const [, fact = ''] of template.matchAll(placeholder))
    if (!Object.hasOwn(facts, fact))
      throw new TypeError(
        `--env ${name} asks for "${fact}". The facts are ${factNames.join(', ')}.${didYouMean(fact, factNames)}`,
      )
  return { name, template }
}

const placeholder = /\{([^{}]*)\}/g

/** The name of the variable that has a fact. */
export const variableOf = (fact: FactName): string =>
  `LATCHKEY_${fact.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/**
 * The variables that tell a command about its mock.
 *
 * @throws TypeError with one line when a variable asks for what the mock does not have
 */
export function variablesFor(server: MockServer, own: readonly OwnVariable[]): Record<string, string> {
  const { url, mock } = server
  const { id } = mock.defaults.environments.sandbox
  const described = {
    ...describeServer(server),
    jwksUrl: `${url}${mock.spellPath(`/api/v0/sdk/${id}/.well-known/jwks`)}`,
    webhookSecret: mock.webhooks.list()[0]?.secret,
  }
  const variables: Record<string, string> = {}
  for (const fact of factNames) {
    const value = facts[fact](described)
    if (value !== undefined) variables[variableOf(fact)] = value
  }
  for (const { name, template } of own)
    variables[name] = template.replaceAll(placeholder, (_, fact: FactName) => {
      const value = facts[fact](described)
      if (value !== undefined) return value
      throw new TypeError(`--env ${name} asks for ${fact}, and the mock has no webhook: give it one by --scenario.`)
    })
  return variables
}
