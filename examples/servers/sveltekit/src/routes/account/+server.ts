import { verify } from '../../../../latchkey.ts'
import { guarded } from '../../guarded.ts'

export const GET = guarded(async ({ request }) => {
  const { email } = await verify(request)
  return Response.json({ email })
})
