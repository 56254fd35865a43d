/** A colour or a pattern. */
export type Fill = `#${string}` | `url(#${string})`

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

/** A text as data of an SVG. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => entities[sign as keyof typeof entities])

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** A rectangle; nothing if it has no size. */
export const box = (x: number, y: number, width: number, height: number, fill: Fill, rounding = 0): string =>
  width <= 0 || height <= 0
    ? ''
    : `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" rx="${rounded(rounding)}" fill="${fill}"/>`

interface WordsStyle {
  size: number
  fill?: Fill
  weight?: 400 | 600
  anchor?: 'start' | 'middle' | 'end'
  /** What is behind the text, drawn around its letters. */
  ground?: Fill
}

/** A text on one line; `y` is its base line. */
export const words = (
  x: number,
  y: number,
  text: string,
  { size, fill = '#f3f4f8', weight = 400, anchor = 'start', ground }: WordsStyle,
): string => {
  const around = ground === undefined ? '' : ` stroke="${ground}" stroke-width="4" paint-order="stroke"`
  return `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${around}>${escaped(text)}</text>`
}

/** Two texts on one line, the first of which stands out. */
export const leading = (x: number, y: number, [first, second]: readonly [Lead, Lead]): string =>
  `<text x="${x}" y="${y}"><tspan font-size="${first.size}" font-weight="600" fill="${first.fill}">${escaped(first.text)}</tspan><tspan dx="7" font-size="${second.size}" fill="${second.fill}">${escaped(second.text)}</tspan></text>`

interface Lead {
  text: string
  size: number
  fill: Fill
}

/** A dashed line from left to right. */
export const dashes = (from: number, to: number, y: number, fill: Fill): string =>
  `<path d="M${rounded(from)} ${rounded(y)}H${rounded(to)}" stroke="${fill}" stroke-width="1.2" stroke-dasharray="4 3" opacity="0.75"/>`

/** Diagonal stripes, used as a fill by their id. */
export const hatchOf = (id: string, ground: Fill, stripes: Fill): string =>
  `<pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="${ground}"/><rect width="2" height="5" fill="${stripes}"/></pattern>`

/** A shape that others are cut to, by its id. */
export const clipOf = (id: string, shape: string): string => `<clipPath id="${id}">${shape}</clipPath>`

/** Shapes cut to a shape that was defined. */
export const clipped = (id: string, shapes: readonly string[]): string =>
  `<g clip-path="url(#${id})">${shapes.join('')}</g>`

/** What shapes refer to by ids. */
export const definitionsOf = (...all: readonly string[]): string => `<defs>${all.join('')}</defs>`

/** A whole drawing; `scale`: pixels for each of its units. */
export const drawingOf = (
  { width, height, scale }: { width: number; height: number; scale: number },
  parts: readonly string[],
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" font-family="Inter">${parts.join('')}</svg>`
