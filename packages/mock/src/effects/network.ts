/** The global `fetch` at the time of the call. */
export const networkFetch = (url: string, init: RequestInit): Promise<Response> => fetch(url, init)
