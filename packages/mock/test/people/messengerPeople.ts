import type { IdpAccount } from '../../src/store/outsideRecords.ts'
import type { TestHost } from '../hosts/harness.ts'

/** The token of the bot, which signs what the messenger says about a person. */
export const botToken = '7000000001:bot-token'

/** Enables the messenger, and creates a person with an account there. */
export async function createMessengerPerson({ mock }: TestHost): Promise<IdpAccount> {
  await mock.create.provider({ provider: 'telegram', clientId: '7000000001', clientSecret: botToken })
  return mock.messenger.addUser({
    firstName: 'Ada',
    lastName: 'Byron',
    username: 'ada',
    photoUrl: 'https://pictures.example.com/ada.jpg',
  })
}
