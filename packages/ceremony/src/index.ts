export type { CeremonyResult } from './ceremonies/ceremony.ts'
export { join, step } from './allCeremonies.ts'
export type { CeremonyState, Parties, PartySecrets, StepResult } from './party.ts'
export type {
  DealPlan,
  ExportPlan,
  KeygenPlan,
  Plan,
  PlanKind,
  RefreshPlan,
  ResharePlan,
  SignPlan,
} from './ceremonies/plans.ts'
export { CeremonyError, type CeremonyErrorCode } from './errors.ts'
export { publicKeyOf, type Derivation } from './keys/derivation.ts'
export type { Curve } from './keys/group.ts'
export type { Holder, KeySet, KeyShare } from './keys/keySets.ts'
export { readPrivateKey, writePrivateKey, type PrivateKeyFormat } from './keys/privateKeys.ts'
export { schemes, type Scheme, type SchemeSize } from './keys/schemes.ts'
export { createIdentity, type Identity, isPartyId, type RandomBytes } from './parties/identity.ts'
export { protocol, type Box } from './parties/sealedMessages.ts'
