import { verify } from '../../../latchkey.ts'
import { guarded } from '../guarded.ts'

export const POST = guarded(async (request) => {
  await verify(request, 'gold')
  return Response.json({ bars: 1 })
})
