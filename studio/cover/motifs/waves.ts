import type { Motif } from '../motif.ts'
import {
  areaBelow,
  backdrop,
  element,
  glow,
  type Point,
  polygon,
  side,
  times,
  verticalGradient,
} from '../svg.ts'

const waveCount = 7

/** A sun over a swell, and a small boat on it. */
export const waves: Motif = ({ night, deep, middle, light, accent }, random) => {
  const sunX = random.between(280, 720)
  const sunY = random.between(250, 400)
  const wave = (index: number): string => {
    const top = 470 + index * 82
    const height = random.between(16, 34) + index * 4
    const length = random.between(150, 260)
    const phase = random.between(0, 6)
    const points = Array.from({ length: 41 }, (_empty, step): Point => {
      const x = (step * side) / 40
      return [x, top + height * Math.sin(x / length + phase) + 0.3 * height * Math.sin(x / 61 + phase * 2)]
    })
    const fill = ['#ffffff', middle, middle, deep, deep, night, night][index] ?? night
    return areaBelow(points, { fill, opacity: index === 0 ? 0.25 : 0.62 + index * 0.05 })
  }
  const boatX = random.between(250, 700)
  const boatY = 585
  const boat = [
    polygon(
      [
        [boatX - 62, boatY],
        [boatX + 62, boatY],
        [boatX + 40, boatY + 34],
        [boatX - 42, boatY + 34],
      ],
      { fill: night },
    ),
    polygon(
      [
        [boatX - 4, boatY - 8],
        [boatX - 4, boatY - 138],
        [boatX - 70, boatY - 8],
      ],
      { fill: light },
    ),
    polygon(
      [
        [boatX + 6, boatY - 8],
        [boatX + 6, boatY - 112],
        [boatX + 56, boatY - 8],
      ],
      { fill: accent },
    ),
  ].join('')
  return [
    element('defs', {}, verticalGradient('sky', [deep, middle, light]) + glow('glow', accent)),
    backdrop('url(#sky)'),
    element('circle', { cx: sunX, cy: sunY, r: 330, fill: 'url(#glow)' }),
    element('circle', { cx: sunX, cy: sunY, r: 118, fill: accent }),
    times(2, wave),
    boat,
    times(waveCount - 2, (index) => wave(index + 2)),
  ].join('')
}
