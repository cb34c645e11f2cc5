import type { ControlKey } from '@latchkey/contract/controlCaller'
import type { ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import * as z from 'zod'
import type { Access } from './access.ts'
import { adds, callRoute, changes, reads, type Tool, type ToolTexts, tool, worldTool } from './tool.ts'

/** A tool that calls one route, and takes what the route takes. */
type RouteTool = ToolTexts & { readonly route: ControlKey }

const ofServer: readonly RouteTool[] = [
  {
    route: 'GET worlds',
    name: 'list_worlds',
    title: 'List worlds',
    description: 'Lists the worlds of the server: independent copies of the mock, for a test or a person each.',
    hints: reads,
  },
  {
    route: 'POST worlds',
    name: 'create_world',
    title: 'Create a world',
    description:
      "Creates a world as a copy of the server's own state, or of the world `from`. Name it in `world` of the other tools, and use its `url` as the base URL of an app or a test.",
    hints: adds,
  },
  {
    route: 'POST worlds/drop',
    name: 'drop_world',
    title: 'Delete a world',
    description: 'Deletes a world with all that is in it.',
    hints: changes,
  },
]

const ofWorlds: readonly RouteTool[] = [
  {
    route: 'POST policies/explain',
    name: 'explain_policy',
    title: 'Explain what policies decide',
    description:
      'Says whether the policies of embedded wallets let a wallet sign something, by which rule, and who would get what. Nothing is signed or counted.',
    hints: reads,
  },
  {
    route: 'POST webhooks/trigger',
    name: 'trigger_webhook',
    title: 'Send a test event',
    description:
      'Sends an event that nothing has caused to the webhooks that subscribe to it, signed and with retries as a real one.',
    hints: adds,
  },
  {
    route: 'POST webhooks/redeliver',
    name: 'redeliver_webhook',
    title: 'Send a webhook message again',
    description: 'Sends a webhook message once more.',
    hints: adds,
  },
]

/** Tools of what agents do most, so that they need not look for its routes. */
export const routeTools: readonly Tool[] = [
  ...ofServer.map(({ route, ...texts }) =>
    tool({ ...texts, input: inputOf(route) }, (access, input) => callRoute(access, route, input)),
  ),
  worldTool(
    {
      name: 'load_scenario',
      title: 'Load a scenario',
      description:
        'Creates all that a scenario says (people, wallets, gates, webhooks, settings, faults), or nothing if anything in it is wrong. The tool "describe" has its schema under "POST scenario".',
      hints: changes,
      input: z.strictObject({ scenario: z.record(z.string(), z.unknown()) }),
    },
    (access, { scenario }) => callRoute(access, 'POST scenario', scenario),
  ),
  worldTool(
    {
      name: 'list_webhook_messages',
      title: 'List webhook messages',
      description:
        'Lists the webhook messages of events, each with its attempts: what was sent, and what was answered.',
      hints: reads,
      input: z.strictObject({ webhookId: z.string().optional() }),
    },
    listMessages,
  ),
  ...ofWorlds.map(({ route, ...texts }) =>
    worldTool({ ...texts, input: inputOf(route) }, (access, input) => callRoute(access, route, input)),
  ),
]

function inputOf(route: ControlKey): z.ZodObject {
  const { input } = (controlRoutes as ControlRoutes)[route] ?? {}
  return input instanceof z.ZodObject ? input : z.strictObject({})
}

async function listMessages({ control }: Access, choice: { readonly webhookId?: string | undefined }) {
  const [{ messages }, { deliveries }] = await Promise.all([
    control.call('GET webhooks/messages', choice),
    control.call('GET webhooks/deliveries', choice),
  ])
  return {
    messages: messages.map((message) => ({
      ...message,
      attempts: deliveries.filter(({ messageId }) => messageId === message.id),
    })),
  }
}
