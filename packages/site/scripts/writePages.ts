/** Writes the recipes, the reference and single pages, such as the changelog, and the report of a sweep, into `pages/`, where they are not committed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '../../types/scripts/document.ts'
import { changelogPage } from './changelogPage.ts'
import { clientPages } from './clientPages.ts'
import { controlPages } from './controlPages.ts'
import { errorPages } from './errorPage.ts'
import { mockPages } from './mockPages.ts'
import { byResource, operationPages } from './operationPages.ts'
import { recipePages } from './recipePages.ts'
import { reportsPage } from './reportsPage.ts'
import { SchemaPlaces } from './schemaPlaces.ts'
import { reportPath, sweepReport, sweepReportPage } from './sweepReport.ts'
import { typesPages } from './typesPage.ts'
import { versionsPage } from './versionsPage.ts'

const target = fileURLToPath(new URL('../pages/', import.meta.url))
const source = new URL('../../types/src/generated/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(source, 'utf8')) as OpenApiDocument

const resources = byResource(document)
const places = new SchemaPlaces(document, resources)
const reference = new Map([
  ...(await operationPages(document, resources, places)),
  ...clientPages(places, new Set(resources.keys())),
  ...mockPages(
    (name) => places.link(name),
    (name) => places.has(name),
  ),
  ...(await controlPages()),
  ...errorPages(document),
  ...typesPages(),
])
const pages = new Map([
  ...[...reference].map(([name, text]) => [`reference/${name}`, text] as const),
  ...recipePages(),
  ['changelog.md', changelogPage()],
  ['reports.md', reportsPage()],
  ['sweep-report.md', sweepReportPage()],
  ['versions.md', versionsPage()],
  [`public/${reportPath}`, sweepReport()],
])

for (const folder of ['reference', 'recipes']) rmSync(join(target, folder), { recursive: true, force: true })
for (const [name, text] of pages) {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  writeFileSync(join(target, name), text)
}
