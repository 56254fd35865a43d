import { styleOf } from '../music/brief.ts'
import type { CoverOrder } from '../music/order.ts'
import { randomFrom } from '../music/random.ts'
import { motifs } from './motifs.ts'
import { palettes } from './palettes.ts'
import { element, side } from './svg.ts'

/** The grain is drawn once, this wide and high, and repeated: noise takes longer than all the rest of a cover. */
const grainSide = side / 5

/** What all covers share: a grain like that of printed paper, and edges a little darker. */
const finish = (seed: number): string => {
  const noise = element('feTurbulence', {
    type: 'fractalNoise',
    baseFrequency: '0.8',
    numOctaves: 2,
    stitchTiles: 'stitch',
    seed,
  })
  const grey = element('feColorMatrix', { type: 'saturate', values: '0' })
  const stops =
    element('stop', { offset: '55%', 'stop-color': '#000', 'stop-opacity': '0' }) +
    element('stop', { offset: '100%', 'stop-color': '#000', 'stop-opacity': '0.42' })
  const box = { width: side, height: side }
  const tile = { width: grainSide, height: grainSide }
  const region = { x: '0%', y: '0%', width: '100%', height: '100%' }
  const grain = element('rect', { ...tile, filter: 'url(#noise)' })
  return [
    element('defs', {}, element('filter', { id: 'noise', ...region }, noise + grey)),
    element('defs', {}, element('pattern', { id: 'grain', patternUnits: 'userSpaceOnUse', ...tile }, grain)),
    element('defs', {}, element('radialGradient', { id: 'edge', r: '75%' }, stops)),
    element('rect', { ...box, fill: 'url(#grain)', opacity: '0.09' }),
    element('rect', { ...box, fill: 'url(#edge)' }),
  ].join('')
}

/** A cover as SVG: the motif and colours of the style, arranged by what was ordered. */
export const coverSvg = (order: CoverOrder): string => {
  const { motif, colours } = styleOf(order).cover
  const random = randomFrom('cover', order.prompt, order.musicStyle, order.lyrics, order.title)
  const inside = motifs[motif](palettes[random.pick(colours)], random) + finish(random.integer(1, 9999))
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${side} ${side}` }, inside)
}
