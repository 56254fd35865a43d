import type { Motif } from '../motif.ts'
import { backdrop, element, glow, side, times, verticalGradient } from '../svg.ts'

const ringCount = 11
const barCount = 96
const middlePoint = side / 2

/** Arcs that turn around a centre, with the bars of a level meter around them. */
export const rings: Motif = ({ night, deep, middle, light, accent }, random) => {
  const colours = [middle, light, accent, middle] as const
  const ring = (index: number): string => {
    const radius = 88 + index * 25
    const around = 2 * Math.PI * radius
    const drawn = random.between(0.25, 0.9)
    return element('circle', {
      cx: middlePoint,
      cy: middlePoint,
      r: radius,
      fill: 'none',
      stroke: random.pick(colours),
      'stroke-width': random.between(4, 17),
      'stroke-opacity': random.between(0.6, 1),
      'stroke-linecap': 'round',
      'stroke-dasharray': `${Math.round(around * drawn)} ${Math.round(around)}`,
      transform: `rotate(${random.integer(0, 359)} ${middlePoint} ${middlePoint})`,
    })
  }
  const bar = (index: number): string => {
    const swell = 0.5 + 0.5 * Math.sin((index / barCount) * 4 * Math.PI)
    const height = 16 + random.between(10, 90) * swell
    return element('rect', {
      x: middlePoint - 3.5,
      y: middlePoint - 372 - height,
      width: 7,
      height,
      rx: 3.5,
      fill: index % 8 === 0 ? accent : light,
      opacity: 0.85,
      transform: `rotate(${(index * 360) / barCount} ${middlePoint} ${middlePoint})`,
    })
  }
  return [
    element('defs', {}, verticalGradient('sky', [night, deep, night]) + glow('glow', middle)),
    backdrop('url(#sky)'),
    element('circle', { cx: middlePoint, cy: middlePoint, r: 470, fill: 'url(#glow)', opacity: 0.6 }),
    times(barCount, bar),
    times(ringCount, ring),
    element('circle', { cx: middlePoint, cy: middlePoint, r: 52, fill: light }),
  ].join('')
}
