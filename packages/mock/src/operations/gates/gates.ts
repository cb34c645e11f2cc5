import { createGate, disableGate, enableGate, presentGate, updateGate } from '../../domain/access/gates.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const gates = {
  list({ params, backend }) {
    return {
      status: 200,
      body: { gates: [...backend.store.gates.scan('byEnvironment', [params.environmentId])].map(presentGate) },
    }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentGate(createGate(backend, params.environmentId, body)) }
  },
  get({ params, backend }) {
    return {
      status: 200,
      body: presentGate(inEnvironment(backend.store.gates.get(params.gateId), params.environmentId, 'gate')),
    }
  },
  update({ params, body, backend }) {
    const gate = inEnvironment(backend.store.gates.get(params.gateId), params.environmentId, 'gate')
    return { status: 200, body: presentGate(updateGate(backend, gate, body)) }
  },
  delete({ params, backend }) {
    backend.store.gates.delete(inEnvironment(backend.store.gates.get(params.gateId), params.environmentId, 'gate').id)
    return { status: 204 }
  },
  enable({ params, backend }) {
    const gate = inEnvironment(backend.store.gates.get(params.gateId), params.environmentId, 'gate')
    return { status: 200, body: presentGate(enableGate(backend, gate)) }
  },
  disable({ params, backend }) {
    const gate = inEnvironment(backend.store.gates.get(params.gateId), params.environmentId, 'gate')
    return { status: 200, body: presentGate(disableGate(backend, gate)) }
  },
} satisfies ResourceOperations<'gates'>
