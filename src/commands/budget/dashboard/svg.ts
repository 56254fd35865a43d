/** A colour or a pattern. */
export type Fill = `#${string}` | `url(#${string})`

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

/** A text as data of an SVG. */
export const escaped = (text: string): string =>
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
