/** The side of the square all covers are drawn in. */
export const side = 1000

export type Point = readonly [x: number, y: number]

type Attributes = Readonly<Record<string, string | number>>

/** An element with its attributes; numbers are written with one decimal. */
export const element = (name: string, attributes: Attributes, inside = ''): string => {
  const written = Object.entries(attributes).map(([attribute, value]) => {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : value
    return ` ${attribute}="${text}"`
  })
  return `<${name}${written.join('')}>${inside}</${name}>`
}

/** A number of things, one for each index from 0. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_empty, index) => draw(index)).join('')

const round = (value: number): number => Math.round(value * 10) / 10

/** A closed area with straight sides. */
export const polygon = (points: readonly Point[], attributes: Attributes): string =>
  element('polygon', { points: points.map(([x, y]) => `${round(x)},${round(y)}`).join(' '), ...attributes })

/** A smooth line through points, as the data of a path (a Catmull-Rom spline in Bézier form). */
export const smoothLine = (points: readonly Point[]): string => {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0]
  const [startX, startY] = at(0)
  const curves = points.slice(1).map((_point, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...first, ...second, ...to].map(round).join(' ')}`
  })
  return `M${round(startX)} ${round(startY)}${curves.join('')}`
}

/** The area from a smooth line down to the lower edge. */
export const areaBelow = (points: readonly Point[], attributes: Attributes): string =>
  element('path', { d: `${smoothLine(points)}V${side}H0Z`, ...attributes })

/** A gradient from the first colour above to the last below, to be named in a fill. */
export const verticalGradient = (id: string, colours: readonly string[]): string => {
  const stops = colours.map((colour, index) =>
    element('stop', { offset: `${Math.round((100 * index) / (colours.length - 1))}%`, 'stop-color': colour }),
  )
  return element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops.join(''))
}

/** A round glow that fades away, to be named in a fill. */
export const glow = (id: string, colour: string): string =>
  element(
    'radialGradient',
    { id },
    element('stop', { offset: '0%', 'stop-color': colour, 'stop-opacity': '0.9' }) +
      element('stop', { offset: '100%', 'stop-color': colour, 'stop-opacity': '0' }),
  )

/** The whole square in one fill. */
export const backdrop = (fill: string): string => element('rect', { width: side, height: side, fill })
