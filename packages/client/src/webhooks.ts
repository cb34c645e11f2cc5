export {
  signWebhook,
  verifyWebhook,
  WebhookError,
  type NamedWallet,
  type PasskeyRecovery,
  type PolicyViolation,
  type VerifyWebhookOptions,
  type WalletSignature,
  type WebhookData,
  type WebhookDataOfUser,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookEventOf,
} from './verification/webhook.ts'
export type { RawDelivery } from './verification/webhookInput.ts'
