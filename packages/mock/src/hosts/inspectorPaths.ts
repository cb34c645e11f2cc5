/** The paths of the inspector's page and its scripts. Their code is loaded at the first request. */
export const inspectorPaths: ReadonlySet<string> = new Set([
  '',
  '/',
  '/__mock/',
  '/__mock/inspector.js',
  '/__mock/inspectorToken.js',
])
