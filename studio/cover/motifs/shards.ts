import type { Motif } from '../motif.ts'
import { backdrop, element, glow, type Point, polygon, side, times, verticalGradient } from '../svg.ts'

const shardCount = 46

/** Splinters that fly out of one point, and a flash through them. */
export const shards: Motif = ({ night, deep, middle, light, accent }, random) => {
  const x = random.between(400, 600)
  const y = random.between(400, 600)
  const shard = (index: number): string => {
    const angle = (index / shardCount) * 2 * Math.PI + random.between(-0.1, 0.1)
    const from = random.between(70, 170)
    const length = random.between(160, 620)
    const width = random.between(0.03, 0.13)
    const at = (radius: number, turn: number): Point => [
      x + radius * Math.cos(angle + turn),
      y + radius * Math.sin(angle + turn),
    ]
    return polygon(
      [
        at(from, 0),
        at(from + length * 0.4, width),
        at(from + length, 0.01),
        at(from + length * 0.5, -width * 0.7),
      ],
      {
        fill: random.pick([middle, deep, light, accent, middle]),
        opacity: random.between(0.55, 1),
      },
    )
  }
  const flash = (): string => {
    let across = random.between(300, 700)
    const points = Array.from({ length: 9 }, (_empty, step): Point => {
      across += random.between(-95, 95)
      return [across, (step * side) / 8]
    })
    const line = points.map((point) => point.map(Math.round).join(' ')).join('L')
    return element('path', {
      d: `M${line}`,
      fill: 'none',
      stroke: light,
      'stroke-width': 7,
      'stroke-linejoin': 'miter',
    })
  }
  return [
    element('defs', {}, verticalGradient('sky', [night, deep, night]) + glow('glow', accent)),
    backdrop('url(#sky)'),
    element('circle', { cx: x, cy: y, r: 420, fill: 'url(#glow)', opacity: 0.75 }),
    times(shardCount, shard),
    element('circle', { cx: x, cy: y, r: 66, fill: night }),
    flash(),
  ].join('')
}
