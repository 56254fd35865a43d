import type { Random } from '../../music/random.ts'
import type { Motif } from '../motif.ts'
import type { Palette } from '../palettes.ts'
import { backdrop, element, glow, polygon, side, times, verticalGradient } from '../svg.ts'

const horizonY = 620
const stripeCount = 7
const linesAcross = 12
const linesAway = 29

const drawSun = ({ deep }: Palette, random: Random): string => {
  const x = random.between(430, 570)
  const radius = random.between(210, 250)
  const y = horizonY - radius * 0.62
  const disc = { cx: x, cy: y, r: radius }
  const stripe = (index: number): string =>
    element('rect', { x: 0, y: y - 20 + index * 34, width: side, height: 4 + index * 3, fill: deep })
  return [
    element('clipPath', { id: 'sun' }, element('circle', disc)),
    element('circle', { ...disc, r: radius * 1.8, fill: 'url(#glow)', opacity: 0.45 }),
    element('circle', { ...disc, fill: 'url(#face)' }),
    element('g', { 'clip-path': 'url(#sun)' }, times(stripeCount, stripe)),
  ].join('')
}

const drawMountains = ({ night, middle }: Palette, random: Random): string =>
  times(8, (index) => {
    const centre = (index + random.between(0, 1)) * 125
    const width = random.between(90, 170)
    const top = horizonY - random.between(40, 150)
    return polygon(
      [
        [centre - width, horizonY],
        [centre, top],
        [centre + width, horizonY],
      ],
      { fill: night, stroke: middle, 'stroke-width': 2 },
    )
  })

const drawGround = ({ light }: Palette): string => {
  const across = (index: number): string => {
    const y = horizonY + (side - horizonY) * (index / (linesAcross - 1)) ** 2
    const width = 1 + index * 0.25
    return element('line', {
      x1: 0,
      y1: y,
      x2: side,
      y2: y,
      stroke: light,
      'stroke-width': width,
      opacity: 0.8,
    })
  }
  const away = (index: number): string => {
    const fromMiddle = index - (linesAway - 1) / 2
    const [near, far] = [side / 2 + fromMiddle * 170, side / 2 + fromMiddle * 26]
    const ends = { x1: far, y1: horizonY, x2: near, y2: side }
    return element('line', { ...ends, stroke: light, 'stroke-width': 1.6, opacity: 0.7 })
  }
  const ground = { y: horizonY, width: side, height: side - horizonY, fill: 'url(#ground)' }
  return element('rect', ground) + times(linesAway, away) + times(linesAcross, across)
}

const drawStars = ({ light }: Palette, random: Random): string =>
  times(90, () =>
    element('circle', {
      cx: random.between(0, side),
      cy: random.between(0, 400),
      r: random.between(0.7, 2.4),
      fill: light,
    }),
  )

/** A striped sun behind mountains and a grid that runs to the horizon. */
export const horizon: Motif = (palette, random) => {
  const { night, deep, middle, accent } = palette
  const fills = [
    verticalGradient('sky', [night, deep, middle]),
    verticalGradient('face', [accent, middle]),
    verticalGradient('ground', [deep, night]),
    glow('glow', accent),
  ]
  return [
    element('defs', {}, fills.join('')),
    backdrop('url(#sky)'),
    drawStars(palette, random),
    drawSun(palette, random),
    drawMountains(palette, random),
    drawGround(palette),
  ].join('')
}
