import { presentSdkUser } from '../domain/profile.ts'
import type { ResourceOperations } from './operation.ts'

export const profile = {
  get({ backend, caller }) {
    return { status: 200, body: presentSdkUser(backend, caller.user, caller.session) }
  },
} satisfies ResourceOperations<'profile'>
