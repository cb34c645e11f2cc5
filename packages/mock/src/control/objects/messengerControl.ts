import type { components } from '@latchkey/types'
import { DomainError } from '../../domain/shared/errors.ts'
import { idpAccountsOf } from '../../outside/identityProviders.ts'
import { addMessengerUser, type MessengerUserInput } from '../../outside/messengerPeople.ts'
import { type Bot, signAppData, signAuthToken, signWidgetUser } from '../../outside/messengerSignatures.ts'
import { botOf } from '../../pages/messenger.ts'
import type { IdpAccount } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'

/** The simulated messenger: its people, and data about them that it signs with the token of an environment's bot. */
export interface MessengerControl {
  /** Adds a person. */
  addUser(input?: MessengerUserInput): Promise<IdpAccount>
  /** The people of the messenger, in the order in which they were added. */
  users(): IdpAccount[]
  /**
   * The data that the login widget passes to a page when this person signs in now: `messengerUser` of
   * `messenger.receive`.
   *
   * @throws TypeError when the environment has no messenger, or the messenger has no such person
   */
  sign(user: Pick<IdpAccount, 'accountId'>, choice?: EnvironmentChoice): components['schemas']['MessengerUser']
  /**
   * The JWT with which the bot logs this person in now: `messengerAuthToken`.
   *
   * @throws TypeError when the environment has no messenger, or the messenger has no such person
   */
  authToken(user: Pick<IdpAccount, 'accountId'>, choice?: EnvironmentChoice): string
  /**
   * The init data for an app that this person opens in the messenger now: also a `messengerAuthToken`.
   *
   * @throws TypeError when the environment has no messenger, or the messenger has no such person
   */
  initData(user: Pick<IdpAccount, 'accountId'>, choice?: EnvironmentChoice): string
}

export function createMessengerControl(world: World, sandboxId: string): MessengerControl {
  const { clock } = world
  const signed =
    <T>(sign: (bot: Bot, person: IdpAccount) => T) =>
    ({ accountId }: Pick<IdpAccount, 'accountId'>, { environmentId = sandboxId }: EnvironmentChoice = {}): T => {
      const store = world.store.reader
      const person = store.idpAccounts.find('byAccountId', ['telegram', accountId])
      if (!person)
        throw new TypeError(
          'Failed to sign: the messenger has no person with this id. Add the person with `addUser()`.',
        )
      try {
        return sign(botOf({ store, clock }, environmentId), person)
      } catch (error) {
        if (error instanceof DomainError)
          throw new TypeError('Failed to sign: the provider "telegram" is not enabled in this environment.', {
            cause: error,
          })
        throw error
      }
    }
  return {
    addUser: async (input = {}) => transact(world, (backend) => addMessengerUser(backend, input)),
    users: () => idpAccountsOf({ store: world.store.reader }, 'telegram'),
    sign: signed(signWidgetUser),
    authToken: signed(signAuthToken),
    initData: signed(signAppData),
  }
}
