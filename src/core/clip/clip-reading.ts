/** A file of a chat while it is read. */
export interface ClipStream {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** A clip on this machine, ready to be sent on. */
export interface LocalClip {
  path: string
  name: string
  contentType: string
  bytes: number
  /** Where its length can be told. */
  seconds: number | undefined
  /** What its length is at most, where that is certain: its head says nothing that counts for less. */
  secondsMost?: number | undefined
}

/** What reading a chat's file came to; `reason` is plain text for the member, with the limit and the mend. */
export type ClipReading = { status: 'read'; clip: LocalClip } | { status: 'refused'; reason: string }

/** Reads chats' files into this machine, and looks at what they contain. */
export interface ClipReader {
  /** Never trusts a name or a stated type. Rejects with whatever the stream rejects with, and with AppError `folder_unusable`. */
  read(stream: ClipStream): Promise<ClipReading>
  /** Removes a file that is not needed any more. */
  discard(clip: LocalClip): Promise<void>
}
