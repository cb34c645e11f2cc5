import { setDeadline, sleep } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { createWatchers, type Watchers } from '@latchkey/base/watchers'

/** A transaction as a page sends it, or a call of a batch. */
export interface AskedTransaction {
  /** Without it the transaction creates a contract. */
  readonly to?: string
  /** In the smallest unit of the chain's currency, decimal. */
  readonly value: string
  /** `0x` and hex. */
  readonly data?: string
}

/** A part of the wallet's holdings, or an allowance, that an account would get. */
export interface AskedGrant {
  readonly to: string
  /** The contract of a token, `native` for the currency of the chain, or `everything` for power over the account. */
  readonly asset: string
  /** In the smallest unit, decimal; `unlimited` for an allowance without end. */
  readonly amount: string
}

/** An instruction of a transaction on Solana. */
export interface AskedInstruction {
  /** The address of the program. */
  readonly program: string
  /** `transfer`, `transferChecked`… Absent for an instruction that the wallet cannot read. */
  readonly name?: string
  /** The addresses of its accounts by the names that the program gives them, or else by their index. */
  readonly accounts: Readonly<Record<string, string>>
  /** Its other arguments by name; amounts are in the smallest unit, decimal. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A transaction on Solana. */
export interface AskedSolanaTransaction {
  readonly version: 'legacy' | 0
  /** The address that pays the fee. */
  readonly feePayer: string
  readonly instructions: readonly AskedInstruction[]
}

/** A part of a transaction of Cosmos, Tron, TON, Starknet, Algorand or Flow: a message, a contract, a call, a transaction of a group. */
export interface AskedAction {
  /** As the chain names it: `/cosmos.bank.v1beta1.MsgSend`, `TransferContract`, `transfer`, `pay`… */
  readonly name: string
  /** Its arguments by name, as far as the wallet reads them; amounts are in the smallest unit, decimal. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** An output of a transaction on Bitcoin, whether it is spent or created. */
export interface AskedBitcoinOutput {
  /** Absent for a script that is no address. */
  readonly address?: string
  /** In satoshi, decimal. */
  readonly amount: string
}

/** A transaction on Bitcoin (PSBT). */
export interface AskedBitcoinTransaction {
  /** The outputs that it spends. An input that the PSBT does not describe has neither address nor amount. */
  readonly inputs: readonly (Partial<AskedBitcoinOutput> & {
    /** The transaction and the index of the output that is spent: `txid:0`. */
    readonly outpoint: string
    /** Whether the wallet signs it. */
    readonly isSigned: boolean
  })[]
  readonly outputs: readonly AskedBitcoinOutput[]
  /** In satoshi, decimal. Absent if the PSBT does not describe all inputs. */
  readonly fee?: string
}

/** A command of a transaction on Sui. */
export interface AskedSuiCommand {
  /** `TransferObjects`, `SplitCoins`, `MoveCall`… */
  readonly name: string
  /**
   * Its arguments by name. An object is its id, the coin that pays for gas is `gas`, and the result of another command is
   * `result 0`. Addresses and amounts are read where the command says that they are such; other values are base64.
   */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A transaction on Sui. */
export interface AskedSuiTransaction {
  readonly sender: string
  /** The address that pays for gas. */
  readonly gasOwner: string
  /** The most that gas may cost, in MIST, decimal. */
  readonly gasBudget: string
  readonly commands: readonly AskedSuiCommand[]
}

/** A transaction on Aptos. */
export interface AskedAptosTransaction {
  readonly sender: string
  readonly sequenceNumber: string
  readonly payload: {
    /** `entryFunction`, or what the wallet cannot read: `script`, `multisig`… */
    readonly kind: string
    /** `0x1::aptos_account::transfer` */
    readonly function?: string
    readonly typeArguments?: readonly string[]
    /** Addresses and amounts of payments are read; other arguments are BCS in hex. */
    readonly arguments?: readonly string[]
  }
  readonly maxGasAmount: string
  /** In octas. */
  readonly gasUnitPrice: string
  /** Seconds since 1970. */
  readonly expiresAtSeconds: number
  readonly chainId: number
  /** The address that pays for gas, if it is another than the sender's. */
  readonly feePayer?: string
  readonly secondarySigners?: readonly string[]
}

/** A request of a page, in the form in which a person reads it. */
export interface Question {
  readonly kind: 'asset' | 'calls' | 'chain' | 'connect' | 'message' | 'signIn' | 'transaction' | 'typedData' | 'unlock'
  /** Of the page. */
  readonly origin: string
  readonly method: string
  readonly params: unknown
  /** The account that signs or sends. */
  readonly account?: string | undefined
  /** The EVM chain that the request is about. */
  readonly chainId?: number | undefined
  /** The chain that the request is about, as its wallets name it: `solana:devnet`, `osmosis-1`. */
  readonly chain?: string | undefined
  /** The text of a message. Absent for bytes that are not text. */
  readonly text?: string | undefined
  /** Typed data (EIP-712): its domain, types and message. */
  readonly typedData?: unknown
  /** The transaction, or those of a batch. */
  readonly transactions?: readonly AskedTransaction[] | undefined
  /** Who gets what by the transactions, decoded from their bytes. */
  readonly grants?: readonly AskedGrant[] | undefined
  /** The transactions on Solana, in the order in which they are signed. */
  readonly solanaTransactions?: readonly AskedSolanaTransaction[] | undefined
  /** The parts of a transaction of Cosmos, Tron, TON, Starknet, Algorand or Flow, in their order. */
  readonly actions?: readonly AskedAction[] | undefined
  /** The terms of all these parts, by name: the fee, a memo, until when it is valid… */
  readonly terms?: Readonly<Record<string, unknown>> | undefined
  /** The transactions on Bitcoin, in the order in which they are signed. */
  readonly bitcoinTransactions?: readonly AskedBitcoinTransaction[] | undefined
  /** The transaction on Aptos. */
  readonly aptosTransaction?: AskedAptosTransaction | undefined
  /** The transaction on Sui. */
  readonly suiTransaction?: AskedSuiTransaction | undefined
}

/** `withdrawn`: the page was closed, or the wallet was removed, before the person answered. */
export type RequestStatus = 'approved' | 'open' | 'refused' | 'withdrawn'

/** The choices of the person who says yes. */
export interface Approval {
  /** The accounts that the page gets access to. @default all, the selected one first */
  readonly accounts?: readonly string[]
}

/** A request of a page, which the person answers once. */
export interface WalletRequest extends Question {
  readonly id: number
  readonly status: RequestStatus
  /** Says yes. @throws TypeError when the request was answered before */
  approve(approval?: Approval): void
  /** Says no, as a person does who chooses Reject or closes the pop-up. @throws TypeError when it was answered before */
  refuse(): void
}

/** How requests are answered that no test waits for. `manual`: each one waits until the test answers it. */
export type ApprovalMode = 'automatic' | 'manual'

/** How long a test waits for a request. */
export interface WaitOptions {
  readonly timeoutMs?: number | undefined
}

/** The person at a wallet, for whom a test answers. */
export interface WalletPerson {
  /** The requests so far, the oldest first: the last 1000, and those that are open. */
  readonly requests: readonly WalletRequest[]
  /** How requests are answered that no test waits for. */
  readonly approval: ApprovalMode
  /**
   * Waits for a request, and keeps it open until the test answers it. Call it before the page asks, or with manual
   * approval.
   *
   * @param options.timeoutMs - How long it waits, in milliseconds of real time. @default 30000
   * @throws TypeError when no page has asked by then, or the wallet was removed. The next request is answered as if
   *   nobody had waited
   * @example
   * const asked = wallet.nextRequest()
   * await page.getByRole('button', { name: 'Sign in' }).click()
   * ;(await asked).refuse()
   */
  nextRequest(options?: WaitOptions): Promise<WalletRequest>
  /** Refuses the next requests. @param count - How many. @default 1 */
  refuseNext(count?: number): void
  /** Changes how requests are answered that no test waits for. Those that are open stay open. */
  setApproval(mode: ApprovalMode): void
  /** Changes how long the person takes for an automatic answer, in milliseconds. */
  setDelay(milliseconds: number): void
}

/** The answer to a question. */
export type Answer =
  | { readonly isApproved: true; readonly accounts?: readonly string[] }
  | { readonly isApproved: false }

/** Who asks, and which answers are possible. */
interface Asking {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Throws for a choice that the wallet cannot follow, before the request is answered. */
  readonly assertApproval?: ((approval: Approval) => void) | undefined
}

/** The side of the person that wallets ask. */
export interface AskedPerson {
  readonly person: WalletPerson
  /** The changes of requests, and of how they are answered. The wallet adds its own. */
  readonly changes: Watchers<[]>
  /** Asks, and resolves to the answer. */
  ask(question: Question, asking: Asking): Promise<Answer>
  /** Withdraws the open requests, and ends the waits for further ones, of which there will be none. */
  end(): void
}

export interface PersonOptions {
  /** @default 'automatic' */
  readonly approval?: ApprovalMode | undefined
  /** Milliseconds until an automatic answer. @default 0 */
  readonly delay?: number | undefined
}

interface OpenRequest {
  readonly request: WalletRequest
  settle(status: RequestStatus, approval?: Approval): void
  /** Takes the question back, unless it was answered. */
  withdraw(): void
}

const defaultTimeoutMs = 30_000
const mostSettled = 1000

export function createPerson({ approval = 'automatic', delay = 0 }: PersonOptions = {}): AskedPerson {
  const requests: WalletRequest[] = []
  /** Open requests that no test has taken. */
  const untaken: WalletRequest[] = []
  const waiting = new Set<(request: WalletRequest) => void>()
  const changes = createWatchers<[]>((cause) => console.error(cause))
  /** Ends what waits for an answer or a request, once there will be none. */
  const endings = new Set<() => void>()
  let isOver = false
  let lastId = 0
  let mode = approval
  let delayMs = assertMilliseconds(delay)
  let refusals = 0

  /** Answers a request that no test waits for, unless the person has to be asked. */
  async function answerAlone({ request, settle }: OpenRequest): Promise<void> {
    const isRefused = refusals > 0
    if (isRefused) refusals--
    // Only who knows the password opens a locked wallet.
    else if (mode === 'manual' || request.kind === 'unlock') return void untaken.push(request)
    if (delayMs > 0) await sleep(delayMs)
    if (request.status === 'open') settle(isRefused ? 'refused' : 'approved')
  }

  /** Forgets the oldest answered request, if there are too many. */
  function forgetOldest(): void {
    if (requests.length <= mostSettled) return
    const index = requests.findIndex(({ status }) => status !== 'open')
    if (index !== -1) requests.splice(index, 1)
  }

  function open(
    question: Question,
    onAnswer: (answer: Answer) => void,
    assertApproval: Asking['assertApproval'],
  ): OpenRequest {
    let status: RequestStatus = 'open'
    function settle(next: RequestStatus, { accounts }: Approval = {}): void {
      if (status !== 'open') throw new TypeError(`Failed to answer a request of ${question.method}: it is ${status}.`)
      status = next
      endings.delete(withdraw)
      const index = untaken.indexOf(request)
      if (index !== -1) untaken.splice(index, 1)
      onAnswer(next === 'approved' ? { isApproved: true, ...defined({ accounts }) } : { isApproved: false })
      changes.tell()
    }
    function withdraw(): void {
      if (status === 'open') settle('withdrawn')
    }
    const request: WalletRequest = {
      id: ++lastId,
      ...question,
      get status() {
        return status
      },
      approve(choice = {}) {
        assertApproval?.(choice)
        settle('approved', choice)
      },
      refuse: () => settle('refused'),
    }
    requests.push(request)
    forgetOldest()
    endings.add(withdraw)
    changes.tell()
    return { request, settle, withdraw }
  }

  return {
    person: {
      get requests() {
        return [...requests]
      },
      get approval() {
        return mode
      },
      nextRequest({ timeoutMs = defaultTimeoutMs } = {}) {
        const request = untaken.shift()
        if (request) return Promise.resolve(request)
        return new Promise((resolve, reject) => {
          function end(): void {
            cancel()
            waiting.delete(take)
            endings.delete(leave)
          }
          function take(asked: WalletRequest): void {
            end()
            resolve(asked)
          }
          function refuse(reason: string): void {
            end()
            reject(new TypeError(`Failed to call "nextRequest()": ${reason}.`))
          }
          const leave = () => refuse('the wallet was removed')
          const cancel = setDeadline(
            () => refuse(`no page asked for anything within ${timeoutMs} ms`),
            assertMilliseconds(timeoutMs),
          )
          waiting.add(take)
          endings.add(leave)
          if (isOver) leave()
        })
      },
      refuseNext(count = 1) {
        if (!Number.isSafeInteger(count) || count < 0)
          throw new TypeError(`Failed to call "refuseNext()": ${String(count)} is not a number of requests.`)
        refusals = count
      },
      setApproval(next) {
        if (next !== 'automatic' && next !== 'manual')
          throw new TypeError(`Failed to call "setApproval()": ${String(next)} is neither "automatic" nor "manual".`)
        mode = next
        changes.tell()
      },
      setDelay(milliseconds) {
        delayMs = assertMilliseconds(milliseconds)
      },
    },
    changes,
    ask: (question, { signal, assertApproval }) =>
      new Promise((resolve) => {
        const opened = open(question, resolve, assertApproval)
        signal.addEventListener('abort', opened.withdraw)
        const [taker] = waiting
        if (!taker) return void answerAlone(opened)
        taker(opened.request)
      }),
    end() {
      isOver = true
      for (const end of endings) end()
    },
  }
}

function assertMilliseconds(value: number): number {
  if (Number.isFinite(value) && value >= 0) return value
  throw new TypeError(`${String(value)} is not a number of milliseconds from 0 on.`)
}
