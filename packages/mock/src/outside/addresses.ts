/** Paths of the pretended world, below the origin of the service. */
export const outsidePaths = {
  /** A provider's issuer, below which its endpoints are. */
  provider: (provider: string) => `/__mock/idp/${encodeURIComponent(provider)}`,
  keySet: (issuerId: string) => `/__mock/issuers/${issuerId}/jwks`,
  /** Takes the form of the messenger's login widget. */
  messengerAnswer: (environmentId: string) => `/__mock/messenger/${encodeURIComponent(environmentId)}/auth`,
} as const
