// Written by `pnpm generate` from spec/. Edit spec/ instead.
export interface paths {
    "/api/v0/allowlistEntries/{allowlistEntryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist entry. */
                allowlistEntryId: components["parameters"]["AllowlistEntryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an allowlist entry
         * @description Takes the entry off its list. The id alone names it; an entry of another environment than the token's is a 404,
         *     and so is one that is gone already. If the list is enabled, the person is judged without the entry from the next
         *     sign-in or refresh on; sessions are not ended.
         */
        delete: operations["allowlistEntries.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/allowlists/{allowlistId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        /**
         * Get an allowlist
         * @description Returns one allowlist and its state, without its entries. The id alone names it; a list of another environment
         *     than the token's is a 404.
         */
        get: operations["allowlists.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/allowlists/{allowlistId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Disable an allowlist
         * @description Turns the allowlist off and sets `enabledAt` to null; sign-ins and refreshes pass it by. Its entries are kept
         *     for the next time it is enabled. Disabling an allowlist that is not enabled changes nothing.
         */
        put: operations["allowlists.disable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/allowlists/{allowlistId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Enable an allowlist
         * @description Turns the allowlist on: from now on each sign-in and each refresh looks for the person among its entries. With
         *     outcome `siteAccess` only listed people get in, `block` refuses listed people, and `scope` adds the list's scope
         *     to the session token of listed people. An enabled `siteAccess` list without entries lets nobody in. Enabling an
         *     enabled allowlist changes nothing and keeps the first `enabledAt`.
         */
        put: operations["allowlists.enable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/allowlists/{allowlistId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        /**
         * List the entries of an allowlist
         * @description Returns one page of the entries of the allowlist. `orderBy` takes the columns `createdAt`, `id`, `alias`,
         *     `email` and `walletPublicKey`; without it the oldest entry comes first, and ties are broken by id. `count`
         *     counts all entries that match `query`, not those of the page. A bad `orderBy`, `offset` or `limit` is a 400.
         */
        get: operations["allowlistEntries.list"];
        put?: never;
        /**
         * Add an entry to an allowlist
         * @description Lists a person by one identity or several; matching any one of them is enough. An empty string counts as left
         *     out. E-mails and domains compare without regard to case, and only a
         *     verified e-mail of a user matches. An enabled list takes the entry into account from the next sign-in or refresh
         *     on. Fails with 422 `invalid_user` when the body holds no identity, `invalid_email` when the e-mail or its domain is none, and
         *     `allowlist_entry_already_exists` when an entry of the same list has one of the identities.
         */
        post: operations["allowlistEntries.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/deeplinkUrls/{deeplinkUrlId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the deep link. */
                deeplinkUrlId: components["parameters"]["DeeplinkUrlId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a deep link
         * @description Stops allowing the URL; a sign-in that asks to return there is refused from now on. The id alone names it; a
         *     deep link of another environment than the token's is a 404, and so is one that is gone already.
         */
        delete: operations["deeplinkUrls.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get an environment
         * @description Returns the environment and its settings as they stand. Write-only values, such as provider secrets, are left
         *     out. An environment that the credential does not reach is a 403.
         */
        get: operations["environments.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/allowlists": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the allowlists of an environment
         * @description Returns every allowlist of the environment, enabled or not, as a plain array, oldest first. The people on a list
         *     are read with `allowlistEntries.list`.
         */
        get: operations["allowlists.list"];
        put?: never;
        /**
         * Create an allowlist
         * @description Creates an allowlist that has no entries and is not enabled, so it decides nothing yet. Without `name` it is
         *     called `Allowlist`; without `outcome` it is `scope` when a scope is given and `siteAccess` when not. Fails with
         *     422 `allowlist_already_exists` when another allowlist of the environment has the name, and `invalid_scopes` for a
         *     `scope` that is not one word, or is one that the service gives itself (`user:basic`, `requiresAdditionalAuth`).
         */
        post: operations["allowlists.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/custom/fields": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the custom fields of an environment
         * @description Returns every custom field of the environment, enabled or not, as a plain array ordered by `position`, ties
         *     broken by id.
         */
        get: operations["customFields.list"];
        put?: never;
        /**
         * Create a custom field
         * @description Adds a field to the profile of all users of the environment. The `key` that profiles and tokens use is derived
         *     from the name, whose letters and digits it keeps in camel case, and stays for good. An enabled and required field joins the `missingFields` of each user who has
         *     no value for it, so their next sign-in is not complete until they give one. Fails with 422
         *     `custom_field_not_unique` when the key is taken, `invalid_regex` when the pattern does not compile,
         *     `repeated_options` when two options are alike, and `invalid_position` when the position is negative.
         */
        post: operations["customFields.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/custom/hostnames": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the custom hostnames of an environment
         * @description Returns every custom hostname of the environment with its status and its verification records, oldest first. The
         *     status is that of the last DNS lookup; reading the list does not start one.
         */
        get: operations["customHostnames.list"];
        put?: never;
        /**
         * Add a custom hostname
         * @description Registers a hostname of yours under which the API is to be served and answers with the DNS records that prove it
         *     is yours. It starts as `pending`; a DNS lookup each minute makes it `active` when all records are found, and `error`
         *     with the reason in `errors` when one has another value, or is still missing after 72 hours. Cookie sessions need an active hostname of usage `cookies`. Hostnames are stored in
         *     lower case. Fails with 422 `invalid_custom_hostname` when any environment has the hostname already, or when it is
         *     too long for DNS.
         */
        post: operations["customHostnames.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/custom/hostnames/{customHostnameId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the custom hostname. */
                customHostnameId: components["parameters"]["CustomHostnameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a custom hostname
         * @description Removes the hostname in any status and ends its DNS lookups; another environment may register it from then on.
         *     With usage `cookies`, cookie sessions under it stop working at once. Deleting it again is a 404.
         */
        delete: operations["customHostnames.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/deeplinkUrls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the deep links of an environment
         * @description Returns every deep link that mobile apps of the environment may be sent back to, oldest first and in one reply.
         */
        get: operations["deeplinkUrls.list"];
        put?: never;
        /**
         * Allow a deep link
         * @description Allows sign-ins to redirect to this URL, at once and for the whole environment: scheme, host, port and path must
         *     be the same, and the query too if the deep link has one. Custom schemes are welcome. One wildcard may stand as the whole first label of the host, before at least two others, where it matches
         *     exactly one label. Scheme, and host of a web address, are kept in lower case. Fails with 422
         *     `invalid_mobile_deeplink_urls` when the wildcard stands elsewhere, the host of a web address is none, or the scheme
         *     is one whose URLs run code or read files, and `duplicate_exists` when the environment
         *     allows the same URL already.
         */
        post: operations["deeplinkUrls.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List events
         * @description Lists what happened in the environment, the newest event first. The reply is a plain array; when more events
         *     follow, the header `x-next-cursor` holds the cursor of the next page, and on the last page it is absent. Every
         *     change appears once, after it was stored, whether or not a webhook listens; events of other environments never
         *     show. The filters must all hold and stay the same from page to page; a cursor that was issued for other filters,
         *     or a date that cannot be read, is a 400.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List exports
         * @description Lists the exports of the environment in every state, the newest first and without pages.
         */
        get: operations["exports.list"];
        put?: never;
        /**
         * Start an export
         * @description Starts writing all records of one model to a CSV file and answers at once with a `pending` export. The work goes
         *     on in the background; follow `exports.get` until `status` is `completed` or `failed`, both of which are final.
         *     The file holds the records as they are when the work starts (`startedAt`), not as they change later. Every call
         *     starts an export of its own. A format or model outside the enums is a 400.
         */
        post: operations["exports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the export. */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        /**
         * Get an export
         * @description Returns the present state of one export. `completedAt` and `downloadUrl` come with `completed`, `error` with
         *     `failed`. An id of another environment is a 404.
         */
        get: operations["exports.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/exports/{exportId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the export. */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        /**
         * Download an export
         * @description Redirects to the file of a completed export. The target is a signed URL on the same host that works for a short
         *     time without any further credential, so hand it on with care; every call signs a new one. What it serves is
         *     `text/csv` with a header row. An export that is pending or failed has no file, which is a 404 without a body, as
         *     is an unknown id.
         */
        get: operations["exports.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/gates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the gates of an environment
         * @description Returns every gate of the environment, enabled or not, oldest first and in one reply. `enabledAt` is null while
         *     a gate is not enabled.
         */
        get: operations["gates.list"];
        put?: never;
        /**
         * Create a gate
         * @description Creates a gate that is not enabled: it decides nothing until `gates.enable` is called. A person passes the gate
         *     when all of its rules hold for one or another of their wallets. Outcome `scope` adds the gate's `scope` to the
         *     session token of those who pass; `siteAccess`, or `scope` without a scope to add, refuses those who do not pass;
         *     `block` refuses those who do. Fails with 422 `gate_exists` when another gate of the environment has the name,
         *     `nft_token_gating_not_supported_for_chain` when a rule names a chain whose holdings cannot be read, which are all
         *     but `EVM`, `ETH` and `SOL`, and `invalid_gate` when there are no rules, the name is blank, a contract address is
         *     none on its chain, an amount is less than 1, or a rule about a fungible token names a `tokenId`. A `scope` that is
         *     not one word, or is one that the service gives itself (`user:basic`, `requiresAdditionalAuth`), is 422
         *     `invalid_scopes`.
         */
        post: operations["gates.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/gates/{gateId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        /**
         * Get a gate
         * @description Returns one gate with its rules and its state. A gate of another environment is a 404, like one that never was.
         */
        get: operations["gates.get"];
        /**
         * Update a gate
         * @description Changes the fields that the body holds and keeps the others; `rules` is replaced as a whole. The enabled state
         *     stays as it is, so an enabled gate decides by its new rules from the next sign-in or refresh on. Session tokens
         *     that were issued before keep their scope until they are refreshed. Fails with 422 `gate_exists`,
         *     `nft_token_gating_not_supported_for_chain`, `invalid_gate` or `invalid_scopes` like creating.
         */
        put: operations["gates.update"];
        post?: never;
        /**
         * Delete a gate
         * @description Removes the gate, enabled or not. It decides nothing from the next sign-in or refresh on; session tokens that
         *     carry its scope keep it until they are refreshed. Deleting it again is a 404.
         */
        delete: operations["gates.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/gates/{gateId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Disable a gate
         * @description Turns the gate off and sets `enabledAt` to null: sign-ins and refreshes pass it by, and refreshed session tokens
         *     lose the scope that it gave. Its rules are kept for the next time it is enabled. Disabling a gate that is not
         *     enabled changes nothing.
         */
        put: operations["gates.disable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/gates/{gateId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Enable a gate
         * @description Turns the gate on: from now on each sign-in and each refresh checks its rules. Sessions that exist already are
         *     not ended; they meet the gate at their next refresh. Enabling an enabled gate changes nothing and keeps the
         *     first `enabledAt`. Fails with 422 `invalid_gate` when the gate has no rules.
         */
        put: operations["gates.enable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/integrations/screening": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get the wallet screening settings
         * @description Returns how the environment screens wallets. An environment where screening was never enabled has no settings
         *     yet and answers 404 without a body.
         */
        get: operations["screening.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/integrations/screening/sanctions/disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Disable sanctions screening
         * @description Turns off the sanctions check from the next sign-in on; checks already made stay readable. Calling it while it
         *     is off changes nothing. Where screening was never enabled there are no settings to change: 404.
         */
        put: operations["screening.disable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/integrations/screening/sanctions/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Enable sanctions screening
         * @description Turns on the sanctions check: wallets are checked when they sign in from now on, each check is kept with its
         *     user, and a sanctioned wallet is refused. The first call creates the settings. Calling it again while it is on
         *     changes nothing, `updatedAt` included.
         */
        put: operations["screening.enable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/origins": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the allowed origins of an environment
         * @description Returns every origin that browsers may call the environment from, oldest first and in one reply. Its 401 is
         *     plain text.
         */
        get: operations["origins.list"];
        put?: never;
        /**
         * Allow an origin
         * @description Allows pages of this origin to call the environment, at once: cross-origin replies name it, and unsafe calls
         *     with a session cookie are accepted from it. An origin is scheme, host and port without a path, kept as browsers
         *     send it: in lower case and without the scheme's default port. One wildcard may stand as the whole first label of
         *     the host, before at least two others or before `localhost`, where it matches exactly one label; or as the port of
         *     `localhost`, where it matches any. A malformed origin is a 400 in a form of its own. Fails with 422
         *     `invalid_cors_origins` when the wildcard stands elsewhere or the host is none, and `duplicate_exists` when the environment allows the
         *     same origin already.
         */
        post: operations["origins.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/settings/providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the providers of an environment
         * @description Returns every provider that is set up in the environment, enabled or not, oldest first and in one reply. Client
         *     secrets are never among it.
         */
        get: operations["providers.list"];
        put?: never;
        /**
         * Set up a provider
         * @description Stores the settings of a provider for this environment. It is not enabled, so nobody can use it until
         *     `providers.enable` is called. `clientSecret` is write-only: no reply shows it. Fails with 422 `duplicate_exists`
         *     when the environment has the provider already, and `invalid_key_export_url` when `keyExportUrl` is no https URL.
         */
        post: operations["providers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/settings/providers/urls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the OAuth addresses of the providers
         * @description Returns, for each provider that signs people in by OAuth, the address that people are sent to and the redirect
         *     address to register with the provider. The list is fixed per environment and does not depend on which providers
         *     are set up.
         */
        get: operations["providers.listUrls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List the API tokens of an environment
         * @description Returns every API token of the environment that is not deleted, oldest first and in one reply. The raw tokens
         *     are not among it and cannot be recovered: recognise a token by its `note` and its `checksum`.
         */
        get: operations["tokens.list"];
        put?: never;
        /**
         * Create an API token
         * @description Creates a token for servers that act in this environment and shows its raw value, this one time: only a hash is
         *     stored. The token may do what its scopes allow; without `scopes` it gets all that its creator holds. It is valid
         *     at once and until it is deleted. Fails with 422 `invalid_scopes` when the creator asks for a scope that it does
         *     not hold, and `too_many_api_tokens` when the environment has 100 tokens.
         */
        post: operations["tokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the API token. */
                tokenId: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API token
         * @description Revokes the token at once and for good; the next call with it is a 401 `token_revoked`. A token may delete
         *     itself. Deleting it again is a 404 without a body.
         */
        delete: operations["tokens.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List users
         * @description Lists the users of the environment a page at a time. `orderBy` takes `createdAt`, `updatedAt`, `firstVisit`,
         *     `lastVisit`, `email`, `alias` and `username`; without it the newest user comes first. Users that lack the
         *     column's value stand first in ascending order and last in descending order. The conditions of `filter` must all
         *     hold; an unknown column, or a page size outside 1 to 100, is a 400.
         */
        get: operations["users.list"];
        put?: never;
        /**
         * Create a user
         * @description Creates a user together with the given wallets and social accounts; either all of it is stored or nothing. The
         *     person can sign in with each of them at once, and with the e-mail address only if `emailVerifiedAt` says that it
         *     was verified. Fires `user.created`, then `wallet.linked` per wallet and `user.social.linked` per account. Fails
         *     with 422 `email_already_exists`, `username_already_exists`, `social_account_already_exists` or
         *     `reassign_wallet_error` when another user of the environment holds the value, `duplicate_exists` when `id` is
         *     taken or the body names a wallet or account twice, `invalid_email` for what is no address,
         *     `email_cannot_be_null` for `emailVerifiedAt` without `email`, `invalid_chain_address_match` for an address that
         *     is none of its chain, `provider_not_available` for an embedded wallet and for a
         *     social account of a provider that signs nobody in, and `custom_field_data_not_unique`,
         *     `invalid_metadata_value` or `metadata_size_exceeded` (more than two kilobytes of JSON) for `metadata`.
         */
        post: operations["users.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one user of the environment with credentials, wallets, linked social accounts and MFA devices. The id of
         *     a deleted user, or of one in another environment, is a 404 without a body.
         */
        get: operations["users.get"];
        /**
         * Update a user
         * @description Changes the profile fields that the body names and leaves all others as they are; an empty string or null
         *     empties a field, and `metadata` is replaced as a whole. Credentials, the e-mail address among them, cannot be
         *     changed here. Fires `user.updated` when a value really changed. Fails with 422 `username_already_exists`,
         *     `custom_field_data_not_unique`, `invalid_metadata_value` or `metadata_size_exceeded`, and then changes nothing.
         *     A session token keeps the old values until the next refresh.
         */
        put: operations["users.update"];
        post?: never;
        /**
         * Delete a user
         * @description Deletes the user with credentials, wallets, social accounts and MFA devices, and revokes their sessions, so that
         *     tokens still in use are refused from now on. The freed e-mail address, username and wallets can be used by
         *     another user. Fires `user.deleted`, and nothing for the parts. This cannot be undone; a repeated call is a 404
         *     without a body.
         */
        delete: operations["users.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/users/{userId}/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * List the wallets of a user
         * @description Lists the wallets linked to the user, external and embedded, the earliest linked first and without pages. An
         *     unknown user is a 404 without a body; a user without wallets has an empty list.
         */
        get: operations["wallets.listByUser"];
        put?: never;
        /**
         * Link an external wallet to a user
         * @description Links a wallet that the user holds elsewhere and fires `wallet.linked`; the user can then sign in with it and
         *     sees it among the `verifiedCredentials`. Nothing is signed: the caller vouches that the wallet is the user's.
         *     Fails with 422 `provider_not_available` for the provider `embeddedWallet`, `linked_embedded_wallet` when the
         *     user has an embedded wallet, `invalid_chain_address_match` when the address is none of the chain,
         *     `reassign_wallet_error` when another user has the wallet, and `duplicate_exists` when this user has it already.
         */
        post: operations["wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List visitors
         * @description Lists the wallets that connected to the environment, whether or not their holders signed in, a page at a time.
         *     `orderBy` takes `createdAt` and `address`; without it the newest visitor comes first. A wallet is listed once
         *     per address, chain and wallet name, with the time of its first visit. An unknown column or a page size outside 1
         *     to 100 is a 400.
         */
        get: operations["visits.listVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/wallets/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the wallet. */
                walletId: components["parameters"]["WalletId"];
            };
            cookie?: never;
        };
        /**
         * Get a wallet
         * @description Returns one wallet of any user of the environment. A wallet that was unlinked, or that belongs to another
         *     environment, is a 404 without a body.
         */
        get: operations["wallets.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists the webhooks of the environment, the oldest first. An environment holds at most ten, so all come on one
         *     page, without a `cursor`. Secrets are never listed; ask `webhooks.get` for one.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook and a signing secret for it; read the secret with `webhooks.get`. If it is enabled, a `ping`
         *     is sent to the URL right away, whether or not `events` names it, and from then on every event it names.
         *     Deliveries carry `x-webhook-signature-256: sha256=<hex>`, the HMAC-SHA256 of the raw body; any 2xx is success,
         *     redirects are not followed, and failed ones are retried. Fails with 422 `too_many_webhooks` when the environment
         *     has ten, `invalid_webhook_events` when `events` is empty or names an unknown event, and `invalid_webhook_url`
         *     when the URL points into a private network, holds a password, or is the ARN of a topic, which is not served.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns one webhook, with its signing secret if `includeSecret` asks for it. An id of another environment is a
         *     404.
         */
        get: operations["webhooks.get"];
        /**
         * Update a webhook
         * @description Replaces the URL, the events and the switch of a webhook; the secret stays. Enabling an enabled webhook keeps
         *     its `enabledAt`. A disabled one gets no new messages, and those still waiting for a retry fail for good.
         *     Messages under way go to the new URL from their next attempt on. The same rules as in `webhooks.create` apply to
         *     `url` and `events` (422 `invalid_webhook_url`, `invalid_webhook_events`), but no `ping` is sent.
         */
        put: operations["webhooks.update"];
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook with its secret and its messages. Attempts that are still due are dropped. The events stay
         *     in `events.list`. A repeated call is a 404.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/webhooks/{webhookId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the messages of a webhook
         * @description Lists the messages sent to the webhook, the newest message first, a page at a time. A message shows from its
         *     first attempt on, each time with its latest attempt only. When more follow, `cursor` leads to the next page; on
         *     the last page it is absent. A cursor of another webhook or environment is a 400.
         */
        get: operations["webhookMessages.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/webhooks/{webhookId}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Id of the webhook message. */
                messageId: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        /**
         * List the attempts of a message
         * @description Lists every attempt to deliver one message, the earliest first and without pages. The automatic retries of a
         *     delivery share its `deliveryId` and count up `deliveryAttempt`; a redelivery has a `deliveryId` of its own and
         *     counts from one again. A message of another webhook is a 404.
         */
        get: operations["webhookMessages.listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/webhooks/{webhookId}/messages/{messageId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Id of the webhook message. */
                messageId: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a message
         * @description Sends a message once more, delivered or not, and answers without waiting for the receiver. The body is the same
         *     but for `redelivery: true`, the `messageId` stays, and a new `deliveryId` starts with the usual retries; so a
         *     failed message can still become `delivered`. Every call starts a redelivery of its own. No event fires. A
         *     disabled webhook fails with 422 `invalid_update`; a message of another webhook is a 404.
         */
        post: operations["webhookMessages.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invites addressed to you
         * @description Lists the invites of any organization that name the caller by e-mail address, phone number or wallet address and
         *     have the asked `status`. Newest first, without pages. The caller needs no role in the organizations that sent
         *     them. Without `status`, or with another value, the answer is a 400.
         */
        get: operations["invites.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invite. */
                inviteId: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Accept or reject an invite
         * @description Answers an invite; only the invited person can do so, anyone else gets a 404. `accepted` makes the person a
         *     member with the invited role, so that `organizations.list` shows the organization at once; somebody who has become
         *     a member in another way keeps that role. `rejected` changes nothing but the invite. Both are final: repeating the
         *     given answer does nothing, while the other answer fails with 422 `invalid_invite`, and so does `pending` always.
         */
        put: operations["invites.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description Lists the organizations that the caller is a member of, each with the caller's `role` in it. Oldest membership
         *     first; the list is whole, without pages. An invite counts only once it is accepted.
         */
        get: operations["organizations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Returns one organization with its postal address and the caller's `role` in it. Every role may read it. A caller
         *     who is no member gets a 403; an id that belongs to no organization is a 404.
         */
        get: operations["organizations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/customNetworks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List the custom networks of an organization
         * @description Returns every custom network of the organization, oldest first. Each item is wrapped in an object with the one
         *     key `customNetwork`. Any member of the organization may read it; somebody who is no member gets a 403.
         */
        get: operations["customNetworks.list"];
        put?: never;
        /**
         * Create a custom network
         * @description Describes a blockchain network that the service does not know by itself and shares it with all projects of the
         *     organization. All ten fields are required; a missing or malformed one is a 400. The addresses are stored as
         *     given and are not called. Needs the role admin or owner, otherwise 403 `insufficient_role`.
         */
        post: operations["customNetworks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/customNetworks/{networkId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Id of the custom network. */
                networkId: components["parameters"]["NetworkId"];
            };
            cookie?: never;
        };
        /**
         * Get a custom network
         * @description Returns one custom network of the organization, wrapped in `customNetwork`. A network of another organization is
         *     a 404 without a body, like one that never was.
         */
        get: operations["customNetworks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List the invites an organization sent
         * @description Lists the invites that the organization sent, pending and answered alike, newest first and without pages. Every
         *     role may read it. A caller who is no member gets a 403; an id that belongs to no organization is a 404 without a
         *     body.
         */
        get: operations["invites.listByOrganization"];
        put?: never;
        /**
         * Invite a person to an organization
         * @description Creates a `pending` invite and sends it to the e-mail address, or to the phone number as a text message; a
         *     wallet address alone gets no message. Takes the role `admin` or `owner`, and nobody can grant a role above their
         *     own (403 `insufficient_role`). Fails with 422 `invite_address_required` when the body names no e-mail address,
         *     phone number or wallet, `invalid_email` when mail cannot be sent to the e-mail address, and with 409 when the person has a pending invite or is a member already. A person who
         *     rejected an earlier invite can be invited again. Membership begins with the acceptance, see `invites.update`.
         */
        post: operations["invites.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        /**
         * List the projects of an organization
         * @description Lists every project of the organization with its two environments, oldest project first, without pages. Every
         *     role may read it. A caller who is no member gets a 403; an id that belongs to no organization is a 404.
         */
        get: operations["projects.list"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project with two environments, `sandbox` and `live`, both empty and with default settings. Takes the
         *     role `admin` or `owner`. Fails with 422 `project_name_already_exists` when a project of the organization bears
         *     the name, and with `too_many_projects_for_organization` when the organization has 20 projects. No event fires;
         *     the project shows at once in `projects.list`.
         */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/origins/{originId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the origin. */
                originId: components["parameters"]["OriginId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an allowed origin
         * @description Stops allowing the origin; from the next call on, pages there get no cross-origin permission and their unsafe
         *     cookie calls are a 403. Sessions are not ended. The id alone names it; an origin of another environment than the
         *     token's is a 404, and so is one that is gone already.
         */
        delete: operations["origins.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Get a project
         * @description Returns one project with the ids of its environments. Every role of the owning organization may read it. A
         *     caller who is no member of that organization gets a 403; an id that belongs to no project is a 404.
         */
        get: operations["projects.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/projects/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Get both environments of a project
         * @description Returns the two environments that each project has from its creation on: `sandbox` for trying out, `live` for
         *     real users. They share nothing: users, settings, tokens and signing keys are separate. A caller who is
         *     no member of the owning organization gets a 403; an id that belongs to no project is a 404.
         */
        get: operations["environments.listByProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/.well-known/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get the JWK set of the environment
         * @description Lists the public keys that the session tokens of this environment are signed with. Each environment has a key
         *     of its own, so a token of another environment never verifies here. A key is found by its `kid`, the RFC 7638
         *     thumbprint of the key, which every token carries in its header. The signature algorithm is RS256 unless the
         *     environment signs otherwise. No credential is needed.
         */
        get: operations["jwks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get the JWK set by its .json address
         * @description The same JWK set as `jwks.get`, byte for byte, for libraries that expect the address to end in `.json`. No
         *     credential is needed.
         */
        get: operations["jwks.getJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a visit
         * @description Records that a wallet connected to the site, before or without a sign-in. No credential is needed and nothing is
         *     proven by it, so a visit never gives access to anything. The first visit of an address on a chain with a wallet
         *     name adds a visitor and fires `visit.created`; later ones are accepted and change nothing. An address that is
         *     none of the chain fails with 422 `invalid_chain_address_match`; an unknown environment is a 404.
         */
        post: operations["visits.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/healthcheck": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Ask whether the service is well
         * @description Tells whether the service can serve this environment. Both answers come with status 200; look at `status` in
         *     the body. No credential is needed, and nothing changes. An environment that does not exist is 404.
         */
        get: operations["health.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Create a nonce for a sign-in message
         * @description Creates a nonce, although the method is GET: each call gives another one, so the reply must not come from a
         *     cache. The client puts it into the message that a wallet signs, which proves that the message was made for
         *     this sign-in. A nonce is accepted once, for five minutes, in this environment alone. No credential is needed.
         */
        get: operations["nonces.create"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/initAuth": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the state of an OAuth sign-in
         * @description Registers `state` before the person leaves for the provider. A state belongs to this environment, this
         *     provider and the redirect URL given here, lives for at most ten minutes, and serves one sign-in. Registering a
         *     state that is already known is refused with 422 `invalid_verification`, so nobody can redirect somebody else's
         *     sign-in.
         *
         *     If the environment has origins or deep links, `redirectUrl` must match one of them, otherwise 422
         *     `unauthorized_mobile_deeplink_url`. A provider that is not enabled here is 422 `provider_not_available`.
         */
        post: operations["oauth.initialize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/login": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        /**
         * Go to the provider's sign-in page
         * @description Redirects the browser to the provider's authorize URL, which carries the client id, scopes and callback of the
         *     provider setting of this environment. The query parameters are passed on as they came. Nothing is stored:
         *     register the state with `oauth.initialize` first. A provider that is not enabled here is 422
         *     `provider_not_available`.
         */
        get: operations["oauth.login"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/loginUrl": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        /**
         * Get the URL of the provider's sign-in page
         * @description Answers with the URL that `oauth.login` would redirect to, for clients that open it themselves: in a pop-up, a
         *     system browser or a web view. It takes the same query parameters and stores nothing either. A provider that is
         *     not enabled here is 422 `provider_not_available`.
         */
        get: operations["oauth.getLoginUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/oauthResult": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the result of an OAuth sign-in
         * @description Tells by `state` how the round trip to the provider stands, for clients that cannot be redirected to. The
         *     status is `pending` until the provider has answered; then it is `completed` and comes with the provider's
         *     `code` or its `error`. Reading uses nothing up: ask as often as needed until `oauth.verify` has used the state
         *     or the state has expired.
         *
         *     A state that is missing, unknown, expired, used, or registered for another environment or provider is 422
         *     `invalid_verification`. Only `state` is read; the other fields belong to other kinds of sign-in.
         */
        post: operations["oauth.getResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/redirect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        /**
         * Receive the provider's answer
         * @description Where the provider sends the browser back, with `code` and `state`, or with `error` and `state`. The result is
         *     stored for the state, where `oauth.getResult` reads it, and the browser goes on to the redirect URL that was
         *     registered, with `code` and `state`, or `error` and `state`, added to its query. Without a redirect URL the
         *     answer is a small page that asks the person to go back to the app.
         *
         *     Each state takes one answer. A state that is missing, unknown, expired, answered before, or registered for
         *     another environment or provider is 422 `invalid_verification`, and so is an answer with neither `code` nor
         *     `error`, or with both, and a code that the provider did not give for this state. The state stays open then.
         */
        get: operations["oauth.redirect"];
        put?: never;
        /**
         * Receive the provider's answer as a form
         * @description The twin of `oauth.redirect` for providers that answer with a form post, Apple above all. The result is stored
         *     for the state and the browser goes on to the registered redirect URL with a GET, or gets a small page if there
         *     is none. An `id_token` in the form is not trusted: who the person is comes from the exchange of the code in
         *     `oauth.verify`.
         *
         *     The same answers are refused as in `oauth.redirect`, with 422 `invalid_verification`.
         */
        post: operations["oauth.redirectFormPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in or link with an OAuth code
         * @description Exchanges the provider's code for the person's account there and finishes the sign-in. Code and state are
         *     single-use and must belong together; the code verifier must fit the challenge that went to the provider (PKCE,
         *     S256), and is left out only if none went there. An unknown, expired, replayed or foreign state or code, and a
         *     verifier that does not fit, are all 422 `invalid_verification`. A provider that is not enabled here is 422
         *     `provider_not_available`. Where the environment asks for a CAPTCHA, a missing `captchaToken` is 422
         *     `invalid_verification`.
         *
         *     Without a credential this signs in. The user is found by the provider account first, then by an e-mail address
         *     that both sides have verified; otherwise a user is created. `newUser` is true in the reply to a user's first
         *     sign-in only. An e-mail that is not verified never links. Each sign-in starts a session. The scope contains `user:basic` only when no
         *     required field is missing and no MFA step is open; an open step shows as `requiresAdditionalAuth` and comes
         *     with `mfaToken`. Gates and allowlists are asked before anything is kept: whoever they refuse gets 403 and no
         *     user or session.
         *
         *     With a valid session of a user this links the account to that user and goes on with that session, for which the
         *     reply has tokens with the new credential and the same expiry. Linking an account that the user holds already
         *     succeeds without a change. An account that another user holds is 422 `social_account_already_exists`. A
         *     credential that is invalid, expired or revoked is 401 and never a fresh sign-in.
         *
         *     A new user fires `user.created`, a new session `user.session.created`, and an account that joins an existing
         *     user `user.social.linked`. Where the environment keeps sessions in cookies on a custom hostname, the reply
         *     sets the httpOnly cookie `LATCHKEY_AUTH`, and live environments leave the tokens out of the body.
         */
        post: operations["oauth.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the session token
         * @description Answers with new tokens for the same session; the token that came with the call is retired and refused from
         *     then on with 401 `token_revoked`. The user is read anew: the claims, missing fields, lists and scope are those
         *     of this moment, and gates and allowlists are evaluated again. Whoever they refuse by now gets 403 and no new
         *     token.
         *
         *     An expired token is 401 `token_expired`, a revoked session 401 `session_revoked`, the token of a deleted user
         *     401 `unauthorized`: none of them can be refreshed, the person signs in again. In cookie mode the cookie is set
         *     anew, and an `Origin` that the environment allows is needed. No event fires.
         */
        post: operations["sessions.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description Ends the session that the credential belongs to, and no other session of the user. From then on every token of
         *     the session is refused everywhere with 401 `session_revoked`, a second call of this operation included, and
         *     the session carries `revokedAt`. In cookie mode the cookie is cleared, and an `Origin` that the environment
         *     allows is needed. Fires `user.session.revoked`.
         */
        post: operations["sessions.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Check whether the session is valid
         * @description Answers 204 if the credential is a valid session of this environment and 401 otherwise. The signature, the
         *     expiry, the session and the user are looked at, so a token that verifies by the JWK set alone may still fail
         *     here: its session was revoked or its user is gone. Nothing changes; the expiry is not moved.
         */
        get: operations["sessions.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get the public settings of the environment
         * @description Everything a client needs to know before anyone has signed in: which ways to sign in are enabled and how they
         *     look, the fields to ask for, chains and networks, wallet settings, and how long sessions last. The reply holds
         *     the settings of this moment; a change by an administrator shows in the next one. `providers` holds the enabled
         *     ones only.
         *
         *     No credential is needed, so nothing secret is in it: client secrets of providers, the CAPTCHA secret and API
         *     tokens are left out.
         */
        get: operations["sdkSettings.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        /**
         * Get the profile of the signed-in user
         * @description Answers with the user that the session belongs to, as the user is now: changes by administrators show at once,
         *     while the claims of the token stay as they were signed. `missingFields` lists the enabled required standard
         *     and custom fields that are empty. A session that is expired or revoked, or whose user is deleted, is 401.
         */
        get: operations["profile.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/providers/{providerId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        /**
         * Get a provider
         * @description Returns one provider and its state, without its client secret. The id alone names it; a provider of another
         *     environment than the token's is a 404.
         */
        get: operations["providers.get"];
        /**
         * Update a provider
         * @description Changes the fields that the body holds and keeps the others, the stored secret included; a list is replaced as a
         *     whole. Which provider it is and whether it is enabled cannot be changed here. The next sign-in uses the new
         *     settings, while those under way end with what they began with. Fails with 422 `invalid_key_export_url` when
         *     `keyExportUrl` is no https URL.
         */
        put: operations["providers.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/providers/{providerId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Disable a provider
         * @description Turns the provider off and sets `enabledAt` to null: the next sign-in with it is a 403. Its settings, the
         *     accounts already linked through it and running sessions are kept. Disabling a provider that is not enabled
         *     changes nothing.
         */
        put: operations["providers.disable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/providers/{providerId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Enable a provider
         * @description Turns the provider on: people can sign in with it or link an account from now on. Enabling an enabled provider
         *     changes nothing and keeps the first `enabledAt`. Fails with 422 `invalid_service_props` when settings that the
         *     provider needs are missing, such as the client id and secret of an OAuth provider, `missing_aa_project_id` when
         *     an account abstraction provider has no project id, and `conflicting_embedded_wallet_providers` when another
         *     embedded wallet provider is enabled.
         */
        put: operations["providers.enable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user by id alone
         * @deprecated
         * @description Does the same as `users.delete`, which replaces it: an environment token finds users of its own environment
         *     only, a member token those of the caller's organizations. Fires `user.deleted`. A user that the caller cannot
         *     reach, or a repeated call, is a 404 without a body.
         */
        delete: operations["users.deleteLegacy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Claims of `jwt`: who the user is, how the session came about and what it may do. */
        ServiceJwt: {
            /** @description Id of the signing key, as in the JWK set. */
            kid: string;
            /** @description Audience: the origin of the site that the user signed in from. */
            aud: string;
            /** @description Issuer: the origin of the API, a slash, and the environment's id. */
            iss: string;
            /** @description Subject: the user's id. */
            sub: string;
            /** @description When the token expires, Unix time in seconds. */
            exp?: number;
            /** @description When the token was issued, Unix time in seconds. */
            iat?: number;
            /** @description Id of the session. */
            sid: string;
            /** @description Id that both tokens of a pair have; a refresh gives another one and retires this. */
            jti?: string;
            /** @description Public key that the client gave at sign-in; its holder is the client that signed in. */
            session_public_key?: string;
            alias?: string;
            /** @description The user's wallets. */
            blockchain_accounts?: components["schemas"]["JwtBlockchainAccount"][];
            country?: string;
            email?: components["schemas"]["EmailAddress"];
            environment_id: components["schemas"]["Uuid"];
            family_name?: string;
            given_name?: string;
            job_title?: string;
            /** @description Id of the wallet that was last signed in with. */
            last_authenticated_account_id?: components["schemas"]["Uuid"];
            /** @description Names of the enabled allowlists that list the user. */
            lists?: string[];
            phone_number?: string;
            /** @description Enabled required fields that are empty. While there are any, `scope` lacks `user:basic`. */
            missing_fields: components["schemas"]["MissingField"][];
            /**
             * @description What the session may do, separated by spaces: `user:basic` once the sign-in is complete,
             *     `requiresAdditionalAuth` while an MFA step is open, and the scopes of the gates and allowlists that apply.
             */
            scope?: string;
            /** @description Size of clothing, as the user put it. */
            t_shirt_size?: string;
            team?: string;
            username?: string;
            /** @description Whether the user has agreed to the site's terms. */
            policies_consent?: boolean;
            /** @description The wallet that the user signed in with, if it was one. */
            verified_account?: components["schemas"]["JwtBlockchainAccount"];
            /** @description All credentials that the user has proved to hold. */
            verified_credentials: components["schemas"]["VerifiedCredential"][];
            /** @description Id of the credential that this session was signed in with. */
            last_verified_credential_id: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When the user first signed in.
             */
            first_visit?: string;
            /**
             * Format: date-time
             * @description When the user last signed in.
             */
            last_visit?: string;
            /** @description True in the tokens of the sign-in that created the user, and in no others. */
            new_user?: boolean;
            /** @description Bitcoin address, as the user put it in the profile; not proved. */
            btc_wallet?: string;
            /** @description Kadena address from the profile; not proved. */
            kda_wallet?: string;
            /** @description Litecoin address from the profile; not proved. */
            ltc_wallet?: string;
            /** @description Nervos CKB address from the profile; not proved. */
            ckb_wallet?: string;
            /** @description Kaspa address from the profile; not proved. */
            kas_wallet?: string;
            /** @description Dogecoin address from the profile; not proved. */
            doge_wallet?: string;
            /** @description Whether the user wants notifications by e-mail. */
            email_notification?: boolean;
            /** @description Whether the user wants notifications on Discord. */
            discord_notification?: boolean;
            /** @description Whether the user wants the newsletter. */
            newsletter_notification?: boolean;
            /** @description Free data that is kept with the user, custom fields included. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Hashes of the credentials, to notice a change without the credentials themselves. */
            verifiedCredentialsHashes?: components["schemas"]["JwtVerifiedCredentialHashes"];
            /**
             * @deprecated
             * @description The user's data as older tokens had it. Use the claims beside it.
             */
            info?: components["schemas"]["JwtPayloadDeprecatedInfo"];
            /** @description True if a server signed the user in rather than the user's own client. */
            server_auth?: boolean;
            /** @description Hash of the address that the user signed in from. */
            hashed_ip?: string;
            /** @description Id of the session that the sign-in started; refreshes keep it. */
            originalSid?: string;
            /** @description Until when the session can be refreshed, Unix time in seconds. */
            refreshExp?: number;
            /** @description Version of the client that signed in. */
            sdkVersion?: string;
        };
        /** @description Claims of `minifiedJwt`: the session and its scope, small enough for a cookie. */
        MinifiedServiceJwt: {
            /** @description Id of the signing key, as in the JWK set. */
            kid: string;
            /** @description Audience: the origin of the site that the user signed in from. */
            aud: string;
            /** @description Issuer: the origin of the API, a slash, and the environment's id. */
            iss: string;
            /** @description Subject: the user's id. */
            sub: string;
            /** @description Id of the session. */
            sid: string;
            /** @description Id that both tokens of a pair have; a refresh gives another one and retires this. */
            jti?: string;
            /** @description When the token expires, Unix time in seconds. */
            exp?: number;
            /** @description When the token was issued, Unix time in seconds. */
            iat?: number;
            environment_id: string;
            /** @description Id of the credential that this session was signed in with. */
            last_verified_credential_id: string;
            /** @description Public key that the client gave at sign-in; its holder is the client that signed in. */
            session_public_key?: string;
            /** @description What the session may do, separated by spaces, as in ServiceJwt. */
            scope?: string;
            /** @description Hashes of the credentials, to notice a change without the credentials themselves. */
            verifiedCredentialsHashes?: components["schemas"]["JwtVerifiedCredentialHashes"];
            email?: string;
            username?: string;
            /** @description True if a server signed the user in rather than the user's own client. */
            server_auth?: boolean;
            /** @description Hash of the address that the user signed in from. */
            hashed_ip?: string;
            /** @description Id of the session that the sign-in started; refreshes keep it. */
            originalSid?: string;
            /** @description Until when the session can be refreshed, Unix time in seconds. */
            refreshExp?: number;
            /** @description Version of the client that signed in. */
            sdkVersion?: string;
        };
        /**
         * @description The body of the POST request that a webhook gets. A message arrives at least once and in no fixed order; treat
         *     messages with the same `messageId` as one.
         */
        WebhookDelivery: {
            /** @description Id of the event, the same for every webhook that gets it. */
            eventId: components["schemas"]["Uuid"];
            /** @description Id of the event on its way to this webhook. It is the same in every retry and redelivery. */
            messageId: components["schemas"]["Uuid"];
            webhookId: components["schemas"]["Uuid"];
            environmentId: components["schemas"]["Uuid"];
            environmentName: components["schemas"]["EnvironmentEnum"];
            eventName: components["schemas"]["EventName"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Id of the end user who acted; absent when an API token did. */
            userId?: components["schemas"]["Uuid"];
            /** @description Id of that user at the external issuer, for users who sign in with its tokens. */
            externalUserId?: string;
            /** @description `true` when someone asked for the message to be sent again; absent or `false` otherwise, also in retries. */
            redelivery?: boolean;
            /** @description The resource after the change, or before it if it was deleted. */
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * Format: uuid
         * @description A UUID in lower case.
         */
        Uuid: string;
        /**
         * @description Why a request failed. `validation_failed` names a field or parameter that breaks its schema, `bad_request`
         *     everything else that is malformed.
         * @enum {string}
         */
        ErrorCode: "bad_request" | "validation_failed" | "body_too_large" | "invalid_cursor" | "unauthorized" | "token_expired" | "token_revoked" | "session_revoked" | "forbidden" | "missing_scope" | "insufficient_role" | "wrong_environment" | "origin_not_allowed" | "not_found" | "method_not_allowed" | "conflict" | "unsupported_media_type" | "too_many_requests" | "internal_server_error";
        /** @description Body of every error that has no shape of its own. */
        ErrorBody: {
            /** @description A sentence for people to read. It never holds a token, code or key. */
            error: string;
            /** @description Stable name of the reason, for programs. */
            code: components["schemas"]["ErrorCode"];
        };
        /**
         * @description What matching leads to: `scope` adds a scope to the session token, `siteAccess` lets only those in who match,
         *     `block` refuses those who match.
         * @enum {string}
         */
        AccessOutcomeEnum: "scope" | "siteAccess" | "block";
        /** @description A list of people and what being on it means at sign-in. */
        Allowlist: {
            id: components["schemas"]["Uuid"];
            /** @description Unique among the allowlists of the environment. */
            name: string;
            /**
             * Format: date-time
             * @description When it was enabled; null while it is not enabled.
             */
            enabledAt?: string | null;
            /** @description The environment that the list belongs to. */
            projectEnvironmentId: components["schemas"]["Uuid"];
            /** @description Added to the session token of listed people, with outcome `scope`; null for none. */
            scope?: string | null;
            /**
             * @description What follows: `scope` adds the scope for listed people, `siteAccess` lets in only listed people, `block`
             *     refuses listed people.
             */
            outcome?: components["schemas"]["AccessOutcomeEnum"];
        };
        /** @description Column and direction, joined by a dash, such as `createdAt-desc`. */
        OrderBy: string;
        /** @description Address or public key of a wallet in the notation of its chain: 18 to 100 letters and digits. */
        WalletPublicKey: string;
        /**
         * Format: email
         * @description An e-mail address of at most 255 characters.
         */
        Email: string;
        /**
         * Format: hostname
         * @description A hostname without scheme, port or path.
         */
        HostnameString: string;
        /** @description Any text of at most 255 characters. */
        String255: string;
        /** @description A person, or a domain of people, on an allowlist. Each identity alone is enough to match. */
        AllowlistEntry: {
            id: components["schemas"]["Uuid"];
            /** @description The allowlist that the entry is on. */
            allowListId: components["schemas"]["Uuid"];
            /** @description Address of a wallet of the person. */
            walletPublicKey?: components["schemas"]["WalletPublicKey"];
            /** @description E-mail of the person, in lower case; only a verified one matches. */
            email?: components["schemas"]["Email"];
            /** @description Lists everybody with a verified e-mail at this domain. */
            emailDomain?: components["schemas"]["HostnameString"];
            /** @description Phone number in E.164 form, such as +4915112345678. */
            phoneNumber?: components["schemas"]["String255"];
            /** @description User name of a linked Discord account. */
            discordUsername?: components["schemas"]["String255"];
            /** @description User name of a linked Twitter account. */
            twitterUsername?: components["schemas"]["String255"];
            /** @description User name of a linked Farcaster account. */
            farcasterUsername?: components["schemas"]["String255"];
            /** @description Numeric id of a linked Farcaster account. */
            farcasterFid?: number;
            /** @description A name for the reader of the list; it matches nobody. */
            alias?: components["schemas"]["String255"];
            /** @description Subject of a person who signs in by a foreign issuer. */
            externalUserId?: components["schemas"]["String255"];
        };
        /** @description One page of the entries of an allowlist. */
        AllowlistEntriesResponse: {
            /** @description How many entries match in all, beyond this page. */
            count?: number;
            entries?: components["schemas"]["AllowlistEntry"][];
        };
        /** @description An e-mail address, or an empty string for none. */
        EmailOrEmptyString: string;
        /** @description A web address; the scheme may be left out. Only lower-case hosts. */
        NonEmptyUrl: string;
        /** @description A phone number in E.164 form, such as `+4915112345678`, or an empty string for none. */
        PhoneNumberOrEmptyString: string;
        /** @description As `NonEmptyString255`, or an empty string. */
        OptString255: string;
        /** @description Who is to be listed: at least one identity. An empty string counts as left out. */
        PostAllowlistEntriesRequest: {
            /** @description Address of a wallet of the person. */
            walletPublicKey?: components["schemas"]["WalletPublicKey"];
            /** @description E-mail of the person; stored in lower case. */
            email?: components["schemas"]["EmailOrEmptyString"];
            /** @description Lists everybody with a verified e-mail at this domain. Of a URL, the host name is stored. */
            emailDomain?: components["schemas"]["NonEmptyUrl"];
            /** @description Phone number in E.164 form, such as +4915112345678. */
            phoneNumber?: components["schemas"]["PhoneNumberOrEmptyString"];
            /** @description A name for the reader of the list; it matches nobody. */
            alias?: components["schemas"]["OptString255"];
            /** @description User name of a linked Discord account. */
            discordUsername?: components["schemas"]["OptString255"];
            /** @description User name of a linked Twitter account. */
            twitterUsername?: components["schemas"]["OptString255"];
            /** @description User name of a linked Farcaster account. */
            farcasterUsername?: components["schemas"]["OptString255"];
            /** @description Numeric id of a linked Farcaster account. */
            farcasterFid?: number;
            /** @description Subject of a person who signs in by a foreign issuer. */
            externalUserId?: components["schemas"]["OptString255"];
        };
        /**
         * @description Which rule a well-formed request breaks. The operations tell which codes they use.
         * @enum {string}
         */
        UnprocessableEntityErrorCode: "email_cannot_be_null" | "exchange_cannot_be_enabled" | "transfer_amount_too_small" | "transfer_address_not_whitelisted" | "invalid_scopes" | "unknown_transfer_error" | "transfer_mfa_required" | "transfer_mfa_failed" | "invalid_transfer_funds" | "invalid_transfer_currency" | "invalid_exchange_provider" | "invalid_transfer_network" | "invalid_email" | "email_already_exists" | "allowlist_already_exists" | "allowlist_entry_already_exists" | "reassign_wallet_error" | "reassign_wallet_confirm" | "members_cannot_delete_themself" | "username_already_exists" | "wrong_email_verification_token" | "wrong_sms_verification_token" | "invalid_email_verification" | "invalid_sms_verification" | "invalid_verification" | "invalid_position" | "too_many_sms_verification_attempts" | "too_many_email_verification_attempts" | "too_many_verification_attempts" | "organization_name_already_exists" | "project_name_already_exists" | "wallet_not_deployed" | "email_verification_required" | "phone_verification_required" | "invite_address_required" | "provider_not_available" | "forbidden_unlink_request" | "invalid_unlink_request" | "too_many_api_tokens" | "lock_timeout" | "lock_too_many_attempts" | "nft_token_gating_not_supported_for_chain" | "empty_chain_name" | "no_enabled_email_provider" | "no_enabled_sms_provider" | "invalid_key_export_url" | "invalid_service_props" | "too_many_requests" | "too_many_organizations_for_user" | "too_many_projects_for_organization" | "email_associated_with_different_provider" | "user_has_already_account_with_email" | "user_has_already_account_with_phone_number" | "other_verify_failure" | "email_tied_to_embedded_wallet" | "invalid_invite" | "social_account_already_exists" | "invalid_email_address" | "invalid_gate" | "conflicting_embedded_wallet_providers" | "invalid_user" | "invalid_cors_origins" | "invalid_mobile_deeplink_urls" | "unauthorized_mobile_deeplink_url" | "invalid_private_key_format" | "invalid_embedded_wallet_settings" | "wallet_not_support_passkey" | "recovery_email_unavailable_or_invalid" | "connect_error" | "invalid_wallet_name" | "invalid_wallet_address" | "email_recovery_disabled" | "no_compatible_wallet_service_enabled" | "missing_aa_project_id" | "linked_embedded_wallet" | "invalid_mpc_environment" | "invalid_regex" | "repeated_options" | "missing_phone_number_or_email" | "duplicate_exists" | "mfa_device_not_found" | "mfa_invalid_code" | "mfa_invalid_request" | "invalid_phone" | "gate_exists" | "invalid_embedded_wallet_chains_configuration" | "merge_accounts_confirmation" | "merge_accounts_invalid" | "invalid_wallet_id" | "unable_to_fetch_balances" | "cannot_switch_to_unique" | "custom_field_data_not_unique" | "metadata_size_exceeded" | "invalid_custom_hostname" | "blocked_user_cannot_transfer_wallet" | "feature_not_enabled_in_suborg" | "invalid_username" | "invalid_external_auth" | "invalid_chain_address_match" | "invalid_update" | "cannot_delete_last_project" | "no_hd_wallet_found" | "wallet_account_exists_for_chain" | "too_many_embedded_wallets_for_user" | "too_many_embedded_wallets_per_chain_for_user" | "invalid_session_public_key" | "custom_field_not_unique" | "invalid_aa_project_configuration" | "no_v1_embedded_wallet_found" | "embedded_wallet_address_already_linked" | "key_share_already_backed_up" | "invalid_key_shares_length" | "wallet_service_connection_error" | "no_global_wallet_found" | "invalid_metadata_value" | "max_passkeys_per_user" | "passkey_not_found" | "cannot_delete_passkey_linked_to_embedded_wallet" | "cannot_delete_last_sign_in_verified_credential" | "invalid_webhook_url" | "invalid_webhook_events" | "too_many_webhooks";
        /**
         * Format: email
         * @description An e-mail address.
         */
        EmailAddress: string;
        /**
         * @description Wire name of a provider, of sign-ins, messages, wallets, payments or screening. `turnkey` is deprecated: new
         *     embedded wallets are of version `V3`.
         * @enum {string}
         */
        ProviderEnum: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
        /** @description What a person needs to know to go on after a refusal. */
        UnprocessableEntityErrorPayload: {
            /** @description The e-mail address that the conflict is about. */
            email?: components["schemas"]["EmailAddress"];
            /** @description The provider that the person signed in with before. */
            loginProvider?: components["schemas"]["ProviderEnum"];
            /** @description Name of the embedded wallet that the e-mail address is tied to. */
            embeddedWalletName?: string;
            /** @description The social provider that the embedded wallet is tied to. */
            embeddedSocialSigninProvider?: components["schemas"]["ProviderEnum"];
            /** @description Further sentences for people to read, for example one per broken field. */
            additionalMessages?: string[];
        };
        /** @description Body of a 422: the request is well-formed, but a rule forbids it. */
        UnprocessableEntity: {
            /** @description A sentence for people to read. */
            error: string;
            /** @description The rule, for programs. */
            code: components["schemas"]["UnprocessableEntityErrorCode"];
            /** @description Details that help the person to go on, for the codes that have any. */
            payload?: components["schemas"]["UnprocessableEntityErrorPayload"];
        };
        /**
         * @description `sandbox` is for trying things out, `live` for real users. They share no data, tokens or keys.
         * @enum {string}
         */
        EnvironmentEnum: "sandbox" | "live";
        /** @description A network of a chain, and whether it is used. */
        Network: {
            /** @description The network's number, such as 1 for Ethereum Mainnet. */
            networkId: number;
            /** @description The network's name for people. */
            chainName: string;
            enabled: boolean;
            /** @description RPC endpoint to use instead of the usual one. */
            rpcUrl?: string;
            iconUrl?: string;
            /**
             * @description `custom` if the environment added the network itself, `default` if it comes with the service.
             * @enum {string}
             */
            type?: "custom" | "default";
        };
        /** @description A chain, whether it is used, and its networks. */
        ProjectSettingsChains: {
            /** @description The chain, in lower case, such as `evm` or `solana`. */
            name: string;
            enabled: boolean;
            networks?: components["schemas"]["Network"][];
        };
        /**
         * @description `standard` for the fields every environment has, `custom` for those an environment defines.
         * @enum {string}
         */
        KycFieldType: "standard" | "custom";
        /** @description As `NonEmptyString255`, with brackets and asterisks, but without the vertical bar. */
        NonEmptyString255Special: string;
        /** @description One option of a select field. */
        CustomFieldValidValue: {
            /** @description What people see. */
            label: components["schemas"]["NonEmptyString255Special"];
            /** @description What is stored. Without it, the label. */
            key?: components["schemas"]["NonEmptyString255Special"];
        };
        /** @description What a value must fulfil; each rule counts for the field types that it fits. */
        ValidationRules: {
            /** @description Whether no two users of the environment may have the same value. */
            unique?: boolean;
            /** @description Pattern that a text must match, in RE2 syntax, so without look-around and back-references. */
            regex?: components["schemas"]["String255"];
            /** @description The options of a select field; labels and keys must each differ. */
            validOptions?: components["schemas"]["CustomFieldValidValue"][];
            /** @description Sentence beside the checkbox. */
            checkboxText?: components["schemas"]["String255"];
        };
        /**
         * @description How a custom field is filled in: free `text`, a `checkbox` that is ticked or not, or a `select` of fixed options.
         * @enum {string}
         */
        CustomFieldType: "text" | "checkbox" | "select";
        /**
         * @description A field of the profile with its rules, either one that clients should ask for or one that the user still has to
         *     fill in.
         */
        MissingField: {
            /** @description The field: a property of the profile, or the name of a custom field. */
            name: string;
            /** @description Whether a sign-in is complete only with a value in it. */
            required: boolean;
            /** @description Whether the field is in use. */
            enabled: boolean;
            /** @description Whether no two users of the environment may have the same value. */
            unique: boolean;
            /** @description Whether the value has to be proved, by a code sent to the e-mail address or phone number. */
            verify: boolean;
            /** @description `standard` for a property of the profile, `custom` for a field that the environment has defined. */
            type?: components["schemas"]["KycFieldType"];
            /** @description What values a custom field accepts. */
            validationRules?: components["schemas"]["ValidationRules"];
            /** @description How a custom field is entered. */
            validationType?: components["schemas"]["CustomFieldType"];
            /** @description What to call the field on a form. */
            label?: string;
            /** @description Place on the form, smallest first. */
            position?: number;
        };
        /** @description How the sign-in window looks and what it shows first. */
        ProjectSettingsDesignModal: {
            /** @description Name of the border style. */
            border?: string;
            /** @description Name of the way in which the brand is shown. */
            brand?: string;
            /** @description A CSS colour. */
            primaryColor?: string;
            /** @description Radius of the corners, in pixels. */
            radius?: number;
            /** @description Name of the colour theme. */
            theme?: string;
            /** @description Name of the arrangement of the ways to sign in. */
            view?: string;
            /** @description Name of the template that the design started from. */
            template?: string;
            /** @description The ways to sign in, in the order in which they are shown. */
            displayOrder?: string[];
            /** @description Whether e-mail is the only way to sign in that is shown. */
            emailOnly?: boolean;
            /** @description Whether wallets are behind a button rather than listed. */
            showWalletsButton?: boolean;
            /** @description Whether the submit button sits inside the e-mail field. */
            emailSubmitButtonInsideInput?: boolean;
            /** @description Whether e-mail and social providers are set apart by a line. */
            splitEmailAndSocial?: boolean;
            /** @description Whether social providers come before e-mail. */
            socialAboveEmail?: boolean;
        };
        /** @description How the button that opens the sign-in looks. */
        ProjectSettingsDesignButton: {
            /** @description A CSS colour. */
            background?: string;
            /** @description A CSS colour. */
            fontColor?: string;
            /** @description Padding above and below the label, in pixels. */
            paddingHeight?: number;
            /** @description Padding beside the label, in pixels. */
            paddingWidth?: number;
            /** @description Radius of the corners, in pixels. */
            radius?: number;
        };
        /** @description How the panel of the signed-in user looks. */
        ProjectSettingsDesignWidget: {
            /** @description A CSS colour. */
            backgroundColor?: string;
            /** @description Name of the border style. */
            border?: string;
            /** @description Radius of the corners, in pixels. */
            radius?: number;
            /** @description A CSS colour. */
            textColor?: string;
            /** @description Name of the colour theme. */
            theme?: string;
        };
        /** @description How the parts of the sign-in look. */
        ProjectSettingsDesign: {
            modal?: components["schemas"]["ProjectSettingsDesignModal"];
            button?: components["schemas"]["ProjectSettingsDesignButton"];
            widget?: components["schemas"]["ProjectSettingsDesignWidget"];
        };
        /** @description As `NonEmptyString`, or an empty string. */
        OptString: string;
        /**
         * Format: uri
         * @description An absolute URL.
         */
        UrlString: string;
        /**
         * Format: uri
         * @description An absolute URL, or null for none.
         */
        UrlStringOrNull: string | null;
        /** @description Any text of at most 100 characters. */
        String100: string;
        /** @description Names, logos and texts that users see. */
        ProjectSettingsGeneral: {
            /** @description The app's name, as users know it. */
            displayName?: components["schemas"]["OptString"];
            /** @description Where users can ask for help; null for nowhere. */
            supportEmail?: components["schemas"]["Email"] | null;
            /** @description What to say beside the support address. */
            supportText?: components["schemas"]["String255"] | null;
            /** @description URL of the app's logo. */
            appLogo?: components["schemas"]["UrlString"] | null;
            /** @description URL of the picture for someone whom an allowlist keeps out. */
            imageUserNotInAccessList?: components["schemas"]["UrlString"] | null;
            /** @description URL of the picture for someone whom an allowlist lets in. */
            imageUserInAccessList?: components["schemas"]["UrlString"] | null;
            /** @description Further places to get help: a label for each URL. */
            supportUrls?: {
                [key: string]: components["schemas"]["UrlStringOrNull"];
            };
            /** @description Headline of the form that asks for missing fields. */
            collectUserDataWelcomeHeader?: components["schemas"]["String255"] | null;
            /** @description Text below that headline. */
            collectUserDataWelcomeMessage?: components["schemas"]["String100"] | null;
            /** @description Whether fields that are not required are left out of the form at sign-up. */
            skipOptionalKYCFieldDuringOnboarding?: boolean;
            /** @description The sender's name in e-mails to users. */
            emailCompanyName?: components["schemas"]["OptString"];
        };
        /** @description What is collected about users. */
        ProjectSettingsPrivacy: {
            /** @description Whether the addresses that users sign in from are kept. */
            collectIp?: boolean;
        };
        /** @description CAIP-2 id of a chain: namespace and reference, such as `eip155:1`. */
        ChainId: string;
        /** @description Proof that a member accepted the terms of a provider. */
        ProviderAgreement: {
            /** @description The terms that were accepted. */
            termsUrl: components["schemas"]["String255"];
            email: components["schemas"]["Email"];
            /** @description The member who accepted. */
            userId: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When they were accepted.
             */
            createdAt: string;
        };
        /** @description A country code of two to four letters, with a digit behind them for some regions. */
        NonEmptyIsoCountryCode: string;
        /** @description As `NonEmptyString`, at most 255 characters. */
        NonEmptyString255: string;
        /** @description A country that messages may be sent to. */
        SmsCountryCode: {
            /** @description ISO 3166-1 code of the country. */
            isoCountryCode: components["schemas"]["NonEmptyIsoCountryCode"];
            /** @description Calling code of the country, such as +49. */
            phoneCountryCode: components["schemas"]["NonEmptyString255"];
        };
        /**
         * @description Version of the ERC-4337 entry point contract.
         * @enum {string}
         */
        ProviderEntryPointVersionEnum: "v6" | "v7";
        /**
         * @description Version of the smart wallet contract.
         * @enum {string}
         */
        ProviderKernelVersionEnum: "v2_4" | "v3_0" | "v3_1" | "v3_2" | "v3_3";
        /** @description The account abstraction project of one chain. */
        ProviderCreateRequestMultichainAccountAbstractionProviders: {
            /** @description Id of the project at the provider. */
            clientId: string;
            /** @description The chain that the project serves. */
            chain: string;
            /** @description Whether it is used when no chain is asked for. */
            default?: boolean;
        };
        /**
         * @description How a smart wallet checks ECDSA signatures of its owner: by the vendor's single-chain or multi-chain validator.
         * @enum {string}
         */
        EcdsaValidatorOptions: "vendor_signer_to_ecdsa" | "vendor_multi_chain";
        /**
         * @description A service that bundles user operations of smart wallets.
         * @enum {string}
         */
        VendorBundlerProvider: "STACKUP" | "PIMLICO" | "ALCHEMY" | "GELATO";
        /** @description How an environment uses an identity, wallet or message provider. Which fields count depends on the provider. */
        Provider: {
            id?: components["schemas"]["Uuid"];
            /** @description Which provider it is; once per environment, and fixed. */
            provider: components["schemas"]["ProviderEnum"];
            /**
             * Format: date-time
             * @description When it was enabled; null while it is not enabled.
             */
            enabledAt?: string | null;
            /** @description Id of the client that is registered with the provider. */
            clientId?: string;
            /** @description Write-only: accepted in requests and left out of every reply. */
            clientSecret?: string;
            /** @description Project id at the provider, for account abstraction. */
            providerProjectId?: string;
            /** @description Where people are sent to sign in. */
            authorizationUrl?: string;
            /** @description Redirect address to register with the provider. */
            redirectUrl?: string;
            /**
             * @deprecated
             * @description Number of the default chain. Use `defaultChain` instead.
             */
            defaultChainId?: number;
            /** @description Default chain as a CAIP-2 id, such as eip155:1. */
            defaultChain?: components["schemas"]["ChainId"];
            /** @description Page where people export the key of an embedded wallet. */
            keyExportUrl?: string;
            /** @description Who accepted the terms of the provider, and when. */
            termsAcceptedByUser?: components["schemas"]["ProviderAgreement"];
            /** @description OAuth scopes to ask for, separated by spaces. */
            scopes?: string;
            /** @description Root of the provider's OAuth endpoints, for providers that work per tenant. */
            baseAuthUrl?: string;
            /** @description Id of the signing key, at providers that sign the client secret. */
            platformKeyId?: string;
            /** @description Id of the developer team, at providers that sign the client secret. */
            platformTeamId?: string;
            /** @description Name of the shop, for providers that work per shop. */
            platformStore?: string;
            /** @description Domain of the tenant at the provider, or the domain that e-mails are sent from. */
            domain?: string;
            /** @description Account id at the SMS service. */
            accountSid?: string;
            /** @description Number that messages are sent from, in E.164 form. */
            smsNumber?: string;
            /** @description Countries that messages are sent to; other numbers are refused. */
            enabledCountries?: components["schemas"]["SmsCountryCode"][];
            /** @description Name of the IP pool that e-mails are sent from. */
            emailIpPoolName?: string;
            /** @description Version of the ERC-4337 entry point for smart accounts. */
            entryPointVersion?: components["schemas"]["ProviderEntryPointVersionEnum"];
            /** @description Version of the smart account contract. */
            kernelVersion?: components["schemas"]["ProviderKernelVersionEnum"];
            /** @description Address of the contract that deploys smart accounts. */
            factoryAddress?: string;
            /** @description Address of the contract that pays the fees. */
            paymasterAddress?: string;
            /** @description Address of the contract that validates passkeys. */
            passkeyAddress?: string;
            /** @description Address of the contract that validates session keys. */
            sessionAddress?: string;
            /** @description Number that tells smart accounts of one owner apart. */
            salt?: string;
            /** @description Account abstraction projects, one per chain. */
            multichainAccountAbstractionProviders?: components["schemas"]["ProviderCreateRequestMultichainAccountAbstractionProviders"][];
            /** @description How the signer of a smart account is validated. */
            ecdsaProviderType?: components["schemas"]["EcdsaValidatorOptions"];
            /** @description Whether people without a smart account get one. */
            createNewAccounts?: boolean;
            /** @description Whether older smart accounts move to version 3 of the contract. */
            enableKernelV3Migration?: boolean;
            /** @description Whether accounts are delegated by EIP-7702 instead of deployed. */
            enableEIP7702?: boolean;
            /** @description Bundler that the account abstraction vendor is to use. */
            vendorBundlerProvider?: components["schemas"]["VendorBundlerProvider"];
            /** @description Address of a bundler of your own. */
            vendorBundlerRpcUrl?: string;
            /** @description Address of a paymaster of your own. */
            vendorPaymasterRpcUrl?: string;
            /** @description Address of the contract that EIP-7702 delegates to. */
            vendorKernelDelegationAddress?: string;
            /** @description Where people come back to after they finished at the provider. */
            returnUrl?: string;
            /** @description Where people come back to after they gave up at the provider. */
            cancelUrl?: string;
            /** @description Id of the verification service at the SMS service. */
            smsVerifyServiceSid?: string;
        };
        /**
         * @description A crypto exchange that users can pay from.
         * @enum {string}
         */
        ExchangeKeyEnum: "coinbase" | "kraken";
        /** @description The setting for an exchange that users can move funds from. */
        Exchange: {
            id?: components["schemas"]["Uuid"];
            /** @description The exchange, by its wire name. */
            exchange: components["schemas"]["ExchangeKeyEnum"];
            /**
             * Format: date-time
             * @description When it was enabled; null while it is not.
             */
            enabledAt?: string | null;
            /** @description The identity provider that users sign in to the exchange with. */
            socialProvider?: components["schemas"]["ProviderEnum"];
            /** @description The provider that sells funds for it. */
            onRampProvider?: components["schemas"]["ProviderEnum"];
        };
        /** @description The name service for EVM wallets. */
        NameServiceSdkSettingsEvm: {
            /** @description The domain under which users choose a name. */
            domain?: string;
        };
        /** @description Names that the environment gives its users, per chain. */
        NameServiceSdkSettings: {
            evm: components["schemas"]["NameServiceSdkSettingsEvm"];
        };
        /** @description Features that clients switch on or off. */
        FeatureFlags: {
            /** @description Whether wallets that are connected without a sign-in show several assets. */
            connectOnlyMultiAsset: boolean;
            /** @description Whether users can move funds from exchanges. */
            enableExchanges: boolean;
        };
        /**
         * @description Wire name of a provider of embedded sign-in. `turnkey` is deprecated: new embedded wallets are of version `V3`.
         * @enum {string}
         */
        SignInProviderEnum: "dynamic" | "magicLink" | "blocto" | "turnkey" | "coinbaseWaas";
        /** @description How sign-in by e-mail is done. */
        ProjectSettingsSdkEmailSignIn: {
            /** @description The service that sends and checks the codes. */
            signInProvider?: components["schemas"]["SignInProviderEnum"];
        };
        /**
         * @description Wire name of an identity provider that people can sign in with.
         * @enum {string}
         */
        SocialSignInProviderEnum: "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "telegram" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "kraken" | "okta";
        /** @description A social provider and whether users can sign in with it. */
        SocialSignInProvider: {
            provider: components["schemas"]["SocialSignInProviderEnum"];
            enabled?: boolean;
        };
        /** @description Sign-in with accounts at other services. */
        ProjectSettingsSdkSocialSignIn: {
            /** @description The service that handles the round trip. */
            signInProvider?: components["schemas"]["SignInProviderEnum"];
            /** @description The social providers, in the order in which they are shown. */
            providers?: components["schemas"]["SocialSignInProvider"][];
        };
        /** @description An exchange that clients can offer. */
        ExchangeOption: {
            /** @description The exchange, by its wire name. */
            exchange: components["schemas"]["ExchangeKeyEnum"];
            /** @description The identity provider that users sign in to the exchange with. */
            socialProvider?: components["schemas"]["ProviderEnum"];
            /** @description The provider that sells funds for it. */
            onRampProvider?: components["schemas"]["ProviderEnum"];
        };
        /** @description Settings for native apps. */
        MobileSettings: {
            /** @description Whether the list of deep links is enforced for redirects to apps. */
            deeplinkUrlsEnabled?: boolean;
        };
        /**
         * @description What protects an embedded wallet against use by others.
         * @enum {string}
         */
        EmbeddedWalletSecurityMethod: "passkey" | "passphrase";
        /**
         * @description Unit of a duration.
         * @enum {string}
         */
        TimeUnitEnum: "days" | "hours" | "minutes";
        /** @description A span of time, as an amount of a unit. */
        Duration: {
            /** @description How many units; greater than zero. */
            amount: number;
            unit: components["schemas"]["TimeUnitEnum"];
        };
        /** @description Whether and how one method may secure an embedded wallet. */
        SupportedSecurityMethod: {
            /** @description Whether it is chosen unless the user chooses otherwise. */
            isDefault: boolean;
            isEnabled: boolean;
            /** @description Whether it stays for good rather than until a lasting one is added. */
            isPermanentAuthenticator: boolean;
            /** @description Place on the list, smallest first. */
            listPosition: number;
        };
        /** @description The methods that may secure an embedded wallet. */
        SupportedSecurityMethods: {
            passkey?: components["schemas"]["SupportedSecurityMethod"];
            /** @description Codes by e-mail. */
            email?: components["schemas"]["SupportedSecurityMethod"];
            password?: components["schemas"]["SupportedSecurityMethod"];
        };
        /** @description Whether embedded wallets are made on a chain. */
        ChainConfiguration: {
            /** @description The chain, such as `EVM` or `SOL`. */
            name: string;
            enabled: boolean;
            /** @description Whether this is the chain of the wallet that the user sees first. */
            primary: boolean;
        };
        /**
         * @description Generation of embedded wallets. `V3` keys are split into shares and never whole in one place.
         * @enum {string}
         */
        EmbeddedWalletVersionEnum: "V1" | "V2" | "V3";
        /** @description How embedded wallets are made, secured and shown. */
        ProjectSettingsSdkEmbeddedWallets: {
            /** @description Whether users who sign up without a wallet get an embedded one at once. */
            automaticEmbeddedWalletCreation?: boolean;
            /** @description Whether users who sign up with a wallet of their own get one, too. */
            automaticEmbeddedWalletCreationForExternal?: boolean;
            /** @description Whether clients show a confirmation for each action of the wallet. */
            showEmbeddedWalletActionsUI?: boolean;
            /** @description Whether access can be recovered by e-mail. */
            emailRecoveryEnabled?: boolean;
            /** @description Whether the user secures the wallet at sign-up rather than at its first use. */
            forceAuthenticatorAtSignup?: boolean;
            /** @description Whether the user may put that off. */
            allowSkippingAuthenticatorAtSignup?: boolean;
            /** @description How long a session key may sign for the wallet. */
            sessionKeyDuration?: components["schemas"]["Duration"];
            /** @description What may secure the wallet, and which is offered first. */
            supportedSecurityMethods?: components["schemas"]["SupportedSecurityMethods"];
            /** @description The chains that wallets are made on. */
            chainConfigurations?: components["schemas"]["ChainConfiguration"][];
            /** @description Whether the wallet provider accepts the domain of the site. */
            domainEnabledByProvider?: boolean;
            /** @description The kind of wallet that is made for new users. */
            defaultWalletVersion?: components["schemas"]["EmbeddedWalletVersionEnum"];
            /** @description Whether users are asked to export their key. */
            promptForKeyExport?: boolean;
            /** @description Whether the effect of a transaction is shown before it is signed. */
            transactionSimulation?: boolean;
            /** @description Whether the environment pays the fees on Solana-like chains. */
            svmGasSponsorshipEnabled?: boolean;
        };
        /** @description What users are asked when their first wallet is made. */
        ProjectSettingsSdkWaasOnSignUp: {
            /** @description Whether they are asked where to keep a copy of their share. */
            promptBackupOptions: boolean;
            /** @description Whether they are asked to export their share. */
            promptClientShareExport: boolean;
        };
        /**
         * @description Where a share of the key of an embedded wallet can be backed up.
         * @enum {string}
         */
        WaasBackupOptionsEnum: "cloudDrive" | "deviceCloud" | "service" | "external" | "delegated";
        /** @description Whether users can let the environment's own server sign for them. */
        ProjectSettingsSdkWaasDelegatedAccess: {
            enabled?: boolean;
            /** @description Whether users are asked for it when they sign in. */
            promptUsersOnSignIn?: boolean;
            /** @description Whether users cannot go on without it. */
            requiresDelegation?: boolean;
        };
        /**
         * @description Which of the device maker's clouds keeps backups.
         * @enum {string}
         */
        WaasDeviceCloudEnvironment: "development" | "production";
        /** @description The container in the cloud of the device's platform that key shares are backed up to. */
        ProjectSettingsSdkWaasDeviceCloud: {
            /** @description The container's id there. */
            containerIdentifier?: string;
            /** @description Token for the container. Left out of public replies. */
            apiToken?: string;
            /** @description The container's own environment, apart from sandbox and live here. */
            environment?: components["schemas"]["WaasDeviceCloudEnvironment"];
        };
        /** @description Embedded wallets whose keys are shared between the user's device and the service. */
        ProjectSettingsSdkWaas: {
            /** @description Whether a user may have more than one wallet on a chain. */
            allowMultipleWaasWalletsPerChain?: boolean;
            /** @description Whether the user's share is locked with a passcode. */
            passcodeRequired: boolean;
            /** @description What users are asked when their first wallet is made. */
            onSignUp: components["schemas"]["ProjectSettingsSdkWaasOnSignUp"];
            /** @description Where a copy of the user's share can be kept. */
            backupOptions: components["schemas"]["WaasBackupOptionsEnum"][];
            /** @description Where the parties to a signature meet. */
            relayUrl?: string;
            /** @description Where shares go that users hand to the environment's own server. */
            delegatedAccessEndpoint?: string;
            /** @description Whether users can let the environment's own server sign for them. */
            delegatedAccess?: components["schemas"]["ProjectSettingsSdkWaasDelegatedAccess"];
            /** @description Whether the device's part of the computation runs on a forwarding server. */
            enableForwardMPCClient?: boolean;
            /** @description Relay of the environment's own for key shares. */
            customKeyshareRelayBaseUrl?: string;
            /** @description How shares are backed up to the cloud of the device's platform. */
            deviceCloud?: components["schemas"]["ProjectSettingsSdkWaasDeviceCloud"];
            /** @description Whether private keys cannot be exported. */
            exportDisabled?: boolean;
        };
        /** @description Ids for wallets that connect through WalletConnect. */
        ProjectSettingsSdkWalletConnect: {
            /** @description The app's project id there. */
            projectId?: string;
            /** @description Whether version 2 of the protocol is used. */
            v2Enabled?: boolean;
            /** @description Project id for the embedded wallet acting as the wallet. */
            walletProjectId?: string;
        };
        /**
         * @description A view of the sign-in widget.
         * @enum {string}
         */
        SdkViewType: "login";
        /**
         * @description What a section of a view shows.
         * @enum {string}
         */
        SdkViewSectionType: "email" | "emailAndPhone" | "phone" | "separator" | "social" | "text" | "wallet" | "passkey";
        /**
         * @description How the content of a section is aligned.
         * @enum {string}
         */
        SdkViewSectionAlignment: "center" | "left" | "right";
        /** @description A part of a screen. */
        SdkViewSection: {
            type: components["schemas"]["SdkViewSectionType"];
            /** @description Text of the section, for those that show one. */
            label?: string;
            /** @description How many entries are shown before the rest goes behind a button. */
            numOfItemsToDisplay?: number;
            /** @description The entry that is shown largest, by its wire name. */
            defaultItem?: string;
            alignment?: components["schemas"]["SdkViewSectionAlignment"];
        };
        /** @description A screen and the sections that it is made of. */
        SdkView: {
            type: components["schemas"]["SdkViewType"];
            /** @description From top to bottom. */
            sections?: components["schemas"]["SdkViewSection"][];
        };
        /** @description Which wallets become smart wallets. */
        ProjectSettingsSdkAccountAbstraction: {
            /** @description Every wallet rather than embedded ones alone. */
            allWallets?: boolean;
            /** @description Existing users too rather than new ones alone. */
            allUsers?: boolean;
            /** @description Whether the smart wallet and the wallet that signs for it are shown as two. */
            separateSmartWalletAndSigner?: boolean;
            /** @description Whether a passkey can sign for a smart wallet. */
            enablePasskeys?: boolean;
        };
        /** @description Key of a wallet connector, two to 50 characters. */
        WalletConnectorKey: string;
        /**
         * @description A service that sells crypto currency for money.
         * @enum {string}
         */
        OnrampProviders: "banxa" | "coinbaseOnramp" | "cryptoDotCom";
        /** @description The least amount to fund a wallet with. */
        FundingExternalWalletsMinAmount: {
            /** @description A decimal number in a string, such as `10.50`. */
            amount?: string;
            /** @description Code of the currency or token that the amount is in. */
            currency?: string;
        };
        /**
         * @description Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code.
         * @enum {string}
         */
        ChainEnum: "ETH" | "EVM" | "FLOW" | "SOL" | "ALGO" | "STARK" | "COSMOS" | "BTC" | "ECLIPSE" | "SUI" | "SPARK" | "TRON" | "APTOS" | "TON";
        /**
         * @description Whether a token for funding is only `recommended`, or must be this one (`exact`).
         * @enum {string}
         */
        ExternalWalletFundingTokenRule: "recommended" | "exact";
        /** @description The token to fund with. */
        ExternalWalletFundingDefaultSettingsToken: {
            /** @description Contract address or symbol of the token. */
            value?: string;
            /** @description `recommended` lets the person take another token, `exact` does not. */
            rule?: components["schemas"]["ExternalWalletFundingTokenRule"];
        };
        /** @description What to ask for on one chain when a wallet is funded from another wallet. */
        ExternalWalletFundingDefaultSettings: {
            chain?: components["schemas"]["ChainEnum"];
            token?: components["schemas"]["ExternalWalletFundingDefaultSettingsToken"];
        };
        /** @description What the funding form starts with. */
        FundingExternalWalletsDefaultSettings: {
            /** @description At most one entry per chain. */
            chainSettings?: components["schemas"]["ExternalWalletFundingDefaultSettings"][];
        };
        /** @description Whether and how a wallet can be funded from another wallet. */
        FundingExternalWallets: {
            enabled: boolean;
            /** @description The least amount to ask for. */
            minAmount?: components["schemas"]["FundingExternalWalletsMinAmount"];
            /** @description What the form starts with. */
            defaultSettings?: components["schemas"]["FundingExternalWalletsDefaultSettings"];
        };
        /** @description Ways to put funds into a wallet. */
        Funding: {
            /** @description Providers that sell funds, in the order in which clients offer them. */
            onramps: components["schemas"]["OnrampProviders"][];
            /** @description Funding from another wallet of the person. */
            externalWallets?: components["schemas"]["FundingExternalWallets"];
        };
        /** @description How clients behave. */
        ProjectSettingsSdk: {
            nameService?: components["schemas"]["NameServiceSdkSettings"];
            featureFlags?: components["schemas"]["FeatureFlags"];
            /** @description How sign-in by e-mail is done. */
            emailSignIn?: components["schemas"]["ProjectSettingsSdkEmailSignIn"];
            /** @description Sign-in with accounts at other services. */
            socialSignIn?: components["schemas"]["ProjectSettingsSdkSocialSignIn"];
            /** @description Exchanges that clients can offer. */
            exchangeOptions?: components["schemas"]["ExchangeOption"][];
            /** @description Whether a user can link several wallets. */
            multiWallet?: boolean;
            /** @description Whether linked wallets have to stay linked. */
            multiWalletUnlinkDisabled?: boolean;
            mobile?: components["schemas"]["MobileSettings"];
            /** @description Whether a person is asked before a wallet moves from another user to this one. */
            confirmWalletTransfers?: boolean;
            /** @description Whether wallets can be funded through on-ramp providers. */
            onrampFunding?: boolean;
            /**
             * @deprecated
             * @description Use `embeddedWallets.supportedSecurityMethods.passkey`.
             */
            passkeyEmbeddedWalletEnabled?: boolean;
            /** @description Whether users who sign up without a wallet get an embedded one at once. */
            automaticEmbeddedWalletCreation?: boolean;
            /** @description Whether a lost passkey of an embedded wallet can be recovered. */
            passkeyEmbeddedWalletRecoveryEnabled?: boolean;
            /** @description What may secure an embedded wallet. */
            embeddedWalletSecurityMethods?: components["schemas"]["EmbeddedWalletSecurityMethod"][];
            embeddedWallets?: components["schemas"]["ProjectSettingsSdkEmbeddedWallets"];
            /** @description Embedded wallets whose keys are shared between user and service. */
            waas?: components["schemas"]["ProjectSettingsSdkWaas"];
            walletConnect?: components["schemas"]["ProjectSettingsSdkWalletConnect"];
            /** @description Whether a person who signs in by e-mail is asked to use the provider of that address instead. */
            confirmEmailProviderForVerify?: boolean;
            /** @description Whether texts may name the service behind the wallets. */
            displayServiceMessaging?: boolean;
            /** @description Whether the panel of the signed-in user leaves the network out. */
            hideNetworkInServiceWidget?: boolean;
            /** @description Whether a wallet that is another user's only credential cannot be moved away. */
            preventOrphanedAccounts?: boolean;
            /** @description What each screen is made of. */
            views?: components["schemas"]["SdkView"][];
            /** @description Which wallets become smart wallets. */
            accountAbstraction?: components["schemas"]["ProjectSettingsSdkAccountAbstraction"];
            /** @description Whether addresses with a plus part, such as `ada+test@example.com`, are refused. */
            blockEmailSubaddresses?: boolean;
            /** @description Whether several assets of a wallet are shown. */
            enableMultiAsset?: boolean;
            /** @description Whether amounts are shown in an ordinary currency as well. */
            showFiat?: boolean;
            /** @description Wallets that clients do not offer, by their keys. */
            disabledWalletConnectors?: components["schemas"]["WalletConnectorKey"][];
            funding?: components["schemas"]["Funding"];
        };
        /** @description Whether sign-ins have to come with a solved CAPTCHA. */
        CaptchaSettings: {
            enabled?: boolean;
            /** @description Key that checks the answers. Write-only: no reply carries it. */
            secretKey?: string;
            /** @description Public key for the widget on the page. */
            siteKey?: string;
        };
        /**
         * @description Second factor: codes of an authenticator app (`totp`), a passkey, or codes by e-mail.
         * @enum {string}
         */
        MfaDeviceType: "totp" | "passkey" | "email";
        /** @description The setting of one kind of device. */
        MfaSettingsMethods: {
            type: components["schemas"]["MfaDeviceType"];
            enabled: boolean;
            /** @description Whether recovery codes stand in for a lost device; null where the kind has none. */
            allowBackupCodes?: boolean | null;
        };
        /**
         * @description Something that an environment can require MFA for.
         * @enum {string}
         */
        MfaAction: "wallet.waas.sign" | "wallet.waas.export" | "wallet.waas.reshare" | "wallet.waas.refresh" | "user.update";
        /** @description Whether one action asks for the second factor. */
        MfaSettingsActions: {
            action: components["schemas"]["MfaAction"];
            /** @description Whether the action is refused without a fresh second factor. */
            required: boolean;
        };
        /** @description When a second factor is asked for, and which kinds count. */
        MfaSettings: {
            /** @description Whether users can register a second factor. */
            enabled?: boolean;
            /** @description Whether a sign-in is complete only with a second factor. */
            required?: boolean;
            /** @description The kinds of device that users can register. */
            availableMethods?: components["schemas"]["MfaDeviceType"][];
            /** @description The settings of each kind of device. */
            methods?: components["schemas"]["MfaSettingsMethods"][];
            /** @description Actions that ask for the second factor again. */
            actions?: components["schemas"]["MfaSettingsActions"][];
        };
        /**
         * @description Where the browser keeps the session: `localstorage` holds the token itself, `cookie` an httpOnly cookie that
         *     scripts cannot read.
         * @enum {string}
         */
        AuthStorageEnum: "localstorage" | "cookie";
        /** @description Where clients keep the session. */
        AuthSettings: {
            /** @description `localstorage` for the browser's storage, `cookie` for an httpOnly cookie, which takes a custom hostname. */
            storage: components["schemas"]["AuthStorageEnum"][];
        };
        /** @description As `OptString255`, or null. */
        OptNullString255: string | null;
        /** @description As `NonEmptyUrl`, or an empty string. */
        OptUrl: string;
        /** @description Sign-in with the JWT of a foreign issuer that the environment trusts. */
        ExternalAuth: {
            enabled?: boolean;
            /** @description The issuer that tokens must name. */
            iss?: components["schemas"]["OptNullString255"];
            /** @description The audience that tokens must name; null if any will do. */
            aud?: components["schemas"]["OptNullString255"];
            /** @description Where the issuer publishes its JWK set. */
            jwksUrl?: components["schemas"]["OptUrl"];
            /** @description Name of the cookie that the token may come in; null if it comes in the request alone. */
            cookieName?: components["schemas"]["OptNullString255"];
        };
        /** @description Acts of embedded wallets that users are told about by e-mail. */
        SecurityNotifications: {
            /** @description A private key was exported. */
            waasPrivateKeyExport?: boolean;
            /** @description A transaction was signed. */
            waasSignedTransaction?: boolean;
        };
        /** @description Sessions, second factors and other safeguards. */
        ProjectSettingsSecurity: {
            /** @description How long a session token is valid; at most 30 days. */
            jwtDuration?: components["schemas"]["Duration"];
            captcha?: components["schemas"]["CaptchaSettings"];
            mfa?: components["schemas"]["MfaSettings"];
            auth?: components["schemas"]["AuthSettings"];
            /** @description Sign-in with the JWT of a foreign issuer. */
            externalAuth?: components["schemas"]["ExternalAuth"];
            /** @description Whether these settings are locked against changes. */
            environmentLocked?: boolean;
            /** @description Which acts users are told about by e-mail. */
            notifications?: components["schemas"]["SecurityNotifications"];
        };
        /** @description The name service of a network. */
        NameService: {
            /** @description Address of its registry contract. */
            registry?: string;
        };
        /** @description The currency that a network pays its fees in. */
        NativeCurrency: {
            /** @description How many decimal places one unit has, such as 18 for Ether. */
            decimals: number;
            name: string;
            symbol: string;
            /** @description The smallest unit's name on chains that have one, such as `uatom`. */
            denom?: string;
            iconUrl?: string;
            /** @description Id of the currency at the source of prices. */
            pricingProviderTokenId?: string;
        };
        /** @description All that a client needs to talk to a network. */
        NetworkConfiguration: {
            /** @description REST endpoint of a Cosmos network. */
            lcdUrl?: string;
            /**
             * @deprecated
             * @description Use `name`.
             */
            chainName?: string;
            /** @description Short key of the network, unique among the networks. */
            key?: string;
            /** @description The network's full name. */
            name: string;
            /** @description The name where there is little room. */
            shortName: string;
            isTestnet?: boolean;
            /** @description The chain that the network belongs to. */
            chain: string;
            /** @description The network's id in the terms of its chain: digits for EVM, a name for Cosmos. */
            chainId: string;
            /** @description The network's name service, if it has one. */
            nameService?: components["schemas"]["NameService"];
            /** @description The network's id as clients key it; equal to `chainId` for EVM. */
            networkId: string;
            iconUrls: string[];
            nativeCurrency: components["schemas"]["NativeCurrency"];
            /** @description Public RPC endpoints, best first. */
            rpcUrls: string[];
            /** @description RPC endpoints that the environment has for itself; used before the public ones. */
            privateCustomerRpcUrls?: string[];
            /** @description Sites that show addresses and transactions, best first. */
            blockExplorerUrls: string[];
            /** @description A name that the environment shows instead of `name`. */
            vanityName?: string;
            /** @description Prefix of the addresses of a Cosmos network, such as `cosmos`. */
            bech32Prefix?: string;
            /** @description Hash of the first block, which tells networks of the same chain apart. */
            genesisHash?: string;
            /** @description The cluster of a Solana-like network, such as `mainnet`. */
            cluster?: string;
        };
        /** @description The networks of one chain. */
        NetworkConfigurationResponse: {
            /** @description The chain, in lower case, such as `evm`. */
            chainName?: string;
            networks?: components["schemas"]["NetworkConfiguration"][];
        };
        /** @description The settings of an environment that clients need. Secrets are never part of them. */
        ProjectSettings: {
            /** @description Whether this is the sandbox or the live environment of its project. */
            environmentName?: components["schemas"]["EnvironmentEnum"];
            /** @description The chains and which of their networks are used. */
            chains: components["schemas"]["ProjectSettingsChains"][];
            /** @description Fields of the profile that the environment has defined. */
            customFields?: components["schemas"]["MissingField"][];
            /** @description Standard fields of the profile to ask users for. */
            kyc: components["schemas"]["MissingField"][];
            /** @description How clients look. */
            design: components["schemas"]["ProjectSettingsDesign"];
            /** @description Names, logos and texts. */
            general: components["schemas"]["ProjectSettingsGeneral"];
            /** @description What is collected about users. */
            privacy: components["schemas"]["ProjectSettingsPrivacy"];
            /** @description The enabled provider settings. */
            providers?: components["schemas"]["Provider"][];
            /** @description Exchanges that users can move funds from. */
            exchanges?: components["schemas"]["Exchange"][];
            /** @description How clients behave. */
            sdk: components["schemas"]["ProjectSettingsSdk"];
            /** @description Sessions, second factors and other safeguards. */
            security: components["schemas"]["ProjectSettingsSecurity"];
            /** @description How to reach the networks, chain by chain. */
            networks?: components["schemas"]["NetworkConfigurationResponse"][];
        };
        /** @description One of the two environments of a project: a world of its own, with its users, settings and tokens. */
        ProjectEnvironment: {
            id: components["schemas"]["Uuid"];
            /** @description All settings of the environment, write-only values left out. */
            settings?: components["schemas"]["ProjectSettings"];
            /** Format: date-time */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When the environment or its settings were last changed.
             */
            updatedAt?: string;
            /** @description Version of the client SDK that last called the environment; absent before the first call. */
            sdkVersion?: string;
        };
        /** @description What to call a new allowlist and what it does; everything may be left out. */
        PostAllowlistsRequest: {
            /** @description Unique among the allowlists of the environment. Without it, `Allowlist`. */
            name?: components["schemas"]["NonEmptyString255"];
            /** @description Scope to add for listed people. */
            scope?: components["schemas"]["NonEmptyString255"];
            /** @description Without it, `scope` when a scope is given, otherwise `siteAccess`. */
            outcome?: components["schemas"]["AccessOutcomeEnum"];
        };
        /** @description A field that the environment adds to the profile of its users. */
        CustomField: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the value in profiles and tokens; derived from `name` at creation and fixed from then on. */
            key: components["schemas"]["NonEmptyString255"];
            /** @description What people see as the label. */
            name: components["schemas"]["NonEmptyString255"];
            /** @description Whether people see the field; a field that is not enabled keeps its values. */
            enabled: boolean;
            /** @description Whether sign-in is complete only with a value. Counts for enabled fields. */
            required: boolean;
            /** @description How the field is filled in: free text, a checkbox, or one of some options. */
            fieldType: components["schemas"]["CustomFieldType"];
            validationRules?: components["schemas"]["ValidationRules"];
            /** @description Place among the fields, counted from 0. */
            position: number;
        };
        /** @description What a new custom field needs. Its key is not chosen but derived from the name. */
        CustomFieldRequest: {
            /** @description What people see as the label; the key is derived from it. */
            name: components["schemas"]["NonEmptyString255"];
            /** @description Whether people see the field; a field that is not enabled keeps its values. */
            enabled: boolean;
            /** @description Whether sign-in is complete only with a value. Counts for enabled fields. */
            required: boolean;
            /** @description How the field is filled in: free text, a checkbox, or one of some options. */
            fieldType: components["schemas"]["CustomFieldType"];
            validationRules?: components["schemas"]["ValidationRules"];
            /** @description Place among the fields, counted from 0. */
            position: number;
        };
        /** @description A hostname of at least two labels, without scheme, port or path. */
        ValidCustomHostname: string;
        /**
         * @description `cookies` for sessions kept in httpOnly cookies, `globalWallet` for the page of a global wallet.
         * @enum {string}
         */
        CustomHostnameUsageEnum: "cookies" | "globalWallet";
        /**
         * @description `pending` until DNS answers, `active` once all records are found, `error` when they are wrong or did not appear in
         *     time.
         * @enum {string}
         */
        CustomHostnameStatusEnum: "active" | "pending" | "error";
        /**
         * @description Type of the DNS record.
         * @enum {string}
         */
        DnsRecordType: "TXT" | "CNAME";
        /**
         * @description What the record is for: issuing the certificate, proving ownership, or pointing the hostname to the service.
         * @enum {string}
         */
        CustomHostnameVerificationType: "certificate" | "ownership" | "alias";
        /** @description A DNS record to set where the hostname is administered. */
        CustomHostnameVerificationRecord: {
            dnsRecordType: components["schemas"]["DnsRecordType"];
            verificationType: components["schemas"]["CustomHostnameVerificationType"];
            /** @description Full name of the record. */
            name: string;
            /** @description Text of a TXT record, or target of a CNAME record. */
            value: string;
        };
        /** @description A hostname of the customer under which the API is served, and how far its verification is. */
        Hostname: {
            id: components["schemas"]["Uuid"];
            /** @description Full name in lower case; unique across all environments. */
            hostname: components["schemas"]["ValidCustomHostname"];
            usage: components["schemas"]["CustomHostnameUsageEnum"];
            status: components["schemas"]["CustomHostnameStatusEnum"];
            /** @description The DNS records to set; all must be found. */
            verificationRecords: components["schemas"]["CustomHostnameVerificationRecord"][];
            /** @description Why verification failed, as a sentence; only with status `error`. */
            errors?: string;
        };
        /** @description All custom hostnames of an environment, oldest first. */
        CustomHostnamesResponse: {
            customHostnames: components["schemas"]["Hostname"][];
        };
        /** @description The hostname to add and what it is for. */
        CustomHostnameCreateRequest: {
            /** @description Full name without scheme, port or path; stored in lower case. */
            hostname: components["schemas"]["ValidCustomHostname"];
            usage: components["schemas"]["CustomHostnameUsageEnum"];
        };
        /**
         * @description URL that an application is opened by, with a scheme of its own or a web address. One `*` may stand for the whole
         *     first label of the host.
         */
        DeeplinkPattern: string;
        /** @description A URL that sign-ins in mobile apps may redirect to. */
        DeeplinkUrl: {
            id: components["schemas"]["Uuid"];
            /** @description The allowed URL; `*` stands for exactly one label. */
            url: components["schemas"]["DeeplinkPattern"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description All deep links of an environment, oldest first. */
        DeeplinkUrlsResponse: {
            deeplinkUrls: components["schemas"]["DeeplinkUrl"][];
        };
        /** @description The deep link to allow. */
        AddDeeplinkUrlRequest: {
            /** @description Scheme and host, with an optional port, path and query. One `*` may stand as the first subdomain. */
            url: components["schemas"]["DeeplinkPattern"];
        };
        /** @description Who brought the event about. */
        EventContext: {
            /** @description Id of the end user who acted; absent when an API token did. */
            userId?: string;
            /** @description Version of the shape of the event's `data`. */
            version?: string;
        };
        /** @description Something that changed in an environment. Webhooks deliver the same events. */
        EnvironmentEvent: {
            eventId: components["schemas"]["Uuid"];
            environmentId: components["schemas"]["Uuid"];
            environmentName: components["schemas"]["EnvironmentEnum"];
            /**
             * @description What happened: the name behind its first dot, such as `created` or `session.revoked`. Absent for names without
             *     a dot.
             */
            eventAction?: string;
            /** @description Name of the event, as in `EventName`. New names may come, so handle unknown ones. */
            eventName: string;
            /** @description What it happened to: the name up to its first dot, such as `user` or `wallet`. */
            resourceType?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The resource after the change, or before it if it was deleted. */
            data: {
                [key: string]: unknown;
            };
            context: components["schemas"]["EventContext"];
        };
        /**
         * @description `users` are the users of the environment, `visits` the visitors.
         * @enum {string}
         */
        ExportModelEnum: "users" | "visits";
        /**
         * @description `csv`: comma-separated values in UTF-8 with a header row.
         * @enum {string}
         */
        ExportFormatEnum: "csv";
        /**
         * @description `pending` until the work is done; `completed` and `failed` are final.
         * @enum {string}
         */
        ExportStatusEnum: "completed" | "failed" | "pending";
        /** @description A file with all records of one model of an environment, or the work towards it. */
        Export: {
            id: components["schemas"]["Uuid"];
            format: components["schemas"]["ExportFormatEnum"];
            model: components["schemas"]["ExportModelEnum"];
            status: components["schemas"]["ExportStatusEnum"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the work began; null before. The file shows the records as of this time.
             */
            startedAt?: string | null;
            /**
             * Format: date-time
             * @description When the file was ready; null until then, and for failed exports.
             */
            completedAt?: string | null;
            /**
             * @description URL of `exports.download` for this export. It takes the same credentials as any other call. Present once
             *     completed.
             */
            downloadUrl?: components["schemas"]["UrlString"];
            /** @description Why the export failed, in a sentence. Present only then. */
            error?: string;
        };
        /** @description The exports of an environment. The list is whole, without pages. */
        ExportsResponse: {
            exports?: components["schemas"]["Export"][];
        };
        /** @description What to export, and how. */
        ExportCreateRequest: {
            format: components["schemas"]["ExportFormatEnum"];
            model: components["schemas"]["ExportModelEnum"];
        };
        /**
         * @description `nft` for a non-fungible token, `token` for a fungible one.
         * @enum {string}
         */
        GateRuleType: "nft" | "token";
        /** @description Where a token contract lives. */
        TokenAddress: {
            /** @description Number of the network, such as 1 for Ethereum Mainnet. */
            networkId: number;
            /** @description Address of the contract on that network. */
            contractAddress: components["schemas"]["WalletPublicKey"];
        };
        /** @description Hex digits behind `0x`, at most 40, or an empty string. */
        OptHexString: string;
        /** @description Narrows a rule. Given both, both must hold. */
        GateRuleFilter: {
            /** @description One NFT of the collection, as a hexadecimal number; an empty string means any. */
            tokenId?: components["schemas"]["OptHexString"];
            /** @description The least amount to hold, in whole tokens or in NFTs. Without it, 1. */
            amount?: number;
        };
        /** @description One holding that a wallet must have. */
        GateRule: {
            /** @description What is held: an NFT of a collection, or a fungible token. */
            type: components["schemas"]["GateRuleType"];
            /** @description The contract of the collection or the token. */
            address: components["schemas"]["TokenAddress"];
            /** @description How much or which one; without it, holding any amount is enough. */
            filter?: components["schemas"]["GateRuleFilter"];
            /** @description Chain family of the contract. Without it, `EVM`. */
            chain?: components["schemas"]["ChainEnum"];
        };
        /** @description A rule of entry: what a person must hold on a chain, and what follows at sign-in. */
        Gate: {
            id: components["schemas"]["Uuid"];
            /** @description Unique among the gates of the environment. */
            name: string;
            /** @description Added to the session token of those who pass, with outcome `scope`. */
            scope?: string;
            /**
             * Format: date-time
             * @description When it was enabled; null while it is not enabled.
             */
            enabledAt?: string | null;
            /** @description All of them must hold for a person to pass. */
            rules: components["schemas"]["GateRule"][];
            /**
             * @description What follows: `scope` adds the scope for those who pass, `siteAccess` refuses those who do not pass, `block`
             *     refuses those who pass.
             */
            outcome: components["schemas"]["AccessOutcomeEnum"];
        };
        /** @description All gates of an environment, oldest first. */
        GatesResponse: {
            gates?: components["schemas"]["Gate"][];
        };
        /** @description What a new gate needs. */
        GateCreateRequest: {
            /** @description Unique among the gates of the environment. */
            name: string;
            /** @description What follows for those who pass or do not; see `Gate`. */
            outcome: components["schemas"]["AccessOutcomeEnum"];
            /** @description Scope to add. A gate with outcome `scope` but without a scope acts like `siteAccess`. */
            scope?: string;
            /** @description All of them must hold for a person to pass; at least one is needed. */
            rules: components["schemas"]["GateRule"][];
        };
        /** @description The fields of a gate to change; those left out stay. */
        GateUpdateRequest: {
            name?: string;
            /** @description What follows for those who pass or do not; see `Gate`. */
            outcome?: components["schemas"]["AccessOutcomeEnum"];
            scope?: string;
            /** @description Replaces all rules. */
            rules?: components["schemas"]["GateRule"][];
        };
        /** @description How an environment screens wallets. */
        ScreeningConfiguration: {
            id: components["schemas"]["Uuid"];
            /** @description Whether wallets are checked against sanctions lists at sign-in. */
            sanctionsApiEnabled: boolean;
            /** @description Whether transactions are screened too (know your transaction). */
            kytApiEnabled: boolean;
            /** @description The environment that is screened. */
            projectEnvironmentId: components["schemas"]["Uuid"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a switch was last changed; the time of creation until then.
             */
            updatedAt: string;
        };
        /**
         * @description Origin of a site or browser extension: scheme, host and optional port, without a path. One `*` may stand for the
         *     whole first label of the host, or for the port of `localhost`.
         */
        OriginPattern: string;
        /** @description An origin that browsers may call the environment from. */
        OriginResponse: {
            id?: components["schemas"]["Uuid"];
            /** @description The allowed origin; `*` stands for exactly one label. */
            origin?: components["schemas"]["OriginPattern"];
            /** Format: date-time */
            createdAt?: string;
            /** @description The environment that allows it. */
            projectEnvironmentId?: components["schemas"]["Uuid"];
        };
        /** @description All allowed origins of an environment, oldest first. */
        OriginsResponse: {
            origins?: components["schemas"]["OriginResponse"][];
        };
        /** @description The origin to allow. */
        AddOriginRequest: {
            /** @description Scheme, host and optional port, without a path. One `*` may stand as the first subdomain. */
            origin: components["schemas"]["OriginPattern"];
        };
        /** @description The new origin, wrapped. */
        AddOriginResponse: {
            origin?: components["schemas"]["OriginResponse"];
        };
        /** @description Why an origin was refused as malformed. */
        AddOriginBadRequest: {
            /** @description What is wrong, as a sentence. */
            error?: string;
            /** @description The HTTP status again: 400. */
            status?: number;
        };
        /** @description All providers of an environment, oldest first. */
        ProvidersResponse: {
            providers?: components["schemas"]["Provider"][];
        };
        /** @description The provider to set up and its settings. Which fields count depends on the provider. */
        ProviderCreateRequest: {
            /** @description Which provider to set up; each at most once per environment. */
            provider: components["schemas"]["ProviderEnum"];
            /** @description Id of the client that is registered with the provider. */
            clientId?: string;
            /** @description Secret of the client. It is write-only: stored, and shown in no reply. */
            clientSecret?: string;
            /** @description Project id at the provider, for account abstraction. */
            providerProjectId?: string;
            /**
             * @deprecated
             * @description Number of the default chain. Use `defaultChain` instead.
             */
            defaultChainId?: number;
            /** @description Default chain as a CAIP-2 id, such as eip155:1. */
            defaultChain?: components["schemas"]["ChainId"];
            /** @description Page where people export the key of an embedded wallet. */
            keyExportUrl?: string;
            /** @description Terms of the provider that the caller accepts with this request. */
            termsUrl?: components["schemas"]["String255"];
            /** @description Whether to use the credentials of the service in place of a client id and secret of your own. */
            useServiceCredentials?: boolean;
            /** @description OAuth scopes to ask for, separated by spaces. */
            scopes?: string;
            /** @description Id of the signing key, at providers that sign the client secret. */
            platformKeyId?: string;
            /** @description Id of the developer team, at providers that sign the client secret. */
            platformTeamId?: string;
            /** @description Name of the shop, for providers that work per shop. */
            platformStore?: string;
            /** @description Account id at the SMS service. */
            accountSid?: string;
            /** @description Number that messages are sent from, in E.164 form. */
            smsNumber?: string;
            /** @description Countries that messages are sent to; other numbers are refused. */
            enabledCountries?: components["schemas"]["SmsCountryCode"][];
            /** @description Name of the IP pool that e-mails are sent from. */
            emailIpPoolName?: string;
            /** @description Account abstraction projects, one per chain. */
            multichainAccountAbstractionProviders?: components["schemas"]["ProviderCreateRequestMultichainAccountAbstractionProviders"][];
            /** @description Version of the ERC-4337 entry point for smart accounts. */
            entryPointVersion?: components["schemas"]["ProviderEntryPointVersionEnum"];
            /** @description Version of the smart account contract. */
            kernelVersion?: components["schemas"]["ProviderKernelVersionEnum"];
            /** @description How the signer of a smart account is validated. */
            ecdsaProviderType?: components["schemas"]["EcdsaValidatorOptions"];
            /** @description Whether older smart accounts move to version 3 of the contract. */
            enableKernelV3Migration?: boolean;
            /** @description Whether accounts are delegated by EIP-7702 instead of deployed. */
            enableEIP7702?: boolean;
            /** @description Address of the contract that deploys smart accounts. */
            factoryAddress?: string;
            /** @description Address of the contract that pays the fees. */
            paymasterAddress?: string;
            /** @description Address of the contract that validates passkeys. */
            passkeyAddress?: string;
            /** @description Address of the contract that validates session keys. */
            sessionAddress?: string;
            /** @description Bundler that the account abstraction vendor is to use. */
            vendorBundlerProvider?: components["schemas"]["VendorBundlerProvider"];
            /** @description Address of a bundler of your own. */
            vendorBundlerRpcUrl?: string;
            /** @description Address of a paymaster of your own. */
            vendorPaymasterRpcUrl?: string;
            /** @description Address of the contract that EIP-7702 delegates to. */
            vendorKernelDelegationAddress?: string;
            /** @description Domain of the tenant at the provider, or the domain that e-mails are sent from. */
            domain?: string;
            /** @description Where people come back to after they finished at the provider. */
            returnUrl?: string;
            /** @description Where people come back to after they gave up at the provider. */
            cancelUrl?: string;
            /** @description Id of the verification service at the SMS service. */
            smsVerifyServiceSid?: string;
        };
        /** @description The OAuth addresses of one provider. */
        ProviderUrl: {
            provider: components["schemas"]["ProviderEnum"];
            /** @description Where people are sent to sign in. */
            authorizationUrl: string;
            /** @description Redirect address to register with the provider. */
            redirectUrl: string;
            /** @description OAuth scopes asked for unless told otherwise, separated by spaces. */
            scopes?: string;
            /** @description Where the provider explains its scopes. */
            scopesRefUrl?: string;
        };
        /** @description The OAuth addresses of all providers. */
        ProviderUrlsResponse: {
            providerUrls?: components["schemas"]["ProviderUrl"][];
        };
        /** @description The member who created a token. */
        TokenCreatedBy: {
            id: components["schemas"]["Uuid"];
            /** @description Name that the member goes by. */
            alias?: string;
            firstName?: string;
            lastName?: string;
            email?: components["schemas"]["EmailAddress"];
        };
        /** @description The environment of a token. */
        TokenProjectEnvironment: {
            id?: components["schemas"]["Uuid"];
        };
        /**
         * @description What a token may do. Each operation names the scope that it needs; `write` does not include `read`.
         * @enum {string}
         */
        TokenScopes: "waas.delegatedAccess.signMessage" | "waas.authenticate" | "environment.settings.read" | "environment.settings.write" | "environment.apiTokens.read" | "environment.apiTokens.write" | "environment.users.read" | "environment.users.write" | "environment.analytics.read" | "environment.webhooks.read" | "environment.webhooks.write" | "environment.events.read" | "environment.events.write" | "environment.balances.read";
        /** @description An API token of an environment, without its raw value. */
        Token: {
            id: components["schemas"]["Uuid"];
            /** @description The last six characters of the raw token, to recognise it by. */
            checksum: string;
            /** @description The member who created it. */
            createdBy: components["schemas"]["TokenCreatedBy"];
            /** Format: date-time */
            createdAt: string;
            /** @description What it is for, in the words of its creator. */
            note?: string;
            /** @description The environment that it acts in. */
            projectEnvironmentId?: components["schemas"]["Uuid"];
            projectEnvironment?: components["schemas"]["TokenProjectEnvironment"];
            /** @description What it may do. */
            scopes?: components["schemas"]["TokenScopes"][];
        };
        /** @description All API tokens of an environment, oldest first. */
        TokensResponse: {
            tokens?: components["schemas"]["Token"][];
        };
        /** @description What a new API token needs. */
        PostTokenFields: {
            /** @description What it is for, so that people recognise it. */
            note: components["schemas"]["String100"];
            /** @description What it may do. Without them, all that its creator holds. */
            scopes?: components["schemas"]["TokenScopes"][];
        };
        /** @description An API token with its raw value, as only its creation shows it. */
        TokenWithRaw: {
            id: components["schemas"]["Uuid"];
            /** @description The token to send as `Authorization: Bearer`. It is shown once and cannot be recovered. */
            rawToken: string;
            /** @description The last six characters of the raw token, to recognise it by. */
            checksum: string;
            /** @description The member who created it. */
            createdBy: components["schemas"]["TokenCreatedBy"];
            /** @description Whether the token is accepted; true for a new one. */
            active?: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description What it is for, in the words of its creator. */
            note?: string;
            /** @description The environment that it acts in. */
            projectEnvironmentId?: components["schemas"]["Uuid"];
            projectEnvironment?: components["schemas"]["TokenProjectEnvironment"];
            /** @description What it may do. */
            scopes?: components["schemas"]["TokenScopes"][];
        };
        /** @description The new API token, wrapped. */
        CreateTokenResponse: {
            token: components["schemas"]["TokenWithRaw"];
        };
        /**
         * @description Column to search. `wallet` is the name of a wallet application, `walletPublicKey` an address, `accountId` the id
         *     of a linked social account at its provider; `all` searches every column.
         * @enum {string}
         */
        UserFilterableFieldsEnum: "all" | "id" | "walletPublicKey" | "email" | "alias" | "firstName" | "lastName" | "phoneNumber" | "jobTitle" | "wallet" | "username" | "accountId";
        /** @description Conditions on users. A user is kept when all given ones hold. */
        UserSearchFilterParams: {
            /** @description Text that the column must contain, letter case aside. Without it `filterColumn` has no effect. */
            filterValue?: string;
            /** @description Where to look for `filterValue`; `all` if left out. */
            filterColumn?: components["schemas"]["UserFilterableFieldsEnum"];
            /** @description Keeps the users with a linked account of this provider. */
            filterSocialProvider?: components["schemas"]["ProviderEnum"];
            /** @description Keeps the users with a wallet on this chain. */
            chain?: components["schemas"]["ChainEnum"];
        };
        /** @description The name that a name service of the chain gives an address. */
        NameServiceData: {
            /** @description URL of the picture that belongs to the name. */
            avatar?: string;
            name?: string;
        };
        /**
         * @description How a wallet is reached. `embeddedWallet` is one made by the service, all others are held elsewhere.
         * @enum {string}
         */
        WalletProviderEnum: "browserExtension" | "custodialService" | "walletConnect" | "qrCode" | "deepLink" | "embeddedWallet" | "smartContractWallet";
        /**
         * @description A maker of hardware wallets.
         * @enum {string}
         */
        HardwareWalletEnum: "ledger";
        /**
         * @description Who chose a password: the `service` or the `user`.
         * @enum {string}
         */
        PasswordSourceTypeEnum: "service" | "user";
        /** @description Where one share of the key of an embedded wallet is kept. The share itself never shows. */
        WalletKeyShareInfo: {
            id: components["schemas"]["Uuid"];
            /** @description The kind of place that keeps the share, such as `cloudDrive` or `service`. */
            backupLocation: string;
            /** @description Whether the share is encrypted with a password of the user. */
            passwordEncrypted: boolean;
            /** @description Id of the share at the place that keeps it. */
            externalKeyShareId?: components["schemas"]["Uuid"];
        };
        /**
         * @description How many shares of a key a signature takes, and how many there are.
         * @enum {string}
         */
        ThresholdSignatureScheme: "TWO_OF_TWO" | "TWO_OF_THREE" | "THREE_OF_FIVE";
        /** @description What is to happen with the key shares of an embedded wallet, now and at the next sign-in of its user. */
        WaasWalletSettings: {
            /** @description Whether the user refused that the application signs on their behalf. */
            hasDeniedDelegatedAccess?: boolean;
            /** @description Whether the key shares are refreshed at the next sign-in. The address stays. */
            shouldRefreshOnNextSignOn?: boolean;
            /** @description The scheme that the key is split into anew at the next sign-in; absent when nothing is due. */
            reshareOnNextSignOn?: components["schemas"]["ThresholdSignatureScheme"];
            /** @description Whether delegated access is withdrawn at the next sign-in. */
            revokeOnNextSignOn?: boolean;
        };
        /** @description Details of a wallet. Which ones are present depends on the kind of wallet: hardware, embedded or smart contract. */
        WalletProperties: {
            /**
             * @deprecated
             * @description Sub-organization at the earlier custody vendor. Use `version` and `keyShares` instead.
             */
            vendorSubOrganizationId?: components["schemas"]["Uuid"];
            /**
             * @deprecated
             * @description Key at the earlier custody vendor. Use `keyShares` instead.
             */
            vendorPrivateKeyId?: components["schemas"]["Uuid"];
            /**
             * @deprecated
             * @description HD wallet at the earlier custody vendor. Use `derivationPath` and `keyShares` instead.
             */
            vendorHDWalletId?: components["schemas"]["Uuid"];
            /** @description Whether a passkey protects the embedded wallet. */
            isAuthenticatorAttached?: boolean;
            /**
             * @deprecated
             * @description User at the earlier custody vendor. Use the `id` of the user instead.
             */
            vendorUserId?: components["schemas"]["Uuid"];
            /** @description Whether the wallet can be used with a session key instead of a prompt per signature. */
            isSessionKeyCompatible?: boolean;
            /** @description Generation of the embedded wallet. */
            version?: components["schemas"]["EmbeddedWalletVersionEnum"];
            /** @description How the smart wallet checks ECDSA signatures of its owner. */
            ecdsaProviderType?: components["schemas"]["EcdsaValidatorOptions"];
            /** @description Version of the ERC-4337 entry point that the smart wallet uses. */
            entryPointVersion?: components["schemas"]["ProviderEntryPointVersionEnum"];
            /** @description Version of the smart wallet contract. */
            kernelVersion?: components["schemas"]["ProviderKernelVersionEnum"];
            /** @description The kind of hardware wallet behind the address; absent for software wallets. */
            hardwareWallet?: components["schemas"]["HardwareWalletEnum"];
            /** @description Whether the user has taken over a wallet that was created for them before their first sign-in. */
            claimed?: boolean;
            /** @description Who chose the password that encrypts the key shares. */
            source?: components["schemas"]["PasswordSourceTypeEnum"];
            /** @description Where the shares of the key are kept. */
            keyShares?: components["schemas"]["WalletKeyShareInfo"][];
            /** @description How many shares exist, and how many a signature takes. */
            thresholdSignatureScheme?: components["schemas"]["ThresholdSignatureScheme"];
            /** @description BIP-32 path of the key, such as `m/44'/60'/0'/0/0`. */
            derivationPath?: string;
            settings?: components["schemas"]["WaasWalletSettings"];
        };
        /**
         * @description Kind of a credential: a wallet is `blockchain`, a social account `oauth`, an account of an external issuer
         *     `externalUser`.
         * @enum {string}
         */
        JwtVerifiedCredentialFormatEnum: "blockchain" | "email" | "oauth" | "passkey" | "phoneNumber" | "externalUser";
        /**
         * @description What a further address of a wallet is for.
         * @enum {string}
         */
        WalletAddressType: "ordinals" | "payment" | "cosmos" | "evm";
        /** @description A further address of a wallet whose chain has several kinds of them. */
        AdditionalAddress: {
            address: string;
            /** @description Public key behind the address, where it cannot be read from the address. */
            publicKey?: string;
            /** @description What the address is for. */
            type: components["schemas"]["WalletAddressType"];
        };
        /**
         * @description Something a user can be known by: a wallet, an e-mail address, a phone number, a social account, a passkey or an
         *     account elsewhere. `format` says which, and so which of the other properties are present.
         */
        VerifiedCredential: {
            /** @description Address of the wallet. */
            address?: components["schemas"]["WalletPublicKey"];
            /** @description Chain family of the wallet in the lower-case namespace of CAIP-2, such as `eip155` or `solana`. */
            chain?: string;
            /** @description Id of the credential that this one was derived from. */
            refId?: components["schemas"]["Uuid"];
            /** @description Id of the credential that signs for a smart wallet. */
            signerRefId?: components["schemas"]["Uuid"];
            email?: components["schemas"]["EmailAddress"];
            id: components["schemas"]["Uuid"];
            /** @description Name of the address in a name service, if it has one. */
            name_service?: components["schemas"]["NameServiceData"];
            /** @description What to show for the credential: the address, e-mail address, phone number or account name. */
            public_identifier?: string;
            /** @description Wire name of the wallet application, such as `metamask`. */
            wallet_name?: string;
            /** @description How the wallet is reached. */
            wallet_provider?: components["schemas"]["WalletProviderEnum"];
            wallet_properties?: components["schemas"]["WalletProperties"];
            /** @description The kind of credential. */
            format: components["schemas"]["JwtVerifiedCredentialFormatEnum"];
            /** @description Provider of the social account. */
            oauth_provider?: components["schemas"]["ProviderEnum"];
            /** @description Name of the account at its provider. */
            oauth_username?: string;
            /** @description Name that the account shows to people. */
            oauth_display_name?: string | null;
            /** @description The provider's own id of the account. */
            oauth_account_id?: string | null;
            /** @description The number without its country code. */
            phoneNumber?: string;
            /** @description Country calling code without the plus sign, such as `49`. */
            phoneCountryCode?: string;
            /** @description Country of the phone number, as an ISO 3166-1 alpha-2 code. */
            isoCountryCode?: string;
            /** @description URLs of pictures of the account. */
            oauth_account_photos?: string[];
            /** @description E-mail addresses that the provider knows for the account. */
            oauth_emails?: string[];
            /** @description The provider's profile of the account, as it came at the last sign-in. */
            oauth_metadata?: {
                [key: string]: unknown;
            };
            /** @description Ids of the users who held the credential before. */
            previous_users?: components["schemas"]["Uuid"][];
            /** @description Id of the embedded wallet behind the address; null for wallets held elsewhere. */
            embedded_wallet_id?: string | null;
            /** @description Further addresses of the same wallet. */
            wallet_additional_addresses?: components["schemas"]["AdditionalAddress"][];
            /**
             * Format: date-time
             * @description When the user last made the wallet the active one.
             */
            lastSelectedAt?: string;
            /** @description Whether the user can sign in with it. */
            signInEnabled: boolean;
            /**
             * Format: date-time
             * @description When the user proved that they hold it, or a server vouched for it.
             */
            verifiedAt?: string;
        };
        /** @description ISO 3166-1 alpha-2 code in capitals, such as `GB`. */
        CountryCode: string | null;
        /**
         * @description `pending` until the user confirms that they stored the recovery codes, then `complete`.
         * @enum {string}
         */
        MfaBackupCodeAcknowledgement: "pending" | "complete";
        /** @description One sign-in of a user, from its start until it is revoked. All tokens that it is refreshed to belong to it. */
        Session: {
            id?: components["schemas"]["Uuid"];
            /** Format: date-time */
            createdAt?: string;
            /** @description Where the sign-in came from; null if the environment does not collect addresses. */
            ipAddress?: string | null;
            /** @description The `User-Agent` header of the sign-in. */
            userAgent?: string | null;
            /**
             * Format: date-time
             * @description When the session was ended; null while it has not been. Its tokens are refused from then on.
             */
            revokedAt?: string | null;
        };
        /** @description Letters of any script, digits and common punctuation; no space at either end. */
        NonEmptyString: string;
        /** @description A wallet of a user, held elsewhere or embedded. */
        Wallet: {
            id: components["schemas"]["Uuid"];
            /** @description Wire name of the wallet application, such as `metamask`. */
            name: components["schemas"]["NonEmptyString"];
            chain: components["schemas"]["ChainEnum"];
            /** @description Address of the wallet on its chain. */
            publicKey: components["schemas"]["WalletPublicKey"];
            /** @description How the wallet is reached. */
            provider: components["schemas"]["WalletProviderEnum"];
            properties?: components["schemas"]["WalletProperties"];
            /** @description When the user last made it the active wallet, as an ISO 8601 instant; null when they never did. */
            lastSelectedAt?: string | null;
        };
        /**
         * @description `OK`: nothing is known against the wallet. `BLOCKED`: it is on a sanctions list. `FAILED`: the check could not be
         *     made.
         * @enum {string}
         */
        ScreeningCheckResultEnum: "OK" | "BLOCKED" | "FAILED";
        /** @description One check of a wallet, kept with its user. */
        ScreeningCheck: {
            id: components["schemas"]["Uuid"];
            /** Format: date-time */
            createdAt: string;
            /** @description `OK` for a clean wallet, `BLOCKED` for a sanctioned one, `FAILED` when no answer was had. */
            result: components["schemas"]["ScreeningCheckResultEnum"];
            /** @description Address of the wallet that was checked. */
            walletPublicKey: components["schemas"]["WalletPublicKey"];
            /** @description What the screening service answered, as text. */
            response: string;
        };
        /** @description An account at an identity provider that a user has signed in with or linked. */
        OauthAccount: {
            id?: components["schemas"]["Uuid"];
            /** @description The provider that the account is held at. */
            provider?: components["schemas"]["ProviderEnum"];
            /** @description The account's user name or e-mail address there. */
            accountUsername?: string;
        };
        /** @description A second factor of a user. It counts only once it is verified. */
        MfaDevice: {
            /** @description What the factor is: `totp` an authenticator app, `passkey` a passkey, `email` codes by e-mail. */
            type?: components["schemas"]["MfaDeviceType"];
            /** @description Whether the user has proved once that the device works. */
            verified?: boolean;
            id?: components["schemas"]["Uuid"];
            /** Format: date-time */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When that was; null before.
             */
            verifiedAt?: string | null;
            /** @description Whether the user is asked for this device first. */
            default?: boolean;
            /** @description Name that the user gave the device. */
            alias?: string;
        };
        /** @description An end user of one environment, as servers and members see them. */
        User: {
            id: components["schemas"]["Uuid"];
            /** @description Id of the environment that the user belongs to. */
            projectEnvironmentId: components["schemas"]["Uuid"];
            /** @description Everything the user has proven to hold, or that a server vouched for. */
            verifiedCredentials?: components["schemas"]["VerifiedCredential"][];
            /** @description Id of the credential that the user signed in with last. */
            lastVerifiedCredentialId?: components["schemas"]["Uuid"];
            /** @description Id of the latest session. */
            sessionId?: components["schemas"]["Uuid"];
            /** @description What the user wants to be called. */
            alias?: components["schemas"]["OptNullString255"];
            /** @description ISO 3166-1 alpha-2 code, such as `GB`. */
            country?: components["schemas"]["CountryCode"];
            email?: components["schemas"]["Email"] | null;
            firstName?: components["schemas"]["OptNullString255"];
            jobTitle?: components["schemas"]["OptNullString255"];
            lastName?: components["schemas"]["OptNullString255"];
            phoneNumber?: components["schemas"]["String255"] | null;
            /** @description Whether the user agreed to the terms of the application. */
            policiesConsent?: boolean | null;
            tShirtSize?: components["schemas"]["OptNullString255"];
            team?: components["schemas"]["OptNullString255"];
            /** @description Unique within the environment, letter case aside. */
            username?: components["schemas"]["OptNullString255"];
            /**
             * Format: date-time
             * @description Time of the first sign-in; absent before it.
             */
            firstVisit?: string;
            /**
             * Format: date-time
             * @description Time of the latest sign-in; absent before the first.
             */
            lastVisit?: string;
            /** @description Whether the latest sign-in was the first one. */
            newUser?: boolean;
            /**
             * @description Data of the application about the user, with the values of custom fields under their keys. Updates replace it
             *     as a whole.
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Whether the user confirmed that they stored their recovery codes; null when they have none. */
            mfaBackupCodeAcknowledgement?: components["schemas"]["MfaBackupCodeAcknowledgement"] | null;
            /** @description A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. */
            btcWallet?: string | null;
            /** @description A Kadena account that the user typed in; not verified. */
            kdaWallet?: string | null;
            /** @description A Litecoin address that the user typed in; not verified. */
            ltcWallet?: string | null;
            /** @description A Nervos CKB address that the user typed in; not verified. */
            ckbWallet?: string | null;
            /** @description A Kaspa address that the user typed in; not verified. */
            kasWallet?: string | null;
            /** @description A Dogecoin address that the user typed in; not verified. */
            dogeWallet?: string | null;
            /** @description Whether the user wants notifications by e-mail. */
            emailNotification?: boolean | null;
            /** @description Whether the user wants notifications on Discord. */
            discordNotification?: boolean | null;
            /** @description Whether the user wants the newsletter. */
            newsletterNotification?: boolean | null;
            /** @description Names of the enabled allowlists that list the user. */
            lists?: string[];
            /**
             * @description Scopes that a token of the user would carry now, parted by spaces. It holds `user:basic` once the profile is
             *     complete and MFA is settled.
             */
            scope?: string;
            /** @description Required fields that the user has not filled in yet. */
            missingFields?: components["schemas"]["MissingField"][];
            /** @description Address of the wallet that the user last signed in with. */
            walletPublicKey?: string;
            /** @description Wire name of the wallet application that the user last signed in with. */
            wallet?: string;
            /** @description Chain of the wallet that the user last signed in with. */
            chain?: components["schemas"]["ChainEnum"];
            /** Format: date-time */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When the profile, a credential or a wallet last changed.
             */
            updatedAt?: string;
            /** @description Sessions of the user, the newest first. Lists carry them on request only. */
            sessions?: components["schemas"]["Session"][];
            wallets?: components["schemas"]["Wallet"][];
            /** @description Results of sanctions screening of the wallets. */
            screeningChecks?: components["schemas"]["ScreeningCheck"][];
            /** @description Linked social accounts. */
            oauthAccounts?: components["schemas"]["OauthAccount"][];
            mfaDevices?: components["schemas"]["MfaDevice"][];
        };
        /** @description One page of users. */
        UsersResponse: {
            /** @description How many users match in all, on this page and the others. */
            count?: number;
            users?: components["schemas"]["User"][];
        };
        /** @description Three to 20 letters, digits, underscores and dashes. Empty or null for none. */
        Username: string | null;
        /** @description A Bitcoin address that the user typed in. Empty is null, not an empty string. */
        BtcWalletString: string | null;
        /** @description A Kadena account that the user typed in. Empty is null, not an empty string. */
        KdaWalletString: string | null;
        /** @description A Litecoin address that the user typed in. Empty is null, not an empty string. */
        LtcWalletString: string | null;
        /** @description A Nervos CKB address that the user typed in. Empty is null, not an empty string. */
        CkbWalletString: string | null;
        /** @description A Kaspa address that the user typed in. Empty is null, not an empty string. */
        KasWalletString: string | null;
        /** @description A Dogecoin address that the user typed in. Empty is null, not an empty string. */
        DogeWalletString: string | null;
        /** @description An e-mail address, or an empty string for none. */
        UpdatableEmailOrEmptyString: string;
        /** @description An external wallet to link to a user. */
        CreateWalletRequest: {
            /** @description Address of the wallet on `chain`. It belongs to at most one user of an environment. */
            publicWalletAddress: components["schemas"]["WalletPublicKey"];
            chain: components["schemas"]["ChainEnum"];
            /** @description Wire name of the wallet application, such as `metamask`. */
            walletName: components["schemas"]["NonEmptyString255"];
            /** @description How the wallet is reached; `embeddedWallet` is refused here. */
            walletProvider: components["schemas"]["WalletProviderEnum"];
            /** @description Further addresses of the same wallet, for example for payments and ordinals on Bitcoin. */
            additionalWalletAddresses?: components["schemas"]["AdditionalAddress"][];
        };
        /** @description A social account to link to a new user without a sign-in at the provider. */
        CreateUserOauthRequest: {
            provider: components["schemas"]["ProviderEnum"];
            /** @description The provider's own id of the account. It belongs to at most one user of an environment. */
            accountId: components["schemas"]["NonEmptyString255"];
            /** @description Addresses that the provider knows for the account. They do not become credentials of their own. */
            emails?: components["schemas"]["EmailOrEmptyString"][];
            displayName?: components["schemas"]["OptString255"];
            username?: components["schemas"]["OptString255"];
            /** @description URLs of pictures of the account. */
            photos?: string[];
            /** @description The provider's profile of the account, kept as it is. */
            profile?: {
                [key: string]: unknown;
            };
        };
        /** @description What a new user starts with. Everything is optional. */
        InternalBulkUpdateUserFields: {
            /** @description What the user wants to be called. */
            alias?: components["schemas"]["OptString255"];
            firstName?: components["schemas"]["OptString255"];
            lastName?: components["schemas"]["OptString255"];
            jobTitle?: components["schemas"]["OptString255"];
            phoneNumber?: components["schemas"]["OptString255"];
            /**
             * @description Data of the application about the user, with the values of custom fields under their keys. Updates replace it
             *     as a whole.
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Whether the user confirmed that they stored their recovery codes; null when they have none. */
            mfaBackupCodeAcknowledgement?: components["schemas"]["MfaBackupCodeAcknowledgement"] | null;
            tShirtSize?: components["schemas"]["OptString255"];
            team?: components["schemas"]["OptString255"];
            /** @description Whether the user agreed to the terms of the application. */
            policiesConsent?: boolean;
            /** @description ISO 3166-1 alpha-2 code, such as `GB`. */
            country?: components["schemas"]["CountryCode"];
            /** @description Unique within the environment, letter case aside. */
            username?: components["schemas"]["Username"];
            /** @description A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. */
            btcWallet?: components["schemas"]["BtcWalletString"];
            /** @description A Kadena account that the user typed in; not verified. */
            kdaWallet?: components["schemas"]["KdaWalletString"];
            /** @description A Litecoin address that the user typed in; not verified. */
            ltcWallet?: components["schemas"]["LtcWalletString"];
            /** @description A Nervos CKB address that the user typed in; not verified. */
            ckbWallet?: components["schemas"]["CkbWalletString"];
            /** @description A Kaspa address that the user typed in; not verified. */
            kasWallet?: components["schemas"]["KasWalletString"];
            /** @description A Dogecoin address that the user typed in; not verified. */
            dogeWallet?: components["schemas"]["DogeWalletString"];
            /** @description Whether the user wants notifications by e-mail. */
            emailNotification?: boolean;
            /** @description Whether the user wants notifications on Discord. */
            discordNotification?: boolean;
            /** @description Whether the user wants the newsletter. */
            newsletterNotification?: boolean;
            /** @description Id for the user, for example one from another system; chosen by the service if left out. */
            id?: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When the address in `email` was verified. With it the user can sign in by e-mail, without it not yet.
             */
            emailVerifiedAt?: string;
            /** @description Unique within the environment. An empty string counts as absent. */
            email?: components["schemas"]["UpdatableEmailOrEmptyString"];
            /** @description External wallets to link. */
            wallets?: components["schemas"]["CreateWalletRequest"][];
            /** @description Social accounts to link. */
            oauthAccounts?: components["schemas"]["CreateUserOauthRequest"][];
        };
        /** @description One user. */
        UserResponse: {
            user?: components["schemas"]["User"];
        };
        /** @description The profile fields to change. Fields left out stay as they are. */
        InternalUpdatableUserFields: {
            /** @description What the user wants to be called. */
            alias?: components["schemas"]["OptString255"];
            firstName?: components["schemas"]["OptString255"];
            lastName?: components["schemas"]["OptString255"];
            jobTitle?: components["schemas"]["OptString255"];
            phoneNumber?: components["schemas"]["OptString255"];
            /**
             * @description Data of the application about the user, with the values of custom fields under their keys. Updates replace it
             *     as a whole.
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Whether the user confirmed that they stored their recovery codes; null when they have none. */
            mfaBackupCodeAcknowledgement?: components["schemas"]["MfaBackupCodeAcknowledgement"] | null;
            tShirtSize?: components["schemas"]["OptString255"];
            team?: components["schemas"]["OptString255"];
            /** @description Whether the user agreed to the terms of the application. */
            policiesConsent?: boolean;
            /** @description ISO 3166-1 alpha-2 code, such as `GB`. */
            country?: components["schemas"]["CountryCode"];
            /** @description Unique within the environment, letter case aside. */
            username?: components["schemas"]["Username"];
            /** @description A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. */
            btcWallet?: components["schemas"]["BtcWalletString"];
            /** @description A Kadena account that the user typed in; not verified. */
            kdaWallet?: components["schemas"]["KdaWalletString"];
            /** @description A Litecoin address that the user typed in; not verified. */
            ltcWallet?: components["schemas"]["LtcWalletString"];
            /** @description A Nervos CKB address that the user typed in; not verified. */
            ckbWallet?: components["schemas"]["CkbWalletString"];
            /** @description A Kaspa address that the user typed in; not verified. */
            kasWallet?: components["schemas"]["KasWalletString"];
            /** @description A Dogecoin address that the user typed in; not verified. */
            dogeWallet?: components["schemas"]["DogeWalletString"];
            /** @description Whether the user wants notifications by e-mail. */
            emailNotification?: boolean;
            /** @description Whether the user wants notifications on Discord. */
            discordNotification?: boolean;
            /** @description Whether the user wants the newsletter. */
            newsletterNotification?: boolean;
        };
        /** @description The wallets of one user. The list is whole, without pages. */
        UserWalletsResponse: {
            /** @description How many wallets the list holds. */
            count: number;
            wallets: components["schemas"]["Wallet"][];
        };
        /**
         * @description `walletPublicKey` is the address, `id` the id of the visitor, `all` either of them.
         * @enum {string}
         */
        VisitorFilterableFieldsEnum: "all" | "id" | "walletPublicKey";
        /** @description Conditions on visitors. A visitor is kept when all given ones hold. */
        VisitorSearchFilterParams: {
            /** @description Text that the column must contain, letter case aside. Without it `filterColumn` has no effect. */
            filterValue?: string;
            /** @description Where to look for `filterValue`; `all` if left out. */
            filterColumn?: components["schemas"]["VisitorFilterableFieldsEnum"];
            /** @description Keeps the visitors on this chain. */
            chain?: components["schemas"]["ChainEnum"];
        };
        /** @description A wallet that connected to the site of an environment, signed in or not. */
        Visitor: {
            id: components["schemas"]["Uuid"];
            address: components["schemas"]["String255"];
            chain: components["schemas"]["ChainEnum"];
            /** @description Wire name of the wallet application, such as `metamask`. */
            walletName: components["schemas"]["String255"];
            /** @description How the wallet was reached. */
            provider: components["schemas"]["WalletProviderEnum"];
            /**
             * Format: date-time
             * @description Time of the first visit.
             */
            createdAt: string;
            /** @description Id of the environment that was visited. */
            projectEnvironmentId?: components["schemas"]["Uuid"];
        };
        /** @description One page of visitors. */
        VisitorsResponse: {
            /** @description How many visitors match in all, on this page and the others. */
            count?: number;
            visitors?: components["schemas"]["Visitor"][];
        };
        /**
         * @description Where a webhook sends to: an `https` URL without a port, or the ARN of an SNS topic. `http` is accepted for
         *     loopback alone (`localhost`, `127.0.0.1`, `[::1]`, with an optional port) and is meant for receivers in tests.
         */
        HttpsUrlOrTopicArn: string;
        /** @description A receiver that gets events of an environment by HTTP POST, signed with its own secret. */
        Webhook: {
            environmentId: components["schemas"]["Uuid"];
            webhookId: components["schemas"]["Uuid"];
            /** @description Where messages are sent. */
            url: components["schemas"]["HttpsUrlOrTopicArn"];
            /** @description Key of the signatures. Shown only when `includeSecret` asks for it; keep it on your server. */
            secret?: string;
            /** @description Version of the shape of the messages. */
            version?: string;
            /** @description Names of the events that are sent. */
            events: string[];
            /** @description Whether events are sent now. */
            isEnabled: boolean;
            /**
             * Format: date-time
             * @description Since when the webhook has been enabled; absent while it is disabled.
             */
            enabledAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The webhooks of an environment. */
        WebhooksResponse: {
            /** @description Absent: all webhooks fit on one page. */
            cursor?: string;
            data?: components["schemas"]["Webhook"][];
        };
        /** @description A webhook to create. */
        WebhookCreateRequest: {
            /** @description Where messages are to be sent. */
            url: components["schemas"]["HttpsUrlOrTopicArn"];
            /** @description Whether events are sent from the start. */
            isEnabled: boolean;
            /** @description Names of events, at least one, all from `EventName`. A repeated name counts once. */
            events: components["schemas"]["NonEmptyString255"][];
        };
        /** @description The new state of a webhook; all three parts are replaced. */
        WebhookUpdateRequest: {
            /** @description Where messages are to be sent from now on. */
            url: components["schemas"]["HttpsUrlOrTopicArn"];
            /** @description Whether events are sent from now on. */
            isEnabled: boolean;
            /** @description Names of events, at least one, all from `EventName`. A repeated name counts once. */
            events: string[];
        };
        /** @description One attempt to bring an event to a webhook. */
        WebhookMessage: {
            /** @description Id of the delivery: the first attempt and its automatic retries have it in common. */
            deliveryId: components["schemas"]["Uuid"];
            /** @description Id of the event that is delivered. */
            eventId: components["schemas"]["Uuid"];
            /** @description Id of the event on its way to this webhook, the same in all attempts. */
            messageId: components["schemas"]["Uuid"];
            environmentId: components["schemas"]["Uuid"];
            webhookId: components["schemas"]["Uuid"];
            /**
             * @description `delivered`: the receiver answered with a 2xx. `pending`: the attempt failed and the next one is due.
             *     `failed`: it failed, and a later attempt followed or none is left.
             */
            status: string;
            /**
             * Format: date-time
             * @description When the attempt was made, successful or not.
             */
            deliveredAt: string;
            /**
             * Format: date-time
             * @description When the event was queued for this webhook.
             */
            messageCreatedAt: string;
            /**
             * Format: date-time
             * @description When the event reached the queue of the environment.
             */
            eventReceivedAt: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            eventCreatedAt: string;
            /** @description Number of the attempt within its delivery, from 1. A live environment makes at most six, a sandbox three. */
            deliveryAttempt: number;
            /** @description What was sent: `url`, `method`, `headers` and `body`. */
            request: {
                [key: string]: unknown;
            };
            /** @description What came back: `status`, `headers` and `body`; or `error`, a sentence, when there was no answer. */
            response: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the attempt was recorded.
             */
            createdAt: string;
        };
        /** @description Attempts to deliver messages of one webhook. */
        WebhookMessagesResponse: {
            /** @description Leads to the next page; absent on the last one. */
            cursor?: string;
            data?: components["schemas"]["WebhookMessage"][];
        };
        /** @description Confirms that the redelivery has started. */
        WebhookMessageRedeliveryResponse: {
            /** @description A sentence for people to read. */
            message?: string;
        };
        /**
         * @description `pending` until the invited person answers; `accepted` and `rejected` are final.
         * @enum {string}
         */
        InviteStatusEnum: "pending" | "rejected" | "accepted";
        /**
         * @description What a member may do in an organization: a `viewer` reads, a `developer` also changes settings, an `admin` also
         *     manages projects and members, an `owner` may do everything.
         * @enum {string}
         */
        RoleEnum: "owner" | "admin" | "developer" | "viewer";
        /** @description An offer to a person to become a member of an organization. */
        Invite: {
            id?: components["schemas"]["Uuid"];
            organizationId: components["schemas"]["Uuid"];
            organizationName: string;
            status: components["schemas"]["InviteStatusEnum"];
            email?: components["schemas"]["EmailAddress"];
            /** @description Name of the invited person, as the inviting member wrote it. */
            alias?: string;
            /** @description Address of the wallet that the invite is addressed to. */
            walletPublicKey?: string;
            /** @description The role that acceptance gives. */
            role?: components["schemas"]["RoleEnum"];
            /** @description E-mail address of the member who sent the invite. */
            createdByEmail?: components["schemas"]["EmailAddress"];
        };
        /** @description A list of invites. It is whole, without pages. */
        InvitesResponse: {
            /** @description How many invites the list holds. */
            count?: number;
            invites?: components["schemas"]["Invite"][];
        };
        /** @description The answer to an invite. */
        InviteUpdateRequest: {
            /** @description `accepted` or `rejected`. */
            status: components["schemas"]["InviteStatusEnum"];
        };
        /** @description As `OptString`, at most 50 characters. */
        OptString50: string;
        /** @description ISO 3166-1 alpha-2 code in either case. */
        IsoCountryCode: string;
        /** @description Postal address of an organization. Every part may be left out or be empty. */
        OrganizationAddressFields: {
            addressLine1?: components["schemas"]["OptString255"];
            addressLine2?: components["schemas"]["OptString255"];
            city?: components["schemas"]["OptString50"];
            /** @description State, province or county. */
            region?: components["schemas"]["OptString50"];
            postalCode?: components["schemas"]["OptString50"];
            country?: components["schemas"]["IsoCountryCode"];
        };
        /** @description A company or team that owns projects and has members. */
        Organization: {
            id: components["schemas"]["Uuid"];
            name: string;
            /** @description What the organization does, for its members to read. May be empty. */
            description?: components["schemas"]["OptString"];
            /** @description Home page of the organization. May be empty. */
            websiteUrl?: components["schemas"]["OptUrl"];
            address?: components["schemas"]["OrganizationAddressFields"];
            /** @description The caller's role in this organization. */
            role?: components["schemas"]["RoleEnum"];
        };
        /** @description The organizations of the caller. The list is whole, without pages. */
        OrganizationsResponse: {
            organizations?: components["schemas"]["Organization"][];
        };
        /** @description Name of a chain for people to read. */
        NetworkName: string;
        /** @description Id of a chain in decimal digits, such as `1`. */
        ChainIdDigits: string;
        /** @description As `NonEmptyUrl`, at most 255 characters. */
        NonEmptyUrl255: string;
        /** @description Symbol of a currency or token in capitals, such as `ETH`. */
        CurrencySymbol: string;
        /** @description A blockchain network that an organization describes itself. */
        CustomNetwork: {
            id: components["schemas"]["Uuid"];
            /** @description Chain family of the network. */
            networkType: components["schemas"]["ChainEnum"];
            /** @description What people see as the name of the network. */
            chainName: components["schemas"]["NetworkName"];
            /** @description The network's own chain number, in decimal digits. */
            chainId: components["schemas"]["ChainIdDigits"];
            /** @description Where JSON-RPC calls go. */
            rpcUrl: components["schemas"]["NonEmptyUrl255"];
            /** @description Where people look up transactions. */
            blockExplorerUrl: components["schemas"]["NonEmptyUrl255"];
            iconUrl: components["schemas"]["NonEmptyUrl255"];
            nativeCurrencyName: components["schemas"]["NetworkName"];
            nativeCurrencySymbol: components["schemas"]["CurrencySymbol"];
            nativeCurrencyIconUrl: components["schemas"]["NonEmptyUrl255"];
            /** @description Decimal places between the smallest unit and one coin. */
            nativeCurrencyDecimals: number;
        };
        /** @description One custom network, wrapped. */
        CustomNetworkResponse: {
            customNetwork?: components["schemas"]["CustomNetwork"];
        };
        /** @description All custom networks of an organization, each wrapped in `customNetwork`, oldest first. */
        CustomNetworksResponse: {
            customNetworks?: components["schemas"]["CustomNetworkResponse"][];
        };
        /** @description The full description of a custom network. */
        CustomNetworkRequest: {
            /** @description Chain family of the network. */
            networkType: components["schemas"]["ChainEnum"];
            /** @description What people see as the name of the network. */
            chainName: components["schemas"]["NetworkName"];
            /** @description The network's own chain number, in decimal digits. */
            chainId: components["schemas"]["ChainIdDigits"];
            /** @description Where JSON-RPC calls go. */
            rpcUrl: components["schemas"]["NonEmptyUrl255"];
            /** @description Where people look up transactions. */
            blockExplorerUrl: components["schemas"]["NonEmptyUrl255"];
            iconUrl: components["schemas"]["NonEmptyUrl255"];
            nativeCurrencyName: components["schemas"]["NetworkName"];
            nativeCurrencySymbol: components["schemas"]["CurrencySymbol"];
            nativeCurrencyIconUrl: components["schemas"]["NonEmptyUrl255"];
            /** @description Decimal places between the smallest unit and one coin. */
            nativeCurrencyDecimals: number;
        };
        /** @description Whom to invite, and as what. At least one of `email`, `phoneNumber` and `walletPublicKey` must be given. */
        InviteSendRequest: {
            /** @description Address of a wallet of the person. */
            walletPublicKey?: components["schemas"]["WalletPublicKey"];
            /** @description Name of the person, shown in the lists of invites. */
            alias?: components["schemas"]["OptString255"];
            /** @description Where the invite is sent. An empty string counts as absent. */
            email?: components["schemas"]["EmailOrEmptyString"];
            /** @description Where the invite is sent as a text message. An empty string counts as absent. */
            phoneNumber?: components["schemas"]["PhoneNumberOrEmptyString"];
            /** @description The role that acceptance gives. */
            role: components["schemas"]["RoleEnum"];
        };
        /** @description Says why the person cannot be invited now. */
        InviteConflictResponse: {
            /** @description A sentence for people to read. */
            message?: string;
        };
        /** @description One of the two environments of a project. */
        ProjectProjectEnvironments: {
            id?: components["schemas"]["Uuid"];
            /** @description `sandbox` or `live`. */
            environmentName?: string;
        };
        /** @description A product of an organization. It holds a sandbox and a live environment, which share nothing but the project. */
        Project: {
            /** @description Unique within the organization. */
            name: string;
            id: components["schemas"]["Uuid"];
            organizationId: components["schemas"]["Uuid"];
            /** @description The two environments of the project: `sandbox` and `live`. */
            projectEnvironments?: components["schemas"]["ProjectProjectEnvironments"][];
        };
        /** @description The projects of an organization. The list is whole, without pages. */
        ProjectsResponse: {
            projects?: components["schemas"]["Project"][];
        };
        /** @description What a new project starts with. */
        ProjectRequest: {
            /** @description Must be unique within the organization. */
            name: components["schemas"]["NonEmptyString255"];
        };
        /** @description One of the two environments of a new project. */
        CreateProjectResponseProjectProjectEnvironments: {
            id?: components["schemas"]["Uuid"];
            /** @description `sandbox` or `live`. */
            environmentName?: string;
        };
        /** @description A new project with its environments. */
        CreateProjectResponseProject: {
            id?: components["schemas"]["Uuid"];
            name?: string;
            organizationId?: components["schemas"]["Uuid"];
            /** @description The two environments of the project: `sandbox` and `live`. */
            projectEnvironments?: components["schemas"]["CreateProjectResponseProjectProjectEnvironments"][];
        };
        /** @description The project that was created. */
        CreateProjectResponse: {
            project?: components["schemas"]["CreateProjectResponseProject"];
        };
        /** @description The two environments of a project. */
        EnvironmentsResponseEnvironments: {
            /** @description For real users. */
            live: components["schemas"]["ProjectEnvironment"];
            /** @description For trying out. */
            sandbox: components["schemas"]["ProjectEnvironment"];
        };
        /** @description The two environments of a project, wrapped. */
        EnvironmentsResponse: {
            environments: components["schemas"]["EnvironmentsResponseEnvironments"];
        };
        /** @description A public key in the form of RFC 7517. */
        JwksKey: {
            /** @description Key id: the RFC 7638 SHA-256 thumbprint of this key in base64url. */
            kid?: string;
            /** @description Algorithm of the signatures, `RS256` unless the environment signs otherwise. */
            alg?: string;
            /** @description Key type, `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA. */
            kty?: string;
            /** @description What the key is for; always `sig`. */
            use?: string;
            /** @description Public exponent of an RSA key, in base64url. */
            e?: string;
            /** @description Modulus of an RSA key, in base64url. */
            n?: string;
            /** @description Curve of a key that is not RSA, `P-256` for ES256 and `Ed25519` for EdDSA. */
            crv?: string;
            /** @description Public key of a key that is not RSA, or its x coordinate, in base64url. */
            x?: string;
            /** @description The y coordinate of a P-256 key, in base64url. */
            y?: string;
        };
        /** @description A JWK set with the keys that sign this environment's session tokens. */
        JwksResponse: {
            keys: components["schemas"]["JwksKey"][];
        };
        /**
         * @description `connect-only`: the site asks the wallet for nothing but its address. `connect-and-sign`: it goes on to ask for a
         *     signature and signs the user in.
         * @enum {string}
         */
        AuthModeEnum: "connect-only" | "connect-and-sign";
        /** @description The wallet that connected, as the browser reports it. */
        ConnectRequest: {
            /** @description Address of the wallet on `chain`. */
            address: components["schemas"]["WalletPublicKey"];
            chain: components["schemas"]["ChainEnum"];
            /** @description How the wallet was reached. */
            provider: components["schemas"]["WalletProviderEnum"];
            /** @description Wire name of the wallet application, such as `metamask`. */
            walletName: components["schemas"]["String255"];
            /** @description What the site does with connected wallets. */
            authMode?: components["schemas"]["AuthModeEnum"];
        };
        /**
         * @description `healthy` if the service can serve the environment, `unhealthy` if it cannot at the moment.
         * @enum {string}
         */
        HealthcheckStatus: "healthy" | "unhealthy";
        /** @description How the service is. */
        HealthcheckResponse: {
            status: components["schemas"]["HealthcheckStatus"];
        };
        /** @description A nonce for one sign-in message. */
        NonceResponse: {
            /** @description Letters and digits, at least eight of them, hard to guess. */
            nonce?: string;
        };
        /** @description A web address, also on `localhost` or with a port, a deep link of a mobile application, or an empty string. */
        OptUrlLocalhostDeepLink: string;
        /** @description What to remember for the time that the person is away at the provider. */
        OauthInitAuthRequest: {
            /**
             * @description A random value made by the client, at least 16 bytes in base64url: it has to come back unchanged through the
             *     query of `oauth.redirect`.
             */
            state: string;
            /**
             * @description Where the browser goes after the provider: a web page or a deep link. Empty or absent for none; then ask
             *     `oauth.getResult`.
             */
            redirectUrl?: components["schemas"]["OptUrlLocalhostDeepLink"];
            /** @description Id of the provider setting, for a single sign-on provider that the environment has several of. */
            ssoProviderId?: components["schemas"]["Uuid"];
        };
        /** @description The error of a refused sign-in. */
        ErrorMessageWithCode: {
            /** @description Stable name of the reason, for programs. */
            code?: string;
            /** @description A sentence for people to read. */
            message?: string;
        };
        /** @description Whom the refusal concerns, as far as the sign-in told. */
        ForbiddenErrorPayload: {
            /** @description Address of the wallet that tried to sign in. */
            walletPublicKey?: components["schemas"]["WalletPublicKey"];
            /** @description E-mail address that tried to sign in. */
            email?: components["schemas"]["EmailAddress"];
        };
        /** @description Body of a 403 for a person who may not sign in. */
        ForbiddenWithErrorAndPayload: {
            error?: components["schemas"]["ErrorMessageWithCode"];
            payload?: components["schemas"]["ForbiddenErrorPayload"];
        };
        /** @description Where to send the person to sign in. */
        OauthProviderLoginUrl: {
            /** @description The provider's authorize URL with all its parameters. */
            url: components["schemas"]["UrlString"];
        };
        /** @description Answer of the captcha widget, passed on as it came. */
        CaptchaToken: string;
        /** @description Names the sign-in whose result is asked for. */
        OauthResultRequest: {
            /** @description The state that was registered with `oauth.initialize`. */
            state?: string;
            /** @description Token of a sign-in from inside a messenger. Not read by `oauth.getResult`. */
            messengerAuthToken?: string;
            /** @description Whether a messenger sign-in may create the user. Not read by `oauth.getResult`. */
            forceCreateUser?: boolean;
            /** @description Not read by `oauth.getResult`. */
            code?: components["schemas"]["NonEmptyString"];
            /** @description Public key that the client made for the session. Not read by `oauth.getResult`. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
            /** @description Proof of a solved CAPTCHA. Not read by `oauth.getResult`. */
            captchaToken?: components["schemas"]["CaptchaToken"];
        };
        /** @description Authorization code of an identity provider. It can be used once. */
        OAuthCode: string;
        /**
         * @description `pending` until the provider has answered, well or badly; then `completed`.
         * @enum {string}
         */
        OauthResultStatus: "pending" | "completed";
        /** @description How the round trip stands. Once completed it holds the code or the error, never both. */
        OauthResultResponse: {
            /** @description The provider's authorization code, to be handed to `oauth.verify`. */
            code?: components["schemas"]["OAuthCode"];
            /** @description The error code that the provider answered with, as it came. */
            error?: string;
            status: components["schemas"]["OauthResultStatus"];
        };
        /** @description Text of a query parameter: ASCII letters, digits and common punctuation. */
        ValidStringQueryParam: string;
        /** @description Error code of an identity provider, such as `access_denied`. */
        OAuthError: string;
        /** @description Three base64url parts joined by dots. Whether it is a valid token is checked later. */
        JwtShapedString: string;
        /** @description The provider's answer as form fields: a code, or an error. */
        OauthRedirectRequest: {
            /** @description The provider's authorization code; absent if the sign-in failed there. */
            code?: components["schemas"]["OAuthCode"];
            /** @description The state that the sign-in was started with. */
            state?: components["schemas"]["ValidStringQueryParam"];
            /** @description The provider's ID token. Not trusted and not kept. */
            id_token?: components["schemas"]["JwtShapedString"];
            /** @description The provider's error code, such as `access_denied`. */
            error?: components["schemas"]["OAuthError"];
        };
        /** @description The proof of a finished round trip to the provider. */
        OauthRequest: {
            /** @description The authorization code that came back for this state. Single-use. */
            code?: string;
            /** @description The PKCE code verifier, 43 to 128 characters, whose SHA-256 is the challenge that went to the provider. */
            codeVerifier?: string;
            /** @description The state that was registered with `oauth.initialize`. Single-use. */
            state: string;
            /** @description Proof of a solved CAPTCHA, for environments that ask for one. */
            captchaToken?: string;
            /** @description Public key that the client made for this session; it becomes the claim `session_public_key`. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
            /** @description Id of the provider setting, for a single sign-on provider that the environment has several of. */
            ssoProviderId?: components["schemas"]["Uuid"];
        };
        /** @description A signed JWT in compact form. Only sent where sessions travel by header. */
        EncodedJwt: string;
        /** @description A user of the environment, as the user sees it. */
        SdkUser: {
            id: components["schemas"]["Uuid"];
            /** @description Id of the environment that the user belongs to. */
            projectEnvironmentId: components["schemas"]["Uuid"];
            /** @description What the user has proved to hold: e-mail addresses, phone numbers, wallets, accounts at providers, passkeys. */
            verifiedCredentials: components["schemas"]["VerifiedCredential"][];
            /** @description Id of the credential of the latest sign-in. */
            lastVerifiedCredentialId?: components["schemas"]["Uuid"];
            /** @description Id of the session that the reply was made for. */
            sessionId?: components["schemas"]["Uuid"];
            /** @description Name to show for the user. */
            alias?: components["schemas"]["OptNullString255"];
            /** @description ISO 3166-1 code, two capital letters. */
            country?: components["schemas"]["CountryCode"];
            /** @description The user's e-mail address; null if there is none. */
            email?: components["schemas"]["Email"] | null;
            firstName?: components["schemas"]["OptNullString255"];
            jobTitle?: components["schemas"]["OptNullString255"];
            lastName?: components["schemas"]["OptNullString255"];
            /** @description In E.164 form with a leading plus; null if there is none. */
            phoneNumber?: components["schemas"]["String255"] | null;
            /** @description Whether the user has agreed to the site's terms; null if never asked. */
            policiesConsent?: boolean | null;
            /** @description Size of clothing, as the user put it. */
            tShirtSize?: components["schemas"]["OptNullString255"];
            team?: components["schemas"]["OptNullString255"];
            /** @description Name that no other user of the environment has. */
            username?: components["schemas"]["OptNullString255"];
            /**
             * Format: date-time
             * @description When the user first signed in.
             */
            firstVisit?: string;
            /**
             * Format: date-time
             * @description When the user last signed in.
             */
            lastVisit?: string;
            /** @description True in the reply to the user's first sign-in, false in every other. */
            newUser?: boolean;
            /** @description Free data that is kept with the user, custom fields included. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the user has confirmed to have written the recovery codes down: `pending`, then `complete`; null
             *     without codes.
             */
            mfaBackupCodeAcknowledgement?: components["schemas"]["MfaBackupCodeAcknowledgement"] | null;
            /** @description Bitcoin address, as the user put it; not proved. */
            btcWallet?: string | null;
            /** @description Kadena address, as the user put it; not proved. */
            kdaWallet?: string | null;
            /** @description Litecoin address, as the user put it; not proved. */
            ltcWallet?: string | null;
            /** @description Nervos CKB address, as the user put it; not proved. */
            ckbWallet?: string | null;
            /** @description Kaspa address, as the user put it; not proved. */
            kasWallet?: string | null;
            /** @description Dogecoin address, as the user put it; not proved. */
            dogeWallet?: string | null;
            /** @description Whether the user wants notifications by e-mail; null if never asked. */
            emailNotification?: boolean | null;
            /** @description Whether the user wants notifications on Discord; null if never asked. */
            discordNotification?: boolean | null;
            /** @description Whether the user wants the newsletter; null if never asked. */
            newsletterNotification?: boolean | null;
            /** @description Names of the enabled allowlists that list the user. */
            lists?: string[];
            /**
             * @description What the session may do, separated by spaces. `user:basic` is in it once no required field is missing and no
             *     MFA step is open; gates and allowlists add theirs.
             */
            scope?: string;
            /** @description Enabled required fields, standard and custom, that are empty. */
            missingFields?: components["schemas"]["MissingField"][];
        };
        /** @description Unix time in seconds, as a string of digits. */
        UnixString: string;
        /** @description The outcome of a sign-in or refresh: the user and the tokens of the session. */
        VerifyResponse: {
            /** @description Present while an MFA step is open; it proves the first step to the operations that take the second one. */
            mfaToken?: string;
            /** @description The session token with all claims of ServiceJwt. Absent where a live environment keeps sessions in cookies. */
            jwt?: components["schemas"]["EncodedJwt"];
            user: components["schemas"]["SdkUser"];
            /**
             * @description The session token with the small claim set of MinifiedServiceJwt. In cookie mode the cookie holds it, and
             *     live environments leave it out of the body.
             */
            minifiedJwt?: components["schemas"]["EncodedJwt"];
            /** @description When the tokens expire: Unix time in whole seconds, as a string. */
            expiresAt: components["schemas"]["UnixString"];
        };
        /** @description The settings of a provider to change; those left out stay. */
        ProviderUpdateRequest: {
            /** @description Id of the client that is registered with the provider. */
            clientId?: string;
            /** @description Secret of the client. It is write-only: stored, and shown in no reply. */
            clientSecret?: string;
            /** @description Project id at the provider, for account abstraction. */
            providerProjectId?: string;
            /**
             * @deprecated
             * @description Number of the default chain. Use `defaultChain` instead.
             */
            defaultChainId?: number;
            /** @description Default chain as a CAIP-2 id, such as eip155:1. */
            defaultChain?: components["schemas"]["ChainId"];
            /** @description Page where people export the key of an embedded wallet. */
            keyExportUrl?: string;
            /** @description Whether to use the credentials of the service in place of a client id and secret of your own. */
            useServiceCredentials?: boolean;
            /** @description OAuth scopes to ask for, separated by spaces. */
            scopes?: string;
            /** @description Id of the signing key, at providers that sign the client secret. */
            platformKeyId?: string;
            /** @description Id of the developer team, at providers that sign the client secret. */
            platformTeamId?: string;
            /** @description Name of the shop, for providers that work per shop. */
            platformStore?: string;
            /** @description Domain of the tenant at the provider, or the domain that e-mails are sent from. */
            domain?: string;
            /** @description Account id at the SMS service. */
            accountSid?: string;
            /** @description Number that messages are sent from, in E.164 form. */
            smsNumber?: string;
            /** @description Countries that messages are sent to; other numbers are refused. */
            enabledCountries?: components["schemas"]["SmsCountryCode"][];
            /** @description Name of the IP pool that e-mails are sent from. */
            emailIpPoolName?: string;
            /** @description Account abstraction projects, one per chain. */
            multichainAccountAbstractionProviders?: components["schemas"]["ProviderCreateRequestMultichainAccountAbstractionProviders"][];
            /** @description Version of the ERC-4337 entry point for smart accounts. */
            entryPointVersion?: components["schemas"]["ProviderEntryPointVersionEnum"];
            /** @description Version of the smart account contract. */
            kernelVersion?: components["schemas"]["ProviderKernelVersionEnum"];
            /** @description How the signer of a smart account is validated. */
            ecdsaProviderType?: components["schemas"]["EcdsaValidatorOptions"];
            /** @description Whether older smart accounts move to version 3 of the contract. */
            enableKernelV3Migration?: boolean;
            /** @description Whether accounts are delegated by EIP-7702 instead of deployed. */
            enableEIP7702?: boolean;
            /** @description Address of the contract that deploys smart accounts. */
            factoryAddress?: string;
            /** @description Address of the contract that pays the fees. */
            paymasterAddress?: string;
            /** @description Address of the contract that validates passkeys. */
            passkeyAddress?: string;
            /** @description Address of the contract that validates session keys. */
            sessionAddress?: string;
            /** @description Bundler that the account abstraction vendor is to use. */
            vendorBundlerProvider?: components["schemas"]["VendorBundlerProvider"];
            /** @description Address of a bundler of your own. */
            vendorBundlerRpcUrl?: string;
            /** @description Address of a paymaster of your own. */
            vendorPaymasterRpcUrl?: string;
            /** @description Address of the contract that EIP-7702 delegates to. */
            vendorKernelDelegationAddress?: string;
            /** @description Where people come back to after they finished at the provider. */
            returnUrl?: string;
            /** @description Where people come back to after they gave up at the provider. */
            cancelUrl?: string;
            /** @description Id of the verification service at the SMS service. */
            smsVerifyServiceSid?: string;
        };
        /** @description A wallet of the user, as the tokens tell it. */
        JwtBlockchainAccount: {
            address: components["schemas"]["WalletPublicKey"];
            /** @description The chain family in lower case, such as `eip155` or `solana`. */
            chain: string;
            /** @description Id of the wallet's credential. */
            id: components["schemas"]["Uuid"];
            /** @description The name that the address resolves to, if it has one. */
            name_service?: components["schemas"]["NameServiceData"];
            /** @description The wallet product, such as `metamask`. */
            wallet_name: string;
            /** @description How the wallet is connected. */
            wallet_provider: components["schemas"]["WalletProviderEnum"];
        };
        /**
         * @description One hash per kind of credential that the user has. It changes when a credential of the kind comes, goes or
         *     changes.
         */
        JwtVerifiedCredentialHashes: {
            blockchain?: string;
            email?: string;
            oauth?: string;
            phoneNumber?: string;
            externalUser?: string;
        };
        /** @description The user's data in the shape of older tokens. Use the claims of ServiceJwt itself. */
        JwtPayloadDeprecatedInfo: {
            alias?: string;
            /** @description Chain of the wallet that the user signed in with. */
            chain?: components["schemas"]["ChainEnum"];
            email?: components["schemas"]["EmailAddress"];
            /** @description Name that the wallet's address resolves to. */
            ens?: components["schemas"]["NameServiceData"];
            environmentId: components["schemas"]["Uuid"];
            firstName?: string;
            jobTitle?: string;
            lastName?: string;
            lists?: string[];
            phoneNumber?: string;
            tShirtSize?: string;
            userId?: components["schemas"]["Uuid"];
            username?: string;
            /** @description Name of the wallet product that the user signed in with. */
            wallet?: string;
            /** @description Id that older tokens carried for the wallet. */
            walletPublicKey?: components["schemas"]["Uuid"];
        };
        /**
         * @description What an event tells. A name starts with the resource and ends with what happened to it.
         *     - `ping` goes to a webhook alone, to test its URL.
         *     - `user.*` tells of users, their sessions, social accounts and passkey recovery; `user.merged` of two accounts
         *       made one.
         *     - `admin.user.session.revoked` tells that a server or a member, not the user, ended a session.
         *     - `wallet.*` tells of wallets: `created` for embedded ones, `linked` and `unlinked` for a user's credentials,
         *       `transferred` when a wallet moved to another user, `delegation.*` for the right to sign on the user's behalf.
         *     - `visit.created` tells of a new visitor.
         *     - `waas.policy.violation` tells that a policy stopped an embedded wallet.
         * @enum {string}
         */
        EventName: "ping" | "user.created" | "user.updated" | "user.deleted" | "user.passkeyRecovery.started" | "user.passkeyRecovery.completed" | "user.session.created" | "user.session.revoked" | "user.social.linked" | "user.social.unlinked" | "wallet.created" | "wallet.linked" | "wallet.unlinked" | "wallet.exported" | "wallet.transferred" | "visit.created" | "admin.user.session.revoked" | "user.merged" | "wallet.deleted" | "wallet.signature" | "wallet.activity" | "wallet.delegation.created" | "wallet.delegation.revoked" | "waas.policy.violation";
    };
    responses: {
        /** @description The request is malformed: the body is not JSON, or a parameter or field breaks its schema. Nothing was changed. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "limit: must be at most 100.",
                 *       "code": "validation_failed"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No credential came with the request, or it is unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description The scheme to answer with. */
                "www-authenticate"?: "Bearer";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send an API token as a bearer token.",
                 *       "code": "unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The credential is valid but may not do this: it lacks the scope or the role, or it belongs to another environment or organization. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This token lacks the scope environment.settings.write.",
                 *       "code": "missing_scope"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Nothing with this id exists in this environment. Ids of other environments get the same answer. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "No record with this id exists here.",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description This URL does not serve the method. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description The methods that the URL serves. */
                allow?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This URL serves GET and POST.",
                 *       "code": "method_not_allowed"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many requests came in the time window. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description Seconds to wait before the next try. */
                "retry-after"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Too many requests. Try again in 12 seconds.",
                 *       "code": "too_many_requests"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed. The cause is logged, not sent. */
        InternalServerError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Something went wrong on our side.",
                 *       "code": "internal_server_error"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not of a media type that this operation reads. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send the body as application/json.",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is well-formed but cannot be accepted; `code` names the rule. Nothing was changed. */
        UnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "A user with this e-mail exists already.",
                 *       "code": "email_already_exists"
                 *     }
                 */
                "application/json": components["schemas"]["UnprocessableEntity"];
            };
        };
        /** @description Nothing with this id exists in this environment. Ids of other environments get the same answer. There is no body. */
        NotFoundEmpty: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description No credential came with the request, or it is unknown, expired or revoked. This list answers in plain text. */
        UnauthorizedText: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description The scheme to answer with. */
                "www-authenticate"?: "Bearer";
                [name: string]: unknown;
            };
            content: {
                /** @example Send an API token as a bearer token. */
                "text/plain": string;
            };
        };
        /** @description The origin is malformed: it has a path, more than one wildcard, or a scheme that no browser sends. */
        OriginRejected: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "origin: must match the origin pattern.",
                 *       "status": 400
                 *     }
                 */
                "application/json": components["schemas"]["AddOriginBadRequest"];
            };
        };
        /** @description This person has a pending invite to the organization, or is a member already. */
        InviteConflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "This person is invited already."
                 *     }
                 */
                "application/json": components["schemas"]["InviteConflictResponse"];
            };
        };
        /** @description The service failed. The cause is logged, not sent. There is no body. */
        InternalServerErrorEmpty: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The sign-in or session was refused for this person: blocked by a gate, an allowlist or screening, or not among those who have access. */
        SignInBlocked: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "gate_blocked",
                 *         "message": "Access is not granted to this person."
                 *       },
                 *       "payload": {
                 *         "walletPublicKey": "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForbiddenWithErrorAndPayload"];
            };
        };
    };
    parameters: {
        /** @description Id of the allowlist entry. */
        AllowlistEntryId: components["schemas"]["Uuid"];
        /** @description Id of the allowlist. */
        AllowlistId: components["schemas"]["Uuid"];
        /**
         * @description Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns it can be ordered by;
         *     another column is a 400. Records that are equal in the column follow each other by id.
         */
        OrderBy: components["schemas"]["OrderBy"];
        /** @description How many records to leave out from the start of the list. Beyond the end, the page is empty. */
        Offset: number;
        /** @description How many records the page holds at most. */
        Limit: number;
        /** @description Id of the deep link. */
        DeeplinkUrlId: components["schemas"]["Uuid"];
        /** @description The environment that the call acts in. */
        EnvironmentId: components["schemas"]["Uuid"];
        /** @description Id of the custom hostname. */
        CustomHostnameId: components["schemas"]["Uuid"];
        /**
         * @description Where the page starts: the cursor of the page before. It is opaque, belongs to this list of this environment, and
         *     stays valid while records come and go. A cursor of another list, or one that was changed, is a 400.
         */
        Cursor: string;
        /** @description Id of the export. */
        ExportId: components["schemas"]["Uuid"];
        /** @description Id of the gate. */
        GateId: components["schemas"]["Uuid"];
        /** @description Id of the API token. */
        TokenId: components["schemas"]["Uuid"];
        /** @description Id of the user. */
        UserId: components["schemas"]["Uuid"];
        /** @description Id of the wallet. */
        WalletId: components["schemas"]["Uuid"];
        /** @description Id of the webhook. */
        WebhookId: components["schemas"]["Uuid"];
        /** @description Id of the webhook message. */
        MessageId: components["schemas"]["Uuid"];
        /** @description Id of the invite. */
        InviteId: components["schemas"]["Uuid"];
        /** @description Id of the organization. */
        OrganizationId: components["schemas"]["Uuid"];
        /** @description Id of the custom network. */
        NetworkId: components["schemas"]["Uuid"];
        /** @description Id of the origin. */
        OriginId: components["schemas"]["Uuid"];
        /** @description Id of the project. */
        ProjectId: components["schemas"]["Uuid"];
        /** @description The identity provider, by its wire name. */
        ProviderType: components["schemas"]["ProviderEnum"];
        /**
         * @description The state that was registered with `oauth.initialize`. The provider hands it back, and an answer without it is
         *     refused.
         */
        LoginState: string;
        /** @description PKCE code challenge, the base64url SHA-256 of the code verifier that `oauth.verify` gets later. */
        CodeChallenge: string;
        /** @description How the challenge was made. SHA-256 is the only way. */
        CodeChallengeMethod: "S256";
        /** @description Who is expected to sign in, mostly an e-mail address. The provider may fill in its form with it. */
        LoginHint: string;
        /**
         * @description What the provider has to ask: nothing at all (`none`, which fails if the person is not signed in there), consent
         *     again, the password again (`login`), or which account to use.
         */
        LoginPrompt: "none" | "consent" | "login" | "select_account";
        /** @description Id of the provider setting. */
        ProviderId: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /** @description Id of this exchange, for logs and support. */
        RequestId: string;
        /** @description Cursor of the next page; absent on the last one. */
        NextCursor: string;
        /** @description Where to go on. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "allowlistEntries.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist entry. */
                allowlistEntryId: components["parameters"]["AllowlistEntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlists.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *       "name": "Early access",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "scope": null,
                     *       "outcome": "siteAccess"
                     *     }
                     */
                    "application/json": components["schemas"]["Allowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlists.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowlist, not enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *       "name": "Early access",
                     *       "enabledAt": null,
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "scope": null,
                     *       "outcome": "siteAccess"
                     *     }
                     */
                    "application/json": components["schemas"]["Allowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlists.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowlist, enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *       "name": "Early access",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "scope": null,
                     *       "outcome": "siteAccess"
                     *     }
                     */
                    "application/json": components["schemas"]["Allowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlistEntries.list": {
        parameters: {
            query?: {
                /**
                 * @description Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns it can be ordered by;
                 *     another column is a 400. Records that are equal in the column follow each other by id.
                 */
                orderBy?: components["parameters"]["OrderBy"];
                /** @description How many records to leave out from the start of the list. Beyond the end, the page is empty. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records the page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Keeps the entries whose alias, wallet address or e-mail contains this text, upper and lower case alike. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries and the count of all that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "entries": [
                     *         {
                     *           "id": "01938c5e-8b05-7d4e-9f0a-1b2c3d4e5f05",
                     *           "allowListId": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *           "email": "ada@example.com",
                     *           "alias": "Ada, design partner"
                     *         },
                     *         {
                     *           "id": "01938c5e-8b06-7d4e-9f0a-1b2c3d4e5f06",
                     *           "allowListId": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *           "walletPublicKey": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
                     *           "alias": "Treasury"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AllowlistEntriesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlistEntries.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the allowlist. */
                allowlistId: components["parameters"]["AllowlistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "alias": "Ada, design partner"
                 *     }
                 */
                "application/json": components["schemas"]["PostAllowlistEntriesRequest"];
            };
        };
        responses: {
            /** @description The new entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b05-7d4e-9f0a-1b2c3d4e5f05",
                     *       "allowListId": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *       "email": "ada@example.com",
                     *       "alias": "Ada, design partner"
                     *     }
                     */
                    "application/json": components["schemas"]["AllowlistEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "deeplinkUrls.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the deep link. */
                deeplinkUrlId: components["parameters"]["DeeplinkUrlId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deep link is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "environments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment with its settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "settings": {
                     *         "environmentName": "sandbox",
                     *         "chains": [
                     *           {
                     *             "name": "evm",
                     *             "enabled": true,
                     *             "networks": []
                     *           }
                     *         ],
                     *         "kyc": [],
                     *         "design": {},
                     *         "general": {
                     *           "displayName": "Example App"
                     *         },
                     *         "privacy": {
                     *           "collectIp": false
                     *         },
                     *         "sdk": {
                     *           "multiWallet": true
                     *         },
                     *         "security": {
                     *           "jwtDuration": {
                     *             "amount": 2,
                     *             "unit": "hours"
                     *           }
                     *         }
                     *       },
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-16T14:05:12.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlists.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All allowlists of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *         "name": "Early access",
                     *         "enabledAt": "2026-01-15T09:30:00.000Z",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "scope": null,
                     *         "outcome": "siteAccess"
                     *       },
                     *       {
                     *         "id": "01938c5e-8b04-7d4e-9f0a-1b2c3d4e5f04",
                     *         "name": "Moderators",
                     *         "enabledAt": null,
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "scope": "moderator",
                     *         "outcome": "scope"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Allowlist"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "allowlists.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Early access",
                 *       "outcome": "siteAccess"
                 *     }
                 */
                "application/json": components["schemas"]["PostAllowlistsRequest"];
            };
        };
        responses: {
            /** @description The new allowlist, not enabled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b03-7d4e-9f0a-1b2c3d4e5f03",
                     *       "name": "Early access",
                     *       "enabledAt": null,
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "scope": null,
                     *       "outcome": "siteAccess"
                     *     }
                     */
                    "application/json": components["schemas"]["Allowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customFields.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All custom fields of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01938c5e-8b08-7d4e-9f0a-1b2c3d4e5f08",
                     *         "key": "employeeNumber",
                     *         "name": "Employee number",
                     *         "enabled": true,
                     *         "required": true,
                     *         "fieldType": "text",
                     *         "validationRules": {
                     *           "unique": true,
                     *           "regex": "^E[0-9]{5}$"
                     *         },
                     *         "position": 0
                     *       },
                     *       {
                     *         "id": "01938c5e-8b07-7d4e-9f0a-1b2c3d4e5f07",
                     *         "key": "favouriteColour",
                     *         "name": "Favourite colour",
                     *         "enabled": true,
                     *         "required": false,
                     *         "fieldType": "select",
                     *         "validationRules": {
                     *           "validOptions": [
                     *             {
                     *               "label": "Blue",
                     *               "key": "blue"
                     *             },
                     *             {
                     *               "label": "Green",
                     *               "key": "green"
                     *             }
                     *           ]
                     *         },
                     *         "position": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CustomField"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customFields.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Favourite colour",
                 *       "enabled": true,
                 *       "required": false,
                 *       "fieldType": "select",
                 *       "validationRules": {
                 *         "validOptions": [
                 *           {
                 *             "label": "Blue",
                 *             "key": "blue"
                 *           },
                 *           {
                 *             "label": "Green",
                 *             "key": "green"
                 *           }
                 *         ]
                 *       },
                 *       "position": 1
                 *     }
                 */
                "application/json": components["schemas"]["CustomFieldRequest"];
            };
        };
        responses: {
            /** @description The new custom field with its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b07-7d4e-9f0a-1b2c3d4e5f07",
                     *       "key": "favouriteColour",
                     *       "name": "Favourite colour",
                     *       "enabled": true,
                     *       "required": false,
                     *       "fieldType": "select",
                     *       "validationRules": {
                     *         "validOptions": [
                     *           {
                     *             "label": "Blue",
                     *             "key": "blue"
                     *           },
                     *           {
                     *             "label": "Green",
                     *             "key": "green"
                     *           }
                     *         ]
                     *       },
                     *       "position": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CustomField"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customHostnames.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All custom hostnames of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customHostnames": [
                     *         {
                     *           "id": "01938c5e-8b09-7d4e-9f0a-1b2c3d4e5f09",
                     *           "hostname": "auth.example.com",
                     *           "usage": "cookies",
                     *           "status": "active",
                     *           "verificationRecords": [
                     *             {
                     *               "dnsRecordType": "CNAME",
                     *               "verificationType": "alias",
                     *               "name": "auth.example.com",
                     *               "value": "hostnames.latchkey.test"
                     *             },
                     *             {
                     *               "dnsRecordType": "TXT",
                     *               "verificationType": "ownership",
                     *               "name": "_hostname.auth.example.com",
                     *               "value": "5b1f0c52-1d0e-4c1a-9f57-3a1f0b8c7d21"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomHostnamesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customHostnames.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hostname": "auth.example.com",
                 *       "usage": "cookies"
                 *     }
                 */
                "application/json": components["schemas"]["CustomHostnameCreateRequest"];
            };
        };
        responses: {
            /** @description The new hostname, pending, with the DNS records to set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b09-7d4e-9f0a-1b2c3d4e5f09",
                     *       "hostname": "auth.example.com",
                     *       "usage": "cookies",
                     *       "status": "pending",
                     *       "verificationRecords": [
                     *         {
                     *           "dnsRecordType": "CNAME",
                     *           "verificationType": "alias",
                     *           "name": "auth.example.com",
                     *           "value": "hostnames.latchkey.test"
                     *         },
                     *         {
                     *           "dnsRecordType": "TXT",
                     *           "verificationType": "ownership",
                     *           "name": "_hostname.auth.example.com",
                     *           "value": "5b1f0c52-1d0e-4c1a-9f57-3a1f0b8c7d21"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Hostname"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customHostnames.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the custom hostname. */
                customHostnameId: components["parameters"]["CustomHostnameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hostname is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "deeplinkUrls.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All deep links of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deeplinkUrls": [
                     *         {
                     *           "id": "01938c5e-8b0b-7d4e-9f0a-1b2c3d4e5f0b",
                     *           "url": "exampleapp://callback",
                     *           "createdAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": "01938c5e-8b0c-7d4e-9f0a-1b2c3d4e5f0c",
                     *           "url": "https://*.example.com/return",
                     *           "createdAt": "2026-01-16T14:05:12.480Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeeplinkUrlsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "deeplinkUrls.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "exampleapp://callback"
                 *     }
                 */
                "application/json": components["schemas"]["AddDeeplinkUrlRequest"];
            };
        };
        responses: {
            /** @description The new deep link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b0b-7d4e-9f0a-1b2c3d4e5f0b",
                     *       "url": "exampleapp://callback",
                     *       "createdAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeeplinkUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /**
                 * @description Where the page starts: the cursor of the page before. It is opaque, belongs to this list of this environment, and
                 *     stays valid while records come and go. A cursor of another list, or one that was changed, is a 400.
                 */
                cursor?: components["parameters"]["Cursor"];
                /** @description Keeps the events whose `resourceType` is exactly this, such as `user`. An unknown one leaves the list empty. */
                resourceType?: string;
                /** @description Keeps the events at or after this ISO 8601 date or instant. A date without a time means midnight UTC. */
                startDate?: string;
                /** @description Keeps the events before this ISO 8601 date or instant. A date without a time means midnight UTC. */
                endDate?: string;
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "x-next-cursor": components["headers"]["NextCursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *         "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *         "environmentName": "sandbox",
                     *         "eventName": "user.created",
                     *         "resourceType": "user",
                     *         "eventAction": "created",
                     *         "timestamp": "2026-01-15T09:30:00.000Z",
                     *         "data": {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "email": "ada@example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         "context": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EnvironmentEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "exports.list": {
        parameters: {
            query?: {
                /** @description Keeps the exports of this model. Without it all are listed. */
                model?: components["schemas"]["ExportModelEnum"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exports of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exports": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0c",
                     *           "format": "csv",
                     *           "model": "users",
                     *           "status": "completed",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "startedAt": "2026-01-15T09:30:00.000Z",
                     *           "completedAt": "2026-01-15T09:30:01.250Z",
                     *           "downloadUrl": "https://api.latchkey.test/api/v0/environments/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03/exports/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0c/download"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "exports.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "csv",
                 *       "model": "users"
                 *     }
                 */
                "application/json": components["schemas"]["ExportCreateRequest"];
            };
        };
        responses: {
            /** @description The export was accepted and is pending. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0c",
                     *       "format": "csv",
                     *       "model": "users",
                     *       "status": "pending",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "startedAt": null,
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "exports.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the export. */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0c",
                     *       "format": "csv",
                     *       "model": "users",
                     *       "status": "completed",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "startedAt": "2026-01-15T09:30:00.000Z",
                     *       "completedAt": "2026-01-15T09:30:01.250Z",
                     *       "downloadUrl": "https://api.latchkey.test/api/v0/environments/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03/exports/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0c/download"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "exports.download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the export. */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file waits at the signed, short-lived URL in `Location`. There is no body. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All gates of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "gates": [
                     *         {
                     *           "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *           "name": "Collectors",
                     *           "scope": "collector",
                     *           "enabledAt": "2026-01-15T09:30:00.000Z",
                     *           "rules": [
                     *             {
                     *               "type": "nft",
                     *               "address": {
                     *                 "networkId": 1,
                     *                 "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *               },
                     *               "chain": "EVM",
                     *               "filter": {
                     *                 "tokenId": "0x1a4",
                     *                 "amount": 1
                     *               }
                     *             }
                     *           ],
                     *           "outcome": "scope"
                     *         },
                     *         {
                     *           "id": "01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f02",
                     *           "name": "Holders only",
                     *           "enabledAt": null,
                     *           "rules": [
                     *             {
                     *               "type": "token",
                     *               "address": {
                     *                 "networkId": 1,
                     *                 "contractAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
                     *               },
                     *               "filter": {
                     *                 "amount": 100
                     *               },
                     *               "chain": "EVM"
                     *             }
                     *           ],
                     *           "outcome": "siteAccess"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GatesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Collectors",
                 *       "outcome": "scope",
                 *       "scope": "collector",
                 *       "rules": [
                 *         {
                 *           "type": "nft",
                 *           "address": {
                 *             "networkId": 1,
                 *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                 *           },
                 *           "chain": "EVM",
                 *           "filter": {
                 *             "tokenId": "0x1a4",
                 *             "amount": 1
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GateCreateRequest"];
            };
        };
        responses: {
            /** @description The new gate, not enabled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *       "name": "Collectors",
                     *       "scope": "collector",
                     *       "enabledAt": null,
                     *       "rules": [
                     *         {
                     *           "type": "nft",
                     *           "address": {
                     *             "networkId": 1,
                     *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *           },
                     *           "chain": "EVM",
                     *           "filter": {
                     *             "tokenId": "0x1a4",
                     *             "amount": 1
                     *           }
                     *         }
                     *       ],
                     *       "outcome": "scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Gate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *       "name": "Collectors",
                     *       "scope": "collector",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "rules": [
                     *         {
                     *           "type": "nft",
                     *           "address": {
                     *             "networkId": 1,
                     *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *           },
                     *           "chain": "EVM",
                     *           "filter": {
                     *             "tokenId": "0x1a4",
                     *             "amount": 1
                     *           }
                     *         }
                     *       ],
                     *       "outcome": "scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Gate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Collectors of two",
                 *       "rules": [
                 *         {
                 *           "type": "nft",
                 *           "address": {
                 *             "networkId": 1,
                 *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                 *           },
                 *           "chain": "EVM",
                 *           "filter": {
                 *             "amount": 2
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GateUpdateRequest"];
            };
        };
        responses: {
            /** @description The gate after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *       "name": "Collectors of two",
                     *       "scope": "collector",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "rules": [
                     *         {
                     *           "type": "nft",
                     *           "address": {
                     *             "networkId": 1,
                     *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *           },
                     *           "chain": "EVM",
                     *           "filter": {
                     *             "amount": 2
                     *           }
                     *         }
                     *       ],
                     *       "outcome": "scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Gate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate, not enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *       "name": "Collectors",
                     *       "scope": "collector",
                     *       "enabledAt": null,
                     *       "rules": [
                     *         {
                     *           "type": "nft",
                     *           "address": {
                     *             "networkId": 1,
                     *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *           },
                     *           "chain": "EVM",
                     *           "filter": {
                     *             "tokenId": "0x1a4",
                     *             "amount": 1
                     *           }
                     *         }
                     *       ],
                     *       "outcome": "scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Gate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "gates.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the gate. */
                gateId: components["parameters"]["GateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate, enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b01-7d4e-9f0a-1b2c3d4e5f01",
                     *       "name": "Collectors",
                     *       "scope": "collector",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "rules": [
                     *         {
                     *           "type": "nft",
                     *           "address": {
                     *             "networkId": 1,
                     *             "contractAddress": "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
                     *           },
                     *           "chain": "EVM",
                     *           "filter": {
                     *             "tokenId": "0x1a4",
                     *             "amount": 1
                     *           }
                     *         }
                     *       ],
                     *       "outcome": "scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Gate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "screening.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The screening settings of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b0f-7d4e-9f0a-1b2c3d4e5f0f",
                     *       "sanctionsApiEnabled": true,
                     *       "kytApiEnabled": false,
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-16T14:05:12.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScreeningConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "screening.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The screening settings with the sanctions check off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b0f-7d4e-9f0a-1b2c3d4e5f0f",
                     *       "sanctionsApiEnabled": false,
                     *       "kytApiEnabled": false,
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-16T14:05:12.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScreeningConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "screening.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The screening settings with the sanctions check on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b0f-7d4e-9f0a-1b2c3d4e5f0f",
                     *       "sanctionsApiEnabled": true,
                     *       "kytApiEnabled": false,
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-16T14:05:12.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScreeningConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "origins.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All allowed origins of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "origins": [
                     *         {
                     *           "id": "01938c5e-8b0d-7d4e-9f0a-1b2c3d4e5f0d",
                     *           "origin": "https://app.example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f"
                     *         },
                     *         {
                     *           "id": "01938c5e-8b0e-7d4e-9f0a-1b2c3d4e5f0e",
                     *           "origin": "https://*.preview.example.com",
                     *           "createdAt": "2026-01-16T14:05:12.480Z",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OriginsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedText"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "origins.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "origin": "https://app.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["AddOriginRequest"];
            };
        };
        responses: {
            /** @description The new origin. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "origin": {
                     *         "id": "01938c5e-8b0d-7d4e-9f0a-1b2c3d4e5f0d",
                     *         "origin": "https://app.example.com",
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AddOriginResponse"];
                };
            };
            400: components["responses"]["OriginRejected"];
            401: components["responses"]["UnauthorizedText"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All providers of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *           "provider": "google",
                     *           "enabledAt": "2026-01-15T09:30:00.000Z",
                     *           "clientId": "102938475610-app.example.com",
                     *           "scopes": "openid email profile",
                     *           "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *           "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *         },
                     *         {
                     *           "id": "01938c5e-8b13-7d4e-9f0a-1b2c3d4e5f13",
                     *           "provider": "emailOnly",
                     *           "enabledAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProvidersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "google",
                 *       "clientId": "102938475610-app.example.com",
                 *       "clientSecret": "example-client-secret",
                 *       "scopes": "openid email profile"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCreateRequest"];
            };
        };
        responses: {
            /** @description The new provider, not enabled and without its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *       "provider": "google",
                     *       "enabledAt": null,
                     *       "clientId": "102938475610-app.example.com",
                     *       "scopes": "openid email profile",
                     *       "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *       "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.listUrls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OAuth addresses of all providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providerUrls": [
                     *         {
                     *           "provider": "google",
                     *           "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *           "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect",
                     *           "scopes": "openid email profile",
                     *           "scopesRefUrl": "https://developers.google.com/identity/protocols/oauth2/scopes"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderUrlsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "tokens.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All API tokens of the environment, without their raw values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "01938c5e-8b11-7d4e-9f0a-1b2c3d4e5f11",
                     *           "checksum": "q7Zk2d",
                     *           "createdBy": {
                     *             "id": "01938c5e-8b10-7d4e-9f0a-1b2c3d4e5f10",
                     *             "firstName": "Grace",
                     *             "lastName": "Lindqvist",
                     *             "email": "grace@example.com"
                     *           },
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "note": "Nightly user sync",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *           "projectEnvironment": {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f"
                     *           },
                     *           "scopes": [
                     *             "environment.users.read",
                     *             "environment.users.write"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TokensResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "tokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Nightly user sync",
                 *       "scopes": [
                 *         "environment.users.read",
                 *         "environment.users.write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PostTokenFields"];
            };
        };
        responses: {
            /** @description The new token with its raw value, shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": {
                     *         "id": "01938c5e-8b11-7d4e-9f0a-1b2c3d4e5f11",
                     *         "rawToken": "lk_example_not_a_real_token_q7Zk2d",
                     *         "checksum": "q7Zk2d",
                     *         "createdBy": {
                     *           "id": "01938c5e-8b10-7d4e-9f0a-1b2c3d4e5f10",
                     *           "firstName": "Grace",
                     *           "lastName": "Lindqvist",
                     *           "email": "grace@example.com"
                     *         },
                     *         "active": true,
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "note": "Nightly user sync",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "projectEnvironment": {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f"
                     *         },
                     *         "scopes": [
                     *           "environment.users.read",
                     *           "environment.users.write"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateTokenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "tokens.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the API token. */
                tokenId: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.list": {
        parameters: {
            query?: {
                /**
                 * @description Keeps the users that match every given part, for example
                 *     `filter[filterColumn]=email&filter[filterValue]=@example.com`. Without it all are listed.
                 */
                filter?: components["schemas"]["UserSearchFilterParams"];
                /**
                 * @description Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns it can be ordered by;
                 *     another column is a 400. Records that are equal in the column follow each other by id.
                 */
                orderBy?: components["parameters"]["OrderBy"];
                /** @description How many records to leave out from the start of the list. Beyond the end, the page is empty. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records the page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Whether each user carries their `sessions`, revoked ones too. They are left out unless this is `true`. */
                includeSessions?: boolean;
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users, and how many match in all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "users": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "verifiedCredentials": [
                     *             {
                     *               "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *               "format": "email",
                     *               "email": "ada@example.com",
                     *               "public_identifier": "ada@example.com",
                     *               "signInEnabled": true,
                     *               "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *             },
                     *             {
                     *               "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e07",
                     *               "format": "blockchain",
                     *               "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *               "chain": "eip155",
                     *               "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *               "wallet_name": "metamask",
                     *               "wallet_provider": "browserExtension",
                     *               "signInEnabled": true
                     *             }
                     *           ],
                     *           "alias": "ada",
                     *           "country": "GB",
                     *           "email": "ada@example.com",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "username": "ada_l",
                     *           "newUser": false,
                     *           "metadata": {
                     *             "plan": "studio"
                     *           },
                     *           "lists": [],
                     *           "scope": "user:basic",
                     *           "missingFields": [],
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "wallets": [
                     *             {
                     *               "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *               "name": "metamask",
                     *               "chain": "EVM",
                     *               "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *               "provider": "browserExtension",
                     *               "lastSelectedAt": null
                     *             }
                     *           ],
                     *           "oauthAccounts": [],
                     *           "mfaDevices": [],
                     *           "lastVerifiedCredentialId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *           "firstVisit": "2026-01-15T09:30:00.000Z",
                     *           "lastVisit": "2026-01-15T09:31:40.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "emailVerifiedAt": "2026-01-15T09:30:00.000Z",
                 *       "alias": "ada",
                 *       "firstName": "Ada",
                 *       "lastName": "Lovelace",
                 *       "country": "GB",
                 *       "username": "ada_l",
                 *       "metadata": {
                 *         "plan": "studio"
                 *       },
                 *       "wallets": [
                 *         {
                 *           "publicWalletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *           "chain": "EVM",
                 *           "walletName": "metamask",
                 *           "walletProvider": "browserExtension"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InternalBulkUpdateUserFields"];
            };
        };
        responses: {
            /** @description The user was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e07",
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "signInEnabled": true
                     *           }
                     *         ],
                     *         "alias": "ada",
                     *         "country": "GB",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Lovelace",
                     *         "username": "ada_l",
                     *         "newUser": false,
                     *         "metadata": {
                     *           "plan": "studio"
                     *         },
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "wallets": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *             "name": "metamask",
                     *             "chain": "EVM",
                     *             "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "provider": "browserExtension",
                     *             "lastSelectedAt": null
                     *           }
                     *         ],
                     *         "oauthAccounts": [],
                     *         "mfaDevices": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e07",
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "signInEnabled": true
                     *           }
                     *         ],
                     *         "alias": "ada",
                     *         "country": "GB",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Lovelace",
                     *         "username": "ada_l",
                     *         "newUser": false,
                     *         "metadata": {
                     *           "plan": "studio"
                     *         },
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:30:00.000Z",
                     *         "wallets": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *             "name": "metamask",
                     *             "chain": "EVM",
                     *             "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "provider": "browserExtension",
                     *             "lastSelectedAt": null
                     *           }
                     *         ],
                     *         "oauthAccounts": [],
                     *         "mfaDevices": [],
                     *         "lastVerifiedCredentialId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:31:40.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Augusta",
                 *       "jobTitle": "Analyst",
                 *       "metadata": {
                 *         "plan": "studio",
                 *         "seats": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InternalUpdatableUserFields"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e07",
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "signInEnabled": true
                     *           }
                     *         ],
                     *         "alias": "ada",
                     *         "country": "GB",
                     *         "email": "ada@example.com",
                     *         "firstName": "Augusta",
                     *         "lastName": "Lovelace",
                     *         "username": "ada_l",
                     *         "newUser": false,
                     *         "metadata": {
                     *           "plan": "studio",
                     *           "seats": 3
                     *         },
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": [],
                     *         "createdAt": "2026-01-15T09:30:00.000Z",
                     *         "updatedAt": "2026-01-15T09:31:40.000Z",
                     *         "wallets": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *             "name": "metamask",
                     *             "chain": "EVM",
                     *             "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "provider": "browserExtension",
                     *             "lastSelectedAt": null
                     *           }
                     *         ],
                     *         "oauthAccounts": [],
                     *         "mfaDevices": [],
                     *         "lastVerifiedCredentialId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e08",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:31:40.000Z",
                     *         "jobTitle": "Analyst"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "wallets.listByUser": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets of the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "wallets": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *           "name": "metamask",
                     *           "chain": "EVM",
                     *           "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "provider": "browserExtension",
                     *           "properties": {
                     *             "hardwareWallet": "ledger"
                     *           },
                     *           "lastSelectedAt": "2026-01-15T09:31:40.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserWalletsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "publicWalletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "chain": "EVM",
                 *       "walletName": "metamask",
                 *       "walletProvider": "browserExtension"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWalletRequest"];
            };
        };
        responses: {
            /** @description The wallet was linked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *       "name": "metamask",
                     *       "chain": "EVM",
                     *       "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "provider": "browserExtension",
                     *       "lastSelectedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "visits.listVisitors": {
        parameters: {
            query?: {
                /** @description Keeps the visitors that match every given part, for example `filter[chain]=EVM`. Without it all are listed. */
                filter?: components["schemas"]["VisitorSearchFilterParams"];
                /**
                 * @description Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns it can be ordered by;
                 *     another column is a 400. Records that are equal in the column follow each other by id.
                 */
                orderBy?: components["parameters"]["OrderBy"];
                /** @description How many records to leave out from the start of the list. Beyond the end, the page is empty. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records the page holds at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of visitors, and how many match in all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "visitors": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0b",
                     *           "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *           "chain": "EVM",
                     *           "walletName": "metamask",
                     *           "provider": "browserExtension",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VisitorsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "wallets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the wallet. */
                walletId: components["parameters"]["WalletId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09",
                     *       "name": "metamask",
                     *       "chain": "EVM",
                     *       "publicKey": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *       "provider": "browserExtension",
                     *       "properties": {
                     *         "hardwareWallet": "ledger"
                     *       },
                     *       "lastSelectedAt": "2026-01-15T09:31:40.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *           "url": "https://hooks.tidepool.example/identity",
                     *           "version": "1",
                     *           "events": [
                     *             "user.created",
                     *             "wallet.linked"
                     *           ],
                     *           "isEnabled": true,
                     *           "enabledAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhooksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.tidepool.example/identity",
                 *       "isEnabled": true,
                 *       "events": [
                 *         "user.created",
                 *         "wallet.linked"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreateRequest"];
            };
        };
        responses: {
            /** @description The webhook was created. Its secret is not shown. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *       "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *       "url": "https://hooks.tidepool.example/identity",
                     *       "version": "1",
                     *       "events": [
                     *         "user.created",
                     *         "wallet.linked"
                     *       ],
                     *       "isEnabled": true,
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: {
                /** @description Whether the reply holds `secret`. It is left out unless this is `true`. */
                includeSecret?: boolean;
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *       "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *       "url": "https://hooks.tidepool.example/identity",
                     *       "version": "1",
                     *       "events": [
                     *         "user.created",
                     *         "wallet.linked"
                     *       ],
                     *       "isEnabled": true,
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.tidepool.example/identity",
                 *       "isEnabled": true,
                 *       "events": [
                 *         "user.created",
                 *         "user.deleted",
                 *         "wallet.linked"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdateRequest"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *       "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *       "url": "https://hooks.tidepool.example/identity",
                     *       "version": "1",
                     *       "events": [
                     *         "user.created",
                     *         "user.deleted",
                     *         "wallet.linked"
                     *       ],
                     *       "isEnabled": true,
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:31:40.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhookMessages.list": {
        parameters: {
            query?: {
                /**
                 * @description Where the page starts: the cursor of the page before. It is opaque, belongs to this list of this environment, and
                 *     stays valid while records come and go. A cursor of another list, or one that was changed, is a 400.
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages, each with its latest attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "deliveryId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e10",
                     *           "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *           "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *           "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *           "status": "delivered",
                     *           "deliveredAt": "2026-01-15T09:30:15.900Z",
                     *           "messageCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventReceivedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "deliveryAttempt": 2,
                     *           "request": {
                     *             "url": "https://hooks.tidepool.example/identity",
                     *             "method": "POST",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "x-webhook-signature-256": "sha256=5d4f6b0c1e2a39788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *             },
                     *             "body": {
                     *               "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *               "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *               "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *               "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *               "environmentName": "sandbox",
                     *               "eventName": "user.created",
                     *               "timestamp": "2026-01-15T09:30:00.000Z",
                     *               "data": {
                     *                 "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *                 "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *                 "email": "ada@example.com",
                     *                 "createdAt": "2026-01-15T09:30:00.000Z"
                     *               }
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 204
                     *           },
                     *           "updatedAt": "2026-01-15T09:30:15.900Z",
                     *           "createdAt": "2026-01-15T09:30:15.900Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhookMessages.listDeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Id of the webhook message. */
                messageId: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every attempt to deliver the message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "deliveryId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e10",
                     *           "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *           "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *           "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *           "status": "failed",
                     *           "deliveredAt": "2026-01-15T09:30:00.000Z",
                     *           "messageCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventReceivedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "deliveryAttempt": 1,
                     *           "request": {
                     *             "url": "https://hooks.tidepool.example/identity",
                     *             "method": "POST",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "x-webhook-signature-256": "sha256=5d4f6b0c1e2a39788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *             },
                     *             "body": {
                     *               "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *               "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *               "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *               "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *               "environmentName": "sandbox",
                     *               "eventName": "user.created",
                     *               "timestamp": "2026-01-15T09:30:00.000Z",
                     *               "data": {
                     *                 "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *                 "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *                 "email": "ada@example.com",
                     *                 "createdAt": "2026-01-15T09:30:00.000Z"
                     *               }
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 503,
                     *             "body": "Try later"
                     *           },
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "createdAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "deliveryId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e10",
                     *           "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *           "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *           "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *           "status": "delivered",
                     *           "deliveredAt": "2026-01-15T09:30:15.900Z",
                     *           "messageCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventReceivedAt": "2026-01-15T09:30:00.000Z",
                     *           "eventCreatedAt": "2026-01-15T09:30:00.000Z",
                     *           "deliveryAttempt": 2,
                     *           "request": {
                     *             "url": "https://hooks.tidepool.example/identity",
                     *             "method": "POST",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "x-webhook-signature-256": "sha256=5d4f6b0c1e2a39788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *             },
                     *             "body": {
                     *               "eventId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0d",
                     *               "messageId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0f",
                     *               "webhookId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e0e",
                     *               "environmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *               "environmentName": "sandbox",
                     *               "eventName": "user.created",
                     *               "timestamp": "2026-01-15T09:30:00.000Z",
                     *               "data": {
                     *                 "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06",
                     *                 "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *                 "email": "ada@example.com",
                     *                 "createdAt": "2026-01-15T09:30:00.000Z"
                     *               }
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 204
                     *           },
                     *           "updatedAt": "2026-01-15T09:30:15.900Z",
                     *           "createdAt": "2026-01-15T09:30:15.900Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "webhookMessages.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Id of the webhook message. */
                messageId: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redelivery has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Redelivery started."
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessageRedeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "invites.list": {
        parameters: {
            query: {
                /** @description The state that the listed invites have. */
                status: components["schemas"]["InviteStatusEnum"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invites addressed to the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "invites": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e05",
                     *           "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *           "organizationName": "Tidepool Games",
                     *           "status": "pending",
                     *           "email": "grace@example.com",
                     *           "alias": "Grace",
                     *           "role": "developer",
                     *           "createdByEmail": "ada@example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "invites.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invite. */
                inviteId: components["parameters"]["InviteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "accepted"
                 *     }
                 */
                "application/json": components["schemas"]["InviteUpdateRequest"];
            };
        };
        responses: {
            /** @description The invite bears the answer. There is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "organizations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *           "name": "Tidepool Games",
                     *           "description": "Games that people own",
                     *           "websiteUrl": "https://tidepool.example",
                     *           "address": {
                     *             "addressLine1": "12 Harbour Street",
                     *             "city": "Hamburg",
                     *             "postalCode": "20457",
                     *             "country": "DE"
                     *           },
                     *           "role": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "organizations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *       "name": "Tidepool Games",
                     *       "description": "Games that people own",
                     *       "websiteUrl": "https://tidepool.example",
                     *       "address": {
                     *         "addressLine1": "12 Harbour Street",
                     *         "city": "Hamburg",
                     *         "postalCode": "20457",
                     *         "country": "DE"
                     *       },
                     *       "role": "admin"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customNetworks.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All custom networks of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customNetworks": [
                     *         {
                     *           "customNetwork": {
                     *             "id": "01938c5e-8b0a-7d4e-9f0a-1b2c3d4e5f0a",
                     *             "networkType": "EVM",
                     *             "chainName": "Harbour Testnet",
                     *             "chainId": "424242",
                     *             "rpcUrl": "https://rpc.harbour.example.com",
                     *             "blockExplorerUrl": "https://explorer.harbour.example.com",
                     *             "iconUrl": "https://static.example.com/harbour.svg",
                     *             "nativeCurrencyName": "Harbour Coin",
                     *             "nativeCurrencySymbol": "HBR",
                     *             "nativeCurrencyIconUrl": "https://static.example.com/hbr.svg",
                     *             "nativeCurrencyDecimals": 18
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomNetworksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customNetworks.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "networkType": "EVM",
                 *       "chainName": "Harbour Testnet",
                 *       "chainId": "424242",
                 *       "rpcUrl": "https://rpc.harbour.example.com",
                 *       "blockExplorerUrl": "https://explorer.harbour.example.com",
                 *       "iconUrl": "https://static.example.com/harbour.svg",
                 *       "nativeCurrencyName": "Harbour Coin",
                 *       "nativeCurrencySymbol": "HBR",
                 *       "nativeCurrencyIconUrl": "https://static.example.com/hbr.svg",
                 *       "nativeCurrencyDecimals": 18
                 *     }
                 */
                "application/json": components["schemas"]["CustomNetworkRequest"];
            };
        };
        responses: {
            /** @description The new custom network. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customNetwork": {
                     *         "id": "01938c5e-8b0a-7d4e-9f0a-1b2c3d4e5f0a",
                     *         "networkType": "EVM",
                     *         "chainName": "Harbour Testnet",
                     *         "chainId": "424242",
                     *         "rpcUrl": "https://rpc.harbour.example.com",
                     *         "blockExplorerUrl": "https://explorer.harbour.example.com",
                     *         "iconUrl": "https://static.example.com/harbour.svg",
                     *         "nativeCurrencyName": "Harbour Coin",
                     *         "nativeCurrencySymbol": "HBR",
                     *         "nativeCurrencyIconUrl": "https://static.example.com/hbr.svg",
                     *         "nativeCurrencyDecimals": 18
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomNetworkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "customNetworks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Id of the custom network. */
                networkId: components["parameters"]["NetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom network. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customNetwork": {
                     *         "id": "01938c5e-8b0a-7d4e-9f0a-1b2c3d4e5f0a",
                     *         "networkType": "EVM",
                     *         "chainName": "Harbour Testnet",
                     *         "chainId": "424242",
                     *         "rpcUrl": "https://rpc.harbour.example.com",
                     *         "blockExplorerUrl": "https://explorer.harbour.example.com",
                     *         "iconUrl": "https://static.example.com/harbour.svg",
                     *         "nativeCurrencyName": "Harbour Coin",
                     *         "nativeCurrencySymbol": "HBR",
                     *         "nativeCurrencyIconUrl": "https://static.example.com/hbr.svg",
                     *         "nativeCurrencyDecimals": 18
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomNetworkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "invites.listByOrganization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invites of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "invites": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e05",
                     *           "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *           "organizationName": "Tidepool Games",
                     *           "status": "pending",
                     *           "email": "grace@example.com",
                     *           "alias": "Grace",
                     *           "role": "developer",
                     *           "createdByEmail": "ada@example.com"
                     *         },
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4f01",
                     *           "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *           "organizationName": "Tidepool Games",
                     *           "status": "accepted",
                     *           "email": "alan@example.com",
                     *           "alias": "Alan",
                     *           "role": "viewer",
                     *           "createdByEmail": "ada@example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "invites.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "alias": "Grace",
                 *       "role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["InviteSendRequest"];
            };
        };
        responses: {
            /** @description The invite was created and sent. There is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InviteConflict"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "projects.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "name": "Tidepool Arena",
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e02",
                     *           "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *           "projectEnvironments": [
                     *             {
                     *               "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *               "environmentName": "sandbox"
                     *             },
                     *             {
                     *               "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e04",
                     *               "environmentName": "live"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Tidepool Arena"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectRequest"];
            };
        };
        responses: {
            /** @description The project was created, and its environments with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e02",
                     *         "name": "Tidepool Arena",
                     *         "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *         "projectEnvironments": [
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *             "environmentName": "sandbox"
                     *           },
                     *           {
                     *             "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e04",
                     *             "environmentName": "live"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateProjectResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "origins.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the origin. */
                originId: components["parameters"]["OriginId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "projects.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Tidepool Arena",
                     *       "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e02",
                     *       "organizationId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e01",
                     *       "projectEnvironments": [
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03",
                     *           "environmentName": "sandbox"
                     *         },
                     *         {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e04",
                     *           "environmentName": "live"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "environments.listByProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live and the sandbox environment of the project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environments": {
                     *         "live": {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e60",
                     *           "settings": {
                     *             "environmentName": "live",
                     *             "chains": [
                     *               {
                     *                 "name": "evm",
                     *                 "enabled": true,
                     *                 "networks": []
                     *               }
                     *             ],
                     *             "kyc": [],
                     *             "design": {},
                     *             "general": {
                     *               "displayName": "Example App"
                     *             },
                     *             "privacy": {
                     *               "collectIp": false
                     *             },
                     *             "sdk": {
                     *               "multiWallet": true
                     *             },
                     *             "security": {
                     *               "jwtDuration": {
                     *                 "amount": 2,
                     *                 "unit": "hours"
                     *               }
                     *             }
                     *           },
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-16T14:05:12.480Z"
                     *         },
                     *         "sandbox": {
                     *           "id": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *           "settings": {
                     *             "environmentName": "sandbox",
                     *             "chains": [
                     *               {
                     *                 "name": "evm",
                     *                 "enabled": true,
                     *                 "networks": []
                     *               }
                     *             ],
                     *             "kyc": [],
                     *             "design": {},
                     *             "general": {
                     *               "displayName": "Example App"
                     *             },
                     *             "privacy": {
                     *               "collectIp": false
                     *             },
                     *             "sdk": {
                     *               "multiWallet": true
                     *             },
                     *             "security": {
                     *               "jwtDuration": {
                     *                 "amount": 2,
                     *                 "unit": "hours"
                     *               }
                     *             }
                     *           },
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-16T14:05:12.480Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnvironmentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "jwks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JWK set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kid": "BJBnSDIHMKz7c5BAv2gfCJFDVADQi0Pnt8GmG_YxbTM",
                     *           "alg": "RS256",
                     *           "kty": "RSA",
                     *           "use": "sig",
                     *           "e": "AQAB",
                     *           "n": "sQHOmL_0xOhg9xKyK8RhpPbOhVyHIni0rlcqbK9aRfiSVhyyuFWjmBZ3tRFq93j6BOSs59OBkS66ynUuIqwGS2bZVjWvZ6oKth6meoIARE4Y0rQgHjcoE9AB1aSkZp-2bmCDTNt4IrtnPZf5zf28PE348jiGxEnHuylpujKhnIzGQXHkkfaPwKxaeHq8ZaussuS8mIZfhwuFCYQSrt920D7nIEpUyX5evj5X18idBJKgeADQB-UGwyV-zpkDqxuWndIsi-SbxL3Q3onKmHgWpvVdxCxPJnKLSmwDYMH1WiGzeVzWvuOcL1RD1W_EIMqlDrzshirsa01nDOY5GDXjRw"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JwksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "jwks.getJson": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JWK set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kid": "BJBnSDIHMKz7c5BAv2gfCJFDVADQi0Pnt8GmG_YxbTM",
                     *           "alg": "RS256",
                     *           "kty": "RSA",
                     *           "use": "sig",
                     *           "e": "AQAB",
                     *           "n": "sQHOmL_0xOhg9xKyK8RhpPbOhVyHIni0rlcqbK9aRfiSVhyyuFWjmBZ3tRFq93j6BOSs59OBkS66ynUuIqwGS2bZVjWvZ6oKth6meoIARE4Y0rQgHjcoE9AB1aSkZp-2bmCDTNt4IrtnPZf5zf28PE348jiGxEnHuylpujKhnIzGQXHkkfaPwKxaeHq8ZaussuS8mIZfhwuFCYQSrt920D7nIEpUyX5evj5X18idBJKgeADQB-UGwyV-zpkDqxuWndIsi-SbxL3Q3onKmHgWpvVdxCxPJnKLSmwDYMH1WiGzeVzWvuOcL1RD1W_EIMqlDrzshirsa01nDOY5GDXjRw"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JwksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "visits.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "chain": "EVM",
                 *       "provider": "browserExtension",
                 *       "walletName": "metamask",
                 *       "authMode": "connect-only"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectRequest"];
            };
        };
        responses: {
            /** @description The visit was accepted. There is no body. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "health.check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the service is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "healthy"
                     *     }
                     */
                    "application/json": components["schemas"]["HealthcheckResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "nonces.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fresh nonce. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nonce": "k3Vq8ZrT2mXw9LbNs4Hd"
                     *     }
                     */
                    "application/json": components["schemas"]["NonceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerErrorEmpty"];
        };
    };
    "oauth.initialize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA",
                 *       "redirectUrl": "https://app.example.com/signed-in"
                 *     }
                 */
                "application/json": components["schemas"]["OauthInitAuthRequest"];
            };
        };
        responses: {
            /** @description The state is registered. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.login": {
        parameters: {
            query?: {
                /**
                 * @description The state that was registered with `oauth.initialize`. The provider hands it back, and an answer without it is
                 *     refused.
                 */
                state?: components["parameters"]["LoginState"];
                /** @description PKCE code challenge, the base64url SHA-256 of the code verifier that `oauth.verify` gets later. */
                code_challenge?: components["parameters"]["CodeChallenge"];
                /** @description How the challenge was made. SHA-256 is the only way. */
                code_challenge_method?: components["parameters"]["CodeChallengeMethod"];
                /** @description Who is expected to sign in, mostly an e-mail address. The provider may fill in its form with it. */
                login_hint?: components["parameters"]["LoginHint"];
                /**
                 * @description What the provider has to ask: nothing at all (`none`, which fails if the person is not signed in there), consent
                 *     again, the password again (`login`), or which account to use.
                 */
                prompt?: components["parameters"]["LoginPrompt"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to the provider's authorize URL. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.getLoginUrl": {
        parameters: {
            query?: {
                /**
                 * @description The state that was registered with `oauth.initialize`. The provider hands it back, and an answer without it is
                 *     refused.
                 */
                state?: components["parameters"]["LoginState"];
                /** @description PKCE code challenge, the base64url SHA-256 of the code verifier that `oauth.verify` gets later. */
                code_challenge?: components["parameters"]["CodeChallenge"];
                /** @description How the challenge was made. SHA-256 is the only way. */
                code_challenge_method?: components["parameters"]["CodeChallengeMethod"];
                /** @description Who is expected to sign in, mostly an e-mail address. The provider may fill in its form with it. */
                login_hint?: components["parameters"]["LoginHint"];
                /**
                 * @description What the provider has to ask: nothing at all (`none`, which fails if the person is not signed in there), consent
                 *     again, the password again (`login`), or which account to use.
                 */
                prompt?: components["parameters"]["LoginPrompt"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider's authorize URL with all its parameters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=latchkey-demo&redirect_uri=https%3A%2F%2Fapi.latchkey.test%2Fapi%2Fv0%2Fsdk%2F01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f%2Fproviders%2Fgoogle%2Fredirect&scope=openid%20email%20profile&state=j1X134pCuMbKhCJ4T1wcpA&code_challenge=dgDREViQHzArcyFZoUIs4HbUaH2z5XdpX1ueLM7RJ4I&code_challenge_method=S256"
                     *     }
                     */
                    "application/json": components["schemas"]["OauthProviderLoginUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.getResult": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA"
                 *     }
                 */
                "application/json": components["schemas"]["OauthResultRequest"];
            };
        };
        responses: {
            /** @description The state's result so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "completed",
                     *       "code": "4/0AfJohXnb7Qe2kPw9LzT"
                     *     }
                     */
                    "application/json": components["schemas"]["OauthResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.redirect": {
        parameters: {
            query?: {
                /** @description The provider's authorization code; absent if the sign-in failed there. */
                code?: components["schemas"]["OAuthCode"];
                /** @description The scopes that the provider granted, separated by spaces. Not read. */
                scope?: string;
                /** @description The state that the sign-in was started with. */
                state?: components["schemas"]["ValidStringQueryParam"];
                /** @description Which of several signed-in accounts the person chose, by its position. Not read. */
                authuser?: components["schemas"]["ValidStringQueryParam"];
                /** @description What the provider asked the person. Not read. */
                prompt?: components["schemas"]["ValidStringQueryParam"];
                /** @description The provider's error code, such as `access_denied`; absent if the sign-in succeeded there. */
                error?: components["schemas"]["OAuthError"];
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that says whether the sign-in worked; no redirect URL was registered for the state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Signed in</title><p>You can close this window.</p> */
                    "text/html": string;
                };
            };
            /** @description The browser goes on to the registered redirect URL. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.redirectFormPost": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "c4f0a1b2c3d4e5f60718293a4b5c6d7e8.0.mrzq.Xy12",
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["OauthRedirectRequest"];
            };
        };
        responses: {
            /** @description A page that says whether the sign-in worked; no redirect URL was registered for the state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Signed in</title><p>You can close this window.</p> */
                    "text/html": string;
                };
            };
            /** @description The browser goes on to the registered redirect URL. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description The identity provider, by its wire name. */
                providerType: components["parameters"]["ProviderType"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "4/0AfJohXnb7Qe2kPw9LzT",
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA",
                 *       "codeVerifier": "7c4E3Ui6yOBglUKAxqsLhNUX5NsZViSFiE0xyc0cPtM"
                 *     }
                 */
                "application/json": components["schemas"]["OauthRequest"];
            };
        };
        responses: {
            /** @description The person is signed in, or the account is linked to the user who asked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "expiresAt": "1768476600",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "oauth",
                     *             "oauth_provider": "google",
                     *             "oauth_username": "ada@example.com",
                     *             "oauth_display_name": "Ada Byron",
                     *             "oauth_account_id": "110248495921238986420",
                     *             "oauth_emails": [
                     *               "ada@example.com"
                     *             ],
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": true,
                     *         "lists": [
                     *           "early-access"
                     *         ],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sessions.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description New tokens and the user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "expiresAt": "1768482342",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "oauth",
                     *             "oauth_provider": "google",
                     *             "oauth_username": "ada@example.com",
                     *             "oauth_display_name": "Ada Byron",
                     *             "oauth_account_id": "110248495921238986420",
                     *             "oauth_emails": [
                     *               "ada@example.com"
                     *             ],
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T11:05:42.318Z",
                     *         "newUser": false,
                     *         "lists": [
                     *           "early-access"
                     *         ],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sessions.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sessions.check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is valid. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sdkSettings.get": {
        parameters: {
            query?: {
                /** @description Version of the client that asks. The settings are the same for every version. */
                sdkVersion?: string;
            };
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environmentName": "sandbox",
                     *       "chains": [
                     *         {
                     *           "name": "evm",
                     *           "enabled": true,
                     *           "networks": [
                     *             {
                     *               "networkId": 1,
                     *               "chainName": "Ethereum Mainnet",
                     *               "enabled": true,
                     *               "type": "default"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "customFields": [
                     *         {
                     *           "name": "Shoe size",
                     *           "label": "Shoe size",
                     *           "type": "custom",
                     *           "validationType": "select",
                     *           "validationRules": {
                     *             "validOptions": [
                     *               {
                     *                 "label": "Small"
                     *               },
                     *               {
                     *                 "label": "Large"
                     *               }
                     *             ]
                     *           },
                     *           "required": false,
                     *           "enabled": true,
                     *           "unique": false,
                     *           "verify": false,
                     *           "position": 2
                     *         }
                     *       ],
                     *       "kyc": [
                     *         {
                     *           "name": "email",
                     *           "type": "standard",
                     *           "required": true,
                     *           "enabled": true,
                     *           "unique": true,
                     *           "verify": true,
                     *           "position": 1
                     *         }
                     *       ],
                     *       "design": {
                     *         "modal": {
                     *           "theme": "light",
                     *           "view": "login-with-email-social-wallet",
                     *           "primaryColor": "#2746FF",
                     *           "radius": 16
                     *         }
                     *       },
                     *       "general": {
                     *         "displayName": "Example Store",
                     *         "supportEmail": "help@example.com",
                     *         "skipOptionalKYCFieldDuringOnboarding": true
                     *       },
                     *       "privacy": {
                     *         "collectIp": true
                     *       },
                     *       "providers": [
                     *         {
                     *           "id": "01938c5f-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *           "provider": "google",
                     *           "enabledAt": "2026-01-12T14:05:10.250Z",
                     *           "clientId": "latchkey-demo",
                     *           "scopes": "openid email profile"
                     *         }
                     *       ],
                     *       "sdk": {
                     *         "emailSignIn": {
                     *           "signInProvider": "magicLink"
                     *         },
                     *         "socialSignIn": {
                     *           "providers": [
                     *             {
                     *               "provider": "google",
                     *               "enabled": true
                     *             }
                     *           ]
                     *         },
                     *         "multiWallet": false,
                     *         "views": [
                     *           {
                     *             "type": "login",
                     *             "sections": [
                     *               {
                     *                 "type": "social",
                     *                 "numOfItemsToDisplay": 3,
                     *                 "defaultItem": "google"
                     *               },
                     *               {
                     *                 "type": "separator",
                     *                 "label": "or"
                     *               },
                     *               {
                     *                 "type": "email"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "security": {
                     *         "jwtDuration": {
                     *           "amount": 2,
                     *           "unit": "hours"
                     *         },
                     *         "mfa": {
                     *           "enabled": true,
                     *           "required": false,
                     *           "availableMethods": [
                     *             "totp",
                     *             "passkey"
                     *           ]
                     *         },
                     *         "auth": {
                     *           "storage": [
                     *             "localstorage"
                     *           ]
                     *         },
                     *         "externalAuth": {
                     *           "enabled": false
                     *         }
                     *       },
                     *       "networks": [
                     *         {
                     *           "chainName": "evm",
                     *           "networks": [
                     *             {
                     *               "name": "Ethereum Mainnet",
                     *               "shortName": "ETH",
                     *               "chain": "ETH",
                     *               "chainId": "1",
                     *               "networkId": "1",
                     *               "isTestnet": false,
                     *               "iconUrls": [
                     *                 "https://assets.example.com/eth.svg"
                     *               ],
                     *               "nativeCurrency": {
                     *                 "name": "Ether",
                     *                 "symbol": "ETH",
                     *                 "decimals": 18
                     *               },
                     *               "rpcUrls": [
                     *                 "https://rpc.example.com/eth"
                     *               ],
                     *               "blockExplorerUrls": [
                     *                 "https://etherscan.example.com"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "profile.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *       "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *       "verifiedCredentials": [
                     *         {
                     *           "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *           "format": "oauth",
                     *           "oauth_provider": "google",
                     *           "oauth_username": "ada@example.com",
                     *           "oauth_display_name": "Ada Byron",
                     *           "oauth_account_id": "110248495921238986420",
                     *           "oauth_emails": [
                     *             "ada@example.com"
                     *           ],
                     *           "signInEnabled": true,
                     *           "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *       "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *       "email": "ada@example.com",
                     *       "firstName": "Ada",
                     *       "lastName": "Byron",
                     *       "firstVisit": "2026-01-15T09:30:00.000Z",
                     *       "lastVisit": "2026-01-15T11:05:42.318Z",
                     *       "newUser": false,
                     *       "lists": [
                     *         "early-access"
                     *       ],
                     *       "scope": "user:basic",
                     *       "missingFields": []
                     *     }
                     */
                    "application/json": components["schemas"]["SdkUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *       "provider": "google",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "clientId": "102938475610-app.example.com",
                     *       "scopes": "openid email profile",
                     *       "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *       "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientSecret": "example-next-client-secret",
                 *       "scopes": "openid email"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderUpdateRequest"];
            };
        };
        responses: {
            /** @description The provider after the change, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *       "provider": "google",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "clientId": "102938475610-app.example.com",
                     *       "scopes": "openid email",
                     *       "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *       "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, not enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *       "provider": "google",
                     *       "enabledAt": null,
                     *       "clientId": "102938475610-app.example.com",
                     *       "scopes": "openid email profile",
                     *       "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *       "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "providers.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider setting. */
                providerId: components["parameters"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c5e-8b12-7d4e-9f0a-1b2c3d4e5f12",
                     *       "provider": "google",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z",
                     *       "clientId": "102938475610-app.example.com",
                     *       "scopes": "openid email profile",
                     *       "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth",
                     *       "redirectUrl": "https://api.latchkey.test/api/v0/sdk/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/providers/google/redirect"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "users.deleteLegacy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
