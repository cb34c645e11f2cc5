// The arrows of the house: which folder may import which, type imports included. CONTRIBUTING.md draws them, and
// `pnpm lint` holds them.

/** The layers of the mock, from the lowest up. A layer imports itself and those below it. */
const layers = [
  ['effects', 'store'],
  ['domain', 'outside'],
  ['events'],
  ['world'],
  ['pages'],
  ['operations'],
  ['http'],
  ['spelling'],
  ['carriers'],
  ['control'],
  ['mcp'],
  ['mock'],
  ['comparison'],
  ['sweep'],
  ['recording'],
  ['hosts'],
  ['kits', 'bin'],
]

/** The rooms of the control interface, from the lowest up; '' stands for the files beside them. */
const controlRooms = ['views', 'objects', 'device', 'scenario', '', 'http', 'remote']

const mock = '^packages/mock/src'
/** The rooms of the flows, from the lowest up. Flows of environments stand apart. */
const flowRooms = ['keys', 'users', 'signIn', 'accounts']
const client = '^packages/client/src'
/** The rooms of the client, from the lowest up, and the entries at its root above them. */
const clientRooms = [
  'shared',
  'policies',
  'calls',
  'generated',
  'session',
  'browserWallets',
  'wallets',
  'verification',
  'server',
]
const ceremony = '^packages/ceremony/src'
/** The rooms of the ceremony, from the lowest up, and the entries at its root above them. */
const ceremonyRooms = ['parties', 'keys', 'ceremonies']
const tests = '[.](test|test-d)[.]tsx?$'
const folder = (name) => `${mock}/${name}/`

const noHigherLayer = layers.slice(0, -1).flatMap((names, height) =>
  names.map((name) => ({
    name: `${name}-stays-below`,
    comment: `${name}/ imports no layer above it.`,
    severity: 'error',
    from: { path: folder(name) },
    to: {
      path: layers
        .slice(height + 1)
        .flat()
        .map(folder),
    },
  })),
)

const controlRoom = (name) => (name === '' ? `${mock}/control/[^/]+$` : folder(`control/${name}`))
const noHigherControlRoom = controlRooms.slice(0, -1).map((name, height) => ({
  name: `control-${name || 'object'}-stays-below`,
  comment: 'A room of control/ imports no room above it.',
  severity: 'error',
  from: { path: controlRoom(name) },
  to: { path: controlRooms.slice(height + 1).map(controlRoom) },
}))

const noHigherClientRoom = clientRooms.map((name, height) => ({
  name: `client-${name}-stays-below`,
  comment: `${name}/ of the client imports no room above it, and no entry.`,
  severity: 'error',
  from: { path: `${client}/${name}/` },
  to: {
    path: [`${client}/[^/]+$`, ...clientRooms.slice(height + 1).map((room) => `${client}/${room}/`)],
    // Patterns of the document's paths, which createClient reads.
    pathNot: `${client}/generated/paths[.]ts$`,
  },
}))

const noHigherCeremonyRoom = ceremonyRooms.map((name, height) => ({
  name: `ceremony-${name}-stays-below`,
  comment: `${name}/ of the ceremony imports no room above it, and no entry.`,
  severity: 'error',
  from: { path: `${ceremony}/${name}/` },
  to: {
    path: [`${ceremony}/[^/]+$`, ...ceremonyRooms.slice(height + 1).map((room) => `${ceremony}/${room}/`)],
    pathNot: `${ceremony}/errors[.]ts$`,
  },
}))

