import { aptosSignedBytes } from '@latchkey/crypto/chains/aptos'
import { providerCodes } from '@latchkey/device/provider'
import { toWireBytes } from '../standard/inputs.ts'
import { aptosForm, readSignIn, writeSignInText } from '../standard/signInText.ts'
import { standardCodes } from '../standard/standardSite.ts'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { AptosWalletParts } from './aptosParts.ts'

type Input = Readonly<Record<string, unknown>>

const namedNetworks = new Set(['mainnet', 'testnet', 'devnet'])

/** The fields of the text. Those that tell who signs in where can only be the wallet's own. @throws WalletError -32000 */
function readFields({ network }: AptosWalletParts, site: Site, input: Input) {
  const { address: wanted, ...fields } = readSignIn(input, site, aptosForm)
  if (fields.nonce === undefined) throw fail(standardCodes.invalidInput, '"nonce" is missing.')
  const { name, chainId } = network()
  const own = `aptos:${namedNetworks.has(name) ? name : chainId}`
  const bound = { uri: site.origin, version: '1', chainId: own }
  const { uri, chainId: chain } = { ...bound, ...fields }
  if (new URL(String(uri)).origin !== site.origin)
    throw fail(standardCodes.invalidInput, `The page is of ${site.origin}, and asks to sign in to ${String(uri)}.`)
  if (![own, name, `aptos:${chainId}`].includes(String(chain)))
    throw fail(standardCodes.invalidInput, `The wallet is on ${own}, and not on ${String(chain)}.`)
  return { wanted, fields: { ...bound, ...fields } }
}

/** Signs in (AIP-116), and connects a page that has no access yet by the same question. @throws WalletError */
export async function signInAptos(wallet: AptosWalletParts, site: Site, input: Input) {
  const { core, accounts } = wallet
  const { wanted, fields } = readFields(wallet, site, input)
  const method = 'aptos:signIn'
  const params = [input]
  function question(account: string) {
    if (wanted !== undefined && wanted !== account)
      throw fail(providerCodes.unauthorized, `The wallet is at another account than ${String(wanted)}.`)
    return { kind: 'signIn' as const, method, params, account, text: writeText(account) }
  }
  const writeText = (account: string) => writeSignInText({ ...fields, address: account }, aptosForm)
  const [selected = ''] = core.control.accounts
  const hasAccess = core.control.connections.includes(site.origin)
  const [account = ''] = await core.connect(site, hasAccess ? { method, params } : question(selected))
  // The person may have chosen another account than the wallet has shown.
  if (hasAccess || account !== selected) await core.assertApproved(site, question(account))
  const key = accounts.find(({ address }) => address === account)
  if (!key) throw fail(providerCodes.unauthorized, 'The page has no access to an account.')
  return {
    account,
    input: { ...fields, address: account },
    signature: toWireBytes(key.sign(aptosSignedBytes(writeText(account)))),
    type: key.isSingleKey ? 'single_key' : 'ed25519',
  }
}
