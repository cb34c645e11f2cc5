export type { SessionReply, SignInReply } from './record.ts'
export {
  cookieStorage,
  documentCookies,
  headerCookies,
  serializeCookie,
  type CookieAttributes,
  type CookieJar,
  type CookieStorageOptions,
  type HeaderCookies,
} from './cookieStorage.ts'
export { createSession } from './createSession.ts'
export type { Abortable, Session, SessionOptions, SessionSnapshot, SessionState, SignInOutcome } from './session.ts'
export {
  getEmailProvider,
  linkEmail,
  readEmailLink,
  resendEmailCode,
  sendEmailCode,
  signInWithEmailCode,
} from './emailCode.ts'
export { signInWithJwt } from './externalJwt.ts'
export { createFrameMessage, linkFrame, signInWithFrame, type FrameOptions } from './frame.ts'
export {
  signInWithMessenger,
  signInWithMessengerPopup,
  type MessengerInput,
  type MessengerPopupOptions,
} from './messenger.ts'
export {
  finishOAuth,
  startOAuth,
  startSso,
  withoutOAuthAnswer,
  type OAuthProvider,
  type OAuthRequestOptions,
  type RedirectOptions,
} from './oauth.ts'
export { signInWithPopup, type PopupOptions } from './oauthPopup.ts'
export { addPasskey, signInWithPasskey, type AddPasskeyOptions, type PasskeyOptions } from './passkey.ts'
export {
  askForPasskey,
  makePasskey,
  type PasskeyAnswer,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from './passkeyCeremony.ts'
export { openPopup, type Popup } from './popup.ts'
export { listSecondFactors, proveEmail, provePasskey, proveRecoveryCode, proveTotp } from './secondFactor.ts'
export { SignInError, type SignInErrorDetails, type SignInErrorReason } from './signInError.ts'
export { linkPhone, resendSmsCode, sendSmsCode, signInWithSmsCode } from './smsCode.ts'
export { localStorageAdapter, memoryStorage, sessionStorageAdapter, type StorageAdapter } from './storage.ts'
export {
  createSignInMessage,
  getNonce,
  linkWallet,
  prefetchWallet,
  signInWithWallet,
  type SignInMessageInput,
  type WalletOptions,
} from './wallet.ts'
