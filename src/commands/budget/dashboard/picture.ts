import { formatCost, withUnit } from '../../../core/ledger/credits-text.ts'
import { featureName } from '../../../core/ledger/ranking.ts'
import { say } from '../../../core/text/say.ts'
import { grouped } from '../../../core/text/text.ts'
import type { DayFigures, Figures, RankedList } from './figures.ts'
import { fittingName, memberName, type Names, namedInPicture, nameSize } from './names.ts'
import {
  box,
  clipOf,
  clipped,
  dashes,
  definitionsOf,
  drawingOf,
  type Fill,
  hatchOf,
  leading,
  words,
} from './svg.ts'

/**
 * Seen at about this width by chats, and twice as sharp. The picture has a ground of its own, so that it reads in
 * light and dark clients.
 */
const width = 520
const height = 310
const pixelsPerUnit = 2.4

const margin = 22
const right = width - margin

const colors = {
  ground: '#15171f',
  track: '#2a2e3c',
  band: '#2b3157',
  text: '#f3f4f8',
  quiet: '#a7adbf',
  used: '#6f7cf0',
  today: '#a5aeff',
  over: '#ff7d73',
} as const satisfies Record<string, Fill>

const hatch = 'url(#hatch)'

const gauge = { y: 60, height: 14, width: width - 2 * margin }

/** Held credits are hatched: they may come back. */
const definitions = definitionsOf(
  hatchOf('hatch', colors.track, colors.today),
  clipOf('gauge', box(margin, gauge.y, gauge.width, gauge.height, colors.track, gauge.height / 2)),
)

/** From here on decimals say nothing. */
const manyCredits = 1000

const short = (amount: string): string =>
  Number(amount) < manyCredits ? amount : grouped(Math.round(Number(amount)))

const costText = (amount: number): string => short(formatCost(amount))

/** Where the period stands now: use beyond this is faster than an even pace. */
const nowMark = (share: number): string => {
  const x = margin + share * gauge.width
  return box(x - 1, gauge.y - 4, 2, gauge.height + 8, colors.text, 1)
}

const drawHead = (figures: Figures): string => {
  const { left, isOver, used, held, allowed, resets, usedShare, heldShare, passedShare } = figures
  const usedWidth = usedShare * gauge.width
  const heldWidth = heldShare * gauge.width
  const fill = isOver ? colors.over : colors.used
  const parts = [
    leading(margin, 45, [
      { text: short(left), size: 30, fill: isOver ? colors.over : colors.text },
      { text: say('of {{amount}} left', { amount: withUnit(short(allowed)) }), size: 15, fill: colors.quiet },
    ]),
    words(right, 45, resets, { fill: colors.quiet, size: 14, anchor: 'end' }),
    clipped('gauge', [
      box(margin, gauge.y, gauge.width, gauge.height, colors.track),
      box(margin, gauge.y, usedWidth, gauge.height, fill),
      box(margin + usedWidth, gauge.y, heldWidth, gauge.height, hatch),
    ]),
    ...(passedShare === undefined ? [] : [nowMark(passedShare)]),
    box(margin, 84, 9, 9, fill, 2),
    words(margin + 15, 93, say('{{amount}} used', { amount: short(used) }), { size: 13 }),
  ]
  if (held !== undefined) {
    const x = margin + 130
    parts.push(box(x, 84, 9, 9, hatch, 2))
    parts.push(words(x + 15, 93, say('{{amount}} in progress', { amount: short(held) }), { size: 13 }))
  }
  if (passedShare !== undefined) {
    parts.push(words(right, 93, say('even pace'), { fill: colors.quiet, size: 13, anchor: 'end' }))
    parts.push(box(right - 74, 82, 2, 13, colors.text, 1))
  }
  return parts.join('')
}

const plot = { left: margin, right: 296, top: 148, bottom: 268 }

/** A day's name is shown for the first, the last and today's bar, where they don't touch. */
const labelled = (days: readonly DayFigures[]): readonly number[] => {
  const last = days.length - 1
  const today = days.findIndex(({ isToday }) => isToday)
  const apart = days.length / 5
  const ends = [0, last].filter((index) => today < 0 || index === today || Math.abs(index - today) >= apart)
  return [...new Set(today < 0 ? ends : [...ends, today])]
}

/** The index of the day with the highest spend. */
const highestIndex = (days: readonly DayFigures[]): number => {
  const sums = days.map(({ used, held }) => used + held)
  return sums.indexOf(Math.max(...sums))
}

/** Kept inside the chart; a ground behind it sets it apart from the bars. */
const valueAbove = (middle: number, y: number, value: string): string => {
  const half = value.length * 3.6
  const x = Math.min(Math.max(middle, plot.left + half), plot.right - half)
  return words(x, y, value, { size: 12, anchor: 'middle', ground: colors.ground })
}

const dayName = ({ label, isToday }: DayFigures, index: number, count: number, middle: number): string => {
  const anchor = index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'
  const x = { start: plot.left, middle, end: plot.right }[anchor]
  const fill = isToday ? colors.text : colors.quiet
  return words(x, plot.bottom + 18, isToday ? say('today') : label, { fill, size: 13, anchor })
}

