import { readFileSync } from 'node:fs'
import { commands } from '../src/commands/index.ts'
import { endpointsByName, taskEndpoints } from '../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../src/core/endpoints/conversion-type.ts'
import { builtInPrices } from '../src/core/ledger/prices.ts'
import { commandPage } from './command-tables.ts'
import { endpointTable, familyTable, fieldTable, priceTable } from './endpoint-tables.ts'
import { rightsPage } from './rights-page.ts'

const root = new URL('../', import.meta.url)

/** A page with the text between a pair of markers replaced. Throws where it has no such pair. */
const between = (page: string, name: string, text: string): string => {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`there is no ${start} … ${end}`)
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`
}

const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/audio-service.md': {
    endpoints: () => endpointTable(endpointsByName),
    fields: () => fieldTable(endpointsByName),
    families: () => familyTable(conversionTypes, endpointsByName),
  },
  'docs/ledger.md': { prices: () => priceTable(builtInPrices) },
}

const fileOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The studio's list of what its endpoints do: one file each, named after the record. */
const workList = (): string => {
  const names = [...Object.keys(taskEndpoints), 'lyrics'].toSorted()
  return [
    '// Written by `npm run endpoints`.',
    '',
    ...names.map((name) => `import { ${name} } from './endpoints/${fileOf(name)}.ts'`),
    "import type { Work } from './work.ts'",
    '',
    '/** What each endpoint that takes work does, by the names of their records. */',
    'export const works: Readonly<Record<string, Work>> = {',
    ...names.map((name) => `  ${name},`),
    '}',
    '',
  ].join('\n')
}

/** Every file that follows from the declared endpoints and commands, as it should be. */
export const generatedFiles = (): ReadonlyMap<URL, string> =>
  new Map([
    [new URL('studio/works.ts', root), workList()],
    [new URL('docs/options.md', root), commandPage(commands)],
    [new URL('docs/rights.md', root), rightsPage(commands)],
    ...Object.entries(pages).map(([path, tables]): [URL, string] => {
      const file = new URL(path, root)
      const written = Object.entries(tables).reduce(
        (page, [name, table]) => between(page, name, table()),
        readFileSync(file, 'utf8'),
      )
      return [file, written]
    }),
  ])
