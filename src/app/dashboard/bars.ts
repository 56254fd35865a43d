import { formatCost } from '../../core/ledger/credits-text.ts'
import { type Html, html } from '../html.ts'

/** One bar: a day such as "2026-12-01", and an amount in millionths. */
export interface Bar {
  day: string
  amount: number
}

const width = 900
const height = 120
const gapShare = 0.28

const dayFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A calendar day such as "1 Dec". */
export const dayText = (day: string): string => dayFormat.format(Date.parse(day))

/** Amounts per day as bars, and the same as a table for those who can't see them. */
export const bars = (title: string, days: readonly Bar[]): Html => {
  const most = Math.max(1, ...days.map((day) => day.amount))
  const step = width / Math.max(1, days.length)
  const tops = days.map(({ amount }) => (amount <= 0 ? 0 : Math.max(2, (amount / most) * (height - 4))))
  const [first, last] = [days[0], days.at(-1)]
  return html`<figure class="bars">
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">
<line x1="0" x2="${width}" y1="2" y2="2"/><line x1="0" x2="${width}" y1="${height / 2}" y2="${height / 2}"/>
${days.map(
  ({ day, amount }, index) =>
    html`<rect x="${(index * step + (step * gapShare) / 2).toFixed(2)}" y="${(height - (tops[index] ?? 0)).toFixed(2)}" width="${(step * (1 - gapShare)).toFixed(2)}" height="${(tops[index] ?? 0).toFixed(2)}"><title>${dayText(day)}: ${formatCost(amount)}</title></rect>`,
)}</svg>
<figcaption><span>${first === undefined ? '' : dayText(first.day)}</span><span class="number">highest day ${formatCost(Math.max(0, ...days.map((day) => day.amount)))}</span><span>${last === undefined ? '' : dayText(last.day)}</span></figcaption>
<details><summary>As a table</summary><div class="scroll short" tabindex="0" role="region" aria-label="${title}, as a table"><table><caption class="unseen">${title}</caption><thead><tr><th scope="col">Day</th><th scope="col" class="right">Credits</th></tr></thead>
<tbody>${days.toReversed().map(({ day, amount }) => html`<tr><th scope="row">${dayText(day)}</th><td class="right number">${formatCost(amount)}</td></tr>`)}</tbody></table></div></details>
</figure>`
}
