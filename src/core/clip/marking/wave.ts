import { type AiMark, markBeginning, markComment } from '../../ai-mark.ts'
import { markedId3 } from './id3.ts'

const headBytes = 8

interface Chunk {
  id: string
  body: Buffer
}

/** The chunks in a list of them; undefined where they do not fill it. */
const chunksIn = (list: Buffer): readonly Chunk[] | undefined => {
  const chunks: Chunk[] = []
  let position = 0
  while (position + headBytes <= list.length) {
    const id = list.toString('latin1', position, position + 4)
    const start = position + headBytes
    const end = start + list.readUInt32LE(position + 4)
    if (!/^[ -~]{4}$/.test(id) || end > list.length) return undefined
    chunks.push({ id, body: list.subarray(start, end) })
    position = end + (end % 2)
  }
  return position >= list.length ? chunks : undefined
}

const chunk = (id: string, body: Buffer): Buffer[] => {
  const head = Buffer.from(`${id}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return [head, body, Buffer.alloc(body.length % 2)]
}

const infoWord = 'INFO'
const isInfo = ({ id, body }: Chunk): boolean => id === 'LIST' && body.toString('latin1', 0, 4) === infoWord
const isId3 = ({ id }: Chunk): boolean => id.toLowerCase() === 'id3 '

/** The list of facts about a file, with a comment for people. */
const markedInfo = (facts: readonly Chunk[], mark: AiMark): Buffer<ArrayBuffer> => {
  const kept = facts.filter(
    ({ id, body }) => id !== 'ICMT' || !body.toString('latin1').startsWith(markBeginning),
  )
  const comment = chunk('ICMT', Buffer.from(`${markComment(mark)}\0`, 'latin1'))
  return Buffer.concat([
    Buffer.from(infoWord),
    ...kept.flatMap(({ id, body }) => chunk(id, body)),
    ...comment,
  ])
}

const isWave = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE'

/**
 * A WAV with a mark: for people among its facts, which have no field for programs, and for both in a chunk with
 * an ID3 tag.
 */
export const markedWave = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  if (file.length < 12 || !isWave(file)) return undefined
  const end = headBytes + file.readUInt32LE(4)
  const chunks = end > file.length ? undefined : chunksIn(file.subarray(12, end))
  const sound = chunks?.find(({ id }) => id === 'data')
  if (chunks === undefined || sound === undefined || sound.body.length === 0) return undefined
  const oldInfo = chunks.find(isInfo)
  const oldTag = chunks.find(isId3)
  const facts = oldInfo === undefined ? [] : chunksIn(oldInfo.body.subarray(4))
  const tag = markedId3(oldTag?.body ?? Buffer.alloc(0), mark)
  if (facts === undefined || tag === undefined) return undefined
  const kept = chunks.filter((candidate) => candidate !== oldInfo && candidate !== oldTag)
  const body = [
    Buffer.from('WAVE'),
    ...kept.flatMap(({ id, body: held }) => chunk(id, held)),
    ...chunk('LIST', markedInfo(facts, mark)),
    ...chunk('id3 ', tag),
  ]
  const size = body.reduce((sum, { length }) => sum + length, 0)
  if (size > 0xffff_ffff) return undefined
  const head = Buffer.from('RIFF\0\0\0\0')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, ...body, file.subarray(end)])
}
