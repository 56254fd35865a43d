import type { Motif } from '../motif.ts'
import { backdrop, element, glow, side, times, verticalGradient } from '../svg.ts'

const starCount = 170

/** A planet with a ring among the stars. */
export const planet: Motif = ({ night, deep, middle, light, accent }, random) => {
  const x = random.between(400, 600)
  const y = random.between(430, 570)
  const radius = random.between(190, 250)
  const tilt = random.integer(-28, 28)
  const star = (): string =>
    element('circle', {
      cx: random.between(0, side),
      cy: random.between(0, side),
      r: random.between(0.6, 3),
      fill: random.chance(0.15) ? accent : light,
      opacity: random.between(0.3, 1),
    })
  const band = (index: number): string =>
    element('ellipse', {
      cx: x,
      cy: y - radius + (index + 0.5) * (radius / 3.5),
      rx: radius * 1.1,
      ry: random.between(9, 26),
      fill: random.pick([light, deep, accent]),
      opacity: random.between(0.12, 0.34),
    })
  const ring = (sweep: 0 | 1): string =>
    times(4, (index) => {
      const across = (1.45 + index * 0.1) * radius
      const up = (0.3 + index * 0.025) * radius
      return element('path', {
        d: `M${x - across} ${y}A${across} ${up} 0 0 ${sweep} ${x + across} ${y}`,
        fill: 'none',
        stroke: index % 2 === 0 ? light : accent,
        'stroke-width': 9 - index * 2,
        'stroke-opacity': 0.9 - index * 0.16,
        transform: `rotate(${tilt} ${x} ${y})`,
      })
    })
  const moonX = random.between(120, 880)
  const clip = element('clipPath', { id: 'disc' }, element('circle', { cx: x, cy: y, r: radius }))
  const shade = element('circle', {
    cx: x + radius * 0.55,
    cy: y + radius * 0.5,
    r: radius * 1.35,
    fill: 'url(#shade)',
  })
  return [
    element(
      'defs',
      {},
      [
        verticalGradient('sky', [night, deep, night]),
        verticalGradient('ball', [light, middle, deep]),
        glow('glow', middle),
        glow('shade', night),
        clip,
      ].join(''),
    ),
    backdrop('url(#sky)'),
    element('circle', { cx: x, cy: y, r: radius * 2.3, fill: 'url(#glow)', opacity: 0.5 }),
    times(starCount, star),
    ring(1),
    element('circle', { cx: x, cy: y, r: radius, fill: 'url(#ball)' }),
    element('g', { 'clip-path': 'url(#disc)' }, times(7, band) + shade),
    ring(0),
    element('circle', { cx: moonX, cy: random.between(110, 200), r: random.between(18, 42), fill: accent }),
  ].join('')
}
