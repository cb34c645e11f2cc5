import type { components } from '@latchkey/types'
import type { Passkey } from '../../store/signInRecords.ts'

/**
 * Password managers by the AAGUID that their passkeys carry (WebAuthn, section 6.5.1), as their makers publish it. The
 * icon is named after the file.
 */
const storages: Readonly<Record<string, { readonly name: string; readonly icon: string }>> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': { name: 'Windows Hello', icon: 'windowsHello' },
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': { name: 'Keeper', icon: 'keeper' },
  '50726f74-6f6e-5061-7373-50726f746f6e': { name: 'Proton Pass', icon: 'protonPass' },
  '531126d6-e717-415c-9320-3d9aa6981239': { name: 'Dashlane', icon: 'dashlane' },
  '53414d53-554e-4700-0000-000000000000': { name: 'Samsung Pass', icon: 'samsungPass' },
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': { name: 'Windows Hello', icon: 'windowsHello' },
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': { name: 'Windows Hello', icon: 'windowsHello' },
  'adce0002-35bc-c60a-648b-0b25f1f05503': { name: 'Chrome on Mac', icon: 'chrome' },
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': { name: 'NordPass', icon: 'nordPass' },
  'bada5566-a7aa-401f-bd96-45619a55120d': { name: '1Password', icon: 'onePassword' },
  'd548826e-79b4-db40-a3d8-11116f7e8349': { name: 'Bitwarden', icon: 'bitwarden' },
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': { name: 'iCloud Keychain (managed)', icon: 'iCloudKeychain' },
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': { name: 'Google Password Manager', icon: 'google' },
  'f3809540-7f14-49c1-a8b3-8f813b225541': { name: 'Enpass', icon: 'enpass' },
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': { name: 'iCloud Keychain', icon: 'iCloudKeychain' },
  'fdb141b2-5d84-443e-8a35-4698c205a502': { name: 'KeePassXC', icon: 'keePassXc' },
}

/** Where a passkey is stored; `undefined` if its authenticator does not say so, or is not in the table. */
export function storageOf({ aaguid, createdAt }: Passkey): components['schemas']['PasskeyStorage'] | undefined {
  const storage = aaguid !== undefined && Object.hasOwn(storages, aaguid) ? storages[aaguid] : undefined
  if (!storage) return undefined
  const { name, icon } = storage
  return { name, icon: `https://assets.example.com/passkeys/${icon}.svg`, updatedAt: createdAt }
}
