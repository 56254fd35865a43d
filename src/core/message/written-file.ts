import { createTurns, nextTurn, once } from '../waiting.ts'

/** A file that we wrote, such as an export: its bytes are made once, for every attempt and both platforms. */
export interface WrittenFile {
  readonly name: string
  readonly data: Uint8Array<ArrayBuffer>
  /** The same bytes compressed, made when they are first needed. */
  readonly gzipped: () => Promise<Uint8Array<ArrayBuffer>>
}

/** Characters that are written without a pause: a few milliseconds of work, whatever script they are in. */
const sliceLength = 100_000

/** The texts in slices of about the same length, none of which ends within a character. */
const slicesOf = function* (texts: Iterable<string>): Generator<string> {
  let rest = ''
  for (const text of texts) {
    rest += text
    while (rest.length > sliceLength) {
      const isWithin = /[\uD800-\uDBFF]/.test(rest.charAt(sliceLength - 1))
      const end = isWithin ? sliceLength - 1 : sliceLength
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
  }
  if (rest !== '') yield rest
}

const zipped = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = ReadableStream.from([data]).pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Writes texts one after the other as a file in UTF-8; undefined if it gets larger than `bytesMax`. They are taken and
 * written a slice at a time, and everything else that waits gets its turn in between.
 * @example await writeFile('statement-2026-06.csv', statementCsv(statement), 20_000_000)
 */
export const writeFile = async (
  name: string,
  texts: Iterable<string>,
  bytesMax: number,
): Promise<WrittenFile | undefined> => {
  const encoder = new TextEncoder()
  const slices: Uint8Array[] = []
  let size = 0
  for (const text of slicesOf(texts)) {
    const slice = encoder.encode(text)
    size += slice.byteLength
    if (size > bytesMax) return undefined
    slices.push(slice)
    await nextTurn() // after each slice
  }
  const data = new Uint8Array(size)
  let at = 0
  for (const slice of slices) {
    data.set(slice, at)
    at += slice.byteLength
    await nextTurn()
  }
  const compressed = once(() => zipped(data))
  const leaving = createTurns(1)
  return {
    name,
    data,
    async gzipped() {
      const bytes = await compressed()
      // What the chats of all who wait for it do with it would add up.
      await leaving('', nextTurn)
      return bytes
    },
  }
}
