import { createMock } from '@latchkey/mock'

// On a server that strangers reach, nobody may predict tokens, codes and keys.
const shared = createMock({ randomness: 'platform', providers: ['emailOnly', 'google'] })
const { sandbox } = shared.defaults.environments
console.log(sandbox.token === createMock().defaults.environments.sandbox.token)
// → false

// Each preview gets a copy. The copies share the tokens of the environments, and nothing else.
const preview = shared.fork()
await preview.create.user({ email: 'ada@example.com' })
console.log(preview.defaults.environments.sandbox.token === sandbox.token)
// → true
console.log((await preview.people.list()).count, (await shared.people.list()).count)
// → 1 0
