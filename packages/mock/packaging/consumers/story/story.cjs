/**
 * Uses every entry of the packages once: a server, a user who is signed in, and an application's calls. What each entry
 * has come to is told in a form that survives JSON.
 */
exports.story = async function story(modules) {
  const {
    types,
    zod,
    document,
    client,
    operations,
    gates,
    sessions,
    jwt,
    otel,
    query,
    testing,
    wallets,
    webhooks,
    mock,
    browser,
    node,
  } = modules
  const service = mock.createMock({ seed: 'packed', strict: true })
  const server = await node.startServer(service)
  const user = await service.create.user({ email: 'ada@example.com' })
  const { token } = await service.signIn(user)
  const { id: environmentId, token: environmentToken } = service.defaults.environments.sandbox

  const spans = []
  const span = { setAttributes() {}, addEvent() {}, setStatus() {}, spanContext() {}, end() {} }
  const tracer = { startActiveSpan: (name, _, work) => work(span, spans.push(name)) }
  const options = { baseUrl: server.url, environmentId, auth: client.bearer(environmentToken) }
  const api = client.createTransport({ ...options, observe: otel.telemetry({ tracer }) })
  const holders = {
    type: 'token',
    chain: 'EVM',
    filter: { amount: 1 },
    address: { networkId: 1, contractAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
  }
  const gate = await gates.create(api, { body: { name: 'Holders', outcome: 'siteAccess', rules: [holders] } })
  const listed = await client
    .createClient(options)
    .GET('/api/v0/environments/{environmentId}/users', { params: { path: { environmentId } } })
  const injected = await operations.users.list(client.createTransport({ ...options, fetch: service.fetch }))
  const claims = await jwt.verifyUserJwt(token, { baseUrl: server.url, environmentId })
  const deliveries = []
  service.webhooks.receive('https://hooks.example.com/', (delivery) => {
    deliveries.push(delivery)
    return new Response()
  })
  const { webhookId } = await service.create.webhook({ url: 'https://hooks.example.com/' })
  await service.clock.settle()
  const { secret } = await operations.webhooks.get(api, { webhookId, query: { includeSecret: true } })
  const event = await webhooks.verifyWebhook(deliveries[0], { secret })
  const body = '{}'
  const signature = await webhooks.signWebhook(body, 'another secret')
  const forged = await webhooks.verifyWebhook({ body, signature }, { secret }).catch(({ code }) => code)
  const refusal = await gates
    .get(api.with({ fetch: testing.stubFetch({ 'gates.get': () => testing.refuse(404, 'not_found') }) }), {
      gateId: 'x',
    })
    .result()
  const session = sessions.createSession({
    api: client.createTransport({ baseUrl: server.url, environmentId }),
    storage: sessions.memoryStorage(),
  })
  const { verificationUUID } = await sessions.sendEmailCode(session, { email: 'grace@example.com' })
  const { code: verificationToken } = service.outbox.email.last('grace@example.com')
  await sessions.signInWithEmailCode(session, { verificationUUID, verificationToken })
  session.close()
  await service.create.provider({ provider: 'dynamic' })
  const party = wallets.createWalletParty({
    client: client.createTransport({ baseUrl: server.url, environmentId, auth: client.bearer(token) }),
    engine: wallets.relayEngine(),
    storage: wallets.memoryShares(),
  })
  const wallet = await party.create({ chain: 'EVM' })
  const signed = await wallets.toViemAccount(wallet).signMessage({ message: 'hello' })
  await server.close()

  return {
    listed: listed.data.users.map(({ email }) => email),
    injected: injected.users.map(({ email }) => email),
    gate: gate.name,
    isUserOfToken: claims.sub === user.id,
    webhook: [event.eventName, forged],
    browser: nameOfError(() => browser.simulateNavigation(service)),
    refusal: refusal.error.code,
    key: query.queryKey(gates.get, api, { gateId: 'x' })[0],
    spans: spans.length > 0,
    session: [session.state, session.user.email],
    wallet: [wallet.chain, /^0x[0-9a-f]{128}1[bc]$/.test(signed)],
    method: types.operationTable['users.list'].method,
    isRefusedByZod: !zod.operationSchemas['gates.create'].body().safeParse({}).success,
    openapi: document.openapi,
  }
}

/** What Node has no part in is refused there. */
function nameOfError(work) {
  try {
    return String(work())
  } catch ({ name }) {
    return name
  }
}
