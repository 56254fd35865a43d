import { formatCredits, type Microcredits } from '../src/core/credits.ts'
import type { Endpoint, PriceUnit, WireField } from '../src/core/endpoints/endpoint.ts'

// The tables of the docs about the audio service, made from its records.

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A table of Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const encodings = { json: 'JSON', form: 'form', query: 'query' } as const

/** One row for each endpoint. */
export const endpointTable = (endpoints: Readonly<Record<string, Endpoint>>): string =>
  table(
    ['Call', 'Endpoint', 'Encoding', 'Does', 'Family'],
    Object.entries(endpoints).map(([name, { method, path, encoding, does, deprecated, conversionType }]) => [
      `\`${name}\``,
      `\`${method} ${path}\`${deprecated ? ' (deprecated)' : ''}`,
      ...[encodings[encoding], does, conversionType === undefined ? '' : `\`${conversionType}\``],
    ]),
  )

const count = (value: number): string => value.toLocaleString('en-US')

const limitOf = (field: WireField): string => {
  switch (field.kind) {
    case 'text': {
      const { lengthMax, guidanceLengthMax } = field
      if (lengthMax !== undefined) return `text, at most ${count(lengthMax)} characters`
      return guidanceLengthMax === undefined
        ? 'text'
        : `text; warning over ${count(guidanceLengthMax)} characters`
    }
    case 'choice':
      return field.choices.length > 10 ? 'one of the families' : field.choices.join(', ')
    case 'integer':
      return field.max === undefined
        ? `whole number, ${field.min} or more`
        : `whole number, ${field.min} to ${field.max}`
    case 'time':
      return field.unit
    case 'toggle':
      return 'true or false'
    case 'address':
      return 'address'
    case 'file':
      return 'file'
  }
}

const remarkOf = ({ required, default: usual }: WireField): string =>
  [...(required ? ['required'] : []), ...(usual === undefined ? [] : [`default: ${usual}`])].join(', ')

/** One row for each field of each endpoint. */
export const fieldTable = (endpoints: Readonly<Record<string, Endpoint>>): string =>
  table(
    ['Call', 'Field', 'Value', 'Remark'],
    Object.entries(endpoints).flatMap(([name, { fields }]) =>
      Object.entries(fields).map(([field, spec], index) => [
        index === 0 ? `\`${name}\`` : '',
        ...[`\`${field}\``, limitOf(spec), remarkOf(spec)],
      ]),
    ),
  )

/** One row for each family, with the calls whose tasks are looked up under it. */
export const familyTable = (
  families: readonly string[],
  endpoints: Readonly<Record<string, Endpoint>>,
): string =>
  table(
    ['Family', 'Calls'],
    families.map((family) => {
      const calls = Object.entries(endpoints).filter(([, { conversionType }]) => conversionType === family)
      return [`\`${family}\``, calls.map(([name]) => `\`${name}\``).join(', ')]
    }),
  )

const unitNames: Readonly<Record<PriceUnit, string>> = {
  request: 'request',
  output: 'output',
  minute: 'minute, rounded up',
  hundred_words: '100 words, rounded up',
}

/** One row for each amount, with the prices that have it. */
export const priceTable = (
  prices: Readonly<Record<string, { per: PriceUnit; credits: Microcredits }>>,
): string => {
  const alike = Map.groupBy(
    Object.entries(prices),
    ([, { per, credits }]) => `${unitNames[per]} | ${formatCredits(credits)}`,
  )
  return table(
    ['Unit', 'Credits', 'Prices'],
    [...alike].map(([amount, entries]) => [amount, entries.map(([name]) => `\`${name}\``).join(', ')]),
  )
}
