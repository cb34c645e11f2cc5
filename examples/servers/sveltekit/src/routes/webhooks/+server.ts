import type { RequestHandler } from '@sveltejs/kit'
import { receive } from '../../../../latchkey.ts'

export const POST: RequestHandler = ({ request }) => receive(request)
