import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { toHex, toUtf8 } from './bytes.ts'

/** The part of `fcl.currentUser` of `@onflow/fcl` that {@link fromFcl} uses. */
export interface FclUser {
  authenticate(): Promise<FclAccount>
  /** Returns the signatures, or an error if the person or the wallet refuses. */
  signUserMessage(message: string): Promise<unknown>
  subscribe?(listener: (account: FclAccount) => void): () => void
}

/** The account of the person; without an `addr` when the wallet is disconnected. */
export interface FclAccount {
  readonly addr?: string | null | undefined
}

interface Signature {
  readonly addr: string
  readonly keyId: number
  readonly signature: string
}

/**
 * Creates a {@link WalletSource} for a Flow wallet from the current user of the Flow Client Library.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromFcl(fcl.currentUser) })
 */
export function fromFcl(currentUser: FclUser): WalletSource {
  assertArgument(currentUser?.signUserMessage, 'currentUser', 'fcl.currentUser')
  return {
    chain: 'FLOW',
    async prove({ message: write, select }) {
      const { addr } = await currentUser.authenticate()
      const address = select(addr ? [addr] : [])
      const message = write(address)
      const reply = await currentUser.signUserMessage(toHex(toUtf8(message)).slice(2))
      if (!Array.isArray(reply)) throw reply
      const signatures = (reply as Signature[]).map(({ addr: account, keyId, signature }) => ({
        addr: account.replace(/^(?!0x)/, '0x'),
        keyId,
        signature,
      }))
      return { address, message, signature: signatures.length ? JSON.stringify(signatures) : undefined }
    },
    follow(listener) {
      let isShared = false
      return currentUser.subscribe?.(({ addr }) => {
        // The first account that is told may be none, before the library has read its storage.
        if (addr || isShared) listener(addr ?? undefined)
        isShared = true
      })
    },
  }
}
