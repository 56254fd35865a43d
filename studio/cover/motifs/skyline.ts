import type { Motif } from '../motif.ts'
import { backdrop, element, glow, side, times, verticalGradient } from '../svg.ts'

const windowSize = 13
const windowPitch = 30

/** Houses at night with lit windows under a large moon, and rain. */
export const skyline: Motif = ({ night, deep, middle, light, accent }, random) => {
  const moonX = random.between(240, 760)
  const house = (x: number, width: number, height: number, fill: string, isLit: boolean): string => {
    const top = side - height
    const windows: string[] = []
    for (let wx = x + 20; isLit && wx < x + width - windowSize - 10; wx += windowPitch) {
      for (let wy = top + 26; wy < side - 40; wy += windowPitch * 1.25) {
        if (!random.chance(0.42)) continue
        const colour = random.chance(0.75) ? accent : light
        windows.push(
          element('rect', {
            x: wx,
            y: wy,
            width: windowSize,
            height: windowSize * 1.3,
            fill: colour,
            opacity: random.between(0.55, 1),
          }),
        )
      }
    }
    return element('rect', { x, y: top, width, height, fill }) + windows.join('')
  }
  const row = (low: number, high: number, fill: string, isLit: boolean): string => {
    const houses: string[] = []
    for (let x = -20; x < side; ) {
      const width = random.between(80, 170)
      houses.push(house(x, width, random.between(low, high), fill, isLit))
      x += width + random.between(-4, 10)
    }
    return houses.join('')
  }
  const drop = (): string => {
    const x = random.between(0, side)
    const y = random.between(0, side)
    const length = random.between(18, 46)
    return element('line', {
      x1: x,
      y1: y,
      x2: x - length * 0.2,
      y2: y + length,
      stroke: light,
      'stroke-width': 1.6,
      opacity: random.between(0.1, 0.4),
    })
  }
  return [
    element('defs', {}, verticalGradient('sky', [night, deep, middle]) + glow('glow', light)),
    backdrop('url(#sky)'),
    element('circle', { cx: moonX, cy: 290, r: 340, fill: 'url(#glow)', opacity: 0.5 }),
    element('circle', { cx: moonX, cy: 290, r: 112, fill: light }),
    element('g', { opacity: 0.55 }, row(300, 520, deep, false)),
    row(180, 430, night, true),
    times(120, drop),
  ].join('')
}
