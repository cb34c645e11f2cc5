/** The paths of the inspector below a base URL. The code that answers them is loaded at the first request. */

const pagePath = '/__mock/'
export const scriptPath = '/__mock/inspector.js'
export const tokenScriptPath = '/__mock/inspectorToken.js'

/** Paths at which callers that accept HTML get the page. */
export const isRoot = (path: string): boolean => path === '/' || path === ''

export const isInspectorPath = (path: string): boolean =>
  isRoot(path) || path === pagePath || path === scriptPath || path === tokenScriptPath
