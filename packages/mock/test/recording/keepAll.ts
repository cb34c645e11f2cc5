/** The parts of a scenario that have texts of a deployment. */
const keptParts = [
  'settings',
  'networks',
  'providers',
  'customFields',
  'origins',
  'deeplinkUrls',
  'hostnames',
  'sdkViews',
  'allowlists',
  'gates',
]
/** Flags by which a scenario has all of these texts. */
export const keepAll = keptParts.flatMap((part) => ['--keep', part])
