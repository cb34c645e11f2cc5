import {
  createSignaturePolicy,
  limitedKeySet,
  liveSignaturePolicies,
  presentSignaturePolicy,
  signaturePolicyOf,
  updateSignaturePolicy,
} from '../../domain/policies/signaturePolicies.ts'
import type { ResourceOperations } from '../operation.ts'

export const signaturePolicies = {
  list({ backend, params }) {
    const keySet = limitedKeySet(backend, params)
    const body = liveSignaturePolicies(backend, keySet).map((policy) => presentSignaturePolicy(keySet, policy))
    return { status: 200, body }
  },
  create({ backend, params, body }) {
    const keySet = limitedKeySet(backend, params)
    return { status: 201, body: presentSignaturePolicy(keySet, createSignaturePolicy(backend, keySet, body)) }
  },
  get({ backend, params }) {
    const keySet = limitedKeySet(backend, params)
    return {
      status: 200,
      body: presentSignaturePolicy(keySet, signaturePolicyOf(backend, keySet, params.policyId)),
    }
  },
  update({ backend, params: { policyId, ...params }, body: request }) {
    const keySet = limitedKeySet(backend, params)
    const policy = updateSignaturePolicy(backend, keySet, { policyId, request })
    return { status: 200, body: presentSignaturePolicy(keySet, policy) }
  },
  delete({ backend, params }) {
    const keySet = limitedKeySet(backend, params)
    const policy = signaturePolicyOf(backend, keySet, params.policyId)
    backend.store.signaturePolicies.delete(policy.id)
    return { status: 200, body: presentSignaturePolicy(keySet, policy) }
  },
} satisfies ResourceOperations<'signaturePolicies'>
