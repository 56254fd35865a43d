/** What a breach says besides what was done wrong. */
export type Particulars = {
  /** What the bot did it to: "/music", "POST /upload song.mp3". */
  readonly to?: string
  readonly more?: string
  readonly detail?: unknown
}

/** What a bot did wrong, in one line of the wire: "/music: no answer within 3000 ms". */
export const breachLine = (breach: string, { to, more }: Particulars): string => {
  const words = more === undefined ? breach : `${breach} ${more}`
  return to === undefined ? words : `${to}: ${words}`
}
