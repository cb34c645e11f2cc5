export { CeremonyError, type CeremonyErrorCode } from './errors.ts'
export { createIdentity, type Identity, type RandomBytes } from './parties/identity.ts'
export { protocol, type Box } from './parties/sealedMessages.ts'
