/** A cue of subtitles, times in milliseconds. */
export type Cue = { readonly start: number; readonly end: number; readonly text: string }

const millisecondsOf = (time: string, sign: ',' | '.'): number => {
  const form =
    sign === ',' ? /^(\d{2}):([0-5]\d):([0-5]\d),(\d{3})$/ : /^(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})$/
  const [whole, hours, minutes, seconds, part] = form.exec(time) ?? []
  if (whole === undefined) throw new Error(`no time: ${time}`)
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part)
}

const readTimes = (line: string, sign: ',' | '.'): Pick<Cue, 'start' | 'end'> => {
  const parts = line.split(' --> ')
  if (parts.length !== 2) throw new Error(`no times: ${line}`)
  const [start = 0, end = 0] = parts.map((part) => millisecondsOf(part, sign))
  if (end <= start) throw new Error(`a cue that ends before it begins: ${line}`)
  return { start, end }
}

const inTurn = (cues: readonly Cue[]): readonly Cue[] => {
  for (const [index, cue] of cues.entries()) {
    if (cue.start < (cues[index - 1]?.end ?? 0))
      throw new Error(`cue ${index} begins before the last one ends`)
  }
  return cues
}

const readText = (lines: readonly string[]): string => {
  const text = lines.join('\n')
  if (text.trim() === '' || text.includes('-->')) throw new Error(`no text of a cue: ${text}`)
  return text
}

/** The blocks of a file, each ended by exactly one blank line. */
const blocksOf = (file: string): readonly (readonly string[])[] => {
  if (file === '') return []
  if (!file.endsWith('\n\n') || file.includes('\r'))
    throw new Error('the file does not end with a blank line')
  return file
    .slice(0, -2)
    .split('\n\n')
    .map((block) => {
      if (block === '' || block.startsWith('\n')) throw new Error('two blank lines')
      return block.split('\n')
    })
}

/**
 * Reads SubRip and takes no liberties: cues numbered from 1, times of a fixed form, text in each, none over
 * another (https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml).
 */
export const readSrt = (file: string): readonly Cue[] =>
  inTurn(
    blocksOf(file).map(([number, times = '', ...lines], index) => {
      if (number !== String(index + 1)) throw new Error(`cue ${index + 1} is numbered ${number}`)
      return { ...readTimes(times, ','), text: readText(lines) }
    }),
  )

const references: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The text of a cue without the times in it, which must grow and lie inside the cue. */
const readCueText = (text: string, { start, end }: Pick<Cue, 'start' | 'end'>): string => {
  let before = start
  const plain = text.replaceAll(/<([^>]*)>/g, (_whole, time: string) => {
    const at = millisecondsOf(time, '.')
    if (at <= before || at >= end) throw new Error(`a time outside its cue: ${time}`)
    before = at
    return ''
  })
  if (/[<>]/.test(plain) || /&(?!amp;|lt;|gt;)/.test(plain))
    throw new Error(`a sign that stands for another: ${text}`)
  return plain.replaceAll(/&(?:amp|lt|gt);/g, (reference) => references[reference] ?? reference)
}

/** A cue of WebVTT, and the times inside its text, in milliseconds. */
export type VttCue = Cue & { readonly times: readonly number[] }

/**
 * Reads WebVTT as strictly (https://www.w3.org/TR/webvtt1/#file-structure),
 * without settings, notes and regions.
 */
export const readVtt = (file: string): readonly VttCue[] => {
  const [header, ...blocks] = blocksOf(file)
  if (header?.length !== 1 || header[0] !== 'WEBVTT') throw new Error('no WebVTT')
  const cues = blocks.map(([timing = '', ...lines]) => {
    const span = readTimes(timing, '.')
    const text = readText(lines)
    const times = [...text.matchAll(/<([\d:.]+)>/g)].map(([, time = '']) => millisecondsOf(time, '.'))
    return { ...span, text: readCueText(text, span), times }
  })
  inTurn(cues)
  return cues
}
