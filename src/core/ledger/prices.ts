import assert from 'node:assert'
import { z } from 'zod'
import { type Microcredits, parseCredits } from '../credits.ts'
import { endpointsByName } from '../endpoints/audio-endpoints.ts'
import type { Endpoint, EndpointPrice, PriceUnit, Tariff } from '../endpoints/endpoint.ts'
import { nearMiss, onOneLine, parseJson, shortened } from '../text/text.ts'

type Endpoints = typeof endpointsByName

type NamesOf<Name extends string, Price> =
  | (Price extends { usual: object } ? Name : never)
  | (Price extends { variants: infer Variants } ? `${Name}.${keyof Variants & string}` : never)

/** A price's name: the endpoint's, followed by a dot and the variant if an endpoint has several prices. */
export type PriceName = {
  [Name in keyof Endpoints]: NamesOf<Name, Endpoints[Name]['price']>
}[keyof Endpoints]

/**
 * How the number of units comes about. `fixed`: it is the same for every request. `chosen`: the member chooses how many
 * outputs there are, and two may cost as much as one. `measured`: it is a length, and a part of the price may be the same
 * for any length.
 */
export type Counting = 'fixed' | 'chosen' | 'measured'

/** The most that one unit costs; a minute or a hundred words count once begun. */
export interface Price {
  per: PriceUnit
  counting: Counting
  credits: Microcredits
}

/** A price for everything that is not free. */
export type Prices = Readonly<Record<PriceName, Price>>

const amountText =
  'must be an amount in quotes such as "0.07": no sign, at most six decimals, at most a million credits'

const amount = z.string(amountText).transform((text, { issues }) => {
  const credits = parseCredits(text)
  if (credits !== undefined) return credits
  issues.push({ code: 'custom', message: amountText, input: text })
  return z.NEVER
})

const countingOf = (per: PriceUnit, fields: Endpoint['fields']): Counting => {
  if (per === 'minute' || per === 'hundred_words') return 'measured'
  return 'num_outputs' in fields ? 'chosen' : 'fixed'
}

const pricesOf = (
  name: string,
  { per, usual, variants = {} }: EndpointPrice,
  fields: Endpoint['fields'],
): [string, Price][] => {
  const counting = countingOf(per, fields)
  const priceOf = ({ most }: Tariff): Price => {
    const credits = parseCredits(most)
    assert(credits !== undefined, `${most} is not an amount of credits`)
    return { per, counting, credits }
  }
  return [
    ...(usual === undefined ? [] : [[name, priceOf(usual)] satisfies [string, Price]]),
    ...Object.entries(variants).map(([variant, tariff]): [string, Price] => [
      `${name}.${variant}`,
      priceOf(tariff),
    ]),
  ]
}

/** The prices used while the operator sets none and too few estimates were seen; docs/ledger.md has their sources. */
export const builtInPrices = Object.fromEntries(
  Object.entries<Endpoint>(endpointsByName).flatMap(([name, { price, fields }]) =>
    price === undefined ? [] : pricesOf(name, price, fields),
  ),
) as Prices

/** The names of all prices. */
export const priceNames = Object.keys(builtInPrices) as readonly PriceName[]

const isName = (name: string): name is PriceName => Object.hasOwn(builtInPrices, name)
const nameLengthMax = 40

/** An endpoint's name does not identify any of its several prices. */
const mendOf = (name: string): string => {
  const variants = priceNames.filter((known) => known.startsWith(`${name}.`))
  const meant = nearMiss(name, priceNames)
  if (variants.length === 0 && meant !== undefined) return `did you mean "${meant}"?`
  return `remove it, or use one of ${(variants.length > 0 ? variants : priceNames).join(', ')}`
}

const unknownText = (name: string): string =>
  `has an entry "${shortened(onOneLine(name), nameLengthMax)}" that is not a price; ${mendOf(name)}`

/**
 * Parses an operator's own prices, a JSON object of amounts by name, which override the built-in ones. Every
 * problem names its entry and the fix.
 */
export const readPrices = (
  text: string,
): { ok: true; prices: Prices } | { ok: false; problems: readonly string[] } => {
  const entries = parseJson(text)
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    return { ok: false, problems: ['must be a JSON object of prices, such as {"speech": "0.07"}'] }
  const prices = { ...builtInPrices }
  const problems: string[] = []
  for (const [name, value] of Object.entries(entries)) {
    const credits = amount.safeParse(value)
    if (!isName(name)) problems.push(unknownText(name))
    else if (!credits.success) problems.push(`has an entry "${name}" that ${amountText}`)
    else prices[name] = { ...prices[name], credits: credits.data }
  }
  return problems.length === 0 ? { ok: true, prices } : { ok: false, problems }
}
