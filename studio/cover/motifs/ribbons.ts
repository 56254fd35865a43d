import type { Motif } from '../motif.ts'
import { backdrop, element, glow, type Point, side, smoothLine, times, verticalGradient } from '../svg.ts'

const threadCount = 64

/** Threads that sway together like a cloth in the wind, or like strings. */
export const ribbons: Motif = ({ night, deep, middle, light, accent }, random) => {
  const phase = random.between(0, 6)
  const bend = random.between(0.8, 1.5)
  const lift = random.between(150, 250)
  const thread = (index: number): string => {
    const part = index / (threadCount - 1)
    const points = Array.from({ length: 15 }, (_empty, step): Point => {
      const along = step / 14
      const narrow = 0.16 + 0.84 * Math.abs(Math.sin(along * Math.PI * bend + phase))
      const sway = lift * Math.sin(along * 2.6 * bend + phase + part * 1.1)
      return [along * (side + 80) - 40, 500 + sway + (part - 0.5) * 470 * narrow]
    })
    return element('path', {
      d: smoothLine(points),
      fill: 'none',
      stroke: part < 0.33 ? middle : part < 0.72 ? light : accent,
      'stroke-width': 1.4 + 2.4 * Math.sin(part * Math.PI),
      'stroke-opacity': 0.35 + 0.6 * Math.sin(part * Math.PI),
    })
  }
  return [
    element('defs', {}, verticalGradient('sky', [night, deep, night]) + glow('glow', middle)),
    backdrop('url(#sky)'),
    element('circle', { cx: random.between(300, 700), cy: 480, r: 520, fill: 'url(#glow)', opacity: 0.55 }),
    element('circle', {
      cx: random.between(620, 800),
      cy: random.between(180, 300),
      r: 92,
      fill: accent,
      opacity: 0.95,
    }),
    times(threadCount, thread),
  ].join('')
}
