import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDraw } from '../../src/app/drawing.ts'
import { figuresOf } from '../../src/commands/budget/dashboard/figures.ts'
import { dashboardSvg } from '../../src/commands/budget/dashboard/picture.ts'
import { readSpend, type SpendView } from '../../src/commands/budget/spend.ts'
import { microcredits } from '../../src/core/credits.ts'
import { type Period, periods } from '../../src/core/ledger/budget-window.ts'
import type { SpendEntry } from '../../src/core/ledger/spend.ts'
import { recordingBudgets, serverBudget } from '../support/commands/recording-budgets.ts'
import { entry } from '../support/commands/spend.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { runs } from '../support/suite/runs.ts'

const sizeOf = (png: Uint8Array | undefined) => {
  const view = Buffer.from(png ?? [])
  return view.subarray(1, 4).toString() === 'PNG' ? [view.readUInt32BE(16), view.readUInt32BE(20)] : undefined
}

const dashboard = async (
  period: Period,
  view: SpendView | undefined,
  spent: readonly SpendEntry[],
  [limit, held]: readonly [number, number],
  names: ReadonlyMap<string, string> = new Map(),
) => {
  const used = spent.reduce((sum, { credits }) => sum + credits, 0)
  const state = serverBudget({
    period,
    limit: microcredits(limit),
    spent: microcredits(used),
    held: microcredits(held),
    left: limit - used - held,
  })
  return dashboardSvg(
    figuresOf(state, await readSpend(recordingBudgets({ spent }), 'discord:1', state, view)),
    names,
  )
}

test('a dashboard is a picture of one size, with our own font', async () => {
  const log = createRecordingLog()
  const draw = createDraw(log)
  const spent = [entry('2026-06-15', 'm1', 'music', 100_000)]
  const png = await draw(await dashboard('month', undefined, spent, [5_000_000, 100_000]))
  expect(sizeOf(png)).toEqual([1248, 744])
  const blank = await draw(await dashboard('month', undefined, [], [5_000_000, 0]))
  // Without a font there would be no letters, and so no difference in size worth naming.
  expect((png?.length ?? 0) - (blank?.length ?? 0)).toBeGreaterThan(1_000)
  expect(log.lines).toEqual([])
})

test('what is no picture is logged and left out', async () => {
  const log = createRecordingLog()
  expect(await createDraw(log)('<svg')).toBeUndefined()
  expect(log.lines.map(({ message }) => message)).toEqual(['a picture could not be drawn'])
})

const day = fc.integer({ min: 1, max: 30 }).map((date) => `2026-06-${String(date).padStart(2, '0')}`)
const amount = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1_000_000_000_000 }))
const member = fc.constantFrom('m1', 'm2', 'm3', 'm4')
const spend = fc.tuple(day, member, fc.constantFrom('music', 'tts', ''), amount)

test('for any spend and any names, the drawing has real numbers and no markup but its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(spend, { maxLength: 60 }),
      fc.constantFrom(...periods),
      fc.constantFrom<SpendView | undefined>(undefined, 'today', 'week', 'month', 'feature'),
      fc.tuple(fc.integer({ min: 0, max: 1_000_000_000_000 }), amount),
      fc.array(fc.tuple(member, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 4 }),
      async (spends, period, view, amounts, names) => {
        const spent = spends.map(([on, by, feature, credits]) => entry(on, by, feature, credits))
        const svg = await dashboard(period, view, spent, amounts, new Map(names))
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
        expect(svg.match(/<(?!\/?(?:svg|defs|pattern|clipPath|rect|g|text|tspan|path)\b)/g)).toBeNull()
        for (const [, x = ''] of svg.matchAll(/<rect x="([^"]*)"/g))
          expect(Number(x)).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: runs(30, 2_000) },
  )
})
