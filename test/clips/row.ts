/** A file as somebody's program writes it. */
export interface ClipRow {
  /** Its name, as its program would call it. */
  name: string
  /** The program or device that writes such files. */
  by: string
  codec: string
  container: string
  /**
   * Commands for a shell. They read the sound from `in.wav` and write `$OUT`; `$FF` is FFmpeg reading the sound,
   * and `$FILM` FFmpeg reading it beside pictures.
   */
  make: string
  /** How the file is broken afterwards. */
  breaks?: (file: Buffer) => Buffer
  /** How long it lasts when its sound lasts so long; the same unless given. */
  lasts?: (seconds: number) => number
  /** What it is called where it is refused. */
  refused?: string
}

type More = Pick<ClipRow, 'breaks' | 'lasts' | 'refused'>

/** One row of the table; `kind` is such as "AAC in MP4". */
export const row = (name: string, by: string, kind: string, make: string, more: More = {}): ClipRow => {
  const [codec = '', container = ''] = kind.split(' in ')
  return { name, by, codec, container, make, ...more }
}
