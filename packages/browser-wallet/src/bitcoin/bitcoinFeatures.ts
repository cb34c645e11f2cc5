import { defined } from '@latchkey/base/defined'
import { readAccount, readBytes, textOf, toWireBytes } from '../standard/inputs.ts'
import { type FeatureMethod, standardCodes } from '../standard/standardSite.ts'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { StandardFeature } from '../wire.ts'
import { type BitcoinSite, type BitcoinWalletParts, bitcoinChain, createBitcoinSite, isObjects } from './bitcoinSite.ts'
import type { InputsToSign } from './psbt.ts'

/** The features of the card. */
export const bitcoinFeatures: Readonly<Record<string, StandardFeature>> = {
  'bitcoin:connect': { version: '1.0.0', method: 'connect' },
  'bitcoin:signMessage': { version: '1.0.0', method: 'signMessage' },
  'bitcoin:signTransaction': { version: '1.0.0', method: 'signTransaction' },
}

type Input = Readonly<Record<string, unknown>>

/** The features of wallets on Bitcoin, by name. */
export function createBitcoinFeatures(wallet: BitcoinWalletParts): Readonly<Record<string, FeatureMethod>> {
  const { core } = wallet
  const bitcoinSite = (site: Site) => createBitcoinSite(wallet, site)

  return {
    async 'bitcoin:connect'(site, inputs) {
      const purposes = inputs[0]?.purposes
      if (!Array.isArray(purposes) || !purposes.every((each) => each === 'payment' || each === 'ordinals'))
        throw fail(standardCodes.invalidInput, '"purposes" is a list of "payment" and "ordinals".')
      const facts = await bitcoinSite(site).connect({ method: 'bitcoin:connect', params: inputs }, purposes)
      return {
        outputs: { accounts: facts.map(({ address }) => address) },
        accounts: core.accountsOf(site.origin),
        purposes,
      }
    },
    async 'bitcoin:signMessage'(site, inputs) {
      const opened = bitcoinSite(site)
      const messages = inputs.map((input) => {
        const address = opened.addressAt(readAccount(core, site, input))
        const message = textOf(readBytes(input, 'message'))
        if (message === undefined) throw fail(standardCodes.invalidInput, '"message" is not a text in UTF-8.')
        // By BIP-322, unless the address has only the older form.
        return { address, message, protocol: address.protocols.at(-1) ?? 'BIP322' }
      })
      const signatures = await opened.signMessages({ method: 'bitcoin:signMessage', params: inputs }, messages)
      return {
        outputs: inputs.map((input, index) => ({
          signedMessage: input.message,
          signature: toWireBytes(signatures[index] ?? new Uint8Array()),
        })),
      }
    },
    async 'bitcoin:signTransaction'(site, inputs) {
      const opened = bitcoinSite(site)
      const psbts = inputs.map((input) => ({
        psbt: readBytes(input, 'psbt'),
        inputs: readInputs(input, (each) => opened.addressAt(readAccount(core, site, each))),
      }))
      const request = { method: 'bitcoin:signTransaction', params: inputs }
      const signed = await opened.signPsbts(request, psbts, standardCodes.transactionRejected)
      return { outputs: signed.map((psbt) => ({ signedPsbt: toWireBytes(psbt) })) }
    },
  }
}

/** @throws WalletError -32000 */
function readInputs(
  { chain, inputsToSign }: Input,
  addressOf: (input: Input) => ReturnType<BitcoinSite['addressAt']>,
): readonly InputsToSign[] {
  if (chain !== undefined && chain !== bitcoinChain)
    throw fail(standardCodes.invalidInput, `The wallet does not have the chain ${String(chain)}.`)
  if (!isObjects(inputsToSign))
    throw fail(standardCodes.invalidInput, '"inputsToSign" is a list with an account and its inputs in each entry.')
  return inputsToSign.map((input) => {
    const { signingIndexes, sigHash } = input
    if (!Array.isArray(signingIndexes) || !signingIndexes.every((index) => typeof index === 'number'))
      throw fail(standardCodes.invalidInput, '"signingIndexes" is a list of numbers.')
    if (sigHash !== undefined && typeof sigHash !== 'number')
      throw fail(standardCodes.invalidInput, '"sigHash" is a number.')
    return { address: addressOf(input), indexes: signingIndexes, ...defined({ hashType: sigHash }) }
  })
}
