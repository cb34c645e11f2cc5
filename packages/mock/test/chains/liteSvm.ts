import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { readSolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { tokenForm } from '@latchkey/chains/rpc/solana/accountBytes'
import {
  type Address,
  getBase58Decoder,
  getBase64Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  type Lamports,
} from '@solana/kit'
import createAdapter, { type NodeAdapter } from 'crossws/adapters/node'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

/** The virtual machine of Solana, behind as much of the JSON-RPC of a validator as the tests need. */
export interface LiteSvm {
  readonly url: string
  readonly svm: LiteSVM
  stop(): Promise<void>
}

interface Landed {
  readonly signature: string
  readonly slot: number
  readonly err: unknown
  readonly addresses: readonly string[]
  readonly meta: object
}

class Refusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A method with its two parameters; each method says of which types these are. */
type Method = (first: never, second: never) => unknown

/** A validator of its own: the hash of its first block is no public cluster's. */
const genesisHash = 'LiteSVM111111111111111111111111111111111111'
const blockSeconds = 1_768_469_400

const read64 = (wire: string) => Uint8Array.from(getBase64Encoder().encode(wire))
const write64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes)
const write58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

interface ShownAccount {
  readonly lamports: bigint
  readonly programAddress: string
  readonly executable: boolean
  readonly data: ArrayLike<number>
  readonly space: bigint
}

function presentAccount({ lamports, programAddress, executable, data, space }: ShownAccount): object {
  return {
    lamports: Number(lamports),
    owner: programAddress,
    executable,
    data: [write64(Uint8Array.from(data)), 'base64'],
    rentEpoch: 0,
    space: Number(space),
  }
}

/** An error as validators write it. LiteSVM has the numbers of names that the tests do not need. */
function presentError(result: FailedTransactionMetadata): unknown {
  const error = result.err()
  if (typeof error !== 'object' || !('err' in error)) return { Other: result.toString() }
  const inner = error.err()
  const isCustom = typeof inner === 'object' && 'code' in inner
  return { InstructionError: [error.index, isCustom ? { Custom: inner.code } : 'GenericError'] }
}

