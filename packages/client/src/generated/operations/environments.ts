// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { EnvironmentsResponse, ErrorBody, OtherStatus, ProjectEnvironment } from './schemas.ts'

/** What {@link get} takes. */
export interface GetInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an environment
 *
 * Returns the environment and its settings as they stand. Write-only values, such as provider secrets, are left
 * out. An environment that the credential does not reach is a 403.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 404, 429, 500.
 * @example await environments.get(client, { environmentId })
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<ProjectEnvironment, GetError> =
  /*#__PURE__*/ operation('environments.get GET environments/{environmentId}')

/** What {@link listByProject} takes. */
export interface ListByProjectInput {
  /** Id of the project. */
  projectId: string
}

/** How {@link listByProject} may be refused; `body` narrows by `status`. */
export type ListByProjectError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get both environments of a project
 *
 * Returns the two environments that each project has from its creation on: `sandbox` for trying out, `live` for
 * real users. They share nothing: users, settings, tokens and signing keys are separate. To a caller
 * who is no member of the owning organization it is a 404, like an id that belongs to no project.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListByProjectInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 404, 429, 500.
 * @example await environments.listByProject(client, { projectId })
 */
export const listByProject: (client: Caller, input: ListByProjectInput, options?: CallOptions) => Call<EnvironmentsResponse, ListByProjectError> =
  /*#__PURE__*/ operation('environments.listByProject GET projects/{projectId}/environments')
