import type { Surface } from '../../../core/command/answer.ts'
import { perCredit } from '../../../core/credits.ts'
import { formatCost, withUnit } from '../../../core/ledger/credits-text.ts'
import { featureName } from '../../../core/ledger/ranking.ts'
import type { Draw } from '../../../core/message/drawing.ts'
import type { Block, Chart, Table } from '../../../core/message/message.ts'
import { daysText } from '../../../core/text/day.ts'
import { inLanguage, languageNow, say, sourceLanguage } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import type { Figures, RankedList } from './figures.ts'
import { memberName, type Names, namedInPicture } from './names.ts'
import { dashboardSvg } from './picture.ts'

/** More bars are hard to tell apart, and Slack takes no more. */
const barsMax = 20

/** Days to come have no bars; in longer ranges, days side by side share one. */
const chartBlock = ({ title, days }: Figures): Chart => {
  const past = days.slice(0, days.findIndex(({ isToday }) => isToday) + 1 || days.length)
  const size = Math.ceil(past.length / barsMax)
  const bars = Array.from({ length: Math.ceil(past.length / size) }, (_, index) => {
    const part = past.slice(index * size, (index + 1) * size)
    const [first, last] = [part[0]?.day ?? '', part.at(-1)?.day ?? '']
    const used = part.reduce((sum, day) => sum + day.used, 0)
    return { label: daysText(first, last), value: used / perCredit }
  })
  return { kind: 'chart', title, unit: say('Credits'), bars }
}

const tableBlock = ({ kind, title, all }: RankedList): Table => ({
  kind: 'table',
  title,
  head: [kind === 'member' ? say('Member') : say('Feature'), say('Credits')],
  rows: all.map(([name, amount]) => ({
    name: kind === 'member' ? { kind, id: name } : featureName(name),
    amount: formatCost(amount),
    value: amount / perCredit,
  })),
})

const nameLength = 40

const listText = ({ kind, title, all }: RankedList, names: Names): string => {
  const nameOf = (id: string, index: number): string =>
    kind === 'feature'
      ? featureName(id)
      : shortened(onOneLine(names.get(id) ?? memberName(names, id, index)), nameLength)
  const rows = all
    .slice(0, namedInPicture)
    .map(([id, amount], index) => `${nameOf(id, index)} ${formatCost(amount)}`)
  return rows.length === 0 ? '' : `${title}: ${rows.join(', ')}.`
}

/** What the picture shows, in words. */
export const dashboardText = (figures: Figures, names: Names): string => {
  const { left, allowed, used, held, resets, title, days, lists } = figures
  const most = days.reduce((one, other) => (other.used > one.used ? other : one))
  const values = { left, allowed: withUnit(allowed), used, resets }
  return [
    say('{{left}} of {{allowed}} left, {{used}} used, {{resets}}.', values),
    held === undefined ? '' : say('{{amount}} in progress.', { amount: held }),
    most.used === 0
      ? ''
      : say('{{title}}: most on {{day}}, {{amount}}.', {
          title,
          day: most.label,
          amount: formatCost(most.used),
        }),
    ...lists.map((list) => listText(list, names)),
  ]
    .filter((text) => text !== '')
    .join(' ')
}

const namesOf = async ({ lists }: Figures, { nameOf }: Surface): Promise<Names> => {
  const members = lists.flatMap(({ kind, all }) =>
    kind === 'member' ? all.slice(0, namedInPicture).map(([id]) => id) : [],
  )
  const found = await Promise.all(members.map(async (id) => [id, await nameOf(id)] as const))
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])))
}

/** The parts of a message that go above and below its facts. */
export interface Dashboard {
  above: readonly Block[]
  below: readonly Block[]
}

/** The scripts of our font (https://unicode.org/iso15924/iso15924-codes.html). */
const drawnScripts: ReadonlySet<string | undefined> = new Set(['Latn', 'Cyrl', 'Grek'])

/** The language of a picture: English where our font lacks the letters of the reader's. */
const drawnLanguage = (): string =>
  drawnScripts.has(new Intl.Locale(languageNow()).maximize().script) ? languageNow() : sourceLanguage

/**
 * Draws the dashboard for a platform: as a picture, or as data if the platform draws charts itself. `figuresNow` brings the
 * figures in the language in which it is called.
 */
export const dashboardOn = async (
  surface: Surface,
  figuresNow: () => Figures,
  draw: Draw,
): Promise<Dashboard> => {
  if (surface.drawsCharts) {
    const figures = figuresNow()
    const tables = figures.lists.filter(({ all }) => all.length > 0).map(tableBlock)
    return { above: tables.length === 0 ? [] : [chartBlock(figures)], below: tables.slice(0, 1) }
  }
  return inLanguage(drawnLanguage(), async () => {
    const figures = figuresNow()
    const names = await namesOf(figures, surface)
    const data = await draw(dashboardSvg(figures, names))
    if (data === undefined) return { above: [], below: [] }
    const description = dashboardText(figures, names)
    return { above: [{ kind: 'picture', name: 'budget.png', description, data }], below: [] }
  })
}
