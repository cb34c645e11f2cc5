import type { Backend } from '../../backend.ts'
import type { Wallet } from '../../store/records.ts'
import type { SignatureKind } from '../../store/roomRecords.ts'

const transactionKinds: ReadonlySet<SignatureKind> = new Set<SignatureKind>(['transaction', 'userOperation'])

/** Tells the user of a signed transaction by e-mail, where the settings say so and the user has an address. */
export function sendSignatureMail(
  { store, outside }: Pick<Backend, 'store' | 'outside'>,
  { environmentId, userId, chain, publicKey }: Wallet,
  kind: SignatureKind,
): void {
  const { security, general } = store.environments.get(environmentId)?.settings ?? {}
  const to = store.users.get(userId)?.email
  if (!security?.notifications?.waasSignedTransaction || !to || !transactionKinds.has(kind)) return
  const app = general?.emailCompanyName || general?.displayName || 'The app'
  outside.messages.send({
    environmentId,
    channel: 'email',
    to,
    subject: `${app}: your wallet signed a transaction`,
    text: `Your ${chain} wallet ${publicKey} signed a transaction in ${app}. If this was not you, sign out everywhere.`,
  })
}
