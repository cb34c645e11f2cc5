/** Limits that the control object and its routes share. The object reads them here, where no schema is loaded. */

/** The largest number of events that one call returns. */
export const maximumEvents = 10_000

/** The greatest length of a webhook's secret. */
export const maximumSecretLength = 255
