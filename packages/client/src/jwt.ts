export {
  createUserJwtVerifier,
  hasScope,
  UserJwtError,
  verifyUserJwt,
  type UserJwtClaims,
  type UserJwtErrorCode,
  type UserJwtNames,
  type UserJwtOptions,
  type UserJwtVerifier,
  type VerifyUserJwtOptions,
} from './verification/userJwt.ts'
