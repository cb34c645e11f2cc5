// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { webhooks } from './openapi.ts'
import type { WebhookRow } from '../webhook.ts'

export const webhookTable = {
  "ping": {"description":"A webhook was created enabled. It goes only to that webhook, to test its URL."},
  "user.created": {"description":"A user came to be, by signing up or by a server."},
  "user.updated": {"description":"The e-mail address, a profile field or the metadata of a user changed."},
  "user.deleted": {"description":"A user was deleted, with all that belonged to them."},
  "user.merged": {"description":"Another user became part of this one."},
  "user.passkeyRecovery.started": {"description":"A user began to replace a lost passkey of an embedded wallet."},
  "user.passkeyRecovery.completed": {"description":"A user replaced a lost passkey of an embedded wallet."},
  "user.social.linked": {"description":"A social account joined a user."},
  "user.social.unlinked": {"description":"A social account left a user."},
  "user.session.created": {"description":"A user signed in."},
  "user.session.revoked": {"description":"A session of a user ended before its time."},
  "admin.user.session.revoked": {"description":"A server or a member ended a session of a user."},
  "wallet.created": {"description":"An embedded or smart wallet was made: for a user, at a sign-up too, or for the environment itself."},
  "wallet.deleted": {"description":"An embedded or smart wallet of a user was deleted."},
  "wallet.linked": {"description":"An external wallet joined a user."},
  "wallet.unlinked": {"description":"An external wallet left a user."},
  "wallet.exported": {"description":"The private key of an embedded wallet left the service."},
  "wallet.transferred": {"description":"A wallet moved from one user to another."},
  "wallet.signature": {"description":"An embedded wallet signed a message or a transaction."},
  "wallet.activity": {"description":"A transaction that touches an embedded or smart wallet was confirmed on its chain. Each such wallet has an event of its own."},
  "wallet.delegation.created": {"description":"A user let the environment sign with a wallet on their behalf."},
  "wallet.delegation.revoked": {"description":"A user took back the right to sign with a wallet on their behalf."},
  "waas.policy.violation": {"description":"A policy refused a request to sign with an embedded wallet."},
  "visit.created": {"description":"A wallet visited the environment for the first time."},
} as const satisfies Record<keyof webhooks, WebhookRow>
