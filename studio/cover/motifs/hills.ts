import type { Motif } from '../motif.ts'
import { areaBelow, backdrop, element, glow, type Point, side, times, verticalGradient } from '../svg.ts'

const ridgeCount = 6

/** Ridges that fade into the mist, one behind another, under a low sun with birds. */
export const hills: Motif = ({ night, deep, middle, light, accent }, random) => {
  const sunX = random.between(200, 800)
  const ridge = (index: number): string => {
    const top = 420 + index * 96
    const points = Array.from({ length: 13 }, (_empty, step): Point => {
      const height = random.between(-1, 1) * (118 - index * 13)
      return [(step * side) / 12, top + height]
    })
    const fill = [middle, middle, deep, deep, night, night][index] ?? night
    return areaBelow(points, { fill, opacity: 0.42 + index * 0.115 })
  }
  const bird = (): string => {
    const x = sunX + random.between(-260, 260)
    const y = random.between(130, 300)
    const size = random.between(9, 19)
    const d = `M${x - size * 2} ${y - size}Q${x - size} ${y - size} ${x} ${y}Q${x + size} ${y - size} ${x + size * 2} ${y - size}`
    return element('path', { d, fill: 'none', stroke: night, 'stroke-width': 4, 'stroke-linecap': 'round' })
  }
  return [
    element('defs', {}, verticalGradient('sky', [middle, light, light]) + glow('glow', accent)),
    backdrop('url(#sky)'),
    element('circle', { cx: sunX, cy: 360, r: 380, fill: 'url(#glow)' }),
    element('circle', { cx: sunX, cy: 350, r: 96, fill: light }),
    times(random.integer(3, 6), bird),
    times(ridgeCount, ridge),
  ].join('')
}