const noHigherFlow = flowRooms.map((name, height) => ({
  name: `flows-${name}-stays-below`,
  comment: `Flows of ${name}/ import no room above theirs.`,
  severity: 'error',
  from: { path: folder(`domain/flows/${name}`) },
  to: { path: ['environments', ...flowRooms.slice(height + 1)].map((room) => folder(`domain/flows/${room}`)) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...noHigherLayer,
    ...noHigherControlRoom,
    ...noHigherClientRoom,
    ...noHigherFlow,
    {
      name: 'generated-calls',
      comment:
        'Operation functions of the client are made of calls/ (and of the errors that it throws), and of nothing else.',
      severity: 'error',
      from: { path: `${client}/generated/operations/` },
      to: { path: '^packages/', pathNot: [`${client}/(generated|calls)/`, `${client}/shared/errors[.]ts$`] },
    },
    {
      name: 'entries-at-the-root',
      comment: 'The root of the mock has only entries, which nothing imports.',
      severity: 'error',
      from: { path: folder('[a-z]+') },
      to: { path: `${mock}/[^/]+$` },
    },
    {
      name: 'concepts-below-flows',
      comment: 'A flow writes across concepts. A concept knows no flow.',
      severity: 'error',
      from: { path: folder('domain'), pathNot: folder('domain/flows') },
      to: { path: folder('domain/flows') },
    },
    {
      name: 'credentials-checked-once',
      comment: 'A request is authenticated before its rules run. No rule does it again.',
      severity: 'error',
      from: { path: folder('domain'), pathNot: folder('domain/authentication') },
      to: { path: folder('domain/authentication') },
    },
    {
      name: 'outside-behind-its-interface',
      comment: 'Rules ask effects/outside.ts. Only pages, what tests set, and the wiring know the simulated world.',
      severity: 'error',
      from: {
        path: mock,
        pathNot: [...['outside', 'pages', 'control'].map(folder), `${mock}/world/world[.]ts$`, '/test/'],
      },
      to: { path: folder('outside') },
    },
    {
      name: 'outside-beside-the-rules',
      comment: 'The simulated world knows errors and public facts, such as what an address is, and none of the rules.',
      severity: 'error',
      from: { path: folder('outside') },
      to: {
        path: folder('domain'),
        pathNot: [folder('domain/shared'), 'domain/providers/providerCatalogue[.]ts$'],
      },
    },
    {
      name: 'no-circle-of-rooms',
      comment: 'The folders of domain/ import each other in one direction.',
      severity: 'error',
      scope: 'folder',
      from: { path: `${mock}/domain/` },
      to: { path: `${mock}/domain/`, circular: true },
    },
    {
      name: 'no-circle',
      comment: 'No file imports itself by way of others.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'inspector-calls-the-mock',
      comment: 'The inspector is a page: it calls the control interface by its contract, and loads no schema of it.',
      severity: 'error',
      from: { path: '^packages/inspector/src' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/(base|inspector|types)/',
          '^packages/contract/src/(controlCaller|storedSession|sweepResults)[.]ts$',
        ],
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'inspector-types',
      comment: 'Nor does it know types of the mock.',
      severity: 'error',
      from: { path: '^packages/inspector/src' },
      to: { path: '^packages/(chains|client|crypto|mock|store)/' },
    },
    {
      name: 'inspector-alone',
      comment: 'The inspector is a bundle of its own, which nothing of the mock imports.',
      severity: 'error',
      from: { path: mock, pathNot: `${mock}/inspector[.]ts$` },
      to: { path: '^packages/inspector/' },
    },
    {
      name: 'msw-in-its-host',
      comment: "Only the msw files of carriers/ and hosts/ know msw, which is the app's own copy.",
      severity: 'error',
      from: { path: mock, pathNot: `${mock}/(carriers|hosts)/msw` },
      to: { path: '(^|/node_modules/)msw(/|$)' },
    },
    {
      name: 'decorated-libraries-after-metadata',
      comment: 'effects/decoratedLibraries.ts loads these libraries after the metadata that their classes need.',
      severity: 'error',
      from: { path: mock, pathNot: [`${mock}/effects/decoratedLibraries[.]ts$`, '[.]test[.]ts$'] },
      to: {
        path: '/node_modules/(@simplewebauthn/server|@peculiar/x509|reflect-metadata)/',
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'client-and-mock-apart',
      comment: 'The client and the mock do not know each other.',
      severity: 'error',
      from: { path: '^packages/(client|mock)/src', pathNot: '/test/' },
      to: { path: '^packages/(client|mock)/src', pathNot: '^packages/$1/src' },
    },
    {
      name: 'packages-behind-their-entries',
      comment: 'A package reaches another by its entries. What builds share lies in tooling.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/[^/]+$' },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/tooling/src/bundles/', '^packages/chromium/'] },
    },
    {
      name: 'ceremony-alone',
      comment:
        'The ceremony is bundled into the client and the mock. It imports libraries of numbers, and no platform.',
      severity: 'error',
      from: { path: ceremony },
      to: { pathNot: [ceremony, '/node_modules/(@noble|@scure|ox)/'] },
    },
    {
      name: 'device-alone',
      comment:
        'The device is bundled into the client and the mock. It imports libraries of its field, and no platform.',
      severity: 'error',
      from: { path: '^packages/device/src' },
      to: { pathNot: ['^packages/device/src', '/node_modules/(@noble|@scure|micro-rsa-dsa-dh|ox)/'] },
    },
    {
      name: 'base-alone',
      comment: 'Helpers of no layer. They import numbers and nothing of the house.',
      severity: 'error',
      from: { path: '^packages/base/src' },
      to: { pathNot: ['^packages/base/src', '/node_modules/(@noble|@scure|uuid)/'] },
    },
    {
      name: 'chains-alone',
      comment:
        'The chains ask nothing of the mock, which brings their records, time and chance, nor what a request means.',
      severity: 'error',
      from: { path: '^packages/(chains|crypto|store)/src' },
      to: { path: '^packages/(client|mock|signing)/' },
    },
    {
      name: 'browser-wallet-alone',
      comment:
        'A wallet that a person brings knows keys, pages and nodes, and nothing of the service that it signs in to.',
      severity: 'error',
      from: { path: '^packages/browser-wallet/src' },
      to: { path: '^packages/', pathNot: '^packages/(base|browser-wallet|crypto|device)/' },
    },
    {
      name: 'pages-hold-no-key',
      comment: 'What stands in a page is small, and has nothing that signs.',
      severity: 'error',
      from: { path: '^packages/browser-wallet/src/page/' },
      to: { pathNot: ['^packages/browser-wallet/src/page/', '^packages/browser-wallet/src/wire.ts$'] },
    },
    {
      name: 'signing-alone',
      comment: 'What a request to sign does follows from its bytes, and from what the chains answer.',
      severity: 'error',
      from: { path: '^packages/signing/src' },
      to: { path: '^packages/', pathNot: '^packages/(base|chains|crypto|signing|types)/' },
    },
    {
      name: 'contract-alone',
      comment: 'The contract of the control interface says what is asked and answered, and knows nobody who does.',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { pathNot: ['^packages/(base|contract|crypto|types)/', '/node_modules/zod/'] },
    },
    {
      name: 'names-alone',
      comment: 'Other names of the interface are bundled into the client and the mock. They import nothing.',
      severity: 'error',
      from: { path: '^packages/names/src' },
      to: { pathNot: '^packages/names/src' },
    },
    {
      name: 'names-only-for-those-who-have-some',
      comment: 'A mock without other names does not load what spells them. It knows only their type.',
      severity: 'error',
      from: { path: mock, pathNot: [folder('spelling'), folder('bin'), `${mock}/names[.]ts$`] },
      to: { path: folder('spelling'), pathNot: `${mock}/spelling/mockNames[.]ts$` },
    },
    ...noHigherCeremonyRoom,
    {
      name: 'no-test-helpers',
      comment: 'What is shipped imports neither tests nor their helpers. The tooling is not shipped.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src', pathNot: ['/test/', '^packages/tooling/'] },
      to: { path: ['^packages/.*/test/', '^packages/[^/]+/(packaging|behaviour|scripts)/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: ['/dist/', tests] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'packages/mock/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@latchkey/source', 'import'] },
  },
}
