import { defined } from '@latchkey/base/defined'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { TokenExtensions } from '../../records.ts'
import type { Handlers, Run } from './run.ts'
import { slotsInEpoch } from './slots.ts'
import type { TokenAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'
import {
  assertAuthority,
  assertMint,
  changeToken,
  mintOf,
  noteTransfer,
  receive,
  tokenAccountOf,
  tokenFault,
} from './tokenAccess.ts'
import { changeMintExtensions, initializeExtensions } from './tokenExtensions.ts'

type FeeConfig = NonNullable<TokenExtensions['transferFeeConfig']>

/** Ten thousand basis points are the whole. */
const wholeInBasisPoints = 10_000
/** How many epochs pass until a new fee applies. */
const epochsUntilNewFee = 2

const epochOf = ({ slot }: Run): number => Math.floor(slot / slotsInEpoch)

const feeAt = (run: Run, { olderTransferFee, newerTransferFee }: FeeConfig) =>
  epochOf(run) >= newerTransferFee.epoch ? newerTransferFee : olderTransferFee

/** The fee on a transfer of a token: a part of the amount, rounded up, and at most a maximum. */
export function feeOn(run: Run, extensions: TokenExtensions | undefined, amount: bigint): bigint {
  if (!extensions?.transferFeeConfig) return 0n
  const { transferFeeBasisPoints, maximumFee } = feeAt(run, extensions.transferFeeConfig)
  const whole = BigInt(wholeInBasisPoints)
  const part = (amount * BigInt(transferFeeBasisPoints) + whole - 1n) / whole
  return part < BigInt(maximumFee) ? part : BigInt(maximumFee)
}

/** The fees that a token account has for those who may withdraw them. */
export const withheldIn = ({ extensions }: TokenAccount): bigint =>
  BigInt(extensions?.transferFeeAmount?.withheldAmount ?? 0)

/** Adds a fee to those in a token account. */
export function withhold(run: Run, account: SolanaAccountMeta, fee: bigint): void {
  const state = tokenAccountOf(run, account)
  const withheldAmount = (withheldIn(state) + fee).toString()
  changeToken(run, account, { extensions: { ...state.extensions, transferFeeAmount: { withheldAmount } } })
}

/** Takes the fees out of token accounts. Those of other mints and other programs are left alone, as on nodes. */
function collectFees(run: Run, mint: SolanaAccountMeta, accounts: readonly SolanaAccountMeta[]): bigint {
  let collected = 0n
  for (const account of accounts) {
    const { program, data } = run.bank.get(account.address)
    if (program !== run.program || data?.kind !== 'token' || data.mint !== mint.address) continue
    const withheld = withheldIn(data)
    if (withheld > 0n) withhold(run, account, -withheld)
    collected += withheld
  }
  return collected
}

function configOf(run: Run, mint: SolanaAccountMeta): FeeConfig {
  const config = mintOf(run, mint).extensions?.transferFeeConfig
  if (!config) throw new InstructionFault('InvalidAccountData')
  return config
}

interface WithdrawAccounts {
  readonly mint: SolanaAccountMeta
  readonly feeRecipient: SolanaAccountMeta
  readonly withdrawWithheldAuthority: SolanaAccountMeta
}

function assertMayWithdraw(run: Run, { mint, feeRecipient, withdrawWithheldAuthority }: WithdrawAccounts): FeeConfig {
  const config = configOf(run, mint)
  if (config.withdrawWithheldAuthority === undefined) throw tokenFault('noAuthority')
  assertAuthority(config.withdrawWithheldAuthority, withdrawWithheldAuthority)
  assertMint(run, tokenAccountOf(run, feeRecipient), { mint })
  return config
}

function payOut(run: Run, { mint, feeRecipient }: WithdrawAccounts, amount: bigint): void {
  receive(run, feeRecipient, amount)
  noteTransfer(run, mint.address, { to: tokenAccountOf(run, feeRecipient).owner, amount })
}

function readFee(
  run: Run,
  { transferFeeBasisPoints, maximumFee }: { transferFeeBasisPoints: number; maximumFee: bigint },
) {
  if (transferFeeBasisPoints > wholeInBasisPoints) throw tokenFault('feeExceedsMaximum')
  return { epoch: epochOf(run), maximumFee: maximumFee.toString(), transferFeeBasisPoints }
}

/** The instructions of Token-2022 about fees on transfers. */
export const tokenFees = {
  initializeTransferFeeConfig(run, { mint }, { transferFeeConfigAuthority, withdrawWithheldAuthority, ...terms }) {
    const fee = readFee(run, terms)
    initializeExtensions(run, mint, {
      transferFeeConfig: {
        ...defined({
          transferFeeConfigAuthority: transferFeeConfigAuthority ?? undefined,
          withdrawWithheldAuthority: withdrawWithheldAuthority ?? undefined,
        }),
        withheldAmount: '0',
        olderTransferFee: fee,
        newerTransferFee: fee,
      },
    })
  },
  withdrawWithheldTokensFromMint(run, accounts) {
    const config = assertMayWithdraw(run, accounts)
    changeMintExtensions(run, accounts.mint, { transferFeeConfig: { ...config, withheldAmount: '0' } })
    payOut(run, accounts, BigInt(config.withheldAmount))
  },
  withdrawWithheldTokensFromAccounts(run, accounts, { numTokenAccounts }) {
    assertMayWithdraw(run, accounts)
    const { furtherAccounts } = run
    if (furtherAccounts.length < numTokenAccounts) throw new InstructionFault('NotEnoughAccountKeys')
    // The signers of a multisig account would come before.
    const sources = furtherAccounts.slice(furtherAccounts.length - numTokenAccounts)
    payOut(run, accounts, collectFees(run, accounts.mint, sources))
  },
  harvestWithheldTokensToMint(run, { mint }) {
    const config = configOf(run, mint)
    const withheldAmount = (BigInt(config.withheldAmount) + collectFees(run, mint, run.furtherAccounts)).toString()
    changeMintExtensions(run, mint, { transferFeeConfig: { ...config, withheldAmount } })
  },
  setTransferFee(run, { mint, transferFeeConfigAuthority }, terms) {
    const config = configOf(run, mint)
    if (config.transferFeeConfigAuthority === undefined) throw tokenFault('noAuthority')
    assertAuthority(config.transferFeeConfigAuthority, transferFeeConfigAuthority)
    const fee = readFee(run, terms)
    changeMintExtensions(run, mint, {
      transferFeeConfig: {
        ...config,
        olderTransferFee: feeAt(run, config),
        newerTransferFee: { ...fee, epoch: fee.epoch + epochsUntilNewFee },
      },
    })
  },
} satisfies Partial<Handlers<'spl-token'>>
