import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { learnedPrice } from '../../../src/core/ledger/price-book.ts'
import { priceProperty } from '../../support/ledger/price-model.ts'
import { runs } from '../../support/suite/runs.ts'

const rules = new URL('../../../src/core/ledger/price-book.ts', import.meta.url)
const source = readFileSync(rules, { encoding: 'utf8' })

/** The rules with one mistake in them. */
const withMistake = async (right: string, wrong: string): Promise<typeof learnedPrice> => {
  const script = stripTypeScriptTypes(source.replace(right, () => wrong))
  const absolute = script.replaceAll(/from '(\.[^']*)'/g, (_, path) => `from '${new URL(path, rules).href}'`)
  const module = await import(`data:text/javascript,${encodeURIComponent(absolute)}`)
  return module.learnedPrice
}

const numRuns = 2_000

test('prices are what plain arithmetic says', () => {
  fc.assert(priceProperty(learnedPrice), { numRuns: runs(500, 20_000) })
})

test.each([
  ['two hundred jobs count', 'samplesMax = 50', 'samplesMax = 200'],
  ['twenty jobs have to be seen', 'samplesEnough = 3', 'samplesEnough = 20'],
  ['two jobs are enough', 'samplesEnough = 3', 'samplesEnough = 2'],
  ['the highest price counts', '* 95) / 100) - 1', '* 100) / 100) - 1'],
  ['the median counts', '* 95) / 100) - 1', '* 50) / 100) - 1'],
  ['the percentile is rounded down', 'Math.ceil((sorted', 'Math.floor((sorted'],
  ['what was charged lately is no minimum', 'larger(high, middle(samples.filter(isCharged)))', 'high'],
  ['estimates count beside charges', '(charged.length < samplesEnough ? alike : charged)', 'alike'],
  ['one charge is enough', 'charged.length < samplesEnough', 'charged.length < 1'],
  ['the number of takes does not matter', "counting === 'fixed' ? newestFirst : ", 'true ? newestFirst : '],
  ['longer clips lower the price of shorter ones', 'sample.units <= units', 'sample.units <= 99'],
  ['entries without units count for every kind', 'sample.units !== undefined && ', '!sample.units || '],
  ['two takes are taken for a length', "counting === 'measured' && ", ''],
  ['the list is no minimum', 'larger(price.credits, larger(ofKind, ofAll))', 'larger(ofKind, ofAll)'],
  [
    'other kinds raise nothing',
    'larger(price.credits, larger(ofKind, ofAll))',
    'larger(price.credits, ofKind)',
  ],
  ['outliers set holds', 'perUnit <= usual * outlierTimes', 'perUnit <= usual * 1_000_000'],
  ['a new price never counts', 'larger(middle(newestFirst), middle(', 'middle(newestFirst) || middle(('],
  ['one job raises a price a hundredfold', 'before * outlierTimes', 'before * 100'],
  ['uploads of one account are believed', 'limit === undefined || sample.perUnit <= limit', 'true'],
  ['an account confirms itself', 'sample.uploader !== uploader', 'true'],
  ['only what nobody uploaded confirms', 'sample.uploader !== uploader', 'sample.uploader === undefined'],
  ['dearer kinds confirm', 'units === undefined ? [] : kindOf(price, units, others)', '[]'],
  ['a single one of the kind is enough', 'kind.length < samplesEnough ? h', 'kind.length < 1 ? h'],
  [
    'the list confirms nothing',
    'larger(highest, perUnit), credits)',
    'larger(highest, perUnit), microcredits(0))',
  ],
  ['a price that was nothing stays so', 'before === 0 ? bound : ', ''],
])('plain arithmetic notices where %s', async (_, right, wrong) => {
  expect(source.split(right)).toHaveLength(2)
  const mistaken = await withMistake(right, wrong)
  const found = fc.check(priceProperty(mistaken), { numRuns, seed: 20_260_615, endOnFailure: true })
  expect(String(found.errorInstance)).toContain('where it ought to be')
})
