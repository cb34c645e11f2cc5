import type { Caller } from '@latchkey/client'
import { type DelegationGrant, openDelegatedWallet, relayEngine, toViemAccount } from '@latchkey/client/wallets'
import type { WebhookEvent } from '@latchkey/client/webhooks'
import { type Chain, createWalletClient, type Hash, http, type LocalAccount } from 'viem'
import type { Delegations } from './delegations.ts'
import type { Payment } from './payment.ts'
import { type Bought, buy as buyWith, type Purchase } from './purchase.ts'
import { Refusal, refusals } from './refusal.ts'

export interface AgentOptions {
  /** Calls with an API token that has the scope `waas.delegatedAccess.signMessage`. */
  readonly client: Caller
  /** The RSA key to which the users' devices seal. */
  readonly privateKey: CryptoKey
  readonly delegations: Delegations
  readonly chain: Chain
  readonly rpcUrl: string
  /** The origins of the sellers from which it may buy. */
  readonly sellers: readonly string[]
}

export interface Agent {
  /** Learns from a verified webhook that a user has delegated access to a wallet, or has taken it back. */
  receive(event: WebhookEvent): Promise<void>
  /** Pays without the user. @returns The hash of the transaction. */
  pay(payment: Payment): Promise<Hash>
  /** Buys what a seller has at a URL, without the user (x402). */
  buy(purchase: Purchase): Promise<Bought>
}

export function createAgent({ client, privateKey, delegations, chain, rpcUrl, sellers }: AgentOptions): Agent {
  // In production, pass the engine of your vendor.
  const engine = relayEngine()
  const transport = http(rpcUrl)
  const inTurn = createTurns()
  const open = (grant: DelegationGrant) => openDelegatedWallet({ client, engine, privateKey, grant })

  async function receive(event: WebhookEvent): Promise<void> {
    const { eventName, data, timestamp: changedAt } = event
    if (eventName === 'wallet.delegation.created') {
      // Envelopes that do not open are not stored, so the service sends them again.
      await open(data).catch((cause: unknown) => {
        throw new Refusal(refusals.envelopeUnreadable, cause)
      })
      delegations.put({ walletId: data.walletId, changedAt, grant: data })
    }
    if (eventName === 'wallet.delegation.revoked') delegations.put({ walletId: data.walletId, changedAt })
  }

  async function openAccount(walletId: string): Promise<LocalAccount> {
    const delegation = delegations.get(walletId)
    if (!delegation) throw new Refusal(refusals.walletUnknown)
    if (!delegation.grant) throw new Refusal(refusals.delegationEnded)
    const wallet = await open(delegation.grant)
    if (wallet.chain !== 'EVM') throw new Refusal(refusals.chainUnsupported)
    return toViemAccount(wallet)
  }

  async function pay({ walletId, to, value }: Payment): Promise<Hash> {
    const account = await openAccount(walletId)
    const walletClient = createWalletClient({ account, chain, transport })
    return inTurn(walletId, () => walletClient.sendTransaction({ to, value }))
  }

  async function buy({ walletId, ...purchase }: Purchase): Promise<Bought> {
    if (!sellers.includes(purchase.url.origin)) throw new Refusal(refusals.sellerUnknown)
    return buyWith(await openAccount(walletId), purchase)
  }

  return { receive, pay, buy }
}

/** Runs the tasks of a wallet one after the other: two transactions at once would get the same nonce. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<T>(walletId: string, task: () => Promise<T>): Promise<T> {
    const before = last.get(walletId) ?? Promise.resolve()
    const turn = before.then(task, task)
    last.set(walletId, turn)
    return turn
  }
}
