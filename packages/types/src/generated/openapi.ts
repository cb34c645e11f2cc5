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
    "/api/v0/environments/{environmentId}/externalJwt/check": {
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
         * Check a JWT of the external issuer
         * @description Looks at a foreign JWT the way `externalAuth.signIn` does, and tells everything that is wrong with it instead of
         *     refusing it: signature and key, issuer, audience, subject, times, and whether external sign-in is enabled at all.
         *     It signs nobody in, keeps nothing and fires no event. The sentences in `errors` repeat nothing of the token.
         *
         *     An environment whose settings name no external issuer, or no JWK set of it, is 422 `invalid_external_auth`: there
         *     is nothing to check against.
         */
        post: operations["externalAuth.check"];
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
    "/api/v0/environments/{environmentId}/test/account": {
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
         * Get the test account
         * @description Returns the e-mail address and phone number of the environment's test account, with the code that always fits
         *     them. 404 without a body where there is none. Test accounts exist in sandbox environments only; a live one is 422
         *     `invalid_update`.
         */
        get: operations["testAccount.get"];
        put?: never;
        /**
         * Create the test account
         * @description Makes a test account: an address and a number that belong to nobody, with a code of six digits that is drawn once.
         *     End-to-end tests and reviewers sign in with it through `emailSignIn` and `smsSignIn` as everybody does: they ask
         *     for a code, nothing is sent, and the fixed code fits. Wrong codes count as always. The providers `emailOnly` and
         *     `sms` have to be enabled for it.
         *
         *     An environment has one test account. A second call is 422 `duplicate_exists`: delete the account first to get
         *     another code. A live environment is 422 `invalid_update`.
         */
        post: operations["testAccount.create"];
        /**
         * Delete the test account
         * @description Takes the fixed code away, also from sign-ins that were begun with it. The address and the number are like any
         *     others then. The user who was signed in with them stays, sessions included. 404 without a body where there is no
         *     test account, 422 `invalid_update` in a live environment.
         */
        delete: operations["testAccount.delete"];
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
         *     social account of a provider that signs nobody in, `invalid_metadata_value` or `metadata_size_exceeded` (more than
         *     two kilobytes of JSON) for `metadata`, and `invalid_update` for `mfaBackupCodeAcknowledgement`, since a new user has
         *     no recovery codes. A value that another user has in a field, standard or custom, that the settings keep unique is
         *     `custom_field_data_not_unique`, a phone number `user_has_already_account_with_phone_number`.
         */
        post: operations["users.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/environments/{environmentId}/users/sessions/revoke": {
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
         * Revoke all sessions of an environment
         * @description Has every session of the environment end that has begun before the call. The work is queued, so the reply does
         *     not wait for it; it is done within moments. Sessions that begin afterwards, and those of other environments, are
         *     left alone. Each session that ends fires `admin.user.session.revoked`.
         */
        post: operations["sessions.revokeAll"];
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
         * @description Changes the profile fields that the body names and leaves all others as they are; an empty string empties a field,
         *     or null where the field takes that, and `metadata` is replaced as a whole. Credentials, the e-mail address among them, cannot be
         *     changed here. Fires `user.updated` when a value really changed. Fails with 422 `username_already_exists`,
         *     `invalid_metadata_value` or `metadata_size_exceeded`, and then changes nothing. So does another user's value in a
         *     field, standard or custom, that the settings keep unique: `custom_field_data_not_unique`, or
         *     `user_has_already_account_with_phone_number`. `mfaBackupCodeAcknowledgement` takes `complete` while it is `pending`,
         *     when the user has confirmed in another way to have kept the recovery codes; they cannot be read from then on. Any other
         *     change of it is `invalid_update`.
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
         * @description Returns one organization with its postal address and the caller's `role` in it. Every role may read it. One that
         *     the caller is no member of is a 404, like an id that belongs to none.
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
         *     key `customNetwork`. Any member of the organization may read it; to somebody who is no member it is a
         *     404, as if it did not exist.
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
         *     role may read it. An organization that the caller is no member of is a 404 without a body, like an id that belongs
         *     to none.
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
    "/api/v0/organizations/{organizationId}/mfaSettings": {
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
         * Get which second factors members can use
         * @description Returns for each kind of second factor since when the members of the organization can use it; null where they
         *     cannot. Every kind is listed, and all are off at first. These settings are for those who administer the
         *     organization. What end users can use is part of the settings of each environment.
         */
        get: operations["mfaSettings.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/mfaSettings/{mfaDeviceType}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Kind of second factor. */
                mfaDeviceType: components["parameters"]["MfaDeviceTypeParameter"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Turn off a second factor for members
         * @description Members of the organization can no longer use this kind of second factor. Turning off what is off changes
         *     nothing. Nothing changes for end users.
         */
        put: operations["mfaSettings.disable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/organizations/{organizationId}/mfaSettings/{mfaDeviceType}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Kind of second factor. */
                mfaDeviceType: components["parameters"]["MfaDeviceTypeParameter"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Turn on a second factor for members
         * @description Members of the organization can use this kind of second factor from now on. Turning on what is on changes
         *     nothing: the instant of the first time stays. Nothing changes for end users.
         */
        put: operations["mfaSettings.enable"];
        post?: never;
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
         *     role may read it. An organization that the caller is no member of is a
         *     404, like an id that belongs to none.
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
         * @description Returns one project with the ids of its environments. Every role of the owning organization may read it. To
         *     a caller who is no member of that organization it is a 404, like an id that belongs to no project.
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
         *     real users. They share nothing: users, settings, tokens and signing keys are separate. To a caller
         *     who is no member of the owning organization it is a 404, like an id that belongs to no project.
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
    "/api/v0/sdk/{environmentId}/checkMessengerAuth": {
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
         * Ask whether a messenger account has a user
         * @description Tells, before anything is signed in, whether somebody in this environment has the messenger account that a proof
         *     names: 204 if so, and 404 if nobody does, in which case `messenger.signIn` needs `forceCreateUser`. The proof is
         *     either the `state` of a widget that was answered or a `messengerAuthToken`; nothing of it is used up, so ask as
         *     often as needed.
         *
         *     A state that is unknown, not answered yet, used or expired is 422 `invalid_verification`, and so is a token that
         *     is not signed with the token of this environment's bot or is ten minutes old, and a call with both or neither. An
         *     environment that has not enabled the messenger is 422 `provider_not_available`. A known person whom gates or
         *     allowlists would refuse gets 403. Only `state` and `messengerAuthToken` are read.
         */
        post: operations["messenger.check"];
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
    "/api/v0/sdk/{environmentId}/emailProvider": {
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
         * Find out how to sign in by e-mail
         * @description Tells by which provider people sign in with an e-mail address here: `emailOnly` sends a code, `magicLink` is the
         *     embedded wallet provider that sends links of its own. If both are enabled, the one that
         *     `sdk.emailSignIn.signInProvider` of the settings names comes first. Whether anybody has the address makes no
         *     difference, so the answer tells nothing about people.
         *
         *     422 `no_enabled_email_provider` where neither is enabled, and `invalid_email_address` for an address with a plus
         *     part where `sdk.blockEmailSubaddresses` is on.
         */
        get: operations["emailSignIn.getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/emailVerifications/create": {
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
         * Send a one-time code by e-mail
         * @description Sends six digits to the address and answers with the id of the verification. The answer and the message are the
         *     same whether anybody has the address or not. The code is good for ten minutes and for one success, in
         *     `emailSignIn.signIn` or `emailSignIn.verify`. If the environment lists origins, the e-mail also has a link to the
         *     app: to the `Origin` of this call if it is a listed one, otherwise to the first listed origin without a wildcard.
         *     It carries `verificationUUID` and `verificationToken` in its fragment.
         *
         *     There is one live code per address, letter case aside: asking again gives another id and ends the verification
         *     before, whoever began it. Its wrong codes count on. After five of them no further code is sent until the latest
         *     one would have expired, and within an hour no more than five messages go to one address; both are 422
         *     `too_many_email_verification_attempts`.
         *
         *     422 `no_enabled_email_provider` where the provider `emailOnly` is not enabled, `invalid_email_address` for an
         *     address with a plus part where `sdk.blockEmailSubaddresses` is on, and `invalid_verification` where the
         *     environment asks for a CAPTCHA and `captchaToken` is missing or empty. No event fires.
         */
        post: operations["emailSignIn.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/emailVerifications/retry": {
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
         * Send another code for the same verification
         * @description Sends a new code to the same address and keeps the id. The former code is worth nothing from then on, the ten
         *     minutes begin anew, and wrong codes that were entered before still count. A verification that is unknown, used,
         *     expired, of another environment or of another address is 422 `invalid_email_verification`. The limits and the
         *     other refusals are those of `emailSignIn.create`.
         */
        post: operations["emailSignIn.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/emailVerifications/signin": {
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
         * Sign in with a code sent by e-mail
         * @description Takes the code and signs the person in. The code is used up then. A wrong code is 422
         *     `wrong_email_verification_token` and is counted; after the fifth the right one is refused too, with 422
         *     `too_many_email_verification_attempts`. A verification that is unknown, used, expired, of another environment, or
         *     begun by a signed-in user as a change of profile is 422 `invalid_email_verification`, and so is an address that
         *     may not be used to sign in. 422 `no_enabled_email_provider` and `invalid_verification` (CAPTCHA) are those of
         *     `emailSignIn.create`.
         *
         *     The user is found by the address that somebody has proved before: by a code, or through an account whose provider
         *     has verified it. An address that a server gave a user and nobody has proved opens that user only if nothing else
         *     of the user was proved; all other sessions of the user end then. Otherwise the address leaves that user. Where no
         *     user is found, one is created with the address in profile and credentials; `newUser` is true in the reply to a
         *     user's first sign-in only.
         *
         *     Gates and allowlists are asked before anything is kept: whoever they refuse gets 403, no user or session is made,
         *     and the code can still be used. An open MFA step shows as `requiresAdditionalAuth` in the scope and comes with
         *     `mfaToken`. A new user fires `user.created`, the session `user.session.created`, and an address that leaves a user
         *     `user.updated`. Where the environment keeps sessions in cookies on a custom hostname, the reply sets the httpOnly
         *     cookie `LATCHKEY_AUTH`, and live environments leave the tokens out of the body.
         */
        post: operations["emailSignIn.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/emailVerifications/verify": {
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
         * Verify an e-mail address of the signed-in user
         * @description Takes the code for the user who is signed in. The verification was begun with `emailSignIn.create`, or by this
         *     user with a change of profile; one that another user began is 422 `invalid_email_verification`, like one that is
         *     unknown, used, expired or of another environment. Wrong codes are counted together with those of a sign-in and
         *     refused the same way. 422 `no_enabled_email_provider` and `invalid_verification` (CAPTCHA) are those of
         *     `emailSignIn.create`.
         *
         *     The address becomes a credential that the user can sign in with. The profile shows it if it had none, or if the
         *     user began the change; a change also takes the former address and its credential away. The session goes on: the
         *     reply has tokens with the new credential and the same expiry, and `nextView` is `done`.
         *
         *     An address that another user was given and has not proved leaves that user. One that another user has proved is
         *     moved here if that user has nothing else: no other proved credential, no wallet, passkey or second factor. That
         *     user is deleted, and `nextView` is `verified-and-transferred`. If there is more, nothing moves: 422
         *     `merge_accounts_confirmation` with `payload.mergeConflicts`, and for ten minutes this session can join both users
         *     with `profile.merge`. A user who has a second factor is not merged by a code alone: 422 `merge_accounts_invalid`,
         *     as where settings keep both from being one. The code is used up in any case.
         *
         *     A session whose second factor is still open is 403 `mfa_required`. So is a call without the header
         *     `x-mfa-auth-token` where the settings require a second factor for `user.update` and the user has one; a proof that is
         *     unknown, expired or used is 401, and the code stays usable then. Where codes by e-mail are a second factor, who can
         *     prove one has to have done so in this session within the last ten minutes, or to send the header. Fires `user.updated` when the profile changes,
         *     and `user.deleted` for a user who ends.
         */
        post: operations["emailSignIn.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/events": {
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
         * Report what an application tracks
         * @description Takes one to ten events that an application tracks about its own use, such as an opened dialogue. They are
         *     telemetry: they do not show in `events.list`, no webhook tells of them, and nothing follows from them. The latest
         *     thousand of an environment are kept. A batch is kept as a whole or, if one of its events is malformed, not at all.
         */
        post: operations["events.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/externalAuth/signin": {
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
         * Sign in with a JWT of the external issuer
         * @description Signs in whoever bears a JWT of the issuer that the settings `security.externalAuth` name. The token comes in the
         *     body, or in the cookie that these settings name; without either the answer is 401. A token that comes by cookie
         *     counts only in a call from a listed origin, otherwise 403 `origin_not_allowed`. A credential of the service is
         *     not read here.
         *
         *     The token must be signed asymmetrically (RS, PS or ES with 256, 384 or 512 bits, or EdDSA) by the key of the JWK
         *     set that its `kid` names. `iss` must be the configured issuer, `aud` must contain the configured audience if there
         *     is one, `sub` must be there, and `exp` must lie ahead; `nbf` and `iat` must not. Clocks may be off by a minute.
         *     Headers that bring a key along, or that change what a header means, are refused. A token that has merely expired
         *     is 401 `token_expired`, anything else that is wrong 422 `invalid_external_auth` with a sentence for each problem.
         *     The same 422 answers where external sign-in is off or not set up. A token may be used again until it expires.
         *
         *     The user is found by issuer and subject first, then by an e-mail address that both sides have verified, which
         *     takes `email_verified: true`; otherwise a user is created, with the names and the verified address that the token
         *     claims, unless somebody else has the address. Later tokens do not change the profile. Gates and allowlists are
         *     asked before anything is kept: whoever they refuse gets 403 and no user or session.
         *
         *     A new user fires `user.created`, a new session `user.session.created`. Where the environment keeps sessions in
         *     cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and live environments leave the
         *     tokens out of the body.
         */
        post: operations["externalAuth.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/externalAuth/verify": {
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
         * Verify a JWT of the external issuer (retired)
         * @deprecated
         * @description Retired: whatever a well-formed call brings, the answer is 410 and nothing happens. Call `externalAuth.signIn`
         *     instead, or `externalAuth.check` to look at a token without signing anybody in.
         */
        post: operations["externalAuth.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/frame/signin": {
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
         * Sign in with a Farcaster account
         * @description Signs in whoever holds a Farcaster account, by a message that the account's custody address has signed (FIP-11).
         *     The message is an EIP-4361 text for network 10 with the statement `Farcaster Auth`, and names the account as its
         *     one resource of the form `farcaster://fid/<number>`; other resources may stand beside it. Domain and nonce stand
         *     in the message and beside it, and have to be the same. Domain, URI, times and nonce are checked as in
         *     `walletSignIn.verify`; whichever fails is 422 `invalid_verification`, and so is a missing `captchaToken` where the
         *     environment asks for a CAPTCHA.
         *
         *     A signature that does not fit, another address than the message names, and an address that is not the custody
         *     address of the account are 422 `other_verify_failure`; a text that is no address `invalid_wallet_address`; a kind
         *     of signature that is not verified here `unsupported_signature`; a contract wallet without code
         *     `wallet_not_deployed`. Where the provider `farcaster` is not enabled, everything is `provider_not_available`. A refusal does not spend the nonce, unless it is that of
         *     the screening.
         *
         *     The user is the one who has linked the account; otherwise a user is created. The address is not linked as a
         *     wallet. Gates and allowlists are asked before anything is kept, and what they refuse is 403. `newUser`, the open
         *     step for MFA, and cookies are as in `oauth.verify`. A new user fires `user.created`, the session
         *     `user.session.created`.
         */
        post: operations["frame.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/frame/verify": {
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
         * Link a Farcaster account to the signed-in user
         * @description Links a Farcaster account to the user who is signed in. The account proves itself as in `frame.signIn`, with the
         *     same refusals but for the CAPTCHA. The session goes on; the reply has tokens with the account and the same expiry.
         *     Linking an account that the user has already succeeds without a change. An account of another user is 422
         *     `social_account_already_exists`, and is not moved.
         *
         *     A session that waits for its second factor is 403 `mfa_required`. Fires `user.social.linked`.
         */
        post: operations["frame.verify"];
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
    "/api/v0/sdk/{environmentId}/messenger/auth": {
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
         * Show the messenger's login widget
         * @description A page with the messenger's login widget, for applications that open it in a browser of its own. Whoever signs in
         *     there is handed to the state as by `messenger.receive`; the application then asks by the same state, with
         *     `messenger.check` and `messenger.signIn`. Opening the page keeps nothing.
         *
         *     An empty state is 422 `invalid_verification`; an environment that has not enabled the messenger is 422
         *     `provider_not_available`.
         */
        get: operations["messenger.getPage"];
        put?: never;
        /**
         * Receive the messenger's answer
         * @description Keeps what the messenger's login widget has signed, under the state of the sign-in, for ten minutes. The
         *     signature is made anew with the token of this environment's bot (the provider's `clientSecret`) and compared;
         *     nothing of the person is believed without it.
         *
         *     A signature that does not fit is 422 `invalid_verification`, and so are an answer that is ten minutes old or from
         *     the future, an empty state, and a state or signature that was used before: each serves once. An environment that
         *     has not enabled the messenger is 422 `provider_not_available`. Gates and allowlists are asked at once: whoever
         *     they refuse gets 403, and nothing is kept.
         */
        post: operations["messenger.receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/messenger/signin": {
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
         * Sign in with a messenger account
         * @description Signs in whoever a proof names. The proof is either the `state` of a widget that was answered, which serves one
         *     sign-in, or `messengerAuthToken`: the query string that the messenger hands to an application inside it, which
         *     may be used again until it is ten minutes old. Proofs are refused as by `messenger.check`. A CAPTCHA that the
         *     environment asks for and that is missing is 422 `invalid_verification`, too.
         *
         *     The user is found by the messenger account alone. Without one, a user is created only if `forceCreateUser` is
         *     true, with the names that the messenger tells; otherwise the answer is 422 `invalid_user`, and the state stays
         *     open. Gates and allowlists are asked before anything is kept: whoever they refuse gets 403 and no user or
         *     session. `code` is not read.
         *
         *     A new user fires `user.created`, a new session `user.session.created`. Where the environment keeps sessions in
         *     cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and live environments leave the
         *     tokens out of the body.
         */
        post: operations["messenger.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/messenger/verify": {
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
         * Link a messenger account
         * @description Links the messenger account that a proof names to the user who is signed in, and goes on with that session: the
         *     reply has tokens with the new credential and the same expiry. The proof is the same as in `messenger.signIn`, and
         *     a state is used up likewise. Linking an account that the user holds already succeeds without a change.
         *
         *     An account that another user holds is 422 `social_account_already_exists`; a proof that is none is 422
         *     `invalid_verification`, and so is a CAPTCHA that the environment asks for and that is missing. An environment that
         *     has not enabled the messenger is 422 `provider_not_available`. A session that waits for its second factor is 403
         *     `mfa_required`. `forceCreateUser`, `code` and `sessionPublicKey` are not read.
         *
         *     An account that is new to the user fires `user.social.linked`.
         */
        post: operations["messenger.verify"];
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
    "/api/v0/sdk/{environmentId}/oauthAccounts/{oauthAccountId}/accessToken": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the linked account, which is the id of its credential. */
                oauthAccountId: components["parameters"]["OauthAccountId"];
            };
            cookie?: never;
        };
        /**
         * Get the access token of a social account
         * @description Gives the access token that the provider issued at the latest sign-in with this account, so that the application
         *     can call the provider for its user. It comes as the provider gave it, for an hour; no other reply, event or export
         *     holds it.
         *
         *     Only the user's own accounts count. Another user's account, one that is not from an OAuth provider, and one without
         *     a token that still serves are all 404, without a body. Signing in or linking once more gives a new token. A session
         *     that waits for its second factor is 403 `mfa_required`.
         */
        get: operations["oauth.getAccessToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/prefetch": {
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
         * Announce a wallet that is about to sign in
         * @description Lets the service look up what it will need of a wallet that has connected and will probably sign in, such as its
         *     name in a name service. That changes nothing that can be seen: the sign-in answers the same without it, and no
         *     visit is noted. An address that does not exist on the chain is 400 `bad_request`; an unknown environment is a 404
         *     without a body.
         */
        post: operations["walletSignIn.prefetch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/cbOauthRedirectUrl": {
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
         * Receive Coinbase's answer
         * @description The callback of the provider `coinbasesocial`, which accepts none with its own name in it. It is what the provider
         *     setting shows as `redirectUrl`, and what has to be registered there. It takes and refuses the same answers as
         *     `oauth.redirect`, which reaches the same sign-in by its own path.
         */
        get: operations["oauth.redirectCoinbase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/providers/{providerType}/authorizeHtml": {
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
         * Show a page that leads to the provider
         * @description A page that goes on to the provider's authorize URL, by itself and by its link, for mobile applications that can
         *     open a page but not follow a redirect. It runs no script and keeps nothing: register the state with
         *     `oauth.initialize` first. The authorize URL is that of `oauth.getLoginUrl`, without PKCE.
         *
         *     If `redirect_uri` is given, it must match an origin or deep link of the environment where there are any, otherwise
         *     422 `unauthorized_mobile_deeplink_url`; and a state that is registered already must have been registered with the
         *     same one, otherwise 422 `invalid_verification`. `scope` may ask for less than the provider setting, but a scope that
         *     the setting does not have is 422 `invalid_scopes`. A provider that is not enabled here is 422
         *     `provider_not_available`.
         */
        get: operations["oauth.getAuthorizePage"];
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
         *
         *     A provider may name itself in a further query parameter, `iss` (RFC 9207). If it is there it has to be the
         *     provider that was asked, otherwise 422 `invalid_verification`.
         */
        get: operations["oauth.redirect"];
        put?: never;
        /**
         * Receive the provider's answer as a form
         * @description The twin of `oauth.redirect` for providers that answer with a form post, Apple above all. The result is stored
         *     for the state and the browser goes on to the registered redirect URL with a GET, or gets a small page if there
         *     is none. An `id_token` in the form has to be the provider's own, in time, and about this client, this state and
         *     this code; otherwise it is 422 `invalid_verification`, and so is one beside an error. It is not kept: who the
         *     person is comes from the exchange of the code in `oauth.signIn` or `oauth.verify`.
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
    "/api/v0/sdk/{environmentId}/providers/{providerType}/signIn": {
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
         * Sign in with an OAuth code
         * @description Exchanges the provider's code for the person's account there and signs that person in, as `oauth.verify` does
         *     without a credential. A credential that comes along is not read: use `oauth.verify` to link an account to the user
         *     who is signed in.
         *
         *     Code, state, verifier, provider and CAPTCHA are refused as in `oauth.verify`, and the user is found or created by
         *     the same rules: by the provider account first, then by an e-mail address that both sides have verified. Gates and
         *     allowlists are asked before anything is kept: whoever they refuse gets 403 and no user or session.
         *
         *     A new user fires `user.created`, a new session `user.session.created`, and an account that joins an existing
         *     user `user.social.linked`. Where the environment keeps sessions in cookies on a custom hostname, the reply
         *     sets the httpOnly cookie `LATCHKEY_AUTH`, and live environments leave the tokens out of the body.
         */
        post: operations["oauth.signIn"];
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
         *     sign-in only. An e-mail that is not verified never links, nor does one at a provider that does not verify
         *     addresses. Each sign-in starts a session. The scope contains `user:basic` only when no required field is missing
         *     and no MFA step is open; an open step shows as `requiresAdditionalAuth` and comes with `mfaToken`. Gates and allowlists are asked before anything is kept: whoever they refuse gets 403 and no
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
         * @description Answers with new tokens for the same session. The token that came with the call is retired: it counts for ten
         *     seconds more, so that a second tab is not put out, and is refused with 401 `token_revoked` afterwards. A tab that
         *     refreshes with it within these seconds gets the present tokens instead of others. Refreshing with a retired token
         *     later is taken for theft and ends the session, for whoever holds its tokens.
         *
         *     The user is read anew: the claims, missing fields, lists and scope are those of this moment, and gates and
         *     allowlists are evaluated again. Whoever they refuse by now gets 403 and no new token.
         *
         *     An expired token is 401 `token_expired`, a revoked session 401 `session_revoked`, the token of a deleted user
         *     401 `unauthorized`: none of them can be refreshed, the person signs in again. In cookie mode the cookie is set
         *     anew, and an `Origin` that the environment allows is needed. Fires no event but `user.session.revoked` where the session ends.
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
    "/api/v0/sdk/{environmentId}/sdkSettings": {
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
         * Report how a client is set up
         * @description Takes what a client tells about its own setup, for support. It changes no setting, shows in no other reply and
         *     fires no event. The latest report of an environment is kept, in place of the one before. A report of more than
         *     16,384 characters of JSON is 422 `metadata_size_exceeded`.
         */
        post: operations["sdkSettings.report"];
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
    "/api/v0/sdk/{environmentId}/smsVerifications/create": {
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
         * Send a one-time code by text message
         * @description Sends six digits to a mobile number and answers with the id of the verification. The answer and the message are
         *     the same whether anybody has the number or not. The code is good for ten minutes and for one success, in
         *     `smsSignIn.signIn` or `smsSignIn.verify`.
         *
         *     The number may be national, with or without its trunk prefix, or international; country and calling code have to
         *     fit it. What is no mobile number of that country is 422 `invalid_phone`, and so is a country that is not among the
         *     `enabledCountries` of the provider setting, where it names some. The reply has the parts of the number in E.164: a
         *     plus sign, `phoneCountryCode` and `phoneNumber` make the whole.
         *
         *     There is one live code per number: asking again gives another id and ends the verification before, whoever began
         *     it. Its wrong codes count on. After five of them no further code is sent until the latest one would have expired,
         *     and within an hour no more than five messages go to one number; both are 422 `too_many_sms_verification_attempts`.
         *
         *     422 `no_enabled_sms_provider` where the provider `sms` is not enabled, and `invalid_verification` where the
         *     environment asks for a CAPTCHA and `captchaToken` is missing or empty. No event fires.
         */
        post: operations["smsSignIn.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/smsVerifications/retry": {
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
         * Send another code for the same verification
         * @description Sends a new code to the same number and keeps the id. The former code is worth nothing from then on, the ten
         *     minutes begin anew, and wrong codes that were entered before still count. A verification that is unknown, used,
         *     expired, of another environment or of another number is 422 `invalid_sms_verification`. The limits and the other
         *     refusals are those of `smsSignIn.create`.
         */
        post: operations["smsSignIn.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/smsVerifications/signin": {
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
         * Sign in with a code sent by text message
         * @description Takes the code and signs the person in. The code is used up then. A wrong code is 422
         *     `wrong_sms_verification_token` and is counted; after the fifth the right one is refused too, with 422
         *     `too_many_sms_verification_attempts`. A verification that is unknown, used, expired, of another environment, or
         *     begun by a signed-in user as a change of profile is 422 `invalid_sms_verification`, and so is a number that may
         *     not be used to sign in. 422 `no_enabled_sms_provider` and `invalid_verification` (CAPTCHA) are those of
         *     `smsSignIn.create`.
         *
         *     The user is the one who has proved the number before; where there is none, a user is created with the number in
         *     profile and credentials. `newUser` is true in the reply to a user's first sign-in only. The profile has the number
         *     in E.164 form, the credential in its parts.
         *
         *     Gates and allowlists are asked before anything is kept: whoever they refuse gets 403, no user or session is made,
         *     and the code can still be used. An open MFA step shows as `requiresAdditionalAuth` in the scope and comes with
         *     `mfaToken`. A new user fires `user.created`, the session `user.session.created`. Where the environment keeps
         *     sessions in cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and live
         *     environments leave the tokens out of the body.
         */
        post: operations["smsSignIn.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/smsVerifications/verify": {
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
         * Verify a phone number of the signed-in user
         * @description Takes the code for the user who is signed in. The verification was begun with `smsSignIn.create`, or by this user
         *     with a change of profile; one that another user began is 422 `invalid_sms_verification`, like one that is unknown,
         *     used, expired or of another environment. Wrong codes are counted together with those of a sign-in and refused the
         *     same way. 422 `no_enabled_sms_provider` and `invalid_verification` (CAPTCHA) are those of `smsSignIn.create`.
         *
         *     The number becomes a credential that the user can sign in with. The profile shows it if it had none, or if the
         *     user began the change; a change also takes the former number and its credential away. The session goes on: the
         *     reply has tokens with the new credential and the same expiry, and `nextView` is `done`.
         *
         *     A number that another user has proved is moved here if that user has nothing else: no other proved credential, no
         *     wallet, passkey or second factor. That user is deleted, and `nextView` is `verified-and-transferred`. If there is
         *     more, nothing moves: 422 `merge_accounts_confirmation` with `payload.mergeConflicts`, and for ten minutes this
         *     session can join both users with `profile.merge`. A user who has a second factor is not merged by a code alone:
         *     422 `merge_accounts_invalid`, as where settings keep both from being one. The code is used up in any case.
         *
         *     A session whose second factor is still open is 403 `mfa_required`. So is a call without the header
         *     `x-mfa-auth-token` where the settings require a second factor for `user.update` and the user has one; a proof that is
         *     unknown, expired or used is 401, and the code stays usable then. Fires `user.updated` when the profile changes,
         *     and `user.deleted` for a user who ends.
         */
        post: operations["smsSignIn.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/ssoProvider": {
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
         * Find out whether an address signs in by SSO
         * @description Looks at the domain of an e-mail address. `sso` where the provider `okta` is enabled in the environment and its
         *     `domain` is that very domain, letter case aside; subdomains are other domains. Register a state with
         *     `oauth.initialize`, naming `id` as `ssoProviderId`, and send the person to `ssoAuthUrl` with the state and the
         *     code challenge added. `otp` for every other address: go on with `emailSignIn.create`. Nothing is sent or kept.
         */
        post: operations["emailSignIn.checkSso"];
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
        /**
         * Change the profile of the signed-in user
         * @description Writes the fields that are named and leaves all others. An empty text empties a field; null empties `country` and the
         *     addresses of wallets, which take no empty text, and `username`. What is true or false stays one of both, and
         *     `metadata` is replaced as a whole. The session goes on: the reply has tokens with the claims of this moment and the same
         *     expiry, and the tokens of before count, too. What was written shows in `profile.get` and to servers at once.
         *
         *     A new e-mail address or phone number is not written but proved first: a code is sent there, `nextView` is
         *     `verify-email` or `verify-sms`, and `emailSignIn.verify` or `smsSignIn.verify` finishes the change with the id of
         *     `emailVerification` or `smsVerification`, by this user alone. All other fields of the body are written at once. If
         *     both change, both codes are sent, the reply has both ids, and `nextView` names the address, which comes first. The
         *     answer is the same whoever has the address: its owner decides. An address that the user has proved before, by a
         *     code or by an account whose provider has verified it, shows at once, as does a number where the settings do not
         *     ask for its verification; such a number signs nobody in. The same address in another spelling changes nothing.
         *
         *     An empty `email` or `phoneNumber` removes the address and the credential that signs in with it. Where the field is
         *     required that is 422 `email_cannot_be_null` or `invalid_update`, and with the last credential that the user can
         *     sign in with `cannot_delete_last_sign_in_verified_credential`.
         *
         *     `mfaBackupCodeAcknowledgement` takes `complete` while it is `pending`: the recovery codes cannot be read from then
         *     on. Any other change of it is `invalid_update`.
         *
         *     Refused with 422: a username of another user (`username_already_exists`), metadata of more than two kilobytes
         *     (`metadata_size_exceeded`), a value that a custom field does not take (`invalid_metadata_value`), another user's value
         *     in a field, standard or custom, that the settings keep unique (`custom_field_data_not_unique`, and
         *     `user_has_already_account_with_phone_number` for a number that needs no proof), an address or number that is none (`invalid_email`, `invalid_phone`), one with a
         *     plus part where those are blocked (`invalid_email_address`), no way to send codes (`no_enabled_email_provider`,
         *     `no_enabled_sms_provider`), too many messages to it (`too_many_email_verification_attempts`,
         *     `too_many_sms_verification_attempts`), and no `captchaToken` where the environment asks for one
         *     (`invalid_verification`). Nothing is written then.
         *
         *     While an MFA step is open the call is 403 `mfa_required`. So it is without the header `x-mfa-auth-token` where the
         *     settings require a second factor for `user.update` and the user has one; a proof that is unknown, expired or used
         *     is 401. Emptying the e-mail address takes a fresh proof as well where codes by e-mail are a second factor. With the
         *     session cookie an `Origin` that the environment allows is needed. Fires `user.updated` if a value has changed.
         */
        put: operations["profile.update"];
        post?: never;
        /**
         * Delete the signed-in user
         * @description Deletes the user for good, with everything that is the user's: credentials, wallets, passkeys, second factors and
         *     recovery codes, sessions, open codes, proposed merges and screening checks. Every token of the user is 401 from
         *     then on, and servers find nobody by this id. Address, number, username and wallets are free for somebody else;
         *     whoever proves them later is a new user. Events and webhook messages of before stay as they were told, and so do
         *     entries of allowlists, which are the environment's.
         *
         *     Fires `user.deleted` once, with the user as the user was; sessions, wallets and accounts that end with the user are
         *     no events of their own. In cookie mode the cookie is cleared, and an `Origin` that the environment allows is
         *     needed. A second factor is asked for as in `profile.update`, with 403 `mfa_required`.
         */
        delete: operations["profile.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/check": {
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
         * Check whether a unique value is free
         * @description Tells whether a value of a field that no two users of the environment share is free for the user who asks, letter
         *     case aside. What the user has already is free. Nothing is reserved: somebody else may be faster.
         *
         *     An e-mail address is taken when another user has proved it, by a code or by an account whose provider has verified
         *     it. One that a server has given a user without a proof is free, since whoever proves it gets it. The answer is
         *     advice to a form: `profile.update` with a taken address is answered like with any other. A name below the
         *     environment's domain is taken when another user has it as username.
         *
         *     A value that the field cannot have is 422: `invalid_email`, `invalid_email_address` for a plus part where those are
         *     blocked, `invalid_username`. Where the settings have no `nameService`, there are no names to ask for: 404.
         */
        get: operations["profile.checkField"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/merge": {
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
         * Merge the other user of the same person
         * @description Makes one user of two that the caller has proved to be: the signed-in user, and the one whose address or number
         *     was proved in this session by `emailSignIn.verify` or `smsSignIn.verify`, which answered
         *     `merge_accounts_confirmation`. That proof counts for ten minutes, in this session alone, and as long as the other
         *     user holds what was proved.
         *
         *     The signed-in user stays and the session goes on. The other user's verified credentials, wallets, passkeys and
         *     screening checks move here; each credential names the user it came from in `previous_users`. Empty fields are filled
         *     with the other user's values, metadata key by key. The other user is deleted: sessions and recovery codes end, and
         *     what was never proved is gone. `users.get` of the old id is 404.
         *
         *     Where both have filled in an enabled field differently, nothing is merged: 422 `merge_accounts_confirmation` lists
         *     the fields in `payload.mergeConflicts`, and `profile.resolveMerge` takes the choice. 422 `merge_accounts_invalid`
         *     means that there is nothing to merge or the users cannot be: the other one has a verified second factor, which a
         *     code alone must not get around; both have an embedded wallet on the same chain; or both have a wallet where the
         *     settings allow one per user. Metadata of more than two kilobytes together is `metadata_size_exceeded`.
         *
         *     Gates, allowlists and screening are asked about both together. Whoever they refuse gets 403, and both users stay as
         *     they are. While an MFA step is open the call is 403 `mfa_required`; with the session cookie an `Origin` that the
         *     environment allows is needed. Fires `user.merged` once, with `fromUserId`, and no other event.
         */
        post: operations["profile.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa": {
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
         * List the user's second factors
         * @description Returns the devices that the signed-in user has registered as second factors, oldest first, those that still
         *     wait to be verified among them. Secrets are never part of a reply. Passkeys that the user only signs in with are
         *     no devices: `mfa.listMethods` lists them beside these.
         *
         *     Open to a session that waits for its second factor, and to the token of the first step.
         */
        get: operations["mfaDevices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/auth/email": {
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
         * Prove the second factor by a code sent by e-mail
         * @description Proves the second factor of this session by a code that `emailSignIn.create` has sent to a verified address of
         *     the user's own. Codes by e-mail count only where the environment's settings list them; otherwise the call is 422
         *     `mfa_invalid_request`. The address that this session began with is 422 `mfa_invalid_request` as well, since it
         *     would be the same factor twice, and so is an address of somebody else, whose code stays unused.
         *
         *     A wrong code is 422 `wrong_email_verification_token`, after five of them 422
         *     `too_many_email_verification_attempts`; an unknown, expired or used verification is 422
         *     `invalid_email_verification`.
         *
         *     The reply has tokens of another generation with `user:basic` in their scope unless a required field is missing,
         *     and a new term. No token from before counts for a moment more. With `createMfaToken` the reply also has an
         *     `mfaToken` for actions that ask for the second factor again, which goes into the header `x-mfa-auth-token`: for
         *     one action, or for ten minutes. Whoever a gate or allowlist keeps out by now gets 403, and nothing is used up.
         *     Fires no event.
         *
         *     Takes the session's token or the token of the first step, while the step is open and later on.
         */
        post: operations["mfa.authenticateEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/auth/passkey": {
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
         * Prove the second factor by a passkey
         * @description Proves the second factor of this session by a passkey's signature over a challenge from
         *     `passkeys.getAuthenticationOptions`. Any passkey of the user serves, be it registered as a device or to sign in
         *     with. Where second factors are off, or passkeys are none of them, the call is 422 `mfa_invalid_request`. A
         *     challenge that is unknown, expired, used or somebody else's is 422 `invalid_verification`, a passkey that is not
         *     the user's 422 `passkey_not_found`, and a signature that does not verify 422 `other_verify_failure`. The
         *     challenge is used up by an answer, also by a wrong one.
         *
         *     The reply has tokens of another generation with `user:basic` in their scope unless a required field is missing,
         *     and a new term. No token from before counts for a moment more. With `createMfaToken` the reply also has an
         *     `mfaToken` for actions that ask for the second factor again, which goes into the header `x-mfa-auth-token`: for
         *     one action, or for ten minutes. Whoever a gate or allowlist keeps out by now gets 403, and nothing is used up.
         *     Fires no event.
         *
         *     Takes the session's token or the token of the first step, while the step is open and later on.
         */
        post: operations["mfa.authenticatePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/auth/recovery": {
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
         * Prove the second factor by a recovery code
         * @description Proves the second factor of this session by one of the user's recovery codes, which is used up. Capital letters,
         *     spaces and hyphens make no difference. The devices stay as they are; whoever has lost one deletes it afterwards.
         *
         *     A code that is wrong, was used or was replaced by newer ones is 422 `mfa_invalid_code`. Wrong codes are counted
         *     and lock as in `mfa.authenticateTotp`, together with those. A user without a verified device that recovery codes
         *     stand in for gets 422 `mfa_invalid_request`.
         *
         *     The reply has tokens of another generation with `user:basic` in their scope unless a required field is missing,
         *     and a new term. No token from before counts for a moment more. With `createMfaToken` the reply also has an
         *     `mfaToken` for actions that ask for the second factor again, which goes into the header `x-mfa-auth-token`: for
         *     one action, or for ten minutes. Whoever a gate or allowlist keeps out by now gets 403, and nothing is used up.
         *     Fires no event.
         *
         *     Takes the session's token or the token of the first step, while the step is open and later on.
         */
        post: operations["mfa.authenticateRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/auth/totp": {
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
         * Prove the second factor by an authenticator app
         * @description Proves the second factor of this session by a code of an authenticator app: of the device with the `id`, or of
         *     any of the user's without one. The codes of the present 30 seconds, of those before and of those after are
         *     taken, each only once and none from before one that was taken, in whichever session.
         *
         *     A code that is wrong, too old or was taken before is 422 `mfa_invalid_code`. Wrong codes are counted for the
         *     user, across devices and sessions and together with recovery codes: after five in a row no code is taken for
         *     five minutes, the right one included, and the call is 422 `too_many_verification_attempts` with `Retry-After`.
         *     From then on each wrong code locks again, until a right one comes. A device that is unknown, somebody else's or
         *     not verified is 422 `mfa_device_not_found`. Where second factors are off, or apps are none of them, the call is
         *     422 `mfa_invalid_request`.
         *
         *     The reply has tokens of another generation with `user:basic` in their scope unless a required field is missing,
         *     and a new term. No token from before counts for a moment more. With `createMfaToken` the reply also has an
         *     `mfaToken` for actions that ask for the second factor again, which goes into the header `x-mfa-auth-token`: for
         *     one action, or for ten minutes. Whoever a gate or allowlist keeps out by now gets 403, and nothing is used up.
         *     Fires no event.
         *
         *     Takes the session's token or the token of the first step, while the step is open and later on.
         */
        post: operations["mfa.authenticateTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/methods": {
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
         * List what the user can prove a second factor with
         * @description Returns the devices and passkeys of the signed-in user that can be the second factor in this environment; kinds
         *     that are turned off are left out. Devices that wait to be verified are among them where `verifiedOnly` is false.
         *     `userHasVerifiedMfaMethods` tells whether there is a verified device or a passkey. Where it is false and the
         *     second step is open, the user registers a device by `mfaDevices`.
         *
         *     Open to a session that waits for its second factor, and to the token of the first step.
         */
        get: operations["mfa.listMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/recovery": {
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
         * List the recovery codes that are left
         * @description Returns how many recovery codes of the user are left. The codes themselves are there, too, while
         *     `mfaBackupCodeAcknowledgement` is `pending`; once the user has confirmed to have kept them (`profile.update`
         *     with `complete`), only their hashes are kept and `recoveryCodes` is empty. A user who has none gets a count of
         *     0. A session that waits for its second factor gets 403 `mfa_required`.
         *
         *     A user who can prove a second factor has to have done so at most ten minutes ago, in this session or by a
         *     token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
         *     expired, used or another session's is 401. A token that serves once is used up by a success, and not by a refusal.
         */
        get: operations["mfa.listRecoveryCodes"];
        put?: never;
        /**
         * Make new recovery codes
         * @description Makes ten recovery codes in place of those before, which count no more, and returns them. The user's
         *     `mfaBackupCodeAcknowledgement` becomes `pending` again, which fires `user.updated` where it was not. A user
         *     without a verified device that recovery codes stand in for gets 404 without a body. A session that waits for its
         *     second factor gets 403 `mfa_required`.
         *
         *     A user who can prove a second factor has to have done so at most ten minutes ago, in this session or by a
         *     token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
         *     expired, used or another session's is 401. A token that serves once is used up by a success, and not by a refusal.
         */
        post: operations["mfa.createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/register/passkey": {
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
         * Begin to register a passkey device
         * @description Makes a device that waits for its passkey, and returns the options that the browser makes it with, as
         *     `PublicKeyCredentialCreationOptionsJSON` (WebAuthn). The challenge in them serves once and for five minutes. A
         *     passkey device that waits already is replaced.
         *
         *     A session that waits for its second factor may register one only if the user has none to prove: no verified
         *     device, no passkey and no other address that counts here. Whoever has one gets 403 `mfa_required`, so that the
         *     first factor alone does not lead to another second one.
         *
         *     Where second factors are off, or passkeys are none of them, the call is 422 `mfa_invalid_request`; a user who
         *     has as many passkeys as a user can have gets 422 `max_passkeys_per_user`. A page whose origin the environment
         *     does not allow gets 400.
         */
        get: operations["mfaDevices.createPasskey"];
        put?: never;
        /**
         * Finish registering a passkey device
         * @description Takes what the browser has made with the options of `mfaDevices.createPasskey`. `id` is the device that waits;
         *     an unknown one, one that is verified already or was replaced by another is 422 `mfa_device_not_found`. A
         *     challenge that is unknown, expired, used or somebody else's is 422 `invalid_verification`; an answer that does
         *     not fit it or the page is 422 `other_verify_failure`. The challenge is used up, whatever comes of it. The
         *     passkey is no credential to sign in with.
         *
         *     The device counts from now on; the first one becomes the default. Registering proves the second factor for this
         *     session, too: the reply has new tokens, and those from before count no more. Whoever a gate or allowlist keeps
         *     out by now gets 403, and nothing is kept.
         *
         *     A session that waits for its second factor may register one only if the user has none to prove: no verified
         *     device, no passkey and no other address that counts here. Whoever has one gets 403 `mfa_required`, so that the
         *     first factor alone does not lead to another second one.
         *
         *     A user who can prove a second factor already has to have done so at most ten minutes ago, in this session or by a
         *     token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
         *     expired, used or another session's is 401. A token that serves once is used up by a success, and not by a refusal.
         */
        post: operations["mfaDevices.verifyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/register/totp": {
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
         * Begin to register an authenticator app
         * @description Makes a device that waits for its first code, and returns its secret: as base32 to type in, and in an `otpauth`
         *     address to show as a QR code. The app makes codes of six digits from it, another one each 30 seconds, by
         *     HMAC-SHA-1 (RFC 6238). The secret is shown here and never again. An app that waits already is replaced.
         *
         *     A session that waits for its second factor may register one only if the user has none to prove: no verified
         *     device, no passkey and no other address that counts here. Whoever has one gets 403 `mfa_required`, so that the
         *     first factor alone does not lead to another second one.
         *
         *     Where second factors are off, or apps are none of them, the call is 422 `mfa_invalid_request`.
         */
        get: operations["mfaDevices.createTotp"];
        put?: never;
        /**
         * Finish registering an authenticator app
         * @description Verifies the app that waits by a code that it shows. The codes of the present step, the one before and the one
         *     after are taken. A wrong code is 422 `mfa_invalid_code` and counts as in `mfa.authenticateTotp`, with the same
         *     lock. Without an app that waits the call is 422 `mfa_device_not_found`; another `type` than `totp` is 422
         *     `mfa_invalid_request`.
         *
         *     The device counts from now on; the first one becomes the default. With the first device that recovery codes
         *     stand in for come ten of them, and the user's `mfaBackupCodeAcknowledgement` becomes `pending`, which fires
         *     `user.updated`. Registering proves the second factor for this session, too, which keeps its token: refresh it to
         *     see the scope change. Other sessions of the user wait for their second factor from now on.
         *
         *     A session that waits for its second factor may register one only if the user has none to prove: no verified
         *     device, no passkey and no other address that counts here. Whoever has one gets 403 `mfa_required`, so that the
         *     first factor alone does not lead to another second one.
         *
         *     A user who can prove a second factor already has to have done so at most ten minutes ago, in this session or by a
         *     token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
         *     expired, used or another session's is 401. A token that serves once is used up by a success, and not by a refusal.
         */
        post: operations["mfaDevices.verifyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/mfa/{mfaDeviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the second factor. */
                mfaDeviceId: components["parameters"]["MfaDeviceId"];
            };
            cookie?: never;
        };
        /**
         * Get a second factor
         * @description Returns one device of the signed-in user. The id of another user's device is 404, like one that does not exist.
         *
         *     Open to a session that waits for its second factor, and to the token of the first step.
         */
        get: operations["mfaDevices.get"];
        /**
         * Make a second factor the default
         * @description With `default` true the device becomes the one that the user is asked for first, and the former default is none
         *     any more: of the verified devices exactly one is the default. What is so already stays and is 204 as well.
         *
         *     With `default` false for the default device the call is 422 `mfa_invalid_request`, since none would be left:
         *     make another one the default instead. A device that is not verified is 422 `mfa_invalid_request`, too. Another
         *     user's device is 404. A session that waits for its second factor gets 403 `mfa_required`. Fires no event.
         */
        put: operations["mfaDevices.update"];
        post?: never;
        /**
         * Delete a second factor
         * @description Takes a device away; nothing that it shows or signs counts from then on. A passkey that was made as a second
         *     factor is deleted with its device; one that signs in stays.
         *
         *     The header `x-mfa-auth-token` has a proof of the second factor from this session, as the `mfa` operations give
         *     it for `createMfaToken`. Without it the call is 400 `bad_request`; a proof that is unknown, expired, used, or
         *     from another session is 401. A call that is refused uses no proof up.
         *
         *     The default device is 400 `bad_request` while the user has another verified one: make that the default first.
         *     The last verified device may go, and is not asked for any more. The recovery codes and their acknowledgement go
         *     with the last device that they stand in for. Where the environment requires a second factor, the last one that counts is 400 `bad_request`; passkeys that
         *     sign in are among those that count, and devices of a kind that is turned off are not. Another user's device is 404. Fires `user.updated` where the acknowledgement goes, and no other event.
         */
        delete: operations["mfaDevices.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/passkeys": {
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
         * List the user's passkeys
         * @description Returns the passkeys of the signed-in user, oldest first: those that sign in, and those that were registered by
         *     `mfaDevices` and are a second factor only. The public keys and counters are not shown.
         *
         *     A session that waits for its second factor gets 403 `mfa_required`.
         */
        get: operations["passkeys.list"];
        /**
         * Name a passkey
         * @description Gives a passkey of the signed-in user a name, which tells it apart from the others in `passkeys.list`. Without
         *     `alias`, or with the name that it has already, nothing changes; otherwise `updatedAt` moves.
         *
         *     Another user's passkey is 404, like one that does not exist. A session that waits for its second factor gets
         *     403 `mfa_required`; a call by cookie from an origin that is not listed gets 403 `origin_not_allowed`. Fires no event.
         */
        put: operations["passkeys.update"];
        post?: never;
        /**
         * Delete a passkey
         * @description Deletes a passkey of the signed-in user. It signs nobody in from then on, its credential leaves
         *     `verifiedCredentials`, and sessions that began with it go on. The authenticator keeps its key, which is worth
         *     nothing any more.
         *
         *     The last credential that the user can sign in with is 422 `cannot_delete_last_sign_in_verified_credential`.
         *
         *     A passkey that was registered as a second factor takes its device along; if that was the default one, the oldest of
         *     the others becomes it. Where passkeys are second factors, each of them counts as one, and the last factor that
         *     counts is 400 `bad_request` where the environment requires one.
         *
         *     A user who can prove a second factor has to have proved it at most ten minutes ago, in this session or by a token
         *     in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown, expired,
         *     used or another session's is 401. A token that serves once is used up by a deletion, and not by a refusal.
         *
         *     Another user's passkey is 404, like one that does not exist. A call by cookie from an origin that is not listed is
         *     403 `origin_not_allowed`. Fires no event, unless recovery codes go with the last device: then `user.updated`.
         */
        delete: operations["passkeys.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/passkeys/authenticate": {
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
         * Get options to prove a second factor with
         * @description Returns what `navigator.credentials.get()` takes for the signed-in user to answer with one of the user's own
         *     passkeys. The answer goes to `mfa.authenticatePasskey`. `allowCredentials` names the passkeys that were made for
         *     this site, whether they sign in or not; it is empty for a user who has none.
         *
         *     The challenge is good for one answer within five minutes, by this user and to prove a factor only. The relying
         *     party is the host of the calling page, which the header `Origin` names; without the header it is the host of the
         *     environment's first origin, or the service's own where there is none. A page whose origin the environment does
         *     not allow is 400 `bad_request`, and so is a `relatedOriginRpId` that does not go with the page.
         *
         *     Open to a session that waits for its second factor, and to the token of the first step.
         */
        get: operations["passkeys.getAuthenticationOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/passkeys/register": {
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
         * Get options to register a passkey with
         * @description Returns what `navigator.credentials.create()` takes to make a passkey for the signed-in user. The answer goes to
         *     `passkeys.register`. The passkey has to be one that the authenticator finds by itself and that verifies the
         *     person, so that it can sign in without a name and without another factor. ES256, EdDSA and RS256 keys are taken;
         *     no attestation is asked for. `excludeCredentials` names the user's passkeys for this site, so that no
         *     authenticator makes a second one.
         *
         *     The challenge is good for one answer within five minutes, by this user and to register only. The relying party
         *     is the host of the calling page, which the header `Origin` names; without the header it is the host of the
         *     environment's first origin, or the service's own where there is none. A page whose origin the environment does
         *     not allow is 400 `bad_request`.
         *
         *     Where the provider `passkey` is not enabled the call is 422 `provider_not_available`. A user has ten passkeys at
         *     most; with ten it is 422 `max_passkeys_per_user`. A session that waits for its second factor gets 403 `mfa_required`.
         */
        get: operations["passkeys.getRegistrationOptions"];
        put?: never;
        /**
         * Register a passkey
         * @description Adds a passkey to the signed-in user, from what `navigator.credentials.create()` has answered to
         *     `passkeys.getRegistrationOptions`. It shows in `passkeys.list` and as a credential of format `passkey` in
         *     `verifiedCredentials`, and `passkeys.signIn` takes it from then on. The body is the answer's JSON form with one
         *     other spelling: `response.clientDataJson`. Members that browsers add to `response` are not read.
         *
         *     The reply has new tokens of the same session. With `createMfaToken` it also has an `mfaToken` for actions that
         *     ask for a second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten minutes.
         *
         *     A user who can prove a second factor already has to have done so at most ten minutes ago, in this session or by such
         *     a token in that header; passkeys are among the factors where they count as such. Without that the call is 403
         *     `mfa_required`, so that whoever has got hold of an old session makes no factor of their own; a token that is unknown,
         *     expired, used or another session's is 401. A token that serves once is used up by a registration, and not by a refusal.
         *
         *     A challenge that is unknown, expired, used, or made for another user or purpose is 422 `invalid_verification`.
         *     An answer that does not verify is 422 `other_verify_failure`: it comes from another page or from a frame of another
         *     site, it is for another site, its key is of a kind that was not offered or no key of that kind (no point of the
         *     curve, or an RSA key of less than 2048 bits), its id is longer than 1023 bytes, or the person was not verified.
         *     Every try uses its challenge up. A passkey that is registered already is 422 `duplicate_exists`, an eleventh one 422
         *     `max_passkeys_per_user`. Where the provider `passkey` is not enabled the call is 422 `provider_not_available`. A
         *     page whose origin the environment does not allow, and client data that no browser writes, are 400 `bad_request`. A
         *     session that waits for its second factor gets 403 `mfa_required`. Fires no event.
         */
        post: operations["passkeys.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/passkeys/signin": {
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
         * Get options to sign in with
         * @description Returns what `navigator.credentials.get()` takes for a person to sign in with a passkey. The answer goes to
         *     `passkeys.signIn`. Nobody is named: `allowCredentials` is empty, and the person picks one of the passkeys that
         *     the authenticator has for this site. The authenticator has to verify the person.
         *
         *     The challenge is good for one sign-in within five minutes. The relying party is the host of the calling page,
         *     which the header `Origin` names; without the header it is the host of the environment's first origin, or the
         *     service's own where there is none. A page whose origin the environment does not allow is 400 `bad_request`, and
         *     so is a `relatedOriginRpId` that does not go with the page. Where the provider `passkey` is not enabled the call
         *     is 422 `provider_not_available`; an environment that does not exist is 404.
         */
        get: operations["passkeys.getSignInOptions"];
        put?: never;
        /**
         * Sign in with a passkey
         * @description Signs in whoever holds a passkey, from what `navigator.credentials.get()` has answered to
         *     `passkeys.getSignInOptions`. The passkey and the finger or PIN that unlocks it are two factors, so that no second
         *     step is asked for. A session begins, and the passkey's credential is the user's last one. Fires `user.session.created`.
         *
         *     With `createMfaToken` the reply also has an `mfaToken` for actions that ask for a second factor again, which
         *     goes into the header `x-mfa-auth-token`: for one action, or for ten minutes.
         *
         *     A challenge that is unknown, expired, used, or made for another purpose or environment is 422
         *     `invalid_verification`. A passkey that is unknown here, was deleted, or is a second factor only is 422
         *     `passkey_not_found`. An answer that does not prove the passkey is 401 `unauthorized`: its signature or user
         *     handle is wrong, it comes from another page or is for another site, the person was not verified, or its
         *     counter did not go forward, as with a key that was copied. Every try uses its challenge up, one that is refused
         *     by a gate too.
         *
         *     Gates, allowlists and screening are asked as at every sign-in; whoever they refuse gets 403 and no session. Where
         *     the provider `passkey` is not enabled the call is 422 `provider_not_available`. A page whose origin the environment
         *     does not allow, and client data that no browser writes, are 400 `bad_request`.
         */
        post: operations["passkeys.signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/users/wallets/selection": {
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
         * Select the wallet that the user acts with
         * @description Makes one of the user's wallets the selected one: its `lastSelectedAt` is now, `verified_account` of this
         *     session's tokens is this wallet, and it shows as the wallet of the user in the administration. The session goes
         *     on; the reply has tokens with these claims and the same expiry. Nothing is signed. A later refresh keeps the
         *     choice; other sessions keep theirs.
         *
         *     An id that is none, and the id of a wallet that is not the user's, are 422 `invalid_wallet_id`. A session that
         *     waits for its second factor is 403 `mfa_required`. Fires no event.
         */
        put: operations["walletSignIn.select"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/verify": {
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
         * Sign in with a signed message
         * @description Verifies that a wallet has signed a sign-in message, and signs its holder in. All chains of `ChainEnum` count,
         *     each with its own message, signature and address:
         *
         *     - `EVM`, `ETH`: EIP-4361 text, signed as EIP-191 says; contract wallets by ERC-6492 and ERC-1271.
         *     - `SOL`, `ECLIPSE`, `BTC`, `COSMOS`, `SUI`, `TRON`, `ALGO`, `FLOW`, `SPARK`: the same text with the name of the
         *       chain in its first line (CAIP-122), signed as wallets of the chain sign messages.
         *     - `APTOS`: that text (AIP-116), or the text that the wallet composes (AIP-62); then either the message in it is a
         *       sign-in text, with which the lines of the wallet agree, or its lines `address`, `application`, `chainId` and
         *       `nonce` are all there.
         *     - `STARK`: SNIP-12 typed data of revision 1, whose message has `domain`, `nonce` and `issuedAt`, and may have
         *       `address`, `uri`, `chainId`, `expirationTime` and `notBefore`.
         *     - `TON`: the `domain`, `timestamp` and `payload` of a TON Connect proof as JSON; the payload is the nonce.
         *
         *     The message has to be meant for this moment and place. Its domain is the host of the request's `Origin`, if there
         *     is one, and of one of the allowed origins, where the environment names any; its URI is of the same host, and of the
         *     scheme of that `Origin`; its network is one of the chain's that the environment knows, enabled or not, and the same
         *     as `network`; a Bitcoin address is one of that network. Its text is well-formed Unicode. It was issued
         *     in the last ten minutes, has not expired and is valid already. Its nonce is from `nonces.create` in this
         *     environment, has not expired, and was not used: the sign-in spends it. Whichever of these fails is 422
         *     `invalid_verification`, with a sentence that says which. So is a text that is no sign-in message of the chain, a
         *     missing `captchaToken` where the environment asks for a CAPTCHA, a chain that the environment has turned off, and
         *     a wallet that may not be used to sign in.
         *
         *     A signature that does not fit, and a message that names another address, are 422 `other_verify_failure`; a kind of
         *     signature that is real but not verified here `unsupported_signature`; a contract wallet without code, whose
         *     signature does not hold what deploys it, `wallet_not_deployed`; an address that does not exist on the chain
         *     `invalid_chain_address_match`; and an embedded wallet `provider_not_available`. A refusal does not spend the
         *     nonce, unless it is that of the screening.
         *
         *     The user is the one who has the wallet; for an address that nobody has, a user is created, with the wallet. Gates
         *     and allowlists are asked with the wallet before anything is kept, and so is the screening: a sanctioned wallet is
         *     403 `screening_blocked` and makes no user, and its check is kept until the address is somebody's. The wallet
         *     becomes the selected one of the user, and the session's claims name it. `additionalWalletAddresses` are kept as
         *     they are told. Everything else is as in `oauth.verify`: `newUser`, the open step for MFA, cookies. A new user
         *     fires `user.created`, the session `user.session.created`.
         */
        post: operations["walletSignIn.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/verify/link": {
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
         * Link a wallet to the signed-in user
         * @description Adds a wallet to the user who is signed in, who can sign in with it from then on. The wallet proves itself as in
         *     `walletSignIn.verify`, with the same refusals but for the CAPTCHA, which a session stands in for. The session goes
         *     on as it was; the reply has tokens with the new wallet and the same expiry, and the selected wallet stays the
         *     same. A wallet that the user has already stays as it is.
         *
         *     A wallet of another user is 422 `reassign_wallet_confirm`. The refusal does not spend the nonce, so that the same
         *     body can be sent to `walletSignIn.transfer` once the person has confirmed. Where the environment's settings turn
         *     `confirmWalletTransfers` off, the wallet is moved at once, with the refusals of a transfer. Where they turn
         *     `multiWallet` off, a second wallet is 422 `invalid_update`.
         *
         *     The wallet is screened where the environment screens: a sanctioned one is 403 `screening_blocked`, and the check
         *     is kept with the user. A session that waits for its second factor is 403 `mfa_required`. Fires `wallet.linked`.
         */
        post: operations["walletSignIn.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/verify/merge": {
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
         * Merge users with a choice for each conflict
         * @description Merges like `profile.merge`, with the value that the person has chosen for each field that both users have filled
         *     in differently. A choice names the field as the conflict does and the user whose value stays. Addresses of both
         *     users go on signing in, whichever of them the profile shows. Fields that no conflict names keep the value of the
         *     signed-in user.
         *
         *     A missing choice is 422 `merge_accounts_confirmation` with all conflicts of that moment, so that the person can
         *     choose again until the proof expires. A choice of a third user, of a field without a conflict, or a second one for
         *     the same field is 422 `merge_accounts_invalid`, as is everything that `profile.merge` refuses so. Nothing is merged
         *     then. The other refusals and the event are those of `profile.merge`.
         */
        post: operations["profile.resolveMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/verify/transfer": {
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
         * Move another user's wallet to the signed-in user
         * @description Moves a wallet from the user who has it to the user who is signed in: the session proves the one, the signature
         *     the other. The wallet proves itself as for `walletSignIn.link`, whose refusal `reassign_wallet_confirm` asks for
         *     this call; the same body will do as long as its nonce lives. A wallet that nobody has is linked, and one that the
         *     user has already stays as it is.
         *
         *     Wallet and credential keep their ids. The credential's `previous_users` names whom it was with, the latest last.
         *     Sessions of the former user that began with it go on with that user's latest other credential.
         *
         *     422 `reassign_wallet_error` for an embedded wallet, and where the former user would be left without a credential
         *     to sign in with, unless `skipEmptyAccountCheck` is set; then that user stays, and cannot sign in.
         *     `blocked_user_cannot_transfer_wallet` where gates or allowlists keep the former user out, and where a second factor
         *     guards that user, be it the last credential or not. All else that
         *     `walletSignIn.link` refuses is refused here, too. Fires `wallet.transferred`, or `wallet.linked` for a wallet that
         *     nobody had.
         */
        post: operations["walletSignIn.transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sdk/{environmentId}/verify/unlink": {
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
         * Unlink a wallet or another credential
         * @description Takes one credential away from the user who is signed in. A wallet is named by `walletId` or by its credential,
         *     any other credential, such as an e-mail address or a social account, by `verifiedCredentialId`. The misspelt
         *     `verifiedCrentialId` means the same. The session goes on; the reply has tokens without the credential and with the
         *     same expiry.
         *
         *     Sessions that began with the credential go on with the user's latest other one, or, in the session of the call,
         *     with the wallet that `primaryWalletId` names, which becomes the selected one. An e-mail address or phone number
         *     leaves the profile, too, if it is the one that shows there, so that it may be among the `missingFields` again. The
         *     address of an unlinked wallet is nobody's: signing in with it makes another user. The credential of a passkey
         *     takes the passkey and its device along, by the rules of `passkeys.delete`: it needs a fresh proof of the second
         *     factor, and the last one is 400 `bad_request` where the environment requires one. An e-mail address needs the
         *     proof, too, where codes by e-mail are a second factor.
         *
         *     422 `invalid_unlink_request` unless exactly one credential of the user is named, where both spellings are given
         *     and differ, and for an embedded wallet; `forbidden_unlink_request` for a wallet where the settings turn
         *     `multiWalletUnlinkDisabled` on; `cannot_delete_last_sign_in_verified_credential` for the last credential that the
         *     user can sign in with; `invalid_wallet_id` for a primary wallet that is not another one of the user's. A session
         *     that waits for its second factor is 403 `mfa_required`. Fires `wallet.unlinked` for a wallet and
         *     `user.social.unlinked` for a social account.
         */
        post: operations["walletSignIn.unlink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/sessions/{sessionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Revoke a session
         * @description Ends a session for good. From then on each of its tokens is refused everywhere with 401 `session_revoked`, and
         *     it cannot be refreshed; other sessions of the user go on. A session that has ended already stays as it is, with
         *     its first `revokedAt`. Fires `admin.user.session.revoked`, once. A session of another environment is 404.
         */
        put: operations["sessions.revokeById"];
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
    "/api/v0/users/{userId}/mfa": {
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
         * Delete the second factors of a user
         * @description Takes all second factors of a user away: the devices, also those that wait to be verified, the passkeys that
         *     were made for them, the recovery codes with their acknowledgement, and the proofs that were given for further
         *     actions. A lock after wrong codes ends. Passkeys that the user signs in with stay.
         *
         *     The user's sessions go on. Where the environment requires a second factor, the next sign-in has the user
         *     register one. A user who has no second factor is 204 as well. A user of another environment is 404. Fires
         *     `user.updated` where the acknowledgement goes.
         */
        delete: operations["mfa.deleteDevices"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/users/{userId}/mfa/reset": {
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
        /**
         * Reset the second factors of a user
         * @description Does what `mfa.deleteDevices` does and ends all sessions of the user as well, for an account that somebody else
         *     may be in. The tokens of these sessions are 401 `session_revoked` from then on. The user signs in anew and,
         *     where the environment requires a second factor, registers one.
         *
         *     Fires `admin.user.session.revoked` for each session that ends, and `user.updated` where the acknowledgement of
         *     recovery codes goes. A user of another environment is 404.
         */
        post: operations["mfa.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/users/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
                /** @description Id of the session. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Get a session of a user
         * @description Answers with one sign-in of a user: when and where it began, and since when it is revoked. An expired session
         *     that was never revoked has no `revokedAt`. The id of another user's session, or of a user or session of another
         *     environment, is 404.
         */
        get: operations["sessions.get"];
        put?: never;
        post?: never;
        delete?: never;
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
        ErrorCode: "bad_request" | "validation_failed" | "body_too_large" | "invalid_cursor" | "unauthorized" | "token_expired" | "token_revoked" | "session_revoked" | "mfa_required" | "forbidden" | "missing_scope" | "insufficient_role" | "wrong_environment" | "origin_not_allowed" | "not_found" | "method_not_allowed" | "conflict" | "unsupported_media_type" | "too_many_requests" | "internal_server_error";
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
        /**
         * @description Address or public key of a wallet in the notation of its chain: 18 to 100 letters and digits, on TON also with the
         *     signs of base64 and a colon.
         */
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
        UnprocessableEntityErrorCode: "email_cannot_be_null" | "exchange_cannot_be_enabled" | "transfer_amount_too_small" | "transfer_address_not_whitelisted" | "invalid_scopes" | "unknown_transfer_error" | "transfer_mfa_required" | "transfer_mfa_failed" | "invalid_transfer_funds" | "invalid_transfer_currency" | "invalid_exchange_provider" | "invalid_transfer_network" | "invalid_email" | "email_already_exists" | "allowlist_already_exists" | "allowlist_entry_already_exists" | "reassign_wallet_error" | "reassign_wallet_confirm" | "members_cannot_delete_themself" | "username_already_exists" | "wrong_email_verification_token" | "wrong_sms_verification_token" | "invalid_email_verification" | "invalid_sms_verification" | "invalid_verification" | "invalid_position" | "too_many_sms_verification_attempts" | "too_many_email_verification_attempts" | "too_many_verification_attempts" | "organization_name_already_exists" | "project_name_already_exists" | "wallet_not_deployed" | "email_verification_required" | "phone_verification_required" | "invite_address_required" | "provider_not_available" | "forbidden_unlink_request" | "invalid_unlink_request" | "too_many_api_tokens" | "lock_timeout" | "lock_too_many_attempts" | "nft_token_gating_not_supported_for_chain" | "empty_chain_name" | "no_enabled_email_provider" | "no_enabled_sms_provider" | "invalid_key_export_url" | "invalid_service_props" | "too_many_requests" | "too_many_organizations_for_user" | "too_many_projects_for_organization" | "email_associated_with_different_provider" | "user_has_already_account_with_email" | "user_has_already_account_with_phone_number" | "other_verify_failure" | "email_tied_to_embedded_wallet" | "invalid_invite" | "social_account_already_exists" | "invalid_email_address" | "invalid_gate" | "conflicting_embedded_wallet_providers" | "invalid_user" | "invalid_cors_origins" | "invalid_mobile_deeplink_urls" | "unauthorized_mobile_deeplink_url" | "invalid_private_key_format" | "invalid_embedded_wallet_settings" | "wallet_not_support_passkey" | "recovery_email_unavailable_or_invalid" | "connect_error" | "invalid_wallet_name" | "invalid_wallet_address" | "email_recovery_disabled" | "no_compatible_wallet_service_enabled" | "missing_aa_project_id" | "linked_embedded_wallet" | "invalid_mpc_environment" | "invalid_regex" | "repeated_options" | "missing_phone_number_or_email" | "duplicate_exists" | "mfa_device_not_found" | "mfa_invalid_code" | "mfa_invalid_request" | "invalid_phone" | "gate_exists" | "invalid_embedded_wallet_chains_configuration" | "merge_accounts_confirmation" | "merge_accounts_invalid" | "invalid_wallet_id" | "unable_to_fetch_balances" | "cannot_switch_to_unique" | "custom_field_data_not_unique" | "metadata_size_exceeded" | "invalid_custom_hostname" | "blocked_user_cannot_transfer_wallet" | "feature_not_enabled_in_suborg" | "invalid_username" | "invalid_external_auth" | "invalid_chain_address_match" | "invalid_update" | "cannot_delete_last_project" | "no_hd_wallet_found" | "wallet_account_exists_for_chain" | "too_many_embedded_wallets_for_user" | "too_many_embedded_wallets_per_chain_for_user" | "invalid_session_public_key" | "custom_field_not_unique" | "invalid_aa_project_configuration" | "no_v1_embedded_wallet_found" | "embedded_wallet_address_already_linked" | "key_share_already_backed_up" | "invalid_key_shares_length" | "wallet_service_connection_error" | "no_global_wallet_found" | "invalid_metadata_value" | "max_passkeys_per_user" | "passkey_not_found" | "cannot_delete_passkey_linked_to_embedded_wallet" | "cannot_delete_last_sign_in_verified_credential" | "invalid_webhook_url" | "invalid_webhook_events" | "too_many_webhooks" | "unsupported_signature";
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
         * @description Generation of embedded wallets. `V3` keys are split into shares and never whole in one place.
         * @enum {string}
         */
        EmbeddedWalletVersionEnum: "V1" | "V2" | "V3";
        /**
         * @description How a smart wallet checks ECDSA signatures of its owner: by the vendor's single-chain or multi-chain validator.
         * @enum {string}
         */
        EcdsaValidatorOptions: "vendor_signer_to_ecdsa" | "vendor_multi_chain";
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
        /** @description As `OptString255`, or null. */
        OptNullString255: string | null;
        /** @description ISO 3166-1 alpha-2 code in capitals, such as `GB`. */
        CountryCode: string | null;
        /**
         * @description `pending` until the user confirms that they stored the recovery codes, then `complete`.
         * @enum {string}
         */
        MfaBackupCodeAcknowledgement: "pending" | "complete";
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
            /**
             * @description Whether no two users of the environment may have the same value, while the field is enabled. E-mail addresses that
             *     were proved, and usernames, are never shared.
             */
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
        /** @description One side of a conflict. */
        MergeUser: {
            /** @description The user who has the value; `profile.resolveMerge` takes it as the choice. */
            userId: components["schemas"]["Uuid"];
            /** @description What that user has filled in, as a text of any length and form, since custom fields have rules of their own. */
            value: string;
        };
        /** @description A field that both users have filled in, with both values. */
        MergeUserConflict: {
            /** @description The field and its rules. */
            field: components["schemas"]["MissingField"];
            /** @description The value of the other user. */
            fromUser: components["schemas"]["MergeUser"];
            /** @description The value of the user who is signed in. */
            currentUser: components["schemas"]["MergeUser"];
        };
        /** @description The fields in which two users of the same person differ, so that the person has to choose. */
        MergeConflicts: {
            /** @description The other user, whose credentials move. */
            fromUser: components["schemas"]["SdkUser"];
            /** @description One entry per field that both users have filled in differently. */
            conflicts: components["schemas"]["MergeUserConflict"][];
        };
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
            /** @description Where two users of the same person differ, for `merge_accounts_confirmation`. */
            mergeConflicts?: components["schemas"]["MergeConflicts"];
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
        /** @description The token to look at. */
        ExternalJwtCheckRequest: {
            /** @description A JWT of the external issuer, in compact form. */
            encodedJwt: string;
        };
        /** @description Whether the token would sign somebody in. */
        ExternalJwtCheckResponse: {
            /** @description Whether nothing is wrong with the token. */
            valid: boolean;
            /** @description Everything that is wrong with it, each as a sentence. Empty for a valid token. */
            errors?: string[];
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
        /** @description An e-mail address and a phone number that one fixed code opens. */
        TestAccountResponse: {
            /** @description The six digits that fit both. */
            code: string;
            /** @description The address to sign in with. Nothing is ever sent there. */
            email?: string;
            /** @description The number to sign in with, in E.164 form. Nothing is ever sent there. */
            phone?: string;
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
        /** @description The answer to a request to revoke all sessions. */
        RevokeAllSessionsResponse: {
            /** @description A sentence for people to read. */
            message: string;
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
        /** @description Whether members can use one kind of second factor. */
        OrganizationMfaSettings: {
            /**
             * Format: date-time
             * @description Since when they can; null where they cannot.
             */
            enabledAt?: string | null;
            /** @description The kind of second factor. */
            mfaDeviceType: components["schemas"]["MfaDeviceType"];
        };
        /** @description Which second factors the members of an organization can use. */
        OrganizationMfaSettingsResponse: {
            /** @description One entry for each kind of second factor. */
            mfaSettings?: components["schemas"]["OrganizationMfaSettings"][];
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
        /** @description Answer of the captcha widget, passed on as it came. */
        CaptchaToken: string;
        /** @description Names the sign-in that is asked for, and for a messenger how to go on. */
        OauthResultRequest: {
            /** @description The state that was registered with `oauth.initialize`, or that the messenger's widget was opened with. */
            state?: string;
            /**
             * @description What a messenger tells an application inside it: a query string with `user`, `auth_date` and `hash`. Not read by
             *     `oauth.getResult`.
             */
            messengerAuthToken?: string;
            /** @description Whether a messenger sign-in may create the user. Not read by `oauth.getResult`. */
            forceCreateUser?: boolean;
            /** @description Read by no operation. */
            code?: components["schemas"]["NonEmptyString"];
            /** @description Public key that the client made for the session. Not read by `oauth.getResult`. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
            /** @description Proof of a solved CAPTCHA. Not read by `oauth.getResult`. */
            captchaToken?: components["schemas"]["CaptchaToken"];
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
        /** @description By which provider people sign in with an e-mail address. */
        EmailProviderResponse: {
            /** @description `emailOnly` for one-time codes, `magicLink` for the links of that provider. */
            emailProvider: components["schemas"]["ProviderEnum"];
        };
        /** @description Where to send a code. */
        EmailVerificationCreateRequest: {
            /** @description The address to prove; letter case makes no difference. */
            email: components["schemas"]["Email"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
        };
        /** @description A verification that waits for its code. */
        EmailVerificationCreateResponse: {
            /** @description Id of the verification; `retry`, `signIn` and `verify` take it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The address that the code was sent to, as it was entered. */
            email: components["schemas"]["EmailAddress"];
        };
        /** @description Which verification needs another code. */
        EmailVerificationRetryRequest: {
            /** @description Id of the verification, as `create` gave it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The address of the verification; another one is refused. */
            email: components["schemas"]["Email"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
        };
        /** @description A one-time code. */
        SixDigits: string;
        /** @description A verification with the code that was sent. */
        EmailVerificationVerifyRequest: {
            /** @description Id of the verification, as `create` or a change of profile gave it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The code from the message. */
            verificationToken: components["schemas"]["SixDigits"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
            /** @description Key of the client that signs in, for the tokens of the session. A session that goes on keeps the key it has. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description A signed JWT in compact form. Only sent where sessions travel by header. */
        EncodedJwt: string;
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
        /**
         * @description What is left to do: nothing (`done`), nothing since the credential came over from a user who is gone (`verified-
         *     and-transferred`), or to enter the code that was just sent (`verify-email`, `verify-sms`).
         * @enum {string}
         */
        NextViewEnum: "done" | "verify-email" | "verified-and-transferred" | "verify-sms";
        /** @description A verification that waits for its code. */
        SmsVerificationCreateResponse: {
            /** @description Id of the verification; `retry`, `signIn` and `verify` take it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The number without its calling code and trunk prefix, digits only. */
            phoneNumber: string;
            /** @description Calling code of the country, without the plus sign. */
            phoneCountryCode: string;
            /** @description The country of the number, two letters of ISO 3166-1 in upper case. */
            isoCountryCode: string;
        };
        /** @description The user after a change of their own, tokens that show it, and what is left to do. */
        UpdateSelfResponse: {
            /** @description Proof of the first step, where the session waits for its second factor. */
            mfaToken?: string;
            /** @description Session token with all claims. Absent where the session is kept in a cookie of a live environment. */
            jwt?: components["schemas"]["EncodedJwt"];
            /** @description The user as they are now. */
            user: components["schemas"]["SdkUser"];
            /** @description Session token with few claims. Absent where the session is kept in a cookie of a live environment. */
            minifiedJwt?: components["schemas"]["EncodedJwt"];
            /** @description When the tokens expire, Unix time in whole seconds. */
            expiresAt: components["schemas"]["UnixString"];
            /** @description What the client shows next. */
            nextView: components["schemas"]["NextViewEnum"];
            /** @description The verification that was begun, for `verify-email`. */
            emailVerification?: components["schemas"]["EmailVerificationCreateResponse"];
            /** @description The verification that was begun, for `verify-sms`. */
            smsVerification?: components["schemas"]["SmsVerificationCreateResponse"];
        };
        /** @description Something that an application tracks. */
        PublishEventsEvents: {
            /** @description Id that the application made for the visitor, who need not be signed in. */
            anonymousId: string;
            /** @description Name that the application gave to what happened. */
            event: string;
            /** @description What the application tells about it, as it likes. */
            properties: Record<string, unknown>;
            /**
             * @description Kind of the event. There is one.
             * @enum {string}
             */
            type: "track";
        };
        /** @description A batch of tracked events. */
        PublishEvents: {
            /** @description The events, in the order they happened. */
            events: components["schemas"]["PublishEventsEvents"][];
        };
        /** @description The token of the external issuer, unless it comes in the configured cookie. */
        ExternalAuthSigninRequest: {
            /** @description A JWT of the external issuer, in compact form. It wins over the cookie. */
            jwt?: components["schemas"]["EncodedJwt"];
            /** @description Public key that the client made for this session; it becomes the claim `session_public_key`. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description A Sign In With Farcaster message, with the signature of the account's custody address. */
        FrameSignInRequest: {
            /** @description Custody address of the account, which has signed. */
            address: components["schemas"]["NonEmptyString255"];
            /** @description Domain of the message, the host of the site that asks. */
            domain: components["schemas"]["NonEmptyString255"];
            /** @description Nonce of the message, from `nonces.create`. */
            nonce: components["schemas"]["NonEmptyString255"];
            /** @description What the person saw and the wallet signed, unchanged. */
            message: string;
            /** @description Hex with `0x`, over the message as EIP-191 says. */
            signature: components["schemas"]["NonEmptyString255"];
            /** @description Answer of the captcha widget. Required for a sign-in where the environment asks for a CAPTCHA. */
            captchaToken?: string;
            /** @description Public key that the session is bound to; it shows in the tokens as `session_public_key`. Of use for a sign-in. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
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
        /** @description Text of a query parameter: ASCII letters, digits and common punctuation. */
        ValidStringQueryParam: string;
        /**
         * @description A person at the messenger, signed with the token of the environment's bot. The signature covers every field that
         *     is there, so pass them on as they came.
         */
        MessengerUser: {
            /** @description The messenger's id of the person. */
            id: number;
            /** @description First name, as the person wrote it there; `first_name` in what is signed. */
            firstName?: string;
            /** @description Last name; `last_name` in what is signed. */
            lastName?: string;
            /** @description HMAC-SHA256 of the other fields, keyed with the SHA-256 of the bot's token, as 64 lower-case hex digits. */
            hash: string;
            /** @description Address of a picture; `photo_url` in what is signed. */
            photoURL?: string;
            /** @description User name at the messenger, without the at sign. */
            username?: string;
            /** @description When the person signed in there, in whole seconds since 1970; `auth_date` in what is signed. */
            authDate: string;
        };
        /** @description What the messenger's login widget has signed, and which sign-in it is for. */
        MessengerPostRequest: {
            /** @description The state that the widget's page was opened with, and that the application asks for later. */
            state: components["schemas"]["ValidStringQueryParam"];
            /** @description The person, as the widget gave it to the page. */
            messengerUser: components["schemas"]["MessengerUser"];
        };
        /** @description A nonce for one sign-in message. */
        NonceResponse: {
            /** @description Letters and digits, at least eight of them, hard to guess. */
            nonce?: string;
        };
        /** @description What the provider lets the application call it with. */
        UserOauthAccessTokenResponse: {
            /** @description The provider's access token, as it came. */
            accessToken: string;
        };
        /** @description A wallet that will probably sign in. */
        PrefetchRequest: {
            /** @description The chain of the address. */
            chain: components["schemas"]["ChainEnum"];
            /** @description Address of the wallet. */
            publicWalletAddress: components["schemas"]["WalletPublicKey"];
        };
        /** @description Authorization code of an identity provider. It can be used once. */
        OAuthCode: string;
        /** @description Error code of an identity provider, such as `access_denied`. */
        OAuthError: string;
        /** @description A web address without query values, or an empty string. */
        OauthRedirectUri: string;
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
        /** @description Where to send the person to sign in. */
        OauthProviderLoginUrl: {
            /** @description The provider's authorize URL with all its parameters. */
            url: components["schemas"]["UrlString"];
        };
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
        /** @description Three base64url parts joined by dots. Whether it is a valid token is checked later. */
        JwtShapedString: string;
        /** @description The provider's answer as form fields: a code, or an error. */
        OauthRedirectRequest: {
            /** @description The provider's authorization code; absent if the sign-in failed there. */
            code?: components["schemas"]["OAuthCode"];
            /** @description The state that the sign-in was started with. */
            state?: components["schemas"]["ValidStringQueryParam"];
            /** @description The provider's ID token. It has to be about this answer, and is not kept. */
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
        /** @description How the application uses React. */
        ReactSettings: {
            /** @description The version that is installed, such as `19.1.0`. */
            version?: string;
        };
        /** @description How the application uses Next.js. */
        NextJsSettings: {
            /** @description The version that is installed, such as `16.0.0`. */
            version?: string;
        };
        /** @description The frameworks that an application is made with. */
        FrameworkSettings: {
            /** @description React, where it is used. */
            react?: components["schemas"]["ReactSettings"];
            /** @description Next.js, where it is used. */
            nextjs?: components["schemas"]["NextJsSettings"];
        };
        /** @description What a client tells about its own setup. */
        SdkSettingsRequest: {
            /** @description The properties that the application gave to the client. */
            serviceContextProps?: Record<string, unknown>;
            /** @description How the client works together with a wallet library. */
            serviceWagmiSettings?: Record<string, unknown>;
            /** @description The frameworks that the application is made with. */
            frameworkSettings?: components["schemas"]["FrameworkSettings"];
        };
        /** @description Where to send a code. */
        SmsVerificationCreateRequest: {
            /** @description Calling code of the country, with or without the plus sign. */
            phoneCountryCode: components["schemas"]["NonEmptyString255"];
            /** @description The number as the person writes it: national, with or without trunk prefix, or international. */
            phoneNumber: components["schemas"]["NonEmptyString255"];
            /** @description The country of the number, two letters of ISO 3166-1; letter case makes no difference. */
            isoCountryCode: components["schemas"]["NonEmptyIsoCountryCode"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
        };
        /** @description Which verification needs another code. */
        SmsVerificationRetryRequest: {
            /** @description Id of the verification, as `create` gave it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description Calling code of the country, with or without the plus sign. */
            phoneCountryCode: components["schemas"]["NonEmptyString255"];
            /** @description The number of the verification; another one is refused. */
            phoneNumber: components["schemas"]["NonEmptyString255"];
            /** @description The country of the number, two letters of ISO 3166-1; letter case makes no difference. */
            isoCountryCode: components["schemas"]["NonEmptyIsoCountryCode"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
        };
        /** @description A verification with the code that was sent. */
        SmsVerificationVerifyRequest: {
            /** @description Id of the verification, as `create` or a change of profile gave it. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The code from the message. */
            verificationToken: components["schemas"]["SixDigits"];
            /** @description The solved CAPTCHA, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
            /** @description Key of the client that signs in, for the tokens of the session. A session that goes on keeps the key it has. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description Whose domain to look at. */
        SsoProviderCheckRequest: {
            /** @description The address that the person wants to sign in with. */
            email: components["schemas"]["EmailAddress"];
        };
        /** @description How an address signs in: with a one-time code, or at the identity provider of its domain. */
        SsoProviderCheckResponse: {
            /**
             * @description `sso` for a domain with an identity provider of its own, otherwise `otp`.
             * @enum {string}
             */
            type: "otp" | "sso";
            /** @description Wire name of the identity provider; for `sso` only. */
            provider?: string;
            /** @description The provider's authorize URL for this address; state and code challenge are to be added. For `sso` only. */
            ssoAuthUrl?: string;
            /** @description Id of the provider setting, for `ssoProviderId`; for `sso` only. */
            id?: components["schemas"]["Uuid"];
        };
        /** @description What a user changes about the own profile. Fields that are left out stay as they are. */
        UserFields: {
            /** @description New e-mail address, which is proved before the profile shows it; an empty text removes the present one. */
            email?: components["schemas"]["EmailOrEmptyString"];
            /** @description Name to show for the user. */
            alias?: components["schemas"]["OptString255"];
            /** @description Given name. */
            firstName?: components["schemas"]["OptString255"];
            /** @description Family name. */
            lastName?: components["schemas"]["OptString255"];
            /** @description What the user does for a living. */
            jobTitle?: components["schemas"]["OptString255"];
            /**
             * @description New mobile number in international form, such as `+49 151 12345678`; it is proved before the profile shows it,
             *     in E.164 form. An empty text removes the present one.
             */
            phoneNumber?: components["schemas"]["OptString255"];
            /** @description Size of clothing, as the user puts it. */
            tShirtSize?: components["schemas"]["OptString255"];
            /** @description The group that the user belongs to. */
            team?: components["schemas"]["OptString255"];
            /** @description Whether the user agrees to the site's terms. */
            policiesConsent?: boolean;
            /** @description ISO 3166-1 alpha-2 code, such as `GB`; null for none. */
            country?: components["schemas"]["CountryCode"] | null;
            /** @description Name that no other user of the environment has, letter case aside; empty or null for none. */
            username?: components["schemas"]["Username"] | null;
            /** @description Answer of the CAPTCHA widget, where the environment asks for one. */
            captchaToken?: components["schemas"]["CaptchaToken"];
            /**
             * @description Data of the application about the user, with the values of custom fields under their keys. It replaces what is
             *     there.
             */
            metadata?: Record<string, unknown>;
            /** @description `complete` confirms that the recovery codes are kept; nothing else changes it. */
            mfaBackupCodeAcknowledgement?: components["schemas"]["MfaBackupCodeAcknowledgement"] | null;
            /** @description Bitcoin address, which is not proved; null for none. */
            btcWallet?: components["schemas"]["BtcWalletString"] | null;
            /** @description Kadena account, which is not proved; null for none. */
            kdaWallet?: components["schemas"]["KdaWalletString"] | null;
            /** @description Litecoin address, which is not proved; null for none. */
            ltcWallet?: components["schemas"]["LtcWalletString"] | null;
            /** @description Nervos CKB address, which is not proved; null for none. */
            ckbWallet?: components["schemas"]["CkbWalletString"] | null;
            /** @description Kaspa address, which is not proved; null for none. */
            kasWallet?: components["schemas"]["KasWalletString"] | null;
            /** @description Dogecoin address, which is not proved; null for none. */
            dogeWallet?: components["schemas"]["DogeWalletString"] | null;
            /** @description Whether the user wants notifications by e-mail. */
            emailNotification?: boolean;
            /** @description Whether the user wants notifications on Discord. */
            discordNotification?: boolean;
            /** @description Whether the user wants the newsletter. */
            newsletterNotification?: boolean;
        };
        /**
         * @description A field whose values are unique: `email`, `username`, or the name that a user has below the domain of the
         *     environment.
         * @enum {string}
         */
        UserFieldsCheckEnum: "email" | "username" | "name-service-subdomain-handle";
        /** @description A field and the value that a user would like to have there. */
        UserFieldsCheckParams: {
            /** @description The field. */
            field: components["schemas"]["UserFieldsCheckEnum"];
            /** @description The value, in any letter case. */
            value: components["schemas"]["NonEmptyString255"];
        };
        /** @description Whether a value is free. */
        UserFieldsCheckResponse: {
            /** @description The field that was asked about. */
            field: string;
            /** @description The value that was asked about, as it came. */
            value: string;
            /** @description Whether the user could have it at this moment. */
            available: boolean;
        };
        /** @description The second factors of a user. */
        MfaListDevicesResponse: {
            /** @description How many there are. */
            count: number;
            /** @description Oldest first; those that wait to be verified are among them. */
            devices: components["schemas"]["MfaDevice"][];
        };
        /** @description Asks for a proof of the second factor, for actions that ask for it again. */
        CreateMfaToken: {
            /** @description Whether the proof serves one action; otherwise it serves any number of them for ten minutes. */
            singleUse: boolean;
        };
        /** @description A code that was sent by e-mail, as a second factor. */
        EmailVerificationMfaRequest: {
            /** @description Id of the verification that `emailSignIn.create` began. */
            verificationUUID: components["schemas"]["Uuid"];
            /** @description The six digits of the message. */
            verificationToken: components["schemas"]["SixDigits"];
            /** @description Asks for a proof for further actions. */
            createMfaToken?: components["schemas"]["CreateMfaToken"];
        };
        /** @description What an authenticator has signed. Bytes are base64url. */
        AuthenticatorAssertionResponse: {
            /** @description What the browser vouches for: challenge, origin and purpose. */
            clientDataJSON: components["schemas"]["NonEmptyString"];
            /** @description What the authenticator vouches for: the site, whether the person was verified, and its counter. */
            authenticatorData: components["schemas"]["NonEmptyString"];
            /** @description The signature over both. */
            signature: components["schemas"]["NonEmptyString"];
            /** @description The user handle that the passkey was made with. A sign-in needs it. */
            userHandle?: string;
        };
        /**
         * @description Whether an authenticator is part of the device (`platform`) or goes from one to another (`cross-platform`).
         * @enum {string}
         */
        AuthenticatorAttachment: "cross-platform" | "platform";
        /** @description What came of extensions of WebAuthn. Other extensions may be there and are not read. */
        AuthenticationExtensionsClientOutputs: {
            /** @description Whether the application id was used. */
            appid?: boolean;
            /** @description What the passkey is like. */
            credProps?: {
                /** @description Whether it can be found without its id. */
                rk?: boolean;
            };
            /** @description Whether a secret was made beside the key. */
            hmacCreateSecret?: boolean;
        };
        /**
         * @description Kind of credential; WebAuthn knows one.
         * @enum {string}
         */
        PublicKeyCredentialType: "public-key";
        /** @description A signed challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
        PasskeyAuthRequest: {
            /** @description The credential's id. */
            id: components["schemas"]["NonEmptyString"];
            /** @description The credential's id again. */
            rawId: components["schemas"]["NonEmptyString"];
            /** @description What the authenticator has signed. */
            response: components["schemas"]["AuthenticatorAssertionResponse"];
            /** @description Whether the authenticator is part of the device. */
            authenticatorAttachment?: components["schemas"]["AuthenticatorAttachment"];
            /** @description What came of extensions. */
            clientExtensionResults: components["schemas"]["AuthenticationExtensionsClientOutputs"];
            /** @description Always `public-key`. */
            type: components["schemas"]["PublicKeyCredentialType"];
            /** @description Asks for an `mfaToken` in the reply. */
            createMfaToken?: components["schemas"]["CreateMfaToken"];
        };
        /** @description A recovery code, as a second factor. */
        MfaAuthRecoveryDevicePostRequest: {
            /** @description Asks for a proof for further actions. */
            createMfaToken?: components["schemas"]["CreateMfaToken"];
            /** @description One of the codes, in letters of either case, with or without the hyphen. */
            code: string;
        };
        /** @description A code of an authenticator app, as a second factor. */
        MfaAuthTotpDevicePostRequest: {
            /** @description Id of the device; without it the code may be of any app of the user's. */
            id?: components["schemas"]["Uuid"];
            /** @description Asks for a proof for further actions. */
            createMfaToken?: components["schemas"]["CreateMfaToken"];
            /** @description The six digits that the app shows. */
            code: string;
        };
        /** @description Where a passkey is kept, such as a password manager. */
        PasskeyStorage: {
            /** @description Its name for people to read. */
            name: string;
            /** @description URL of its icon. */
            icon: string;
            /**
             * Format: date-time
             * @description When this was last known to be so.
             */
            updatedAt?: string;
        };
        /** @description A passkey as its user sees it. */
        UserPasskey: {
            /** @description Id of the passkey here. */
            id: components["schemas"]["Uuid"];
            /** @description The name that the user gave it; absent until then. */
            alias?: string;
            /** @description The browser that registered it; absent if it did not say what it was. */
            userAgent?: string;
            /** @description The page that it was registered on. */
            origin?: string;
            /** @description Id that the authenticator knows it by, base64url. */
            credentialId: components["schemas"]["NonEmptyString"];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was registered or last named.
             */
            updatedAt?: string;
            /** @description Where the passkey is kept, if that is known. */
            storage?: components["schemas"]["PasskeyStorage"];
        };
        /** @description What a user can prove a second factor with. */
        MfaMethodsResponse: {
            /** @description Devices that were registered as second factors, oldest first. */
            devices: components["schemas"]["MfaDevice"][];
            /** @description Passkeys of the user, oldest first, those of passkey devices among them. */
            passkeys: components["schemas"]["UserPasskey"][];
            /** @description Whether there is a verified device or a passkey that can be used here. */
            userHasVerifiedMfaMethods: boolean;
        };
        /** @description The recovery codes that a user has left. */
        MfaGetRecoveryCodesResponse: {
            /** @description How many can still be used. */
            count: number;
            /** @description The codes, until the user has confirmed to have kept them; empty from then on. */
            recoveryCodes: string[];
        };
        /** @description New recovery codes. */
        MfaRegenRecoveryCodesResponse: {
            /** @description How many there are. */
            count: number;
            /** @description The codes: two groups of five symbols each. */
            recoveryCodes: string[];
        };
        /**
         * @description Whether the authenticator has to say what it is (WebAuthn, section 5.4.7).
         * @enum {string}
         */
        AttestationConveyancePreference: "direct" | "enterprise" | "indirect" | "none";
        /** @description The site that a passkey is for, the relying party. */
        PublicKeyCredentialRpEntity: {
            /** @description Its domain. */
            id?: components["schemas"]["NonEmptyString"];
            /** @description Its name for people to read. */
            name: components["schemas"]["NonEmptyString"];
        };
        /** @description The user whom a passkey is for. */
        PublicKeyCredentialUserEntity: {
            /** @description The user handle, which the passkey gives back at a sign-in. */
            id: components["schemas"]["NonEmptyString"];
            /** @description Name that tells accounts of one person apart. */
            name: components["schemas"]["NonEmptyString"];
            /** @description Name for people to read. */
            displayName: components["schemas"]["NonEmptyString"];
        };
        /** @description A kind of key. */
        PublicKeyCredentialParameters: {
            /** @description COSE number of the signature algorithm: -7 is ES256, -8 EdDSA, -257 RS256. */
            alg: number;
            /** @description Always `public-key`. */
            type: components["schemas"]["PublicKeyCredentialType"];
        };
        /**
         * @description Whether a passkey has to be found by the authenticator without its id (WebAuthn, section 5.4.6).
         * @enum {string}
         */
        ResidentKeyRequirement: "discouraged" | "preferred" | "required";
        /**
         * @description Whether the authenticator has to verify the person, such as by a finger or a PIN (WebAuthn, section 5.8.6).
         * @enum {string}
         */
        UserVerificationRequirement: "discouraged" | "preferred" | "required";
        /** @description What an authenticator has to be able to do (WebAuthn, section 5.4.4). */
        AuthenticatorSelectionCriteria: {
            /** @description Whether it has to be part of the device; absent for either. */
            authenticatorAttachment?: components["schemas"]["AuthenticatorAttachment"];
            /** @description Whether `residentKey` is `required`, for older browsers. */
            requireResidentKey?: boolean;
            /** @description Whether the passkey has to be found without its id. */
            residentKey?: components["schemas"]["ResidentKeyRequirement"];
            /** @description Whether it has to verify the person. */
            userVerification?: components["schemas"]["UserVerificationRequirement"];
        };
        /** @description A passkey by its id. */
        PublicKeyCredentialDescriptor: {
            /** @description The credential's id, base64url. */
            id: string;
            /** @description Always `public-key`. */
            type: components["schemas"]["PublicKeyCredentialType"];
        };
        /** @description Extensions of WebAuthn that are asked for. */
        AuthenticationExtensionsClientInputs: {
            /** @description Application id of keys that were registered by U2F. */
            appid?: string;
            /** @description Whether to tell if the passkey can be found without its id. */
            credProps?: boolean;
            /** @description Whether to make a secret beside the key. */
            hmacCreateSecret?: boolean;
        };
        /** @description Options for making a passkey, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Bytes are base64url. */
        MfaRegisterPasskeyDeviceGetResponseRegistration: {
            /** @description Whether the authenticator has to say what it is. */
            attestation?: components["schemas"]["AttestationConveyancePreference"];
            /** @description The site that the passkey is for. */
            rp: components["schemas"]["PublicKeyCredentialRpEntity"];
            /** @description The user whom the passkey is for. */
            user: components["schemas"]["PublicKeyCredentialUserEntity"];
            /** @description 32 random bytes to be signed, once and within five minutes. */
            challenge: components["schemas"]["NonEmptyString"];
            /** @description Kinds of key that are taken, the preferred one first. */
            pubKeyCredParams: components["schemas"]["PublicKeyCredentialParameters"][];
            /** @description How long the user has, in milliseconds. */
            timeout?: number;
            /** @description What the authenticator has to be able to do. */
            authenticatorSelection?: components["schemas"]["AuthenticatorSelectionCriteria"];
            /** @description Passkeys that the user has already; authenticators that hold one make no second one. */
            excludeCredentials?: components["schemas"]["PublicKeyCredentialDescriptor"][];
            /** @description Extensions that are asked for. */
            extensions?: components["schemas"]["AuthenticationExtensionsClientInputs"];
        };
        /** @description A passkey device that waits for its passkey. */
        MfaRegisterPasskeyDeviceGetResponse: {
            /** @description Id of the device, which goes back with what the browser makes. */
            id: components["schemas"]["Uuid"];
            /** @description Always `passkey`. */
            type: components["schemas"]["MfaDeviceType"];
            /** @description What the browser makes the passkey with. */
            registration: components["schemas"]["MfaRegisterPasskeyDeviceGetResponseRegistration"];
        };
        /** @description What an authenticator has made. Bytes are base64url. */
        AuthenticatorAttestationResponse: {
            /** @description What the browser vouches for: challenge, origin and purpose. */
            clientDataJSON: components["schemas"]["NonEmptyString"];
            /** @description The new key and what the authenticator says of itself, in CBOR. */
            attestationObject: components["schemas"]["NonEmptyString"];
            /** @description The part of it that is not about attestation. */
            authenticatorData?: components["schemas"]["NonEmptyString"];
            /** @description COSE number of the kind of key. */
            publicKeyAlgorithm?: number;
            /** @description The public key, as SubjectPublicKeyInfo in DER. */
            publicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description A new passkey, as `RegistrationResponseJSON` of WebAuthn. Bytes are base64url. */
        PasskeyRegisterVerifyRequest: {
            /** @description The credential's id. */
            id: components["schemas"]["NonEmptyString"];
            /** @description The credential's id again. */
            rawId: components["schemas"]["NonEmptyString"];
            /** @description What the authenticator has made. */
            response: components["schemas"]["AuthenticatorAttestationResponse"];
            /** @description Whether the authenticator is part of the device. */
            authenticatorAttachment?: components["schemas"]["AuthenticatorAttachment"];
            /** @description What came of extensions. */
            clientExtensionResults: components["schemas"]["AuthenticationExtensionsClientOutputs"];
            /** @description Always `public-key`. */
            type: components["schemas"]["PublicKeyCredentialType"];
        };
        /** @description The passkey of a device that waits for it. */
        MfaRegisterPasskeyDevicePostRequest: {
            /** @description Id of the device that waits. */
            id: components["schemas"]["Uuid"];
            /** @description What the browser has made. */
            attestation: components["schemas"]["PasskeyRegisterVerifyRequest"];
        };
        /** @description An authenticator app that waits for its first code. */
        MfaRegisterTotpDeviceGetResponse: {
            /** @description Id of the device. */
            id: components["schemas"]["Uuid"];
            /** @description Always `totp`. */
            type: components["schemas"]["MfaDeviceType"];
            /** @description The shared secret of 20 bytes in base32, to type into the app. */
            secret: string;
            /** @description The secret with the names of the app and the user, as an `otpauth` address for a QR code. */
            uri: string;
        };
        /** @description The first code of an authenticator app. */
        MfaRegisterTotpDevicePostRequest: {
            /** @description The kind of device that is verified; only `totp` is by a code. */
            type: components["schemas"]["MfaDeviceType"];
            /** @description The six digits that the app shows. */
            code: string;
        };
        /** @description What to change about a second factor. */
        MfaUpdateDeviceRequest: {
            /** @description Whether the user is asked for this device first. */
            default: boolean;
        };
        /** @description The passkeys of a user. */
        GetUserPasskeysResponse: {
            /** @description The passkeys, oldest first. */
            passkeys: components["schemas"]["UserPasskey"][];
            /** @description How many there are. */
            count: number;
        };
        /** @description What to change about a passkey. */
        UpdateUserPasskeyRequest: {
            /** @description Id of the passkey. */
            id: components["schemas"]["Uuid"];
            /** @description The new name. Absent for no change. */
            alias?: components["schemas"]["NonEmptyString"];
        };
        /** @description Which passkey to delete. */
        DeleteUserPasskeyRequest: {
            /** @description Id of the passkey. */
            passkeyId: components["schemas"]["Uuid"];
        };
        /**
         * @description Kind of credential; WebAuthn knows one.
         * @enum {string}
         */
        PasskeyCredentialType: "public-key";
        /**
         * @description A way to reach an authenticator (WebAuthn, section 5.8.4).
         * @enum {string}
         */
        PasskeyTransport: "usb" | "nfc" | "ble" | "internal" | "hybrid";
        /** @description A passkey that can answer. */
        PasskeyAllowCredential: {
            /** @description The credential's id, base64url. */
            id: string;
            /** @description Always `public-key`. Browsers need it. */
            type?: components["schemas"]["PasskeyCredentialType"];
            /** @description How the authenticator can be reached; absent where nothing is known. */
            transports?: components["schemas"]["PasskeyTransport"][];
        };
        /** @description Extensions of WebAuthn that are asked for. */
        PasskeyExtension: {
            /** @description Application id of keys that were registered by U2F. */
            appid?: string;
            /** @description Application id whose keys count as registered already. */
            appidExclude?: string;
            /** @description Whether to tell if the passkey can be found without its id. */
            credProps?: boolean;
            /** @description Whether to tell how the person was verified. */
            uvm?: boolean;
        };
        /**
         * @description A kind of authenticator that the person is likely to have (WebAuthn, section 5.8.7).
         * @enum {string}
         */
        PasskeyCredentialHint: "hybrid" | "security-key" | "client-device";
        /** @description Options to sign a challenge with, as `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. Bytes are base64url. */
        GetPasskeyAuthenticationOptionsResponse: {
            /** @description 32 random bytes to be signed, once and within five minutes. */
            challenge: components["schemas"]["NonEmptyString"];
            /** @description How long the person has, in milliseconds. */
            timeout?: number;
            /** @description Domain of the site that the passkey is for, the relying party. */
            rpId?: components["schemas"]["NonEmptyString"];
            /** @description Whether the authenticator has to verify the person. */
            userVerification?: components["schemas"]["UserVerificationRequirement"];
            /** @description The passkeys that can answer; empty for any that the authenticator has for the site. */
            allowCredentials?: components["schemas"]["PasskeyAllowCredential"][];
            /** @description Extensions that are asked for; absent for none. */
            extensions?: components["schemas"]["PasskeyExtension"];
            /** @description Which authenticator the person is likely to have; absent where nothing is known. */
            hints?: components["schemas"]["PasskeyCredentialHint"];
        };
        /** @description A passkey that the user has already. */
        PasskeyExcludeCredential: {
            /** @description The credential's id, base64url. */
            id: string;
            /** @description How the authenticator can be reached; absent where nothing is known. */
            transports?: components["schemas"]["PasskeyTransport"][];
            /** @description Always `public-key`. */
            type: components["schemas"]["PasskeyCredentialType"];
        };
        /** @description The site that a passkey is for, the relying party. */
        PasskeyRelyingParty: {
            /** @description Its domain. */
            id: string;
            /** @description Its name for people to read, from the settings of the environment. */
            name: string;
        };
        /** @description The user whom a passkey is for. */
        PasskeyUser: {
            /** @description Name for people to read. */
            displayName: string;
            /** @description The user handle, which the passkey gives back at a sign-in. It is the bytes of the user's id, base64url. */
            id: string;
            /** @description Name that tells accounts of one person apart, such as the e-mail address. */
            name: string;
        };
        /** @description Options to make a passkey with, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Bytes are base64url. */
        GetPasskeyRegistrationOptionsResponse: {
            /** @description Whether the authenticator has to say what it is. */
            attestation: components["schemas"]["AttestationConveyancePreference"];
            /** @description What the authenticator has to be able to do. */
            authenticatorSelection: components["schemas"]["AuthenticatorSelectionCriteria"];
            /** @description 32 random bytes that come back once and within five minutes. */
            challenge: string;
            /** @description Passkeys that the user has already; authenticators that hold one make no second one. */
            excludeCredentials: components["schemas"]["PasskeyExcludeCredential"][];
            /** @description Extensions that are asked for. */
            extensions?: components["schemas"]["PasskeyExtension"];
            /** @description Which authenticators the person is likely to have; absent where nothing is known. */
            hints?: string[];
            /** @description Kinds of key that are taken, the preferred one first. */
            pubKeyCredParams: components["schemas"]["PublicKeyCredentialParameters"][];
            /** @description The site that the passkey is for. */
            rp: components["schemas"]["PasskeyRelyingParty"];
            /** @description How long the person has, in milliseconds. */
            timeout: number;
            /** @description The user whom the passkey is for. */
            user: components["schemas"]["PasskeyUser"];
        };
        /** @description What an authenticator has made. Bytes are base64url. Browsers add more members, which are not read. */
        PasskeyRegistrationCredentialV2: {
            /** @description The new key and what the authenticator says of itself, in CBOR. */
            attestationObject: components["schemas"]["NonEmptyString"];
            /** @description What the browser vouches for: challenge, origin and purpose. Browsers spell it `clientDataJSON`. */
            clientDataJson: components["schemas"]["NonEmptyString"];
            /** @description How the authenticator can be reached. Names other than those of `PasskeyTransport` are taken and not kept. */
            transports?: string[];
            /** @description The public key, as SubjectPublicKeyInfo in DER. The one in `attestationObject` counts. */
            publicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description A new passkey, as `RegistrationResponseJSON` of WebAuthn but for the spelling of `response.clientDataJson`. Bytes are base64url. */
        PasskeyRegisterRequest: {
            /** @description The credential's id. */
            id: components["schemas"]["NonEmptyString"];
            /** @description The credential's id again. */
            rawId: components["schemas"]["NonEmptyString"];
            /** @description What the authenticator has made. */
            response: components["schemas"]["PasskeyRegistrationCredentialV2"];
            /** @description What came of extensions. */
            clientExtensionResults: components["schemas"]["AuthenticationExtensionsClientOutputs"];
            /** @description Whether the authenticator is part of the device. */
            authenticatorAttachment?: components["schemas"]["AuthenticatorAttachment"];
            /** @description Always `public-key`. */
            type: components["schemas"]["PasskeyCredentialType"];
            /** @description Asks for an `mfaToken` in the reply. */
            createMfaToken?: components["schemas"]["CreateMfaToken"];
        };
        /** @description The wallet to select. */
        UserWalletSelectionRequest: {
            /** @description Id of the wallet. Another dash and a suffix of the wallet's vendor may follow, and are left aside. */
            walletId: string;
        };
        /** @description How the user of an embedded wallet signed in elsewhere. Belongs to earlier versions and is not used. */
        OauthProviderRequest: {
            /** @description Provider of that sign-in. */
            provider?: components["schemas"]["ProviderEnum"];
            /** @description Access token of that provider. */
            accessToken?: string;
            /** @description Token of a vendor of embedded wallets. */
            didToken?: string;
        };
        /** @description A message, the signature that a wallet gave for it, and the wallet. */
        VerifyRequest: {
            /** @description Belongs to embedded wallets of earlier versions and is not used. */
            oauth?: components["schemas"]["OauthProviderRequest"];
            /**
             * @description The signature, in the form in which wallets of the chain give it: hex with `0x` on EVM chains and Tron; base58 or
             *     base64 on Solana and Eclipse; base64 on Bitcoin (BIP-322), Algorand and Sui; hex or base64 on Spark; JSON on Aptos,
             *     Cosmos, Flow, Starknet and TON. Hex may be of either case on EVM chains and Tron, and is of small letters
             *     elsewhere; base58 and base64 count in their one canonical spelling; JSON may have white space between its parts.
             */
            signedMessage: string;
            /** @description What the person saw and the wallet signed, unchanged. The signature is verified over these bytes. */
            messageToSign: string;
            /**
             * @description Address that has signed. A checksum that the chain's addresses have must be right; on EVM chains an address of small
             *     letters and capitals must carry one (EIP-55). Several spellings of one account are the same wallet, such as both
             *     forms on TON, and on Spark every prefix and the identity key in hex.
             */
            publicWalletAddress: components["schemas"]["NonEmptyString255"];
            /** @description The chain whose rules message, signature and address follow. */
            chain: components["schemas"]["ChainEnum"];
            /** @description Wire name of the wallet application, such as `metamask`; kept when the wallet is linked. */
            walletName: components["schemas"]["NonEmptyString255"];
            /** @description How the wallet is reached; kept when the wallet is linked. `embeddedWallet` is refused. */
            walletProvider: components["schemas"]["WalletProviderEnum"];
            /**
             * @description Whether a wallet may be moved that is the last credential of its former user, who can then not sign in any more. Of use
             *     where a wallet is moved, and nowhere else.
             */
            skipEmptyAccountCheck?: boolean;
            /** @description Answer of the captcha widget. Required for a sign-in where the environment asks for a CAPTCHA. */
            captchaToken?: components["schemas"]["CaptchaToken"];
            /**
             * @description Network that the wallet is connected to, as a chain id, a CAIP-2 id or its name. It has to be the one that the
             *     message names. Empty is the same as none.
             */
            network?: components["schemas"]["OptString255"];
            /** @description Further addresses of the same wallet, kept as they are told. A sign-in replaces those of the last one. */
            additionalWalletAddresses?: components["schemas"]["AdditionalAddress"][];
            /** @description Belongs to embedded wallets of earlier versions and is not used. */
            backup?: components["schemas"]["OptString255"];
            /** @description Belongs to embedded wallets of earlier versions and is not used. */
            password?: components["schemas"]["String100"];
            /** @description Belongs to embedded wallets of earlier versions and is not used. */
            passwordSource?: components["schemas"]["PasswordSourceTypeEnum"];
            /** @description Public key that the session is bound to; it shows in the tokens as `session_public_key`. Of use for a sign-in. */
            sessionPublicKey?: components["schemas"]["NonEmptyString"];
        };
        /** @description Whose value stays in one field. */
        MergeUserConflictResolution: {
            /** @description The user whose value stays: `fromUser.userId` or `currentUser.userId` of the conflict. */
            userId: components["schemas"]["Uuid"];
            /** @description Name of the field, as `field.name` of the conflict has it. */
            fieldKey: components["schemas"]["NonEmptyString255"];
            /** @description Whether it is a standard or a custom field, as `field.type` of the conflict says. */
            type: components["schemas"]["KycFieldType"];
        };
        /** @description The choices of a person whose two users differ. */
        MergeUserConflictResolutions: {
            /** @description One choice per conflict; none where there is no conflict. */
            mergeUserResolutions?: components["schemas"]["MergeUserConflictResolution"][];
        };
        /** @description The one credential to unlink, and which wallet to go on with. */
        VerifyUnlinkRequest: {
            /** @description Wallet to unlink. */
            walletId?: components["schemas"]["Uuid"];
            /** @description A misspelling of `verifiedCredentialId` that clients use, and that means the same. */
            verifiedCrentialId?: components["schemas"]["Uuid"];
            /** @description Credential to unlink, of any format. */
            verifiedCredentialId?: components["schemas"]["Uuid"];
            /** @description Another wallet of the user, which becomes the selected one. */
            primaryWalletId?: components["schemas"]["Uuid"];
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
        /** @description This operation is retired and does nothing any more. */
        Gone: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This operation is retired. Call externalAuth.signIn instead.",
                 *       "code": "invalid_external_auth"
                 *     }
                 */
                "application/json": components["schemas"]["UnprocessableEntity"];
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
        /** @description Kind of second factor. */
        MfaDeviceTypeParameter: components["schemas"]["MfaDeviceType"];
        /** @description Id of the origin. */
        OriginId: components["schemas"]["Uuid"];
        /** @description Id of the project. */
        ProjectId: components["schemas"]["Uuid"];
        /**
         * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
         *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
         *     are added, read or deleted in a session whose own proof is more than ten minutes old.
         */
        OptionalMfaAuthToken: string;
        /** @description Id of the linked account, which is the id of its credential. */
        OauthAccountId: components["schemas"]["Uuid"];
        /** @description The provider's authorization code; absent if the sign-in failed there. */
        AnswerCode: components["schemas"]["OAuthCode"];
        /** @description The scopes that the provider granted, separated by spaces. Not read. */
        AnswerScope: string;
        /** @description The state that the sign-in was started with. */
        AnswerState: components["schemas"]["ValidStringQueryParam"];
        /** @description Which of several signed-in accounts the person chose, by its position. Not read. */
        AnswerAuthuser: components["schemas"]["ValidStringQueryParam"];
        /** @description What the provider asked the person. Not read. */
        AnswerPrompt: components["schemas"]["ValidStringQueryParam"];
        /** @description The provider's error code, such as `access_denied`; absent if the sign-in succeeded there. */
        AnswerError: components["schemas"]["OAuthError"];
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
        /** @description Id of the second factor. */
        MfaDeviceId: components["schemas"]["Uuid"];
        /** @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`. */
        MfaAuthToken: string;
        /**
         * @description The relying party, where it is not the host of the calling page: a parent domain of that host, or the host of an
         *     origin that the environment lists. The other site has to name this one among its related origins for browsers to go along.
         */
        RelatedOriginRpId: string;
        /** @description Id of the session. */
        SessionId: components["schemas"]["Uuid"];
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
    "externalAuth.check": {
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
                 *       "encodedJwt": "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["ExternalJwtCheckRequest"];
            };
        };
        responses: {
            /** @description What is wrong with the token, if anything. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": false,
                     *       "errors": [
                     *         "The claim \"aud\" does not contain the configured audience.",
                     *         "This token has expired."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExternalJwtCheckResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "testAccount.get": {
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
            /** @description The test account of the environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "483920",
                     *       "email": "test-account@latchkey.test",
                     *       "phone": "+12025550143"
                     *     }
                     */
                    "application/json": components["schemas"]["TestAccountResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "testAccount.create": {
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
            /** @description The test account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "483920",
                     *       "email": "test-account@latchkey.test",
                     *       "phone": "+12025550143"
                     *     }
                     */
                    "application/json": components["schemas"]["TestAccountResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "testAccount.delete": {
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
            /** @description The test account is gone. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            422: components["responses"]["UnprocessableEntity"];
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
    "sessions.revokeAll": {
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
            /** @description The revocation is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "All sessions of this environment are being revoked."
                     *     }
                     */
                    "application/json": components["schemas"]["RevokeAllSessionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
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
    "mfaSettings.get": {
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
            /** @description The kinds of second factor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mfaSettings": [
                     *         {
                     *           "mfaDeviceType": "totp",
                     *           "enabledAt": "2026-01-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "mfaDeviceType": "passkey",
                     *           "enabledAt": null
                     *         },
                     *         {
                     *           "mfaDeviceType": "email",
                     *           "enabledAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationMfaSettingsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaSettings.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Kind of second factor. */
                mfaDeviceType: components["parameters"]["MfaDeviceTypeParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kind of second factor, turned off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mfaDeviceType": "totp",
                     *       "enabledAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationMfaSettings"];
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
    "mfaSettings.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization. */
                organizationId: components["parameters"]["OrganizationId"];
                /** @description Kind of second factor. */
                mfaDeviceType: components["parameters"]["MfaDeviceTypeParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kind of second factor, turned on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mfaDeviceType": "totp",
                     *       "enabledAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationMfaSettings"];
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
    "messenger.check": {
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
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA"
                 *     }
                 */
                "application/json": components["schemas"]["OauthResultRequest"];
            };
        };
        responses: {
            /** @description Somebody here has the account. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
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
    "emailSignIn.getProvider": {
        parameters: {
            query: {
                /** @description The address that the person wants to sign in with. */
                email: components["schemas"]["EmailAddress"];
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
            /** @description The provider to sign in by. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emailProvider": "emailOnly"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailProviderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "emailSignIn.create": {
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
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerificationCreateRequest"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                     *       "email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailVerificationCreateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "emailSignIn.retry": {
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerificationRetryRequest"];
            };
        };
        responses: {
            /** @description Another code is on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                     *       "email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailVerificationCreateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "emailSignIn.signIn": {
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "verificationToken": "483920"
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerificationVerifyRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
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
            403: components["responses"]["SignInBlocked"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "emailSignIn.verify": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "verificationToken": "483920"
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerificationVerifyRequest"];
            };
        };
        responses: {
            /** @description The address belongs to the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nextView": "done",
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
                     *             "oauth_account_id": "110248495921238986420",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c61-3b0c-7d2e-9f3a-4b5c6d7e8f90",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:34:10.250Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateSelfResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "events.publish": {
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
                 *       "events": [
                 *         {
                 *           "anonymousId": "visitor-7f3a",
                 *           "event": "modal.opened",
                 *           "properties": {
                 *             "view": "sign-in"
                 *           },
                 *           "type": "track"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PublishEvents"];
            };
        };
        responses: {
            /** @description The events are kept. There is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerErrorEmpty"];
        };
    };
    "externalAuth.signIn": {
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
                 *       "jwt": "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["ExternalAuthSigninRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "format": "externalUser",
                     *             "public_identifier": "user-1",
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
                     *         "lists": [],
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
    "externalAuth.verify": {
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
                 *       "jwt": "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["ExternalAuthSigninRequest"];
            };
        };
        responses: {
            400: components["responses"]["BadRequest"];
            410: components["responses"]["Gone"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "frame.signIn": {
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
                 *       "domain": "app.example.com",
                 *       "nonce": "k3Vq8ZrT2mXw9LbNs4Hd",
                 *       "message": "app.example.com wants you to sign in with your Ethereum account:\n0x52908400098527886E0F7030069857D2E4169EE7\n\nFarcaster Auth\n\nURI: https://app.example.com\nVersion: 1\nChain ID: 10\nNonce: k3Vq8ZrT2mXw9LbNs4Hd\nIssued At: 2026-01-15T09:30:00.000Z\nResources:\n- farcaster://fid/4242",
                 *       "signature": "0x6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c1b"
                 *     }
                 */
                "application/json": components["schemas"]["FrameSignInRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "oauth_provider": "farcaster",
                     *             "oauth_username": "ada",
                     *             "oauth_display_name": "Ada",
                     *             "oauth_account_id": "4242",
                     *             "oauth_account_photos": [
                     *               "https://img.example.com/ada.png"
                     *             ],
                     *             "oauth_emails": [],
                     *             "public_identifier": "ada",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": true,
                     *         "lists": [],
                     *         "scope": "",
                     *         "missingFields": [
                     *           {
                     *             "name": "email",
                     *             "type": "standard",
                     *             "required": true,
                     *             "enabled": true,
                     *             "unique": true,
                     *             "verify": true,
                     *             "position": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
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
    "frame.verify": {
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
                 *       "domain": "app.example.com",
                 *       "nonce": "k3Vq8ZrT2mXw9LbNs4Hd",
                 *       "message": "app.example.com wants you to sign in with your Ethereum account:\n0x52908400098527886E0F7030069857D2E4169EE7\n\nFarcaster Auth\n\nURI: https://app.example.com\nVersion: 1\nChain ID: 10\nNonce: k3Vq8ZrT2mXw9LbNs4Hd\nIssued At: 2026-01-15T09:30:00.000Z\nResources:\n- farcaster://fid/4242",
                 *       "signature": "0x6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c1b"
                 *     }
                 */
                "application/json": components["schemas"]["FrameSignInRequest"];
            };
        };
        responses: {
            /** @description The account is linked, or was the user's already. */
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
                     *             "id": "01938c60-1f99-7d3e-8f4a-5b6c7d8e9fa0",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:12:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "oauth",
                     *             "oauth_provider": "farcaster",
                     *             "oauth_username": "ada",
                     *             "oauth_display_name": "Ada",
                     *             "oauth_account_id": "4242",
                     *             "oauth_account_photos": [
                     *               "https://img.example.com/ada.png"
                     *             ],
                     *             "oauth_emails": [],
                     *             "public_identifier": "ada",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-1f99-7d3e-8f4a-5b6c7d8e9fa0",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
    "messenger.getPage": {
        parameters: {
            query: {
                /** @description A random value made by the client, which ties the widget's answer to its sign-in. */
                state: components["schemas"]["ValidStringQueryParam"];
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
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Sign in with the messenger</title><form method="post">…</form> */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "messenger.receive": {
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
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA",
                 *       "messengerUser": {
                 *         "id": 4200000001,
                 *         "firstName": "Ada",
                 *         "lastName": "Byron",
                 *         "username": "ada",
                 *         "photoURL": "https://pictures.example.com/ada.jpg",
                 *         "authDate": "1768469400",
                 *         "hash": "5abe98b900c307ad82f231ec4ad74e7c7b29043a37975a88f6465b2c642c2665"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessengerPostRequest"];
            };
        };
        responses: {
            /** @description The answer is kept for whoever asks by the state. There is no body. */
            202: {
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
    "messenger.signIn": {
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
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA",
                 *       "forceCreateUser": true
                 *     }
                 */
                "application/json": components["schemas"]["OauthResultRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "public_identifier": "ada",
                     *             "oauth_provider": "telegram",
                     *             "oauth_username": "ada",
                     *             "oauth_display_name": "Ada Byron",
                     *             "oauth_account_id": "4200000001",
                     *             "oauth_emails": [],
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": true,
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
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
    "messenger.verify": {
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
                 *       "state": "j1X134pCuMbKhCJ4T1wcpA"
                 *     }
                 */
                "application/json": components["schemas"]["OauthResultRequest"];
            };
        };
        responses: {
            /** @description The account is linked. */
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
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8d",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:00:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "oauth",
                     *             "public_identifier": "ada",
                     *             "oauth_provider": "telegram",
                     *             "oauth_username": "ada",
                     *             "oauth_display_name": "Ada Byron",
                     *             "oauth_account_id": "4200000001",
                     *             "oauth_emails": [],
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8d",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstVisit": "2026-01-15T09:00:00.000Z",
                     *         "lastVisit": "2026-01-15T09:00:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
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
    "oauth.getAccessToken": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the linked account, which is the id of its credential. */
                oauthAccountId: components["parameters"]["OauthAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "q2Vb7TzR0mXw4LkPd9HsYc1NfJ6uEa8G"
                     *     }
                     */
                    "application/json": components["schemas"]["UserOauthAccessTokenResponse"];
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
    "walletSignIn.prefetch": {
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
                 *       "chain": "EVM",
                 *       "publicWalletAddress": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["PrefetchRequest"];
            };
        };
        responses: {
            /** @description The address is noted for looking up. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "oauth.redirectCoinbase": {
        parameters: {
            query?: {
                /** @description The provider's authorization code; absent if the sign-in failed there. */
                code?: components["parameters"]["AnswerCode"];
                /** @description The scopes that the provider granted, separated by spaces. Not read. */
                scope?: components["parameters"]["AnswerScope"];
                /** @description The state that the sign-in was started with. */
                state?: components["parameters"]["AnswerState"];
                /** @description Which of several signed-in accounts the person chose, by its position. Not read. */
                authuser?: components["parameters"]["AnswerAuthuser"];
                /** @description What the provider asked the person. Not read. */
                prompt?: components["parameters"]["AnswerPrompt"];
                /** @description The provider's error code, such as `access_denied`; absent if the sign-in succeeded there. */
                error?: components["parameters"]["AnswerError"];
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
    "oauth.getAuthorizePage": {
        parameters: {
            query?: {
                /** @description Scopes to ask for, separated by spaces; all those of the provider setting if absent or empty. */
                scope?: components["schemas"]["ValidStringQueryParam"];
                /** @description The state that was registered with `oauth.initialize`. */
                state?: components["schemas"]["ValidStringQueryParam"];
                /** @description Where the application wants the browser afterwards, as it was registered. */
                redirect_uri?: components["schemas"]["OauthRedirectUri"];
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
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Continue with google</title><a href="https://accounts.google.com/">go on yourself</a> */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFoundEmpty"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
                code?: components["parameters"]["AnswerCode"];
                /** @description The scopes that the provider granted, separated by spaces. Not read. */
                scope?: components["parameters"]["AnswerScope"];
                /** @description The state that the sign-in was started with. */
                state?: components["parameters"]["AnswerState"];
                /** @description Which of several signed-in accounts the person chose, by its position. Not read. */
                authuser?: components["parameters"]["AnswerAuthuser"];
                /** @description What the provider asked the person. Not read. */
                prompt?: components["parameters"]["AnswerPrompt"];
                /** @description The provider's error code, such as `access_denied`; absent if the sign-in succeeded there. */
                error?: components["parameters"]["AnswerError"];
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
    "oauth.signIn": {
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
            /** @description The person is signed in. */
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
            403: components["responses"]["SignInBlocked"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sdkSettings.report": {
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
                 *       "serviceContextProps": {
                 *         "initialAuthenticationMode": "connect-and-sign"
                 *       },
                 *       "frameworkSettings": {
                 *         "react": {
                 *           "version": "19.1.0"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SdkSettingsRequest"];
            };
        };
        responses: {
            /** @description The report is kept. There is no body. */
            204: {
                headers: {
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
            401: components["responses"]["Unauthorized"];
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
    "smsSignIn.create": {
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
                 *       "phoneCountryCode": "49",
                 *       "phoneNumber": "0151 12345678",
                 *       "isoCountryCode": "DE"
                 *     }
                 */
                "application/json": components["schemas"]["SmsVerificationCreateRequest"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                     *       "phoneNumber": "15112345678",
                     *       "phoneCountryCode": "49",
                     *       "isoCountryCode": "DE"
                     *     }
                     */
                    "application/json": components["schemas"]["SmsVerificationCreateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "smsSignIn.retry": {
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "phoneCountryCode": "49",
                 *       "phoneNumber": "0151 12345678",
                 *       "isoCountryCode": "DE"
                 *     }
                 */
                "application/json": components["schemas"]["SmsVerificationRetryRequest"];
            };
        };
        responses: {
            /** @description Another code is on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                     *       "phoneNumber": "15112345678",
                     *       "phoneCountryCode": "49",
                     *       "isoCountryCode": "DE"
                     *     }
                     */
                    "application/json": components["schemas"]["SmsVerificationCreateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "smsSignIn.signIn": {
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "verificationToken": "483920"
                 *     }
                 */
                "application/json": components["schemas"]["SmsVerificationVerifyRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "format": "phoneNumber",
                     *             "phoneNumber": "15112345678",
                     *             "phoneCountryCode": "49",
                     *             "isoCountryCode": "DE",
                     *             "public_identifier": "+4915112345678",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "phoneNumber": "+4915112345678",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": true,
                     *         "lists": [
                     *           "early-access"
                     *         ],
                     *         "scope": "",
                     *         "missingFields": [
                     *           {
                     *             "name": "email",
                     *             "required": true,
                     *             "enabled": true,
                     *             "unique": true,
                     *             "verify": true,
                     *             "position": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
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
    "smsSignIn.verify": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "verificationUUID": "01938c61-2a9b-7c1d-8e2f-3a4b5c6d7e8f",
                 *       "verificationToken": "483920"
                 *     }
                 */
                "application/json": components["schemas"]["SmsVerificationVerifyRequest"];
            };
        };
        responses: {
            /** @description The number belongs to the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nextView": "done",
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
                     *             "oauth_account_id": "110248495921238986420",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c61-3b0c-7d2e-9f3a-4b5c6d7e8f90",
                     *             "format": "phoneNumber",
                     *             "phoneNumber": "15112345678",
                     *             "phoneCountryCode": "49",
                     *             "isoCountryCode": "DE",
                     *             "public_identifier": "+4915112345678",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:34:10.250Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "phoneNumber": "+4915112345678",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateSelfResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "emailSignIn.checkSso": {
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
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["SsoProviderCheckRequest"];
            };
        };
        responses: {
            /** @description Which way the address goes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "sso",
                     *       "provider": "okta",
                     *       "id": "01938c5e-9c1d-7e2f-8a3b-4c5d6e7f8091",
                     *       "ssoAuthUrl": "https://api.latchkey.test/__mock/idp/okta/authorize?response_type=code&login_hint=ada%40example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["SsoProviderCheckResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "profile.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "email": "ada@byron.example",
                 *       "firstName": "Ada",
                 *       "country": "GB",
                 *       "metadata": {
                 *         "plan": "solo"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UserFields"];
            };
        };
        responses: {
            /** @description The fields are written; `nextView` tells whether something is left to prove. */
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
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "country": "GB",
                     *         "metadata": {
                     *           "plan": "solo"
                     *         },
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       },
                     *       "nextView": "verify-email",
                     *       "emailVerification": {
                     *         "verificationUUID": "01938c60-3c5e-7d19-8a2b-4c5d6e7f8a9b",
                     *         "email": "ada@byron.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateSelfResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "profile.delete": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "profile.checkField": {
        parameters: {
            query: {
                /** @description Field and value, as in `filter[field]=username&filter[value]=ada`. */
                filter: components["schemas"]["UserFieldsCheckParams"];
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
            /** @description Whether the value is free at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "field": "username",
                     *       "value": "ada",
                     *       "available": true
                     *     }
                     */
                    "application/json": components["schemas"]["UserFieldsCheckResponse"];
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
    "profile.merge": {
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
            /** @description The users are one; the reply has tokens with all of its credentials. */
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
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-12T18:04:51.220Z",
                     *             "previous_users": [
                     *               "01938c4d-77b0-7e21-a4c3-5d6e7f8091a2"
                     *             ]
                     *           },
                     *           {
                     *             "id": "01938c60-2a41-7c08-9b6f-1d2e3f4a5b6c",
                     *             "format": "blockchain",
                     *             "address": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-2a41-7c08-9b6f-1d2e3f4a5b6c",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "user:basic",
                     *         "missingFields": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.list": {
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
            /** @description The user's devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "devices": [
                     *         {
                     *           "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                     *           "type": "totp",
                     *           "verified": true,
                     *           "createdAt": "2026-01-15T09:28:40.000Z",
                     *           "verifiedAt": "2026-01-15T09:29:05.000Z",
                     *           "default": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MfaListDevicesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.authenticateEmail": {
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
                 *       "verificationUUID": "01938c64-1122-7334-8556-778899aabbcc",
                 *       "verificationToken": "583920",
                 *       "createMfaToken": {
                 *         "singleUse": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerificationMfaRequest"];
            };
        };
        responses: {
            /** @description The session is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "mfaToken": "kT8vQ2mXw5RzL9bNc3YhD7fJp1GsA6eUu4WoVx0Ei2q",
                     *       "expiresAt": "1768476660",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "mfaBackupCodeAcknowledgement": "complete",
                     *         "firstVisit": "2026-01-10T08:15:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.authenticatePasskey": {
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
                 *       "id": "q1w2e3r4t5y6u7i8o9p0",
                 *       "rawId": "q1w2e3r4t5y6u7i8o9p0",
                 *       "type": "public-key",
                 *       "clientExtensionResults": {},
                 *       "response": {
                 *         "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
                 *         "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4",
                 *         "signature": "MEUCIQDk3mVqT",
                 *         "userHandle": "MDE5MzhjNjAtMWYyZS03YTRi"
                 *       },
                 *       "createMfaToken": {
                 *         "singleUse": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyAuthRequest"];
            };
        };
        responses: {
            /** @description The session is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "mfaToken": "kT8vQ2mXw5RzL9bNc3YhD7fJp1GsA6eUu4WoVx0Ei2q",
                     *       "expiresAt": "1768476660",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "mfaBackupCodeAcknowledgement": "complete",
                     *         "firstVisit": "2026-01-10T08:15:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.authenticateRecoveryCode": {
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
                 *       "code": "7KQ2M-XR94T"
                 *     }
                 */
                "application/json": components["schemas"]["MfaAuthRecoveryDevicePostRequest"];
            };
        };
        responses: {
            /** @description The session is complete, and the code is used up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "mfaToken": "kT8vQ2mXw5RzL9bNc3YhD7fJp1GsA6eUu4WoVx0Ei2q",
                     *       "expiresAt": "1768476660",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "mfaBackupCodeAcknowledgement": "complete",
                     *         "firstVisit": "2026-01-10T08:15:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.authenticateTotp": {
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
                 *       "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                 *       "code": "492039",
                 *       "createMfaToken": {
                 *         "singleUse": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MfaAuthTotpDevicePostRequest"];
            };
        };
        responses: {
            /** @description The session is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "mfaToken": "kT8vQ2mXw5RzL9bNc3YhD7fJp1GsA6eUu4WoVx0Ei2q",
                     *       "expiresAt": "1768476660",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "mfaBackupCodeAcknowledgement": "complete",
                     *         "firstVisit": "2026-01-10T08:15:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.listMethods": {
        parameters: {
            query?: {
                /** @description Whether devices that wait to be verified are left out. */
                verifiedOnly?: boolean;
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
            /** @description What the user can prove a second factor with. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "devices": [
                     *         {
                     *           "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                     *           "type": "totp",
                     *           "verified": true,
                     *           "createdAt": "2026-01-15T09:28:40.000Z",
                     *           "verifiedAt": "2026-01-15T09:29:05.000Z",
                     *           "default": true
                     *         }
                     *       ],
                     *       "passkeys": [
                     *         {
                     *           "id": "01938c61-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
                     *           "credentialId": "q1w2e3r4t5y6u7i8o9p0",
                     *           "alias": "Laptop",
                     *           "origin": "https://app.example.com",
                     *           "createdAt": "2026-01-12T10:00:00.000Z",
                     *           "updatedAt": "2026-01-14T18:20:00.000Z"
                     *         }
                     *       ],
                     *       "userHasVerifiedMfaMethods": true
                     *     }
                     */
                    "application/json": components["schemas"]["MfaMethodsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.listRecoveryCodes": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes that are left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 10,
                     *       "recoveryCodes": [
                     *         "7KQ2M-XR94T",
                     *         "3HWZC-8PL6V",
                     *         "N5E9D-2BTJY",
                     *         "GQ47S-KMC3X",
                     *         "V8RPA-96ZLN",
                     *         "4TXJB-HD2EW",
                     *         "YC6K3-QS7FM",
                     *         "L9NV5-RG4HA",
                     *         "E2ZWP-7XKTC",
                     *         "B8JD6-M3VQ9"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MfaGetRecoveryCodesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfa.createRecoveryCodes": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 10,
                     *       "recoveryCodes": [
                     *         "7KQ2M-XR94T",
                     *         "3HWZC-8PL6V",
                     *         "N5E9D-2BTJY",
                     *         "GQ47S-KMC3X",
                     *         "V8RPA-96ZLN",
                     *         "4TXJB-HD2EW",
                     *         "YC6K3-QS7FM",
                     *         "L9NV5-RG4HA",
                     *         "E2ZWP-7XKTC",
                     *         "B8JD6-M3VQ9"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MfaRegenRecoveryCodesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.createPasskey": {
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
            /** @description The device that waits, and the options for the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c62-5566-7788-99aa-bbccddeeff00",
                     *       "type": "passkey",
                     *       "registration": {
                     *         "challenge": "3q2-7wX1yZk9vB6nM4tR8sLpQ0aJhUeGiCfDoKxWmYs",
                     *         "rp": {
                     *           "id": "app.example.com",
                     *           "name": "My app"
                     *         },
                     *         "user": {
                     *           "id": "MDE5MzhjNjAtMWYyZS03YTRi",
                     *           "name": "ada@example.com",
                     *           "displayName": "ada@example.com"
                     *         },
                     *         "pubKeyCredParams": [
                     *           {
                     *             "alg": -7,
                     *             "type": "public-key"
                     *           },
                     *           {
                     *             "alg": -8,
                     *             "type": "public-key"
                     *           },
                     *           {
                     *             "alg": -257,
                     *             "type": "public-key"
                     *           }
                     *         ],
                     *         "timeout": 300000,
                     *         "attestation": "none",
                     *         "authenticatorSelection": {
                     *           "residentKey": "preferred",
                     *           "requireResidentKey": false,
                     *           "userVerification": "preferred"
                     *         },
                     *         "excludeCredentials": [],
                     *         "extensions": {
                     *           "credProps": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MfaRegisterPasskeyDeviceGetResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.verifyPasskey": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "id": "01938c62-5566-7788-99aa-bbccddeeff00",
                 *       "attestation": {
                 *         "id": "q1w2e3r4t5y6u7i8o9p0",
                 *         "rawId": "q1w2e3r4t5y6u7i8o9p0",
                 *         "type": "public-key",
                 *         "clientExtensionResults": {},
                 *         "response": {
                 *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
                 *           "attestationObject": "o2NmbXRkbm9uZQ"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MfaRegisterPasskeyDevicePostRequest"];
            };
        };
        responses: {
            /** @description The device counts, and the session is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "expiresAt": "1768476660",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "mfaBackupCodeAcknowledgement": "pending",
                     *         "firstVisit": "2026-01-10T08:15:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.createTotp": {
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
            /** @description The device that waits, and its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                     *       "type": "totp",
                     *       "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                     *       "uri": "otpauth://totp/My%20app:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20app"
                     *     }
                     */
                    "application/json": components["schemas"]["MfaRegisterTotpDeviceGetResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.verifyTotp": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "type": "totp",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["MfaRegisterTotpDevicePostRequest"];
            };
        };
        responses: {
            /** @description The verified device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                     *       "type": "totp",
                     *       "verified": true,
                     *       "createdAt": "2026-01-15T09:28:40.000Z",
                     *       "verifiedAt": "2026-01-15T09:29:05.000Z",
                     *       "default": true
                     *     }
                     */
                    "application/json": components["schemas"]["MfaDevice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the second factor. */
                mfaDeviceId: components["parameters"]["MfaDeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c62-3a4b-7c5d-8e6f-708192a3b4c5",
                     *       "type": "totp",
                     *       "verified": true,
                     *       "createdAt": "2026-01-15T09:28:40.000Z",
                     *       "verifiedAt": "2026-01-15T09:29:05.000Z",
                     *       "default": true
                     *     }
                     */
                    "application/json": components["schemas"]["MfaDevice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the second factor. */
                mfaDeviceId: components["parameters"]["MfaDeviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "default": true
                 *     }
                 */
                "application/json": components["schemas"]["MfaUpdateDeviceRequest"];
            };
        };
        responses: {
            /** @description The device is as was asked. There is no body. */
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "mfaDevices.delete": {
        parameters: {
            query?: never;
            header: {
                /** @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`. */
                "x-mfa-auth-token": components["parameters"]["MfaAuthToken"];
            };
            path: {
                /** @description The environment that the call acts in. */
                environmentId: components["parameters"]["EnvironmentId"];
                /** @description Id of the second factor. */
                mfaDeviceId: components["parameters"]["MfaDeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is gone. There is no body. */
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
    "passkeys.list": {
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
            /** @description The user's passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "passkeys": [
                     *         {
                     *           "id": "01938c61-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
                     *           "alias": "My laptop",
                     *           "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                     *           "origin": "https://app.example.com",
                     *           "credentialId": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                     *           "createdAt": "2026-01-15T09:31:20.000Z",
                     *           "updatedAt": "2026-01-15T09:32:05.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GetUserPasskeysResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.update": {
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
                 *       "id": "01938c61-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
                 *       "alias": "My laptop"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserPasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c61-9a8b-7c6d-8e5f-4a3b2c1d0e9f",
                     *       "alias": "My laptop",
                     *       "origin": "https://app.example.com",
                     *       "credentialId": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                     *       "createdAt": "2026-01-15T09:31:20.000Z",
                     *       "updatedAt": "2026-01-15T09:32:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserPasskey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundEmpty"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.delete": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "passkeyId": "01938c61-9a8b-7c6d-8e5f-4a3b2c1d0e9f"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteUserPasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey is gone. There is no body. */
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.getAuthenticationOptions": {
        parameters: {
            query?: {
                /**
                 * @description The relying party, where it is not the host of the calling page: a parent domain of that host, or the host of an
                 *     origin that the environment lists. The other site has to name this one among its related origins for browsers to go along.
                 */
                relatedOriginRpId?: components["parameters"]["RelatedOriginRpId"];
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
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "Uvcxozil9w1_YaI2I8F_ovmk6hOz9YeD4YWTOAyImuc",
                     *       "timeout": 300000,
                     *       "rpId": "app.example.com",
                     *       "userVerification": "preferred",
                     *       "allowCredentials": [
                     *         {
                     *           "id": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                     *           "type": "public-key",
                     *           "transports": [
                     *             "internal"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GetPasskeyAuthenticationOptionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.getRegistrationOptions": {
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
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "UZAv75_yDmth3WwW3MZj78PZvgUnziDoYAqLIUk6Kcc",
                     *       "rp": {
                     *         "id": "app.example.com",
                     *         "name": "My app"
                     *       },
                     *       "user": {
                     *         "id": "MDE5MzhjNjAtMWYyZS03YTRiLTljOGQtN2U2ZjVhNGIzYzJk",
                     *         "name": "ada@example.com",
                     *         "displayName": "Ada Byron"
                     *       },
                     *       "pubKeyCredParams": [
                     *         {
                     *           "alg": -7,
                     *           "type": "public-key"
                     *         },
                     *         {
                     *           "alg": -8,
                     *           "type": "public-key"
                     *         },
                     *         {
                     *           "alg": -257,
                     *           "type": "public-key"
                     *         }
                     *       ],
                     *       "timeout": 300000,
                     *       "attestation": "none",
                     *       "excludeCredentials": [],
                     *       "authenticatorSelection": {
                     *         "residentKey": "required",
                     *         "requireResidentKey": true,
                     *         "userVerification": "required"
                     *       },
                     *       "extensions": {
                     *         "credProps": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetPasskeyRegistrationOptionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.register": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "id": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                 *       "rawId": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                 *       "type": "public-key",
                 *       "authenticatorAttachment": "platform",
                 *       "clientExtensionResults": {
                 *         "credProps": {
                 *           "rk": true
                 *         }
                 *       },
                 *       "response": {
                 *         "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikKAWYKbEFHwTvAxGQZ8DOCeBSd2EokPjgh08djs4a4DRFAAAAAQAAAAAAAAAAAAAAAAAAAAAAIJvtzW4rJt8nL0ddj90FRpqBMxjj3akV-JKS9L-rxAwFpQECAyYgASFYII7cGry5iWrUCO23vfLx0zPk9V6nk29qLX5RIFX6gH2BIlggk1os_kICTRN1J-A1q-LBLxRZ5m6GEaNey7zXAfNO6s4",
                 *         "clientDataJson": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiVVpBdjc1X3lEbXRoM1d3VzNNWmo3OFBadmdVbnppRG9ZQXFMSVVrNktjYyIsIm9yaWdpbiI6Imh0dHBzOi8vYXBwLmV4YW1wbGUuY29tIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
                 *         "transports": [
                 *           "internal"
                 *         ]
                 *       },
                 *       "createMfaToken": {
                 *         "singleUse": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyRegisterRequest"];
            };
        };
        responses: {
            /** @description The passkey is registered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "mfaToken": "kT8vQ2mXw5RzL9bNc3YhD7fJp1GsA6eUu4WoVx0Ei2q",
                     *       "expiresAt": "1768476600",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c61-9a90-7d1e-8f2a-3b4c5d6e7f80",
                     *             "format": "passkey",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:31:20.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.getSignInOptions": {
        parameters: {
            query?: {
                /**
                 * @description The relying party, where it is not the host of the calling page: a parent domain of that host, or the host of an
                 *     origin that the environment lists. The other site has to name this one among its related origins for browsers to go along.
                 */
                relatedOriginRpId?: components["parameters"]["RelatedOriginRpId"];
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
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "FjSVryyhrHbI7a6RUkb5VqL9rZGoGCTqSsWdtR4SxRo",
                     *       "timeout": 300000,
                     *       "rpId": "app.example.com",
                     *       "userVerification": "required",
                     *       "allowCredentials": []
                     *     }
                     */
                    "application/json": components["schemas"]["GetPasskeyAuthenticationOptionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "passkeys.signIn": {
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
                 *       "id": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                 *       "rawId": "m-3Nbism3ycvR12P3QVGmoEzGOPdqRX4kpL0v6vEDAU",
                 *       "type": "public-key",
                 *       "authenticatorAttachment": "platform",
                 *       "clientExtensionResults": {},
                 *       "response": {
                 *         "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiRmpTVnJ5eWhySGJJN2E2UlVrYjVWcUw5clpHb0dDVHFTc1dkdFI0U3hSbyIsIm9yaWdpbiI6Imh0dHBzOi8vYXBwLmV4YW1wbGUuY29tIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
                 *         "authenticatorData": "KAWYKbEFHwTvAxGQZ8DOCeBSd2EokPjgh08djs4a4DQFAAAAAg",
                 *         "signature": "MEQCIDtlWFzPyf3zvVT1or6BHSrdmOiGMDfHa2G44MY8osL_AiAkdTvra8R8R8etLp7BV8UlAb_PJhBaUYdoSv50iUVZVg",
                 *         "userHandle": "MDE5MzhjNjAtMWYyZS03YTRiLTljOGQtN2U2ZjVhNGIzYzJk"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyAuthRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "minifiedJwt": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMTkzOGM2MC0xZjJlIn0.c2lnbmF0dXJl",
                     *       "expiresAt": "1768476720",
                     *       "user": {
                     *         "id": "01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d",
                     *         "projectEnvironmentId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f",
                     *         "verifiedCredentials": [
                     *           {
                     *             "id": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c61-9a90-7d1e-8f2a-3b4c5d6e7f80",
                     *             "format": "passkey",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:31:20.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c61-9a90-7d1e-8f2a-3b4c5d6e7f80",
                     *         "sessionId": "01938c61-c0de-7a1b-9c2d-3e4f5a6b7c8d",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:32:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
    "walletSignIn.select": {
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
                 *       "walletId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09"
                 *     }
                 */
                "application/json": components["schemas"]["UserWalletSelectionRequest"];
            };
        };
        responses: {
            /** @description The wallet is selected. */
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
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "lastSelectedAt": "2026-01-15T09:30:00.000Z",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c60-1f99-7d3e-8f4a-5b6c7d8e9fa0",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:12:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "walletSignIn.verify": {
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
                 *       "messageToSign": "app.example.com wants you to sign in with your Ethereum account:\n0x52908400098527886E0F7030069857D2E4169EE7\n\nSign in to Example.\n\nURI: https://app.example.com\nVersion: 1\nChain ID: 1\nNonce: k3Vq8ZrT2mXw9LbNs4Hd\nIssued At: 2026-01-15T09:30:00.000Z",
                 *       "signedMessage": "0x6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d6f1d2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c1b",
                 *       "publicWalletAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "chain": "EVM",
                 *       "walletName": "metamask",
                 *       "walletProvider": "browserExtension"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description The person is signed in. */
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
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "lastSelectedAt": "2026-01-15T09:30:00.000Z",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": true,
                     *         "lists": [],
                     *         "scope": "",
                     *         "missingFields": [
                     *           {
                     *             "name": "email",
                     *             "type": "standard",
                     *             "required": true,
                     *             "enabled": true,
                     *             "unique": true,
                     *             "verify": true,
                     *             "position": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
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
    "walletSignIn.link": {
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
                 *       "messageToSign": "app.example.com wants you to sign in with your Solana account:\nD1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF\n\nLink this wallet to Example.\n\nURI: https://app.example.com\nVersion: 1\nChain ID: mainnet\nNonce: Zt4mW8qLb2XcV6nRs1Hd\nIssued At: 2026-01-15T09:30:00.000Z",
                 *       "signedMessage": "3Hxf7KBLzsTMuVqXvU9jBmX8rKqW6n2eYdJ5cQ4tPzGaR1oSwNkC9mDhFvLgTbEiAyHuJpXr2s8W6dQe7ZtKnVcB",
                 *       "publicWalletAddress": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                 *       "chain": "SOL",
                 *       "walletName": "phantom",
                 *       "walletProvider": "browserExtension"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description The wallet is linked, or was the user's already. */
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
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "lastSelectedAt": "2026-01-15T09:30:00.000Z",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c60-20bb-7c2d-9e3f-4a5b6c7d8e9f",
                     *             "format": "blockchain",
                     *             "address": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                     *             "chain": "solana",
                     *             "public_identifier": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                     *             "wallet_name": "phantom",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "",
                     *         "missingFields": [
                     *           {
                     *             "name": "email",
                     *             "type": "standard",
                     *             "required": true,
                     *             "enabled": true,
                     *             "unique": true,
                     *             "verify": true,
                     *             "position": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "profile.resolveMerge": {
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
                 *       "mergeUserResolutions": [
                 *         {
                 *           "userId": "01938c4d-77b0-7e21-a4c3-5d6e7f8091a2",
                 *           "fieldKey": "firstName",
                 *           "type": "standard"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MergeUserConflictResolutions"];
            };
        };
        responses: {
            /** @description The users are one, with the values that were chosen. */
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
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-12T18:04:51.220Z",
                     *             "previous_users": [
                     *               "01938c4d-77b0-7e21-a4c3-5d6e7f8091a2"
                     *             ]
                     *           },
                     *           {
                     *             "id": "01938c60-2a41-7c08-9b6f-1d2e3f4a5b6c",
                     *             "format": "blockchain",
                     *             "address": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-2a41-7c08-9b6f-1d2e3f4a5b6c",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstName": "Augusta",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "walletSignIn.transfer": {
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
                 *       "messageToSign": "app.example.com wants you to sign in with your Solana account:\nD1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF\n\nLink this wallet to Example.\n\nURI: https://app.example.com\nVersion: 1\nChain ID: mainnet\nNonce: Zt4mW8qLb2XcV6nRs1Hd\nIssued At: 2026-01-15T09:30:00.000Z",
                 *       "signedMessage": "3Hxf7KBLzsTMuVqXvU9jBmX8rKqW6n2eYdJ5cQ4tPzGaR1oSwNkC9mDhFvLgTbEiAyHuJpXr2s8W6dQe7ZtKnVcB",
                 *       "publicWalletAddress": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                 *       "chain": "SOL",
                 *       "walletName": "phantom",
                 *       "walletProvider": "browserExtension",
                 *       "skipEmptyAccountCheck": true
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description The wallet is the user's. */
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
                     *             "format": "blockchain",
                     *             "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "chain": "eip155",
                     *             "public_identifier": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *             "wallet_name": "metamask",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "lastSelectedAt": "2026-01-15T09:30:00.000Z",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "01938c60-20bb-7c2d-9e3f-4a5b6c7d8e9f",
                     *             "format": "blockchain",
                     *             "address": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                     *             "chain": "solana",
                     *             "public_identifier": "D1pabKq53jeLZUyZCpj7Wyb96Y2yhbXCumPwc8BSQjTF",
                     *             "wallet_name": "phantom",
                     *             "wallet_provider": "browserExtension",
                     *             "embedded_wallet_id": null,
                     *             "previous_users": [
                     *               "01938c5f-0b1c-7d2e-9f3a-4b5c6d7e8f90"
                     *             ],
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-20aa-7b1c-8d2e-3f4a5b6c7d8e",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
                     *         "scope": "",
                     *         "missingFields": [
                     *           {
                     *             "name": "email",
                     *             "type": "standard",
                     *             "required": true,
                     *             "enabled": true,
                     *             "unique": true,
                     *             "verify": true,
                     *             "position": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInBlocked"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "walletSignIn.unlink": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Proof of a second factor in this session, as the `mfa` operations give it when they are asked for `createMfaToken`.
                 *     Needed where the operation says so: where the settings of the environment require it for an action, or where factors
                 *     are added, read or deleted in a session whose own proof is more than ten minutes old.
                 */
                "x-mfa-auth-token"?: components["parameters"]["OptionalMfaAuthToken"];
            };
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
                 *       "walletId": "01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e09"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyUnlinkRequest"];
            };
        };
        responses: {
            /** @description The credential is gone. */
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
                     *             "id": "01938c60-1f99-7d3e-8f4a-5b6c7d8e9fa0",
                     *             "format": "email",
                     *             "email": "ada@example.com",
                     *             "public_identifier": "ada@example.com",
                     *             "signInEnabled": true,
                     *             "verifiedAt": "2026-01-15T09:12:00.000Z"
                     *           }
                     *         ],
                     *         "lastVerifiedCredentialId": "01938c60-1f99-7d3e-8f4a-5b6c7d8e9fa0",
                     *         "sessionId": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *         "email": "ada@example.com",
                     *         "firstVisit": "2026-01-15T09:30:00.000Z",
                     *         "lastVisit": "2026-01-15T09:30:00.000Z",
                     *         "newUser": false,
                     *         "lists": [],
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
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    "sessions.revokeById": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "ipAddress": "203.0.113.7",
                     *       "userAgent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
                     *       "revokedAt": "2026-01-15T11:05:42.318Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
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
    "mfa.deleteDevices": {
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
            /** @description The user has no second factor any more. There is no body. */
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
    "mfa.reset": {
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
            /** @description The user has neither second factors nor sessions any more. There is no body. */
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
    "sessions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                userId: components["parameters"]["UserId"];
                /** @description Id of the session. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01938c60-2133-7c5d-9e8f-1a2b3c4d5e6f",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "ipAddress": "203.0.113.7",
                     *       "userAgent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
                     *       "revokedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
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
}
