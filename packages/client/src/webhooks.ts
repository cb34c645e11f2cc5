export {
  signWebhook,
  verifyWebhook,
  WebhookError,
  type RawDelivery,
  type VerifyWebhookOptions,
  type WebhookData,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookEventOf,
} from './verification/webhook.ts'
