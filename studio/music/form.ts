/** A part of a piece. The ending is the last chord, which rings until the piece is over. */
export type Section = {
  readonly kind: 'intro' | 'verse' | 'chorus' | 'ending'
  readonly firstBar: number
  readonly bars: number
}

const endingSecondsMin = 1.7
const phraseBars = 4
const longPieceBars = 24

/** The lengths of the verses and choruses, by turns, that fill this many bars. */
const bodyLengths = (bars: number): readonly number[] => {
  if (bars < phraseBars) return [bars]
  if (bars <= longPieceBars) {
    const verse = bars < 2 * phraseBars ? 2 : Math.floor(bars / 2 / phraseBars) * phraseBars
    return [verse, bars - verse]
  }
  const pairs = Math.ceil(bars / longPieceBars) + 1
  const length = Math.max(phraseBars, Math.floor(bars / (2 * pairs) / phraseBars) * phraseBars)
  const lengths = Array.from({ length: 2 * pairs }, () => length)
  return [...lengths.slice(0, -1), bars - length * (2 * pairs - 1)]
}

const bodyBarsOf = (bars: number): number => {
  const unit = bars > phraseBars ? (bars > 2 * phraseBars ? phraseBars : 2) : 1
  return Math.max(1, Math.floor((bars - 1) / unit) * unit)
}

/** Divides the time of a piece: an introduction, verses and choruses by turns, and the last chord. */
export const divideIntoSections = (seconds: number, barSeconds: number): readonly Section[] => {
  const bars = Math.max(1, Math.floor((seconds - endingSecondsMin) / barSeconds))
  const body = bodyBarsOf(bars)
  const intro = bars - body
  const sections: Section[] = intro === 0 ? [] : [{ kind: 'intro', firstBar: 0, bars: intro }]
  let firstBar = intro
  for (const [index, length] of bodyLengths(body).entries()) {
    sections.push({ kind: index % 2 === 0 ? 'verse' : 'chorus', firstBar, bars: length })
    firstBar += length
  }
  return [...sections, { kind: 'ending', firstBar, bars: 1 }]
}
