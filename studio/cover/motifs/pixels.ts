import type { Motif } from '../motif.ts'
import { backdrop, element, side, times } from '../svg.ts'

const cells = 12
const margin = 140
const cell = (side - 2 * margin) / cells

/** A creature of squares, the same on both sides, among blinking stars. */
export const pixels: Motif = ({ night, deep, middle, light, accent }, random) => {
  const square = (x: number, y: number, fill: string): string =>
    element('rect', {
      x: margin + x * cell,
      y: margin + y * cell,
      width: cell + 0.5,
      height: cell + 0.5,
      fill,
    })
  const star = (): string =>
    element('rect', {
      x: random.integer(0, 49) * 20,
      y: random.integer(0, 49) * 20,
      width: 10,
      height: 10,
      fill: random.pick([deep, deep, middle, light]),
    })
  const creature: string[] = []
  for (let y = 1; y < cells - 1; y += 1) {
    for (let x = 1; x < cells / 2; x += 1) {
      const closeness = 1 - Math.hypot((cells / 2 - x - 0.5) / 6, (y - cells / 2 + 0.5) / 6.5)
      if (!random.chance(0.25 + closeness)) continue
      const fill = random.pick([middle, middle, light, accent])
      creature.push(square(x, y, fill), square(cells - 1 - x, y, fill))
    }
  }
  const eyes = [4, cells - 5].map((x) => square(x, 4, night) + square(x, 5, light)).join('')
  return backdrop(night) + times(110, star) + creature.join('') + eyes
}
