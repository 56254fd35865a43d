import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../../sandbox/discord/breaches.ts'
import { refusingCodes } from '../../../../sandbox/discord/gateway/closing.ts'
import { answers } from '../../../../sandbox/discord/refusal.ts'
import { fieldCodes } from '../../../../sandbox/discord/validation/codes.ts'
import { oneOfEachKind } from '../../../support/suite/runs.ts'
import { type RawBot, startRawBot } from '../support.ts'
import { type AnsweredRefusal, checkRefusal, type Refusal } from './refusal.ts'
import { callbackRefusals } from './tables/callbacks.ts'
import { commandRefusals } from './tables/commands.ts'
import { componentRefusals } from './tables/components.ts'
import { embedRefusals } from './tables/embeds.ts'
import { formRefusals } from './tables/forms.ts'
import { gatewayRefusals } from './tables/gateway.ts'
import { interactionRefusals } from './tables/interactions.ts'
import { messageRefusals } from './tables/messages.ts'
import { placeRefusals } from './tables/places.ts'
import { rateRefusals } from './tables/rates.ts'
import { rightRefusals } from './tables/rights.ts'

const tables: Readonly<Record<string, readonly Refusal[]>> = {
  'a message': messageRefusals,
  'an embed': embedRefusals,
  'a component': componentRefusals,
  'a command': commandRefusals,
  'an answer': callbackRefusals,
  'a form': formRefusals,
  'an interaction': interactionRefusals,
  'a request': placeRefusals,
  'for want of a right': rightRefusals,
  'a gateway connection': gatewayRefusals,
  'a request by its rate': rateRefusals,
}

const rows = Object.values(tables).flat()

let shared: RawBot

beforeAll(async () => {
  shared = await startRawBot()
})

afterAll(() => shared.stop())

/** The code of each error, without its field. */
const codesIn = (errors: readonly string[]): string => errors.map((error) => error.split(': ').at(-1)).join()

/** One kind: the same status, code and field errors, wherever they occur; or the same close code or line on the wire. */
const kindOf = (row: Refusal): string => {
  switch (row.kind) {
    case 'answer':
      return [row.status, row.code, codesIn(row.errors), ...row.besides].join(' ')
    case 'close':
      return `${row.code}`
    case 'breach':
      return row.breach
  }
}

describe.each(Object.entries(tables))('%s is refused', (_what, refusals) => {
  const tried = oneOfEachKind(refusals, kindOf)
  test.each(tried.map((refusal) => [refusal.name, refusal] as const))('for %s', (_name, refusal) =>
    checkRefusal(refusal, shared),
  )
})

describe('there is a row for', () => {
  const requests = rows.filter((row): row is AnsweredRefusal => row.kind === 'answer')
  const closings = rows.flatMap((row) => (row.kind === 'close' ? [row.code] : []))
  const errors = requests.flatMap((row) => row.errors.map((error) => error.split(': ').at(-1)))
  const recorded = rows.flatMap((row) => (row.kind === 'breach' ? [row.breach] : []))

  test.each(Object.entries(answers))('the answer %s', (_name, answer) => {
    const given = requests.map(({ status, code, message }) => [status, code, message])
    expect(given).toContainEqual([...answer])
  })

  test.each(fieldCodes)('the error %s', (code) => {
    expect(errors).toContain(code)
  })

  test.each(refusingCodes)('the close %i', (code) => {
    expect(closings).toContain(code)
  })

  test.each(Object.keys(breaches))('"%s"', (breach) => {
    expect(recorded).toContain(breach)
  })

  test('each refusal once, with what states it', () => {
    const names = Object.entries(tables).flatMap(([what, list]) => list.map(({ name }) => `${what}: ${name}`))
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
    expect(rows.filter(({ source }) => !/^https:|^observed|^docs\/stand-ins\.md/.test(source))).toEqual([])
  })
})
