/** Where a provider of sats-connect stands. */
export interface SatsPlace {
  /**
   * Where sats-connect finds the provider below the window, such as `XverseProviders.BitcoinProvider`. @default a path of
   * this wallet only
   */
  readonly providerId?: string | undefined
}

/** @throws TypeError for what is not a path */
export function readProviderId(
  id: string,
  { providerId = `BitcoinWallets.wallet${id.replaceAll('-', '')}` }: SatsPlace,
): string {
  if (/^[a-z]\w*(?:\.[a-z]\w*)*$/i.test(providerId)) return providerId
  throw new TypeError('Failed to call "browser()": "providerId" is names with dots between them.')
}
