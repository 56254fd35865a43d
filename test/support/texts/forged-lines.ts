/** What begins a line in some client, or did in some terminal. */
export const lineBreaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'] as const

const forged = 'Charged 9 credits'
/** As much of it as fits where least does. */
const forgedStart = forged.slice(0, 11)

/** What a member, the service or a file could say to begin a line that looks like ours. */
export const forging = (lineBreak: string): string => `x${lineBreak}**${forged}**`

/** The texts of a part of a rendered message that begin lines; a quotation is set apart, so it may have lines of others. */
const textsIn = (part: unknown): readonly string[] => {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  if ('type' in part && part.type === 'rich_text_quote') return []
  // What a button or an option sends is never shown.
  return Object.entries(part).flatMap(([name, value]) =>
    ['value', 'action_id', 'custom_id'].includes(name) && 'text' in part ? [] : textsIn(value),
  )
}

/** The lines of rendered messages, or of parts of them, that are not ours. */
export const forgedLinesIn = (...parts: readonly unknown[]): readonly string[] =>
  textsIn(parts)
    .flatMap((text) => text.split(/[\n\r\v\f\u0085\u2028\u2029]/))
    .filter((line) => line.replaceAll(/^[\\*_\s-]+/g, '').startsWith(forgedStart))
