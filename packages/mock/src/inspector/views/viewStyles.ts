import { requestsStyle } from './requests/requestsStyle.ts'

/** Styles of single views. A class begins with the name of its view. */
export const viewStyles: readonly string[] = [requestsStyle]