function createCluster(svm: LiteSVM) {
  const landed: Landed[] = []
  const blockhashes = new Set<string>([svm.latestBlockhash()])
  const slot = () => Number(svm.getClock().slot)
  const inContext = (value: unknown) => ({ context: { slot: slot(), apiVersion: '3.1.0' }, value })
  const accountAt = (address: string) => svm.getAccount(address as Address)
  const shownAt = (address: string) => {
    const account = accountAt(address)
    return account.exists ? presentAccount(account) : null
  }

  function balances(addresses: readonly string[]) {
    const tokens = addresses.flatMap((address, accountIndex) => {
      const account = accountAt(address)
      const isToken = account.exists && [programs.token, programs.token2022].includes(account.programAddress as never)
      if (!isToken || account.data.length < 165) return []
      const { mint, owner, amount } = tokenForm.decode(account.data)
      return [{ accountIndex, mint, owner, uiTokenAmount: { amount: amount.toString() } }]
    })
    return { lamports: addresses.map((address) => Number(svm.getBalance(address as Address) ?? 0n)), tokens }
  }

  /** Notes a transaction with the balances before and after it, as a validator keeps them. */
  function land(addresses: readonly string[], run: () => ReturnType<LiteSVM['sendTransaction']>): string {
    const before = balances(addresses)
    const result = run()
    const after = balances(addresses)
    const isFailed = result instanceof FailedTransactionMetadata
    const signature = write58((isFailed ? result.meta() : result).signature())
    const err = isFailed ? presentError(result) : null
    svm.warpToSlot(svm.getClock().slot + 1n)
    svm.expireBlockhash()
    blockhashes.add(svm.latestBlockhash())
    const meta = {
      err,
      fee: addresses.length === 0 ? 0 : 5000,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
      loadedAddresses: { writable: [], readonly: [] },
    }
    landed.unshift({ signature, slot: slot(), err, addresses, meta })
    return signature
  }

  const methods: Readonly<Record<string, Method>> = {
    getGenesisHash: () => genesisHash,
    getVersion: () => ({ 'solana-core': '3.1.0', 'feature-set': 1 }),
    getSlot: slot,
    getBlockHeight: slot,
    getBalance: (address: Address) => inContext(Number(svm.getBalance(address) ?? 0n)),
    getAccountInfo: (address: string) => inContext(shownAt(address)),
    getLatestBlockhash: () => inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot() + 150 }),
    isBlockhashValid: (blockhash: string) => inContext(blockhashes.has(blockhash)),
    getRecentPrioritizationFees: () => [{ slot: slot(), prioritizationFee: 0 }],
    getMinimumBalanceForRentExemption: (space: number) => Number(svm.minimumBalanceForRentExemption(BigInt(space))),
    getTokenAccountsByOwner(owner: string, { mint, programId }: { mint?: string; programId?: string }) {
      if (mint !== undefined && !accountAt(mint).exists)
        throw new Refusal(-32_602, 'Invalid param: could not find mint')
      const tokenAccounts = [programs.token, programs.token2022]
        .filter((program) => programId === undefined || program === programId)
        .flatMap((program) => svm.getProgramAccounts(program as Address))
      const owned = tokenAccounts.filter(({ data }) => {
        if (data.length < 165) return false
        const token = tokenForm.decode(data)
        return token.owner === owner && (mint === undefined || token.mint === mint)
      })
      return inContext(owned.map((account) => ({ pubkey: account.address, account: presentAccount(account) })))
    },
    requestAirdrop: (address: Address, lamports: number) =>
      land([], () => svm.airdrop(address, BigInt(lamports) as Lamports) as ReturnType<LiteSVM['sendTransaction']>),
    sendTransaction(wire: string) {
      const bytes = read64(wire)
      const transaction = getTransactionDecoder().decode(bytes)
      const simulated = svm.simulateTransaction(transaction)
      if (simulated instanceof FailedTransactionMetadata)
        throw new Refusal(-32_002, `Transaction simulation failed: ${simulated.toString()}`, {
          err: presentError(simulated),
          logs: simulated.meta().logs(),
        })
      return land(readSolanaTransaction(bytes)?.message.staticAccounts ?? [], () => svm.sendTransaction(transaction))
    },
    simulateTransaction(wire: string, { accounts }: { accounts?: { addresses: readonly string[] } }) {
      const unchecked = svm.withSigverify(false).withBlockhashCheck(false)
      const result = unchecked.simulateTransaction(getTransactionDecoder().decode(read64(wire)))
      svm.withSigverify(true).withBlockhashCheck(true)
      if (result instanceof FailedTransactionMetadata)
        return inContext({ err: presentError(result), logs: result.meta().logs(), accounts: null, unitsConsumed: 0 })
      const after = new Map(result.postAccounts().map((account) => [String(account.address), account]))
      const shown = (accounts?.addresses ?? []).map((address) => {
        const account = after.get(address)
        return account ? presentAccount(account) : shownAt(address)
      })
      return inContext({
        err: null,
        logs: result.meta().logs(),
        accounts: shown,
        unitsConsumed: Number(result.meta().computeUnitsConsumed()),
      })
    },
    getSignatureStatuses: (signatures: readonly string[]) =>
      inContext(
        signatures.map((signature) => {
          const found = landed.find((each) => each.signature === signature)
          if (!found) return null
          return { slot: found.slot, confirmations: null, err: found.err, confirmationStatus: 'finalized' }
        }),
      ),
    getSignaturesForAddress(address: string, { limit = 1000, before }: { limit?: number; before?: string }) {
      const start = before === undefined ? 0 : landed.findIndex(({ signature }) => signature === before) + 1
      return landed
        .slice(start)
        .filter(({ addresses }) => addresses.includes(address))
        .slice(0, limit)
        .map((each) => ({
          signature: each.signature,
          slot: each.slot,
          err: each.err,
          memo: null,
          blockTime: blockSeconds,
        }))
    },
    getTransaction(signature: string) {
      const found = landed.find((each) => each.signature === signature)
      if (!found) return null
      const { slot: landedIn, meta, addresses } = found
      const transaction = { signatures: [signature], message: { accountKeys: addresses } }
      return { slot: landedIn, blockTime: blockSeconds, meta, transaction, version: 0 }
    },
    getBlock: (wanted: number) => ({ blockhash: genesisHash, parentSlot: wanted - 1, blockTime: blockSeconds }),
  }

  return (method: string, [first, second = {}]: readonly unknown[]): unknown => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new Refusal(-32_601, 'Method not found')
    return run(first as never, second as never)
  }
}