const drawBars = (days: readonly DayFigures[], top: number): string => {
  const step = (plot.right - plot.left) / days.length
  const barWidth = Math.min(step * 0.72, 26)
  const rounding = Math.min(barWidth / 4, 3)
  const heightOf = (amount: number) =>
    amount === 0 ? 0 : Math.max((amount / top) * (plot.bottom - plot.top), 1.5)
  const named = labelled(days)
  const today = days.findIndex(({ isToday }) => isToday)
  const most = highestIndex(days)
  // Two values side by side would touch.
  const valued = Math.abs(most - today) * step < 34 ? [today] : [most, today]
  const bars = days.map((day, index) => {
    const { used, held, isToday } = day
    const middle = plot.left + step * (index + 0.5)
    const x = middle - barWidth / 2
    const usedTall = heightOf(used)
    const tall = usedTall + heightOf(held)
    const fill = isToday ? colors.today : colors.used
    return [
      tall === 0 ? box(x, plot.bottom - 2, barWidth, 2, colors.track, 1) : '',
      held === 0
        ? ''
        : box(x, plot.bottom - tall, barWidth, Math.min(tall, tall - usedTall + rounding), hatch, rounding),
      box(x, plot.bottom - usedTall, barWidth, usedTall, fill, rounding),
      named.includes(index) ? dayName(day, index, days.length, middle) : '',
    ].join('')
  })
  const values = valued.map((index) => {
    const { used = 0, held = 0 } = days[index] ?? {}
    const middle = plot.left + step * (index + 0.5)
    const y = plot.bottom - heightOf(used) - heightOf(held) - 5
    return used + held === 0 ? '' : valueAbove(middle, y, costText(used + held))
  })
  return [...bars, ...values].join('')
}

const lineText = ({ amount, isLimit }: NonNullable<Figures['line']>): string =>
  isLimit
    ? say('limit {{amount}}', { amount: costText(amount) })
    : say('{{amount}} a day', { amount: costText(amount) })

const drawChart = ({ title, days, line }: Figures): string => {
  const most = Math.max(0, ...days.map(({ used, held }) => used + held))
  const parts = [words(plot.left, 124, title, { fill: colors.quiet, size: 13, weight: 600 })]
  const shownLine = line !== undefined && line.amount <= most * 4 ? line : undefined
  const top = Math.max(most, shownLine?.amount ?? 0, 1)
  parts.push(drawBars(days, top))
  if (shownLine !== undefined) {
    const label = lineText(shownLine)
    const y = plot.bottom - (shownLine.amount / top) * (plot.bottom - plot.top)
    parts.push(dashes(plot.left, plot.right, y, colors.text))
    parts.push(words(plot.right, 124, label, { fill: colors.quiet, size: 13, anchor: 'end' }))
    const from = plot.right - label.length * 6.6 - 26
    parts.push(dashes(from, from + 18, 119.5, colors.text))
  }
  if (most === 0) {
    const style = { fill: colors.quiet, size: 14, anchor: 'middle' } as const
    parts.push(words((plot.left + plot.right) / 2, 212, say('Nothing used yet'), style))
  }
  return parts.join('')
}

const list = { left: 322, rowHeight: 20, step: 23, size: nameSize }

const drawList = ({ kind, title, all }: RankedList, names: Names, y: number, countMax: number): string => {
  const heading = words(list.left, y, title, { fill: colors.quiet, size: 13, weight: 600 })
  if (all.length === 0)
    return heading + words(list.left, y + 24, say('nothing yet'), { fill: colors.quiet, size: list.size })
  const shown = all.slice(0, countMax)
  const [[, most] = ['', 1]] = shown
  const values = shown.map(([, amount]) => costText(amount))
  const longest = Math.max(...values.map(({ length }) => length))
  const bandMax = right - list.left - longest * 7.8 - 8
  const rows = shown.map(([id, amount], index) => {
    const name = kind === 'feature' ? featureName(id) : memberName(names, id, index)
    const top = y + 9 + index * list.step
    return [
      box(list.left, top, Math.max((amount / most) * bandMax, 3), list.rowHeight, colors.band, 4),
      words(list.left + 7, top + 14.7, fittingName(name, bandMax - 12), { size: list.size }),
      words(right, top + 14.7, values[index] ?? '', { size: list.size, anchor: 'end' }),
    ].join('')
  })
  return [heading, ...rows].join('')
}

/** Rows of a list, alone and above another. */
const rowsAlone = 7
const rowsOfTwo = namedInPicture

/** Draws the dashboard as an SVG. Names are data: they are escaped, and drawn only in letters that our font has. */
export const dashboardSvg = (figures: Figures, names: Names): string => {
  const [first, second] = figures.lists
  const lists =
    second === undefined
      ? drawList(first, names, 124, rowsAlone)
      : drawList(first, names, 124, rowsOfTwo) + drawList(second, names, 223, rowsOfTwo)
  const ground = box(0, 0, width, height, colors.ground)
  const parts = [definitions, ground, drawHead(figures), drawChart(figures), lists]
  return drawingOf({ width, height, scale: pixelsPerUnit }, parts)
}
