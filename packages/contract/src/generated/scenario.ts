// Written by `pnpm generate` from scenarioSchema.ts. Edit that file instead.

/** The state that a mock begins with. */
export interface Scenario {
            /** Where editors find the schema of this file. */
            readonly $schema?: string;
            /** The time of the mock when the scenario is loaded. */
            readonly clock?: {
                /** An instant in ISO 8601. */
                readonly now?: string;
                readonly frozen?: boolean;
            };
            /**
             * By default the sandbox.
             */
            readonly environment?: "sandbox" | "live";
            /** A merge patch of the environment's settings. */
            readonly settings?: {
                readonly environmentName?: ("sandbox" | "live") | null;
                readonly chains?: readonly {
                    readonly name: string;
                    readonly enabled: boolean;
                    readonly networks?: readonly {
                        readonly networkId: number;
                        readonly chainName: string;
                        readonly enabled: boolean;
                        readonly rpcUrl?: string;
                        readonly iconUrl?: string;
                        readonly type?: "custom" | "default";
                    }[];
                }[] | null;
                readonly customFields?: readonly {
                    readonly name: string;
                    readonly required: boolean;
                    readonly enabled: boolean;
                    readonly unique: boolean;
                    readonly verify: boolean;
                    readonly type?: "standard" | "custom";
                    readonly validationRules?: {
                        readonly unique?: boolean;
                        readonly regex?: string;
                        readonly validOptions?: readonly {
                            readonly label: string;
                            readonly key?: string;
                        }[];
                        readonly checkboxText?: string;
                    };
                    readonly validationType?: "text" | "checkbox" | "select";
                    readonly label?: string;
                    readonly position?: number;
                }[] | null;
                readonly kyc?: readonly {
                    readonly name: string;
                    readonly required: boolean;
                    readonly enabled: boolean;
                    readonly unique: boolean;
                    readonly verify: boolean;
                    readonly type?: "standard" | "custom";
                    readonly validationRules?: {
                        readonly unique?: boolean;
                        readonly regex?: string;
                        readonly validOptions?: readonly {
                            readonly label: string;
                            readonly key?: string;
                        }[];
                        readonly checkboxText?: string;
                    };
                    readonly validationType?: "text" | "checkbox" | "select";
                    readonly label?: string;
                    readonly position?: number;
                }[] | null;
                readonly design?: {
                    readonly modal?: {
                        readonly border?: string | null;
                        readonly brand?: string | null;
                        readonly primaryColor?: string | null;
                        readonly radius?: number | null;
                        readonly theme?: string | null;
                        readonly view?: string | null;
                        readonly template?: string | null;
                        readonly displayOrder?: readonly string[] | null;
                        readonly emailOnly?: boolean | null;
                        readonly showWalletsButton?: boolean | null;
                        readonly emailSubmitButtonInsideInput?: boolean | null;
                        readonly splitEmailAndSocial?: boolean | null;
                        readonly socialAboveEmail?: boolean | null;
                    } | null;
                    readonly button?: {
                        readonly background?: string | null;
                        readonly fontColor?: string | null;
                        readonly paddingHeight?: number | null;
                        readonly paddingWidth?: number | null;
                        readonly radius?: number | null;
                    } | null;
                    readonly widget?: {
                        readonly backgroundColor?: string | null;
                        readonly border?: string | null;
                        readonly radius?: number | null;
                        readonly textColor?: string | null;
                        readonly theme?: string | null;
                    } | null;
                } | null;
                readonly general?: {
                    readonly displayName?: string | null;
                    readonly supportEmail?: string | null;
                    readonly supportText?: string | null;
                    readonly appLogo?: string | null;
                    readonly imageUserNotInAccessList?: string | null;
                    readonly imageUserInAccessList?: string | null;
                    readonly supportUrls?: {
                        readonly [key: string]: string | null;
                    } | null;
                    readonly collectUserDataWelcomeHeader?: string | null;
                    readonly collectUserDataWelcomeMessage?: string | null;
                    readonly skipOptionalKYCFieldDuringOnboarding?: boolean | null;
                    readonly emailCompanyName?: string | null;
                } | null;
                readonly privacy?: {
                    readonly collectIp?: boolean | null;
                } | null;
                readonly providers?: readonly {
                    readonly id?: string;
                    readonly provider: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                    readonly enabledAt?: string | null;
                    readonly clientId?: string;
                    readonly providerProjectId?: string;
                    readonly defaultChainId?: number;
                    readonly defaultChain?: string;
                    readonly keyExportUrl?: string;
                    readonly scopes?: string;
                    readonly platformKeyId?: string;
                    readonly platformTeamId?: string;
                    readonly platformStore?: string;
                    readonly domain?: string;
                    readonly accountSid?: string;
                    readonly smsNumber?: string;
                    readonly enabledCountries?: readonly {
                        readonly isoCountryCode: string;
                        readonly phoneCountryCode: string;
                    }[];
                    readonly emailIpPoolName?: string;
                    readonly multichainAccountAbstractionProviders?: readonly {
                        readonly clientId: string;
                        readonly chain: string;
                        readonly default?: boolean;
                    }[];
                    readonly entryPointVersion?: "v6" | "v7";
                    readonly kernelVersion?: "v2_4" | "v3_0" | "v3_1" | "v3_2" | "v3_3";
                    readonly ecdsaProviderType?: "vendor_signer_to_ecdsa" | "vendor_multi_chain";
                    readonly enableKernelV3Migration?: boolean;
                    readonly enableEIP7702?: boolean;
                    readonly factoryAddress?: string;
                    readonly paymasterAddress?: string;
                    readonly passkeyAddress?: string;
                    readonly sessionAddress?: string;
                    readonly baseAuthUrl?: string;
                    readonly vendorBundlerProvider?: "STACKUP" | "PIMLICO" | "ALCHEMY" | "GELATO";
                    readonly vendorBundlerRpcUrl?: string;
                    readonly vendorPaymasterRpcUrl?: string;
                    readonly vendorKernelDelegationAddress?: string;
                    readonly returnUrl?: string;
                    readonly cancelUrl?: string;
                    readonly smsVerifyServiceSid?: string;
                    readonly clientSecret?: string;
                    readonly authorizationUrl?: string;
                    readonly redirectUrl?: string;
                    readonly termsAcceptedByUser?: {
                        readonly termsUrl: string;
                        readonly email: string;
                        readonly userId: string;
                        readonly createdAt: string;
                    };
                    readonly salt?: string;
                    readonly createNewAccounts?: boolean;
                }[] | null;
                readonly exchanges?: readonly {
                    readonly id?: string;
                    readonly exchange: "coinbase" | "kraken";
                    readonly enabledAt?: string | null;
                    readonly socialProvider?: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                    readonly onRampProvider?: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                }[] | null;
                readonly sdk?: {
                    readonly nameService?: {
                        readonly evm?: {
                            readonly domain?: string | null;
                        } | null;
                    } | null;
                    readonly featureFlags?: {
                        readonly connectOnlyMultiAsset?: boolean | null;
                        readonly enableExchanges?: boolean | null;
                    } | null;
                    readonly emailSignIn?: {
                        readonly signInProvider?: ("dynamic" | "magicLink" | "blocto" | "turnkey" | "coinbaseWaas") | null;
                    } | null;
                    readonly socialSignIn?: {
                        readonly signInProvider?: ("dynamic" | "magicLink" | "blocto" | "turnkey" | "coinbaseWaas") | null;
                        readonly providers?: readonly {
                            readonly provider: "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "telegram" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "kraken" | "okta";
                            readonly enabled?: boolean;
                        }[] | null;
                    } | null;
                    readonly exchangeOptions?: readonly {
                        readonly exchange: "coinbase" | "kraken";
                        readonly socialProvider?: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                        readonly onRampProvider?: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                    }[] | null;
                    readonly multiWallet?: boolean | null;
                    readonly multiWalletUnlinkDisabled?: boolean | null;
                    readonly mobile?: {
                        readonly deeplinkUrlsEnabled?: boolean | null;
                    } | null;
                    readonly confirmWalletTransfers?: boolean | null;
                    readonly onrampFunding?: boolean | null;
                    readonly passkeyEmbeddedWalletEnabled?: boolean | null;
                    readonly automaticEmbeddedWalletCreation?: boolean | null;
                    readonly passkeyEmbeddedWalletRecoveryEnabled?: boolean | null;
                    readonly embeddedWalletSecurityMethods?: readonly ("passkey" | "passphrase")[] | null;
                    readonly embeddedWallets?: {
                        readonly automaticEmbeddedWalletCreation?: boolean | null;
                        readonly automaticEmbeddedWalletCreationForExternal?: boolean | null;
                        readonly showEmbeddedWalletActionsUI?: boolean | null;
                        readonly emailRecoveryEnabled?: boolean | null;
                        readonly forceAuthenticatorAtSignup?: boolean | null;
                        readonly allowSkippingAuthenticatorAtSignup?: boolean | null;
                        readonly sessionKeyDuration?: {
                            readonly amount?: number | null;
                            readonly unit?: ("days" | "hours" | "minutes") | null;
                        } | null;
                        readonly supportedSecurityMethods?: {
                            readonly passkey?: {
                                readonly isDefault?: boolean | null;
                                readonly isEnabled?: boolean | null;
                                readonly isPermanentAuthenticator?: boolean | null;
                                readonly listPosition?: number | null;
                            } | null;
                            readonly email?: {
                                readonly isDefault?: boolean | null;
                                readonly isEnabled?: boolean | null;
                                readonly isPermanentAuthenticator?: boolean | null;
                                readonly listPosition?: number | null;
                            } | null;
                            readonly password?: {
                                readonly isDefault?: boolean | null;
                                readonly isEnabled?: boolean | null;
                                readonly isPermanentAuthenticator?: boolean | null;
                                readonly listPosition?: number | null;
                            } | null;
                        } | null;
                        readonly chainConfigurations?: readonly {
                            readonly name: string;
                            readonly enabled: boolean;
                            readonly primary: boolean;
                        }[] | null;
                        readonly domainEnabledByProvider?: boolean | null;
                        readonly defaultWalletVersion?: ("V1" | "V2" | "V3") | null;
                        readonly promptForKeyExport?: boolean | null;
                        readonly transactionSimulation?: boolean | null;
                        readonly svmGasSponsorshipEnabled?: boolean | null;
                    } | null;
                    readonly waas?: {
                        readonly allowMultipleWaasWalletsPerChain?: boolean | null;
                        readonly passcodeRequired?: boolean | null;
                        readonly onSignUp?: {
                            readonly promptBackupOptions?: boolean | null;
                            readonly promptClientShareExport?: boolean | null;
                        } | null;
                        readonly backupOptions?: readonly ("cloudDrive" | "deviceCloud" | "service" | "external" | "delegated")[] | null;
                        readonly relayUrl?: string | null;
                        readonly delegatedAccessEndpoint?: string | null;
                        readonly delegatedAccess?: {
                            readonly enabled?: boolean | null;
                            readonly promptUsersOnSignIn?: boolean | null;
                            readonly requiresDelegation?: boolean | null;
                        } | null;
                        readonly enableForwardMPCClient?: boolean | null;
                        readonly customKeyshareRelayBaseUrl?: string | null;
                        readonly deviceCloud?: {
                            readonly containerIdentifier?: string | null;
                            readonly apiToken?: string | null;
                            readonly environment?: ("development" | "production") | null;
                        } | null;
                        readonly exportDisabled?: boolean | null;
                    } | null;
                    readonly walletConnect?: {
                        readonly projectId?: string | null;
                        readonly v2Enabled?: boolean | null;
                        readonly walletProjectId?: string | null;
                    } | null;
                    readonly confirmEmailProviderForVerify?: boolean | null;
                    readonly displayServiceMessaging?: boolean | null;
                    readonly hideNetworkInServiceWidget?: boolean | null;
                    readonly preventOrphanedAccounts?: boolean | null;
                    readonly views?: readonly {
                        readonly type: "login";
                        readonly sections?: readonly {
                            readonly type: "email" | "emailAndPhone" | "phone" | "separator" | "social" | "text" | "wallet" | "passkey";
                            readonly label?: string;
                            readonly numOfItemsToDisplay?: number;
                            readonly defaultItem?: string;
                            readonly alignment?: "center" | "left" | "right";
                        }[];
                    }[] | null;
                    readonly accountAbstraction?: {
                        readonly allWallets?: boolean | null;
                        readonly allUsers?: boolean | null;
                        readonly separateSmartWalletAndSigner?: boolean | null;
                        readonly enablePasskeys?: boolean | null;
                    } | null;
                    readonly blockEmailSubaddresses?: boolean | null;
                    readonly enableMultiAsset?: boolean | null;
                    readonly showFiat?: boolean | null;
                    readonly disabledWalletConnectors?: readonly string[] | null;
                    readonly funding?: {
                        readonly onramps?: readonly ("banxa" | "coinbaseOnramp" | "cryptoDotCom")[] | null;
                        readonly externalWallets?: {
                            readonly enabled?: boolean | null;
                            readonly minAmount?: {
                                readonly amount?: string | null;
                                readonly currency?: string | null;
                            } | null;
                            readonly defaultSettings?: {
                                readonly chainSettings?: readonly {
                                    readonly chain?: "ETH" | "EVM" | "FLOW" | "SOL" | "ALGO" | "STARK" | "COSMOS" | "BTC" | "ECLIPSE" | "SUI" | "SPARK" | "TRON" | "APTOS" | "TON";
                                    readonly token?: {
                                        readonly value?: string;
                                        readonly rule?: "recommended" | "exact";
                                    };
                                }[] | null;
                            } | null;
                        } | null;
                    } | null;
                } | null;
                readonly security?: {
                    readonly jwtDuration?: {
                        readonly amount?: number | null;
                        readonly unit?: ("days" | "hours" | "minutes") | null;
                    } | null;
                    readonly captcha?: {
                        readonly enabled?: boolean | null;
                        readonly secretKey?: string | null;
                        readonly siteKey?: string | null;
                    } | null;
                    readonly mfa?: {
                        readonly enabled?: boolean | null;
                        readonly required?: boolean | null;
                        readonly availableMethods?: readonly ("totp" | "passkey" | "email")[] | null;
                        readonly methods?: readonly {
                            readonly type: "totp" | "passkey" | "email";
                            readonly enabled: boolean;
                            readonly allowBackupCodes?: boolean | null;
                        }[] | null;
                        readonly actions?: readonly {
                            readonly action: "wallet.waas.sign" | "wallet.waas.export" | "wallet.waas.reshare" | "wallet.waas.refresh" | "user.update";
                            readonly required: boolean;
                        }[] | null;
                    } | null;
                    readonly auth?: {
                        readonly storage?: readonly ("localstorage" | "cookie")[] | null;
                    } | null;
                    readonly externalAuth?: {
                        readonly enabled?: boolean | null;
                        readonly iss?: string | null;
                        readonly aud?: string | null;
                        readonly jwksUrl?: string | null;
                        readonly cookieName?: string | null;
                    } | null;
                    readonly environmentLocked?: boolean | null;
                    readonly notifications?: {
                        readonly waasPrivateKeyExport?: boolean | null;
                        readonly waasSignedTransaction?: boolean | null;
                    } | null;
                } | null;
                readonly networks?: readonly {
                    readonly chainName?: string;
                    readonly networks?: readonly {
                        readonly lcdUrl?: string;
                        readonly chainName?: string;
                        readonly key?: string;
                        readonly name: string;
                        readonly shortName: string;
                        readonly isTestnet?: boolean;
                        readonly chain: string;
                        readonly chainId: string;
                        readonly nameService?: {
                            readonly registry?: string;
                        };
                        readonly networkId: string;
                        readonly iconUrls: readonly string[];
                        readonly nativeCurrency: {
                            readonly decimals: number;
                            readonly name: string;
                            readonly symbol: string;
                            readonly denom?: string;
                            readonly iconUrl?: string;
                            readonly pricingProviderTokenId?: string;
                        };
                        readonly rpcUrls: readonly string[];
                        readonly privateCustomerRpcUrls?: readonly string[];
                        readonly blockExplorerUrls: readonly string[];
                        readonly vanityName?: string;
                        readonly bech32Prefix?: string;
                        readonly genesisHash?: string;
                        readonly cluster?: string;
                    }[];
                }[] | null;
            };
            /** Sign-in providers to set up and enable: names, or settings. */
            readonly providers?: readonly (("apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "github" | "gitlab" | "google" | "instagram" | "kraken" | "line" | "linkedin" | "microsoft" | "okta" | "shopify" | "spotify" | "steam" | "tiktok" | "twitch" | "twitter" | "farcaster" | "telegram" | "emailOnly" | "sms" | "passkey" | "sendgrid" | "resend" | "magicLink" | "blocto" | "coinbaseWaas" | "dynamic" | "turnkey" | "alchemy" | "zerodev" | "zksync" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "blockaid") | {
                readonly provider: "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "github" | "gitlab" | "google" | "instagram" | "kraken" | "line" | "linkedin" | "microsoft" | "okta" | "shopify" | "spotify" | "steam" | "tiktok" | "twitch" | "twitter" | "farcaster" | "telegram" | "emailOnly" | "sms" | "passkey" | "sendgrid" | "resend" | "magicLink" | "blocto" | "coinbaseWaas" | "dynamic" | "turnkey" | "alchemy" | "zerodev" | "zksync" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "blockaid";
                readonly clientId?: string;
                readonly providerProjectId?: string;
                readonly defaultChainId?: number;
                readonly defaultChain?: string;
                readonly keyExportUrl?: string;
                readonly scopes?: string;
                readonly platformKeyId?: string;
                readonly platformTeamId?: string;
                readonly platformStore?: string;
                readonly domain?: string;
                readonly accountSid?: string;
                readonly smsNumber?: string;
                readonly enabledCountries?: readonly {
                    readonly isoCountryCode: string;
                    readonly phoneCountryCode: string;
                }[];
                readonly emailIpPoolName?: string;
                readonly multichainAccountAbstractionProviders?: readonly {
                    readonly clientId: string;
                    readonly chain: string;
                    readonly default?: boolean;
                }[];
                readonly entryPointVersion?: "v6" | "v7";
                readonly kernelVersion?: "v2_4" | "v3_0" | "v3_1" | "v3_2" | "v3_3";
                readonly ecdsaProviderType?: "vendor_signer_to_ecdsa" | "vendor_multi_chain";
                readonly enableKernelV3Migration?: boolean;
                readonly enableEIP7702?: boolean;
                readonly factoryAddress?: string;
                readonly paymasterAddress?: string;
                readonly passkeyAddress?: string;
                readonly sessionAddress?: string;
                readonly baseAuthUrl?: string;
                readonly vendorBundlerProvider?: "STACKUP" | "PIMLICO" | "ALCHEMY" | "GELATO";
                readonly vendorBundlerRpcUrl?: string;
                readonly vendorPaymasterRpcUrl?: string;
                readonly vendorKernelDelegationAddress?: string;
                readonly returnUrl?: string;
                readonly cancelUrl?: string;
                readonly smsVerifyServiceSid?: string;
                readonly clientSecret?: string;
                readonly useServiceCredentials?: boolean;
                readonly salt?: string;
                readonly createNewAccounts?: boolean;
                readonly termsUrl?: string;
                /** By default true. */
                readonly enabled?: boolean;
            })[];
            readonly customFields?: readonly {
                readonly name: string;
                readonly enabled?: boolean;
                readonly required?: boolean;
                readonly fieldType?: "text" | "checkbox" | "select";
                readonly validationRules?: {
                    readonly unique?: boolean;
                    readonly regex?: string;
                    readonly validOptions?: readonly {
                        readonly label: string;
                        readonly key?: string;
                    }[];
                    readonly checkboxText?: string;
                };
                readonly position?: number;
            }[];
            /** Custom networks of the organization. */
            readonly networks?: readonly {
                readonly networkType: "ETH" | "EVM" | "FLOW" | "SOL" | "ALGO" | "STARK" | "COSMOS" | "BTC" | "ECLIPSE" | "SUI" | "SPARK" | "TRON" | "APTOS" | "TON";
                readonly chainName: string;
                readonly chainId: string;
                readonly rpcUrl: string;
                readonly blockExplorerUrl: string;
                readonly iconUrl: string;
                readonly nativeCurrencyName: string;
                readonly nativeCurrencySymbol: string;
                readonly nativeCurrencyIconUrl: string;
                readonly nativeCurrencyDecimals: number;
            }[];
            /** Origins of sites that may call the service. */
            readonly origins?: readonly string[];
            /** Deep links to which sign-ins may lead back. */
            readonly deeplinkUrls?: readonly string[];
            /** Custom hostnames, pending unless they are active. */
            readonly hostnames?: readonly {
                readonly hostname: string;
                readonly usage?: "cookies" | "globalWallet";
                /** Publishes the DNS records and activates it. */
                readonly active?: boolean;
            }[];
            /** Sections of the views that the SDK shows. */
            readonly sdkViews?: readonly {
                readonly type: "login";
                readonly sections?: readonly {
                    readonly type: "email" | "emailAndPhone" | "phone" | "separator" | "social" | "text" | "wallet" | "passkey";
                    readonly label?: string;
                    readonly numOfItemsToDisplay?: number;
                    readonly defaultItem?: string;
                    readonly alignment?: "center" | "left" | "right";
                }[];
            }[];
            /** Records of the simulated DNS. */
            readonly dns?: readonly {
                readonly type: "TXT" | "CNAME";
                readonly name: string;
                readonly value: string;
            }[];
            /** US dollars by code or symbol. */
            readonly prices?: {
                readonly [key: string]: number;
            };
            /** The simulated chains. */
            readonly chain?: {
                /** Token contracts to register. */
                readonly tokens?: readonly {
                    /**
                     * By default EVM.
                     */
                    readonly chain?: "EVM" | "ETH" | "SOL" | "ECLIPSE" | "BTC" | "COSMOS" | "FLOW" | "ALGO" | "STARK" | "SUI" | "APTOS" | "TRON" | "TON" | "SPARK";
                    readonly networkId: number;
                    readonly contractAddress: string;
                    readonly name: string;
                    readonly symbol: string;
                    readonly decimals?: number;
                }[];
                /** What addresses hold that are not of a person. */
                readonly balances?: readonly {
                    readonly address: string;
                    /** Symbol or address of a token. By default the network's currency. */
                    readonly token?: string;
                    /** Whole units as a decimal text, such as `"2.5"`. */
                    readonly amount: string;
                    /** By default the chain's main network. */
                    readonly networkId?: number;
                }[];
                readonly nfts?: readonly {
                    readonly owner: string;
                    /**
                     * By default EVM.
                     */
                    readonly chain?: "EVM" | "ETH" | "SOL" | "ECLIPSE" | "BTC" | "COSMOS" | "FLOW" | "ALGO" | "STARK" | "SUI" | "APTOS" | "TRON" | "TON" | "SPARK";
                    readonly networkId: number;
                    readonly contractAddress: string;
                    readonly tokenId?: string;
                    /** By default 1. */
                    readonly amount?: number;
                }[];
                readonly names?: readonly {
                    /**
                     * By default EVM.
                     */
                    readonly chain?: "EVM" | "ETH" | "SOL" | "ECLIPSE" | "BTC" | "COSMOS" | "FLOW" | "ALGO" | "STARK" | "SUI" | "APTOS" | "TRON" | "TON" | "SPARK";
                    readonly name: string;
                    readonly owner: string;
                    readonly avatar?: string;
                }[];
            };
            /** People who can sign in at the simulated identity providers. */
            readonly idp?: {
                readonly apple?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly bitbucket?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly coinbasesocial?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly discord?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly epicgames?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly facebook?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly github?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly gitlab?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly google?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly instagram?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly kraken?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly line?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly linkedin?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly microsoft?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly okta?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly shopify?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly spotify?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly steam?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly tiktok?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly twitch?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly twitter?: readonly {
                    readonly email?: string;
                    /** By default true. */
                    readonly emailVerified?: boolean;
                    readonly accountId?: string;
                    readonly username?: string;
                    readonly displayName?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
            };
            readonly allowlists?: readonly {
                readonly name: string;
                readonly scope?: string;
                readonly outcome?: "scope" | "siteAccess" | "block";
                /** By default true. */
                readonly enabled?: boolean;
                /** E-mail addresses, or entries as `allowlistEntries.create` takes them. */
                readonly entries?: readonly (string | {
                    readonly walletPublicKey?: string;
                    readonly email?: string;
                    readonly emailDomain?: string;
                    readonly phoneNumber?: string;
                    readonly alias?: string;
                    readonly discordUsername?: string;
                    readonly twitterUsername?: string;
                    readonly farcasterUsername?: string;
                    readonly farcasterFid?: number;
                    readonly externalUserId?: string;
                })[];
            }[];
            readonly gates?: readonly {
                readonly name: string;
                readonly outcome?: "scope" | "siteAccess" | "block";
                readonly scope?: string;
                readonly rules?: readonly {
                    readonly type: "nft" | "token";
                    readonly address: {
                        readonly networkId: number;
                        readonly contractAddress: string;
                    };
                    readonly filter?: {
                        readonly tokenId?: string;
                        readonly amount?: number;
                    };
                    readonly chain?: "ETH" | "EVM" | "FLOW" | "SOL" | "ALGO" | "STARK" | "COSMOS" | "BTC" | "ECLIPSE" | "SUI" | "SPARK" | "TRON" | "APTOS" | "TON";
                }[];
                /** By default true. */
                readonly enabled?: boolean;
            }[];
            /** The users. */
            readonly people?: readonly {
                readonly alias?: string;
                readonly firstName?: string;
                readonly lastName?: string;
                readonly jobTitle?: string;
                readonly phoneNumber?: string;
                readonly metadata?: {
                    readonly [key: string]: unknown;
                };
                readonly mfaBackupCodeAcknowledgement?: ("pending" | "complete") | null;
                readonly tShirtSize?: string;
                readonly team?: string;
                readonly policiesConsent?: boolean;
                readonly country?: string | null;
                readonly username?: string | null;
                readonly btcWallet?: string | null;
                readonly kdaWallet?: string | null;
                readonly ltcWallet?: string | null;
                readonly ckbWallet?: string | null;
                readonly kasWallet?: string | null;
                readonly dogeWallet?: string | null;
                readonly emailNotification?: boolean;
                readonly discordNotification?: boolean;
                readonly newsletterNotification?: boolean;
                readonly id?: string;
                readonly emailVerifiedAt?: string;
                readonly email?: string;
                readonly oauthAccounts?: readonly {
                    readonly provider: "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend";
                    readonly accountId: string;
                    readonly emails?: readonly string[];
                    readonly displayName?: string;
                    readonly username?: string;
                    readonly photos?: readonly string[];
                    readonly profile?: {
                        readonly [key: string]: unknown;
                    };
                }[];
                /** What the result calls the person. By default the e-mail or username. */
                readonly key?: string;
                /** Values of custom fields, by the name of the field. */
                readonly fields?: {
                    readonly [key: string]: unknown;
                };
                readonly wallets?: readonly {
                    readonly chain: "EVM" | "ETH" | "SOL" | "ECLIPSE" | "BTC" | "COSMOS" | "FLOW" | "ALGO" | "STARK" | "SUI" | "APTOS" | "TRON" | "TON" | "SPARK";
                    /** 32 bytes in hex, from which the key is made. By default the mock makes it. */
                    readonly secret?: string;
                    /** Kind of account, such as `contract`. By default the chain's first kind. */
                    readonly kind?: string;
                    /** Address of a wallet without a key, in place of `secret` and `kind`. */
                    readonly address?: string;
                    /** By default `metamask`. */
                    readonly walletName?: string;
                    /** Of the currency of the chain's main network: EVM, ETH and SOL. */
                    readonly balance?: string;
                    /** Further amounts: EVM, ETH and SOL. */
                    readonly holdings?: readonly {
                        /** Symbol or address of a token. By default the network's currency. */
                        readonly token?: string;
                        /** Whole units as a decimal text, such as `"2.5"`. */
                        readonly amount: string;
                        /** By default the chain's main network. */
                        readonly networkId?: number;
                    }[];
                    readonly nfts?: readonly {
                        readonly networkId: number;
                        readonly contractAddress: string;
                        readonly tokenId?: string;
                        /** By default 1. */
                        readonly amount?: number;
                    }[];
                    /** A name that leads to the address, such as `ada.eth`. */
                    readonly name?: string;
                }[];
                /** Names of the allowlists that have the e-mail of the person. */
                readonly lists?: readonly string[];
                /**
                 * An authenticator app. It needs `settings.security.mfa.enabled`.
                 */
                readonly mfa?: "totp";
                /** When the person was created. By default at the first sign-in. */
                readonly registered?: {
                    readonly days?: number;
                    readonly hours?: number;
                    readonly minutes?: number;
                };
                /** Sign-ins of the past. */
                readonly signIns?: readonly {
                    /** When. By default now. */
                    readonly ago?: {
                        readonly days?: number;
                        readonly hours?: number;
                        readonly minutes?: number;
                    };
                    readonly origin?: string;
                    readonly userAgent?: string;
                }[];
                /** Signs the person in now: the result has the session. `{ "scope": "gold" }` gives it a scope. */
                readonly signedIn?: boolean | {
                    readonly origin?: string;
                    readonly userAgent?: string;
                    /** Scopes of the session, with spaces between them, besides those of gates and allowlists. */
                    readonly scope?: string;
                };
            }[];
            /** Calls that fail by chance, from the end of the scenario on. */
            readonly chaos?: {
                /** The share of calls that fail; 0 ends it. */
                readonly rate: number;
                /** The same calls fail for the same seed. Default: `chaos`. */
                readonly seed?: string;
                readonly kinds?: readonly ("refusal" | "outage" | "connection" | "lost" | "cut" | "stall" | "delay")[];
                /** Ids of operations. By default all fail. */
                readonly operations?: readonly string[];
                /** The shortest and the longest delay. Default: 0 and 2000. */
                readonly delayMs?: readonly [
                    number,
                    number
                ];
            };
            /** Created last, so that they report what happens after the scenario. */
            readonly webhooks?: readonly {
                readonly url: string;
                readonly isEnabled?: boolean;
                readonly events?: readonly string[];
                /** What its messages are signed with. By default the mock makes it. */
                readonly secret?: string;
            }[];
        }
