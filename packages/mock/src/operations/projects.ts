import { assert } from '../domain/errors.ts'
import { createProject, presentProject } from '../domain/projects.ts'
import type { ResourceOperations } from './operation.ts'

export const projects = {
  list({ params, backend }) {
    const found = [...backend.store.projects.scan('byOrganization', [params.organizationId])]
    return { status: 200, body: { projects: found.map((project) => presentProject(backend, project)) } }
  },
  create({ params, body, backend }) {
    const project = createProject(backend, { organizationId: params.organizationId, name: body.name })
    return { status: 200, body: { project: presentProject(backend, project) } }
  },
  get({ params, backend }) {
    const project = backend.store.projects.get(params.projectId)
    assert(project, 'recordNotFound')
    return { status: 200, body: presentProject(backend, project) }
  },
} satisfies ResourceOperations<'projects'>
