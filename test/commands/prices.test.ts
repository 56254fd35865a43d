import { describe, expect, test } from 'vitest'
import type { Feature } from '../../src/core/command/feature.ts'
import type { AnswerRequest, PreparedRequest, TaskRequest } from '../../src/core/command/prepared-request.ts'
import { directEndpoints, taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import type { Control, Field, RawValues } from '../../src/core/fields/field.ts'
import { billedUnits } from '../../src/core/ledger/price-book.ts'
import { builtInPrices, priceNames } from '../../src/core/ledger/prices.ts'
import { allCommands } from '../support/commands/commands.ts'

const { lyrics } = directEndpoints
const paidEndpoints: Readonly<Record<string, { path: string }>> = { ...taskEndpoints, lyrics }

const endpointOf = (price: string): string => price.replace(/\..*$/, '')
const pricesOf = (endpoint: string) => priceNames.filter((price) => endpointOf(price) === endpoint)

const features = allCommands.flatMap((command) =>
  command.kind === 'feature' && !command.isFree ? [command] : [],
)
const named = features.map((feature) => [feature.name, feature] as const)

/** Something that every kind of field takes. */
const exampleOf = (name: string, control: Control): readonly unknown[] => {
  switch (control.kind) {
    case 'choice':
      return control.choices.map(({ value }) => value)
    case 'toggle':
      return [true, false]
    case 'clip':
      return [{ kind: 'link', url: `https://example.com/${name}.mp3` }]
    case 'credits':
      return ['1']
    case 'time':
      return [name === 'end' ? '0:30' : '0:10']
    case 'integer':
      return [control.min, control.max]
    case 'text':
    case 'listed':
    case 'member':
    case 'channel':
    case 'group':
    case 'secret':
      return ['something']
  }
}

const entriesOf = ({ fields }: Feature): [string, Field][] => Object.entries(fields)

/** What members can ask for: what is needed, alone and with each value of each of the rest. */
const requestsOf = (feature: Feature): RawValues[] => {
  const [needed, rest] = [true, false].map((required) =>
    entriesOf(feature).filter(([, field]) => field.required === required),
  )
  const examples = (field: [string, Field]) => exampleOf(field[0], field[1].control)
  const least = Object.fromEntries((needed ?? []).map((field) => [field[0], examples(field)[0]]))
  const more = (rest ?? []).flatMap((field) =>
    examples(field).map((value) => ({ ...least, [field[0]]: value })),
  )
  return [least, ...more]
}

const paid = (prepared: PreparedRequest): TaskRequest | AnswerRequest => {
  if (prepared.obtains === 'look_up' || prepared.obtains === 'kept') throw new Error('it costs nothing')
  return prepared
}

/** What can be asked for with two of the rest together. */
const pairedRequestsOf = (feature: Feature): RawValues[] => {
  const single = requestsOf(feature)
  return single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })))
}

/** A request that the feature takes; none where it does not take those values together. */
const asked = (feature: Feature) => (values: RawValues) => {
  const read = feature.prepare(values)
  return read.ok ? [{ values, prepared: paid(read.prepared) }] : []
}

const pairsOf = (feature: Feature) =>
  pairedRequestsOf(feature)
    .flatMap(asked(feature))
    .map(({ prepared }) => prepared)

const preparedOf = (feature: Feature) =>
  requestsOf(feature).map((values) => {
    const read = feature.prepare(values)
    if (!read.ok) throw new Error(`${feature.name}: ${JSON.stringify([values, read.problems])}`)
    return paid(read.prepared)
  })

describe('nothing is unpriced', () => {
  test.each(Object.keys(paidEndpoints))('the endpoint %s has a price', (endpoint) => {
    expect(pricesOf(endpoint)).not.toEqual([])
  })

  test.each(priceNames)('the price %s is that of an endpoint that is paid', (price) => {
    expect(Object.keys(paidEndpoints)).toContain(endpointOf(price))
  })

  test('every model of music has a price, and so has a named voice', () => {
    const { choices } = taskEndpoints.music.fields.model
    const expected = [...choices, 'voice'].map((variant) => `music.${variant}`)
    expect(pricesOf('music').toSorted()).toEqual(expected.toSorted())
  })
})

describe('a feature', () => {
  test.each(named)(
    '/%s has a price of the endpoint that it sends to, and whole units of it',
    (_, feature) => {
      for (const { priced, request } of preparedOf(feature)) {
        expect(paidEndpoints[endpointOf(priced.price)]?.path).toBe(request.path)
        const units = billedUnits(priced, { longestMinutes: 10 })
        expect(Number.isSafeInteger(units) && units > 0, `${units} units`).toBe(true)
      }
    },
  )

  test.each(named)('/%s says beforehand every price that its options bring about', (_, feature) => {
    const { usualPrice, otherPrices } = feature
    for (const { values, prepared } of [...requestsOf(feature), ...pairedRequestsOf(feature)].flatMap(
      asked(feature),
    )) {
      const told = Object.entries(otherPrices).flatMap(([name, prices = []]) =>
        values[name] === undefined ? [] : prices,
      )
      expect([usualPrice, ...told]).toContain(prepared.priced.price)
    }
  })

  test.each(named)(
    '/%s has prices of one kind, so that they can be compared',
    (_, { usualPrice, otherPrices }) => {
      const names = [usualPrice ?? [], ...Object.values(otherPrices)].flat()
      expect(new Set(names.flatMap((name) => name && builtInPrices[name].per)).size).toBe(1)
    },
  )

  test.each(named)('/%s counts a price that has one kind of request always the same', (_, feature) => {
    const all = [...preparedOf(feature), ...pairsOf(feature)].map(({ priced }) => priced)
    for (const priced of all) {
      if (builtInPrices[priced.price].counting !== 'fixed') continue
      const alike = all.filter(({ price }) => price === priced.price)
      expect(new Set(alike.map((one) => billedUnits(one, { longestMinutes: 10 }))).size).toBe(1)
    }
  })

  test.each(named)('/%s reaches every price of its endpoints', (_, feature) => {
    const reached = [...preparedOf(feature), ...pairsOf(feature)].map(({ priced }) => priced.price)
    const endpoints = [...new Set(reached.map(endpointOf))]
    expect([...new Set(reached)].toSorted()).toEqual(endpoints.flatMap(pricesOf).toSorted())
  })
})
