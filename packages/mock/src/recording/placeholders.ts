import { defined } from '@latchkey/base/defined'
import { type Chain, chains, chainNamespace } from '@latchkey/crypto/chainAddresses'

/** A person of a scenario in place of a user of the deployment. */
export interface Placeholder {
  readonly key: string
  readonly email?: string
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly wallets?: readonly PlaceholderWallet[]
}

interface PlaceholderWallet {
  readonly chain: Chain
}

/** Fields of a user that a placeholder stands for. */
interface RecordedUser {
  readonly email?: unknown
  readonly username?: unknown
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly verifiedCredentials?: unknown
}

/** A person with the same kinds of data as a user of the deployment, and none of the data. */
export function placeholderOf(user: object, number: number): Placeholder {
  const { email, username, firstName, lastName, verifiedCredentials } = user as RecordedUser
  const wallets = Array.isArray(verifiedCredentials) ? verifiedCredentials.flatMap(walletOf) : []
  return {
    key: `user ${number}`,
    ...defined({
      email: isText(email) ? placeholderEmail('user', number) : undefined,
      username: isText(username) ? `user${number}` : undefined,
      firstName: isText(firstName) ? 'User' : undefined,
      lastName: isText(lastName) ? String(number) : undefined,
      wallets: wallets.length > 0 ? wallets : undefined,
    }),
  }
}

export const placeholderEmail = (kind: string, number: number): string => `${kind}${number}@example.com`

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** A wallet on the same chain. The mock makes its key. Embedded wallets come from ceremonies, which no scenario plays. */
function walletOf(credential: unknown): PlaceholderWallet[] {
  const { format, chain: namespace, wallet_provider: provider } = Object(credential) as Record<string, unknown>
  const chain = chains.find((each) => chainNamespace(each) === namespace)
  return format === 'blockchain' && chain && provider !== 'embeddedWallet' ? [{ chain }] : []
}
