// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { CustomNetworkRequest, CustomNetworkResponse, CustomNetworksResponse, ErrorBody, OtherStatus } from './schemas.ts'

/** What {@link create} takes. */
export interface CreateInput {
  /** Id of the organization. */
  organizationId: string
  body: CustomNetworkRequest
}

/** How {@link create} may be refused; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Create a custom network
 *
 * Describes a blockchain network that the service does not know by itself and shares it with all projects of the
 * organization. All ten fields are required; a missing or malformed one is a 400. The addresses are stored as
 * given and are not called. Needs the role admin or owner, otherwise 403 `insufficient_role`.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link CreateInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 415, 429, 500.
 * @example await customNetworks.create(client, { organizationId, body })
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CustomNetworkResponse, CreateError> =
  /*#__PURE__*/ operation('customNetworks.create POST organizations/{organizationId}/customNetworks')

/** What {@link remove} takes. */
export interface DeleteInput {
  /** Id of the organization. */
  organizationId: string
  /** Id of the custom network. */
  networkId: string
}

/** How {@link remove} may be refused; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a custom network
 *
 * Takes a custom network out of the settings of all environments of the organization. Wallets and users stay
 * as they are; a sign-in message that names the network is refused from now on. Needs the role admin or owner,
 * otherwise 403 `insufficient_role`. A network of another organization is a 404 without a body, like one that
 * is gone already.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link DeleteInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await customNetworks.delete(client, { organizationId, networkId })
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('customNetworks.delete DELETE organizations/{organizationId}/customNetworks/{networkId} e')

/** What {@link get} takes. */
export interface GetInput {
  /** Id of the organization. */
  organizationId: string
  /** Id of the custom network. */
  networkId: string
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a custom network
 *
 * Returns one custom network of the organization, wrapped in `customNetwork`. A network of another organization is
 * a 404 without a body, like one that never was.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await customNetworks.get(client, { organizationId, networkId })
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<CustomNetworkResponse, GetError> =
  /*#__PURE__*/ operation('customNetworks.get GET organizations/{organizationId}/customNetworks/{networkId}')

/** What {@link list} takes. */
export interface ListInput {
  /** Id of the organization. */
  organizationId: string
}

/** How {@link list} may be refused; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the custom networks of an organization
 *
 * Returns every custom network of the organization, oldest first. Each item is wrapped in an object with the one
 * key `customNetwork`. Any member of the organization may read it; to somebody who is no member it is a
 * 404, as if it did not exist.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 404, 429, 500.
 * @example await customNetworks.list(client, { organizationId })
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<CustomNetworksResponse, ListError> =
  /*#__PURE__*/ operation('customNetworks.list GET organizations/{organizationId}/customNetworks')

/** What {@link update} takes. */
export interface UpdateInput {
  /** Id of the organization. */
  organizationId: string
  /** Id of the custom network. */
  networkId: string
  body: CustomNetworkRequest
}

/** How {@link update} may be refused; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Change a custom network
 *
 * Describes a custom network anew. All ten fields are required; a missing or malformed one is a 400. The
 * settings of all environments of the organization show it at once. Needs the role admin or owner, otherwise
 * 403 `insufficient_role`. A network of another organization is a 404 without a body, like one that never was.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link UpdateInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 415, 429, 500.
 * @example await customNetworks.update(client, { organizationId, networkId, body })
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<CustomNetworkResponse, UpdateError> =
  /*#__PURE__*/ operation('customNetworks.update PUT organizations/{organizationId}/customNetworks/{networkId}')

export { remove as delete }
