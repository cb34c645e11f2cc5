import { toBase64, toHex } from '@latchkey/base/bytes'
import type { SparkKey } from '@latchkey/crypto/chains/spark'
import { providerCodes } from '@latchkey/device/provider'
import {
  accountMethods,
  createSatsSite,
  infoOf,
  type SatsMethods,
  satsNetwork,
  type SatsPage,
  walletType,
} from '../satsConnect/satsSite.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { BitcoinAddressFacts } from '../wire.ts'

interface SparkParts {
  readonly core: WalletCore
  /** Of the wallet. */
  readonly id: string
  /** The accounts by their addresses. */
  readonly keys: ReadonlyMap<string, SparkKey>
}

interface SparkPage extends SatsPage {
  /** The account of the page. @throws WalletError 4100 for a page without access */
  key(): SparkKey
}

/** The only address of an account. */
export const factsOf = ({ address, publicKey }: SparkKey): BitcoinAddressFacts => ({
  address,
  publicKey: toHex(publicKey),
  purpose: 'spark',
  addressType: 'spark',
  walletType,
})

function createSparkPage({ core, keys }: SparkParts, { origin, signal }: Site): SparkPage {
  const keyOf = () => keys.get(core.accountsOf(origin)[0] ?? '')
  const facts = () => [keyOf()].flatMap((key) => (key ? [factsOf(key)] : []))
  return {
    facts,
    async connect(request, purposes) {
      await core.connect({ origin, signal }, request)
      return purposes.flatMap((purpose) => facts().filter((each) => each.purpose === purpose))
    },
    key() {
      const key = keyOf()
      if (key) return key
      throw fail(providerCodes.unauthorized, 'The page has no access to accounts. Ask by "wallet_connect".')
    },
  }
}

const methods: SatsMethods<SparkPage> = {
  ...accountMethods(['spark']),
  getInfo: () => infoOf(sparkMethodNames),
  spark_getAddresses: async ({ page, request }) => ({
    addresses: await page.connect(request, ['spark']),
    network: satsNetwork,
  }),
  async spark_signMessage({ site, page, wallet, request, params: { message } }) {
    if (typeof message !== 'string') throw fail(providerCodes.invalidParams, 'A message needs a "message" of text.')
    const { address: account, signMessage } = page.key()
    await wallet.core.assertApproved(site, { kind: 'message', ...request, account, text: message })
    return { signature: toBase64(signMessage(message)) }
  },
}

/** Methods of sats-connect that need a node. */
const nodeMethods = new Set(['spark_getBalance', 'spark_transfer', 'spark_transferToken'])

/** The methods of the provider, by name. */
export const sparkMethodNames: readonly string[] = Object.keys(methods)

/** Answers the requests of a page to the provider of sats-connect. @throws WalletError with a code of sats-connect */
export const createSparkSite = (wallet: SparkParts, site: Site) =>
  createSatsSite({ wallet, site, page: createSparkPage(wallet, site), methods, nodeMethods, chain: 'Spark' })
