import { addressKey, type Chain } from '@latchkey/crypto/chainAddresses'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import { isUri } from '@latchkey/crypto/rfc3986'
import type { NameServiceMessage } from '../../../store/adminRecords.ts'
import { accountNameOf, mainNetworkOf } from '../../chains/chainNetworks.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { forgetExpired } from '../../shared/expiry.ts'

const messageMs = 600_000

/** The claim of a message: the name in its canonical spelling, and the chain under which its settings are stored. */
export interface NameClaim {
  readonly environmentId: string
  readonly chain: Chain
  readonly address: string
  readonly domain: string
}

/**
 * Writes the text that the owner of a name signs to let an environment use it: a sign-in message of the chain
 * (EIP-4361, CAIP-122). It can be used once within ten minutes; a new one for the same name and address replaces it.
 *
 * @param uri - Web page that asks for the signature.
 * @throws {@link DomainError} `validationFailed` for a URI that is not a web address
 */
export async function createNameMessage(
  backend: Backend,
  { environmentId, chain, address, domain }: NameClaim,
  uri: string,
): Promise<NameServiceMessage> {
  const { store, clock, random } = backend
  const site = siteOf(uri)
  assert(site, 'validationFailed', { message: 'uri must be the web address of the page that asks for the signature.' })
  const { formatSignInMessage } = await import('@latchkey/crypto/signInMessage')
  const owner = addressKey(chain, address)
  forgetExpired(store.nameServiceMessages, clock.iso())
  const former = store.nameServiceMessages.find('byTopic', [environmentId, chain, owner, domain])
  if (former) store.nameServiceMessages.delete(former.id)
  const nonce = random.token(20)
  const [now, expiresAt] = [clock.iso(), clock.isoIn(messageMs)]
  const message = formatSignInMessage(
    {
      domain: site,
      address: chain === 'EVM' ? toChecksumAddress(address) : address,
      uri,
      version: '1',
      chainId: mainNetworkOf(chain),
      nonce,
      statement: `Let the environment ${environmentId} give names below ${domain} to its users.`,
      issuedAt: now,
      expirationTime: expiresAt,
    },
    { accountName: accountNameOf(chain) },
  )
  return store.nameServiceMessages.insert({
    id: nonce,
    createdAt: now,
    environmentId,
    chain,
    owner,
    domain,
    message,
    expiresAt,
  })
}

/**
 * Uses up the message that was last written for a claim.
 *
 * @throws {@link DomainError} `invalidVerification` without a valid one
 */
export function spendNameMessage(
  { store, clock }: Backend,
  { environmentId, chain, address, domain }: NameClaim,
): string {
  const record = store.nameServiceMessages.find('byTopic', [environmentId, chain, addressKey(chain, address), domain])
  const isLive = record !== undefined && record.expiresAt > clock.iso()
  assert(isLive, 'invalidVerification', {
    message: 'There is no valid message for this name and address: none was created, or it has expired or was used.',
  })
  store.nameServiceMessages.delete(record.id)
  return record.message
}

/** The host and port of a web address, as the message names it. */
function siteOf(uri: string): string | undefined {
  if (!isUri(uri) || !URL.canParse(uri)) return undefined
  const { protocol, host, username, password } = new URL(uri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && host !== '' && username === '' && password === '' ? host : undefined
}
