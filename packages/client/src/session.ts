export type { SessionReply, SignInReply } from './session/reply.ts'
export {
  documentCookies,
  headerCookies,
  serializeCookie,
  type CookieAttributes,
  type CookieJar,
  type HeaderCookies,
  type NamedCookie,
} from './session/cookieJar.ts'
export { cookieStorage, type CookieStorageOptions } from './session/cookieStorage.ts'
export { createSession } from './session/createSession.ts'
export type {
  Abortable,
  Session,
  SessionOptions,
  SessionSnapshot,
  SessionState,
  SignInOutcome,
} from './session/session.ts'
export {
  getEmailProvider,
  linkEmail,
  readEmailLink,
  resendEmailCode,
  sendEmailCode,
  signInWithEmailCode,
} from './session/emailCode.ts'
export { signInWithJwt } from './session/externalJwt.ts'
export { createFrameMessage, linkFrame, signInWithFrame, type FrameOptions } from './session/frame.ts'
export {
  signInWithMessenger,
  signInWithMessengerPopup,
  type MessengerInput,
  type MessengerPopupOptions,
} from './session/messenger.ts'
export {
  finishOAuth,
  startOAuth,
  startSso,
  type OAuthProvider,
  type OAuthRequestOptions,
  type RedirectOptions,
} from './session/oauth.ts'
export { withoutOAuthAnswer } from './session/oauthAnswer.ts'
export { signInWithPopup, type PopupOptions } from './session/oauthPopup.ts'
export { addPasskey, signInWithPasskey, type AddPasskeyOptions, type PasskeyOptions } from './session/passkey.ts'
export type { PasskeyAnswerOptions } from './session/passkeyAnswer.ts'
export {
  askForPasskey,
  type AskForPasskeyOptions,
  makePasskey,
  type PasskeyAnswer,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyMediation,
  type PasskeyRequestOptions,
} from './session/passkeyCeremony.ts'
export type { PasskeyAnswerJson, PasskeyAttestationJson, PasskeyJson } from './session/passkeyJson.ts'
export { openPopup, type Popup } from './session/popup.ts'
export { listSecondFactors, proveEmail, provePasskey, proveRecoveryCode, proveTotp } from './session/secondFactor.ts'
export { SignInError, type SignInErrorDetails, type SignInErrorReason } from './shared/signInError.ts'
export { linkPhone, resendSmsCode, sendSmsCode, signInWithSmsCode } from './session/smsCode.ts'
export { localStorageAdapter, memoryStorage, sessionStorageAdapter, type StorageAdapter } from './session/storage.ts'
export { getNonce } from './session/nonce.ts'
export { createSignInMessage, type SignInMessageInput } from './session/signInMessage.ts'
export {
  linkWallet,
  prefetchWallet,
  signInWithWallet,
  type LinkWalletOptions,
  type LinkWalletSourceOptions,
  type TransferOptions,
  type WalletOptions,
} from './session/wallet.ts'
export type {
  ProofFields,
  ProofRequest,
  WalletProof,
  WalletSource,
  WalletSourceOptions,
} from './session/walletSource.ts'
