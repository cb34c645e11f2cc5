// Takes away the lists by which Jest tells test files that the tests start. Jest 29 has none in most environments.
for (const list of ['EVENT_HANDLERS', '@latchkey/mock: listeners of Jest'])
  Reflect.set(globalThis, Symbol.for(list), undefined)
