import { type AiMark, markBeginning, markComment, markFields, markNames } from '../../ai-mark.ts'

const sized = (bytes: Buffer): Buffer[] => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  return [size, bytes]
}

/** The end of the text whose size stands at a position; undefined beyond the end. */
const textEnd = (list: Buffer, position: number): number | undefined => {
  if (position + 4 > list.length) return undefined
  const end = position + 4 + list.readUInt32LE(position)
  return end > list.length ? undefined : end
}

const isOurs = (comment: string): boolean => {
  const [name = '', value = ''] = comment.split('=', 2)
  const upper = name.toUpperCase()
  return markNames.some((own) => own === upper) || (upper === 'COMMENT' && value.startsWith(markBeginning))
}

/**
 * A list of comments with a mark, and with anything that follows the list
 * (https://xiph.org/vorbis/doc/v-comment.html). Undefined where the list is damaged.
 */
export const markedComments = (list: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const vendorEnd = textEnd(list, 0)
  if (vendorEnd === undefined || vendorEnd + 4 > list.length) return undefined
  const kept: Buffer[] = []
  let position = vendorEnd + 4
  for (let left = list.readUInt32LE(vendorEnd); left > 0; left -= 1) {
    const end = textEnd(list, position)
    if (end === undefined) return undefined
    const comment = list.subarray(position + 4, end)
    if (!isOurs(comment.toString('latin1', 0, 100))) kept.push(comment)
    position = end
  }
  const ours = [{ name: 'COMMENT', value: markComment(mark) }, ...markFields(mark)]
  const comments = [...kept, ...ours.map(({ name, value }) => Buffer.from(`${name}=${value}`))]
  const count = Buffer.alloc(4)
  count.writeUInt32LE(comments.length)
  return Buffer.concat([
    list.subarray(0, vendorEnd),
    count,
    ...comments.flatMap(sized),
    list.subarray(position),
  ])
}

/** A list without a comment, as our own writer makes it. */
export const noComments: Buffer = Buffer.concat([...sized(Buffer.from('Tunesmith')), Buffer.alloc(4)])