type Ask = (method: string, params: readonly unknown[]) => unknown

/** A WebSocket that answers the same calls, and tells of accounts and signatures after each of them. */
function createSockets(answer: (body: string) => string, ask: Ask): NodeAdapter {
  const subscriptions = new Map<
    number,
    { peer: { send(text: string): void }; look(): unknown; last: string; name: string }
  >()
  let count = 0
  const publish = () => {
    for (const [id, subscription] of subscriptions) {
      const result = subscription.look()
      const shown = JSON.stringify(result)
      if (result === undefined || shown === subscription.last) continue
      subscription.last = shown
      const params = { subscription: id, result }
      subscription.peer.send(JSON.stringify({ jsonrpc: '2.0', method: `${subscription.name}Notification`, params }))
      if (subscription.name === 'signature') subscriptions.delete(id)
    }
  }
  const looks: Readonly<Record<string, (key: string) => () => unknown>> = {
    account: (key) => () => ask('getAccountInfo', [key]),
    signature: (key) => () => {
      const { context, value } = ask('getSignatureStatuses', [[key]]) as { context: object; value: { err: unknown }[] }
      return value[0] ? { context, value: { err: value[0].err } } : undefined
    },
  }
  const timer = setInterval(publish, 20)
  timer.unref()
  return createAdapter({
    hooks: {
      message(peer, message) {
        const { id, method, params } = message.json<{ id: number; method: string; params: readonly unknown[] }>()
        const name = method.replace(/Subscribe$/, '')
        const look = Object.hasOwn(looks, name) ? looks[name]?.(String(params[0])) : undefined
        if (!look) return void peer.send(answer(message.text()))
        count += 1
        peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: count }))
        const value = name === 'account' ? JSON.stringify(look()) : ''
        subscriptions.set(count, { peer, look, last: value, name })
      },
    },
  })
}

const listen = (server: Server, port: number) =>
  new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })

/** Starts it on two free ports, one after the other as those of a validator: JSON-RPC and WebSocket. */
export async function startLiteSvm(): Promise<LiteSvm> {
  const svm = new LiteSVM()
  const ask = createCluster(svm)
  const answerOne = ({ id, method, params = [] }: { id: unknown; method: string; params?: readonly unknown[] }) => {
    try {
      return { jsonrpc: '2.0', id, result: ask(method, params) ?? null }
    } catch (error) {
      const { code = -32_603, message, data } = error as Refusal
      return { jsonrpc: '2.0', id, error: { code, message, data } }
    }
  }
  const answer = (body: string) => {
    const calls = JSON.parse(body)
    return JSON.stringify(Array.isArray(calls) ? calls.map(answerOne) : answerOne(calls))
  }
  const rpc = createServer(async (request, response) => response.end(answer(await text(request))))
  const sockets = createServer()
  const adapter = createSockets(answer, ask)
  sockets.on('upgrade', (request, socket, head) => void adapter.handleUpgrade(request, socket, head))
  for (;;) {
    await listen(rpc, 0)
    const { port } = rpc.address() as AddressInfo
    if (await listen(sockets, port + 1))
      return {
        url: `http://127.0.0.1:${port}`,
        svm,
        async stop() {
          adapter.closeAll()
          for (const server of [rpc, sockets]) {
            server.closeAllConnections()
            await new Promise((resolve) => server.close(resolve))
          }
        },
      }
    await new Promise((resolve) => rpc.close(resolve))
  }
}
