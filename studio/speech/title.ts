const titleLengthMax = 60

/** The words a text begins with. */
export const titleOfText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= titleLengthMax) return line
  return `${characters
    .slice(0, titleLengthMax)
    .join('')
    .replace(/\s+\S*$/, '')}…`
}
