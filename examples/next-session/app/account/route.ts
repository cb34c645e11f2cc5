import { createRequestVerifier, RequestRefused } from '@latchkey/client/server'
import { api } from '@/lib/api'

const { baseUrl, environmentId = '' } = api
const verify = createRequestVerifier({ baseUrl, environmentId })

/** An endpoint of this app for the signed-in person. It verifies the token in the session's cookies. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { sub, email } = await verify(request)
    return Response.json({ id: sub, email })
  } catch (error) {
    if (error instanceof RequestRefused) return error.toResponse()
    throw error
  }
}
