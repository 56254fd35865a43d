import type { Motif } from '../motif.ts'
import { backdrop, element, side, times } from '../svg.ts'

const tilesAcross = 5
const tile = side / tilesAcross

const shapes = [
  `M0 0H${tile}A${tile} ${tile} 0 0 1 0 ${tile}Z`,
  `M0 0A${tile} ${tile} 0 0 0 ${tile} ${tile}A${tile} ${tile} 0 0 0 0 0Z`,
  `M0 ${tile / 2}A${tile / 2} ${tile / 2} 0 0 1 ${tile} ${tile / 2}Z`,
  `M0 0H${tile}L0 ${tile}Z`,
  `M${tile / 2} ${tile * 0.12}A${tile * 0.38} ${tile * 0.38} 0 1 1 ${tile / 2 - 0.1} ${tile * 0.12}Z`,
  `M0 0H${tile}V${tile / 3}H0ZM0 ${(tile * 2) / 3}H${tile}V${tile}H0Z`,
] as const

/** Quarter circles, leaves and stripes in a grid, as on the record sleeves of the fifties. */
export const mosaic: Motif = ({ night, deep, middle, light, accent }, random) => {
  const colours = [night, deep, middle, light, accent, light] as const
  const drawTile = (index: number): string => {
    const x = (index % tilesAcross) * tile
    const y = Math.floor(index / tilesAcross) * tile
    const [ground = light, figure = night, dot = accent] = random.shuffle([...new Set(colours)])
    const turn = `rotate(${random.integer(0, 3) * 90} ${tile / 2} ${tile / 2})`
    const hasDot = random.chance(0.22)
    return element(
      'g',
      { transform: `translate(${x} ${y})` },
      element('rect', { width: tile + 0.6, height: tile + 0.6, fill: ground }) +
        element('path', { d: random.pick(shapes), fill: figure, transform: turn }) +
        (hasDot ? element('circle', { cx: tile / 2, cy: tile / 2, r: tile * 0.16, fill: dot }) : ''),
    )
  }
  return backdrop(light) + times(tilesAcross ** 2, drawTile)
}
