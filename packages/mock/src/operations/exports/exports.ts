import { presentExport, signDownload, startExport } from '../../domain/exports/exports.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const exports = {
  list({ params, query, backend }) {
    const all = [...backend.store.exports.scan('byEnvironment', [params.environmentId], { descending: true })]
    const listed = all.filter(({ model }) => query.model === undefined || model === query.model)
    return { status: 200, body: { exports: listed.map((record) => presentExport(backend, record)) } }
  },
  create({ params, body, backend }) {
    return {
      status: 201,
      body: presentExport(backend, startExport(backend, params.environmentId, body)),
    }
  },
  get({ params, backend }) {
    return {
      status: 200,
      body: presentExport(
        backend,
        inEnvironment(backend.store.exports.get(params.exportId), params.environmentId, 'export'),
      ),
    }
  },
  download({ params, backend }) {
    const record = inEnvironment(backend.store.exports.get(params.exportId), params.environmentId, 'export')
    return { status: 302, headers: { location: signDownload(backend, record) } }
  },
} satisfies ResourceOperations<'exports'>
