// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Products of an organization, each with a sandbox and a live environment.
 *
 * @module projects
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateProjectResponse, ErrorBody, OtherStatus, Project, ProjectRequest, ProjectsResponse, UnprocessableEntity, UpdateProjectRequest, UpdateProjectResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** What a new project starts with. */
  body: ProjectRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a project
 *
 * Creates a project with two environments, `sandbox` and `live`, both empty and with default settings. Needs the
 * role `admin` or `owner`. Fails with 422 `project_name_already_exists` when a project of the organization has the
 * name, and with `too_many_projects_for_organization` when the organization has 20 projects. No event fires; the
 * project appears at once in `projects.list`.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `project_name_already_exists`, `too_many_projects_for_organization`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await projects.create(client, { organizationId, body: { name: 'Tidepool Arena' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CreateProjectResponse, CreateError> =
  /*#__PURE__*/ operation('projects.create POST organizations/{organizationId}/projects')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the project. A UUID. */
  projectId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<401 | 403 | 404 | 405 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Delete a project
 *
 * Deletes the project with both environments and everything in them, at once and for good: users, sessions, wallets,
 * settings, lists, keys, exports, events and webhooks. API tokens of the environments are refused with 401
 * `token_revoked`, tokens of users with 401 `unauthorized`, and no webhook is sent any more, not even a due retry;
 * for the same reason no event fires. Needs the role `admin` or `owner`. Fails with 422 `cannot_delete_last_project`
 * for the only project of the organization.
 *
 * @param client - Transport or client to call through.
 * @param input - `projectId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`, `token_revoked`; 403 `missing_scope`; 404 `not_found`; 405
 *   `method_not_allowed`; 422 `cannot_delete_last_project`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await projects.delete(client, { projectId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('projects.delete DELETE projects/{projectId} e')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the project. A UUID. */
  projectId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a project
 *
 * Returns one project with the ids of its environments. Every role of the owning organization may read it. To a
 * caller who is not a member of that organization it is a 404, like an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `projectId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const project = await projects.get(client, { projectId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Project, GetError> =
  /*#__PURE__*/ operation('projects.get GET projects/{projectId}')

/** The input of {@link list}. */
export interface ListInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the projects of an organization
 *
 * Lists every project of the organization with its two environments, oldest project first, without pages. Every role
 * may read it. An organization that the caller is not a member of is a 404, like an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await projects.list(client, { organizationId })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<ProjectsResponse, ListError> =
  /*#__PURE__*/ operation('projects.list GET organizations/{organizationId}/projects')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the project. A UUID. */
  projectId: string
  /** What can change about a project. */
  body: UpdateProjectRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Rename a project
 *
 * Gives the project another name; nothing else about it can change. Needs the role `admin` or `owner`. Fails with
 * 422 `project_name_already_exists` when another project of the organization has the name. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `projectId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `project_name_already_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await projects.update(client, { projectId, body: { name: 'Tidepool Reef' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<UpdateProjectResponse, UpdateError> =
  /*#__PURE__*/ operation('projects.update PUT projects/{projectId}')

export { remove as delete }
