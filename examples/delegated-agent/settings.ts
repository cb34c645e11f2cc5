import type { Mock } from '@latchkey/mock'

/** Lets the users of a mock's sandbox have wallets and delegate access to them. */
export async function allowDelegation(mock: Mock): Promise<void> {
  await mock.create.provider({ provider: 'emailOnly' })
  await mock.create.provider({ provider: 'dynamic' })
  await mock.settings.patch({
    sdk: {
      waas: {
        passcodeRequired: false,
        onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
        backupOptions: ['service'],
        delegatedAccess: { enabled: true },
      },
    },
  })
}
