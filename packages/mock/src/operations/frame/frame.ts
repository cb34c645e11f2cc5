import { linkFrame, signInWithFrame } from '../../domain/flows/signIn/frame.ts'
import type { ResourceOperations } from '../operation.ts'

export const frame = {
  async signIn({ backend, params, body, request }) {
    const { body: reply, cookies } = await signInWithFrame(backend, params.environmentId, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async verify({ backend, caller, body, request }) {
    const { body: reply, cookies } = await linkFrame(backend, caller, { body, request })
    return { status: 200, body: reply, cookies }
  },
} satisfies ResourceOperations<'frame'>
