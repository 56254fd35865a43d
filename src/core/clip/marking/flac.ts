import type { AiMark } from '../../ai-mark.ts'
import { markedComments, noComments } from './vorbis-comment.ts'

const headBytes = 4
const sizeMax = 2 ** 24 - 1
const streamInfoKind = 0
const commentKind = 4

interface Block {
  kind: number
  body: Buffer
}

/** The blocks before the sound, and where it begins; undefined where they are cut off. */
const blocksIn = (file: Buffer): { blocks: readonly Block[]; end: number } | undefined => {
  const blocks: Block[] = []
  let position = 4
  for (;;) {
    if (position + headBytes > file.length) return undefined
    const head = file[position] ?? 0
    const start = position + headBytes
    position = start + file.readUIntBE(position + 1, 3)
    if (position > file.length) return undefined
    blocks.push({ kind: head & 0x7f, body: file.subarray(start, position) })
    if ((head & 0x80) !== 0) return { blocks, end: position }
  }
}

const written = ({ kind, body }: Block, isLast: boolean): Buffer[] => {
  const head = Buffer.from([kind | (isLast ? 0x80 : 0), 0, 0, 0])
  head.writeUIntBE(body.length, 1, 3)
  return [head, body]
}

/** A FLAC file with a mark among its comments (RFC 9639, 8.6). */
export const markedFlac = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  if (file.toString('latin1', 0, 4) !== 'fLaC') return undefined
  const found = blocksIn(file)
  const [info, ...others] = found?.blocks ?? []
  if (found === undefined || info?.kind !== streamInfoKind) return undefined
  const old = others.find(({ kind }) => kind === commentKind)
  const body = markedComments(old?.body ?? noComments, mark)
  if (body === undefined || body.length > sizeMax) return undefined
  const blocks = [info, { kind: commentKind, body }, ...others.filter((block) => block !== old)]
  return Buffer.concat([
    Buffer.from('fLaC'),
    ...blocks.flatMap((block, index) => written(block, index === blocks.length - 1)),
    file.subarray(found.end),
  ])
}
