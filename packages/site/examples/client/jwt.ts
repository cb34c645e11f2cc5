import { createUserJwtVerifier, hasScope } from '@latchkey/client/jwt'
import { createMock } from '@latchkey/mock'

const { baseUrl, create, defaults, fetch, signIn } = createMock()
const environmentId = defaults.environments.sandbox.id
const verify = createUserJwtVerifier({ baseUrl, environmentId, fetch })

const ada = await create.user({ email: 'ada@example.com' })
const { token } = await signIn(ada)
const claims = await verify(token)
console.log(claims.email, hasScope(claims, 'user:basic'))
// → ada@example.com true

const forged = `${token.slice(0, -8)}AAAAAAAA`
console.log(await verify(forged).catch((error: { code?: string }) => error.code))
// → wrong_signature
