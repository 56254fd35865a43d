const wrapLine = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Breaks a text between words, so that its lines fit a terminal: `wrap('one two', 5)` is `['one', 'two']`. */
export const wrap = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, width))
