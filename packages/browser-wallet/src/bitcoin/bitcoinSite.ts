import { isObject } from '@latchkey/base/isObject'
import { providerCodes } from '@latchkey/device/provider'
import type { SatsPage, SatsRequest } from '../satsConnect/satsSite.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import {
  type BitcoinAccount,
  type BitcoinAddress,
  factsOf,
  type MessageProtocol,
  signBitcoinMessage,
} from './bitcoinAccount.ts'
import { type InputsToSign, ownInputs, RefusedPsbt, signPsbt } from './psbt.ts'

export interface BitcoinWalletParts {
  readonly core: WalletCore
  readonly accounts: readonly BitcoinAccount[]
}

/** A message that an address signs. */
export interface MessageToSign {
  readonly address: BitcoinAddress
  readonly message: string
  readonly protocol: MessageProtocol
}

/** A PSBT, and the inputs that the wallet signs. Without a list they are all of the account's. */
export interface PsbtToSign {
  readonly psbt: Uint8Array
  readonly inputs?: readonly InputsToSign[] | undefined
}

/** The requests of a page to a wallet of Bitcoin, in whichever of its two forms the page asks. */
export interface BitcoinSite extends SatsPage {
  /** The addresses that the page sees, those for payments first. */
  addresses(): readonly BitcoinAddress[]
  /** The address, to which the page must have access. @throws WalletError 4100 */
  addressAt(address: unknown): BitcoinAddress
  /** Asks the person about each message, and then signs them all. */
  signMessages(request: SatsRequest, messages: readonly MessageToSign[]): Promise<readonly Uint8Array[]>
  /** Asks the person about all by one question. @throws WalletError with a code for a PSBT that is not signed */
  signPsbts(request: SatsRequest, psbts: readonly PsbtToSign[], refusedCode: number): Promise<readonly Uint8Array[]>
}

export const bitcoinChain = 'bitcoin:mainnet'

export function createBitcoinSite({ core, accounts }: BitcoinWalletParts, site: Site): BitcoinSite {
  const addresses = () => {
    const seen = new Set(core.accountsOf(site.origin))
    return accounts.flatMap((account) => account.addresses).filter(({ address }) => seen.has(address))
  }

  const facts = () => addresses().flatMap((address) => factsOf(address))

  return {
    addresses,
    facts,
    async connect(request, purposes) {
      await core.connect(site, request)
      return purposes.flatMap((purpose) => facts().filter((each) => each.purpose === purpose))
    },
    addressAt(address) {
      const found = addresses().find((each) => each.address === address)
      if (found) return found
      throw fail(providerCodes.unauthorized, `The page has no access to the address ${String(address)}.`)
    },
    async signMessages(request, messages) {
      for (const { address, message } of messages)
        await core.assertApproved(site, { kind: 'message', ...request, account: address.address, text: message })
      return messages.map(({ address, message, protocol }) => signBitcoinMessage(address, message, protocol))
    },
    async signPsbts(request, psbts, refusedCode) {
      const [account] = addresses()
      if (!account) throw fail(providerCodes.unauthorized, 'The page has no access to accounts. Ask for them first.')
      // Before the question, so that the person is not asked about what cannot be signed.
      const signed = psbts.map(({ psbt, inputs }) => {
        try {
          return signPsbt(psbt, inputs ?? ownInputs(psbt, addresses()))
        } catch (error) {
          throw error instanceof RefusedPsbt ? fail(refusedCode, error.message, { cause: error }) : error
        }
      })
      if (signed.length > 0)
        await core.assertApproved(site, {
          kind: 'transaction',
          ...request,
          account: account.address,
          chain: bitcoinChain,
          bitcoinTransactions: signed.map(({ asked }) => asked),
        })
      return signed.map(({ psbt }) => psbt)
    },
  }
}

/** Whether a value is a list of objects. */
export const isObjects = (value: unknown): value is readonly Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isObject)
