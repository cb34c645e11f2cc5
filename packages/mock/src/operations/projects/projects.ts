import { createProject } from '../../domain/flows/environments/projects.ts'
import { deleteProject } from '../../domain/flows/users/deletion.ts'
import { presentProject, renameProject } from '../../domain/organizations/projects.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { existing } from '../../domain/shared/recordGuards.ts'
import type { Project } from '../../store/records.ts'
import type { ResourceOperations } from '../operation.ts'

export const projects = {
  list({ params, backend }) {
    const listed = [...backend.store.projects.scan('byOrganization', [params.organizationId])]
    return { status: 200, body: { projects: listed.map((project) => presentProject(backend, project)) } }
  },
  create({ params, body, backend }) {
    const project = createProject(backend, params.organizationId, { name: body.name })
    return { status: 200, body: { project: presentProject(backend, project) } }
  },
  get({ params, backend }) {
    return { status: 200, body: presentProject(backend, named(backend, params)) }
  },
  update({ params, body, backend }) {
    const { id, name } = renameProject(backend, named(backend, params), body.name)
    return { status: 200, body: { id, name } }
  },
  delete({ params, backend }) {
    deleteProject(backend, named(backend, params))
    return { status: 204 }
  },
} satisfies ResourceOperations<'projects'>

function named({ store }: Backend, { projectId }: { readonly projectId: string }): Project {
  return existing(store.projects.get(projectId), 'project')
}
