const titleLengthMax = 60

/** The words a text begins with. */
export const titleOfText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= titleLengthMax ? line : `${line.slice(0, titleLengthMax).replace(/\s+\S*$/, '')}…`
}
