import { readFileSync } from 'node:fs'
import { endpointsByName } from '../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../src/core/endpoints/conversion-type.ts'
import { builtInPrices } from '../src/core/ledger/prices.ts'
import { endpointTable, familyTable, fieldTable, priceTable } from './endpoint-tables.ts'

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

/** Every file that follows from the records of the endpoints, as it should be. */
export const generatedFiles = (): ReadonlyMap<URL, string> =>
  new Map(
    Object.entries(pages).map(([path, tables]) => {
      const file = new URL(path, root)
      const written = Object.entries(tables).reduce(
        (page, [name, table]) => between(page, name, table()),
        readFileSync(file, 'utf8'),
      )
      return [file, written]
    }),
  )
