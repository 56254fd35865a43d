/** A file as a real program writes it. */
export interface ClipRow {
  /** The name that its program would give it. */
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
  /** Its length for a sound of this length; the same unless given. */
  lasts?: (seconds: number) => number
  /** The name of its refused kind. */
  refused?: string
  /** Whether nobody can say how long it lasts. */
  isUncounted?: true
}

type More = Pick<ClipRow, 'breaks' | 'lasts' | 'refused' | 'isUncounted'>

/** One row of the table; `kind` is such as "AAC in MP4". */
export const row = (name: string, by: string, kind: string, make: string, more: More = {}): ClipRow => {
  const [codec = '', container = ''] = kind.split(' in ')
  return { name, by, codec, container, make, ...more }
}

/** A tag of so many bytes before the sound (https://id3.org/id3v2.3.0#ID3v2_header). */
export const tag = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...[21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f)]),
    Buffer.alloc(bytes),
  ])

/** A file behind a tag that is not part of its container. */
export const behindTag = (file: Buffer): Buffer => Buffer.concat([tag(300), file])
