import { type AiMark, markBeginning, markComment, markFields, markNames } from '../../ai-mark.ts'

const headBytes = 8

interface Box {
  name: string
  /** With its head. */
  bytes: Buffer
  body: Buffer
  start: number
  end: number
}

/** The boxes that follow one another in a part of a file; undefined where they do not fill it. */
const boxesIn = (part: Buffer): readonly Box[] | undefined => {
  const boxes: Box[] = []
  let start = 0
  while (start < part.length) {
    if (start + headBytes > part.length) return undefined
    const stated = part.readUInt32BE(start)
    const isLarge = stated === 1
    const bodyStart = start + (isLarge ? 16 : headBytes)
    if (bodyStart > part.length) return undefined
    const size = isLarge ? Number(part.readBigUInt64BE(start + 8)) : stated
    const end = stated === 0 ? part.length : start + size
    if (end < bodyStart || end > part.length) return undefined
    const name = part.toString('latin1', start + 4, start + 8)
    boxes.push({ name, bytes: part.subarray(start, end), body: part.subarray(bodyStart, end), start, end })
    start = end
  }
  return boxes
}

const box = (name: string, ...parts: readonly Buffer[]): Buffer<ArrayBuffer> => {
  const head = Buffer.from(`\0\0\0\0${name}`, 'latin1')
  const whole = Buffer.concat([head, ...parts])
  whole.writeUInt32BE(whole.length)
  return whole
}

const words = (value: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const none = words(0)
const owner = 'com.apple.iTunes'

/** A text of a tag: UTF-8, in no language. */
const data = (text: string): Buffer<ArrayBuffer> => box('data', words(1), none, Buffer.from(text))

const ourTags = (mark: AiMark): Buffer[] => [
  box('©cmt', data(markComment(mark))),
  ...markFields(mark).map(({ name, value }) =>
    box('----', box('mean', none, Buffer.from(owner)), box('name', none, Buffer.from(name)), data(value)),
  ),
]

const isOurs = ({ name, body }: Box): boolean => {
  const text = body.toString('latin1')
  if (name === '©cmt') return text.includes(markBeginning)
  return name === '----' && markNames.some((own) => text.includes(`name\0\0\0\0${own}`))
}

const markedList = (list: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const tags = boxesIn(list)
  if (tags === undefined) return undefined
  return box('ilst', ...tags.filter((tag) => !isOurs(tag)).map(({ bytes }) => bytes), ...ourTags(mark))
}

/** Says that the tags of a `meta` are such as iTunes writes. */
const handler = box('hdlr', none, none, Buffer.from('mdirappl'), Buffer.alloc(9))
const emptyMeta = Buffer.concat([none, handler])

const markedMeta = (meta: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const boxes = meta.subarray(0, 4).equals(none) ? boxesIn(meta.subarray(4)) : undefined
  const kind = boxes?.find(({ name }) => name === 'hdlr')?.body.toString('latin1', 8, 12)
  if (boxes === undefined || kind !== 'mdir') return undefined
  const list = markedList(boxes.find(({ name }) => name === 'ilst')?.body ?? Buffer.alloc(0), mark)
  if (list === undefined) return undefined
  return box('meta', none, ...boxes.filter(({ name }) => name !== 'ilst').map(({ bytes }) => bytes), list)
}

const markedUserData = (userData: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const boxes = boxesIn(userData)
  const old = boxes?.find(({ name }) => name === 'meta')
  const meta = markedMeta(old?.body ?? emptyMeta, mark)
  if (boxes === undefined || meta === undefined) return undefined
  return box('udta', ...boxes.filter((found) => found !== old).map(({ bytes }) => bytes), meta)
}

const fragmentBoxes: ReadonlySet<string> = new Set(['moof', 'mfra', 'sidx'])
const holders: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])

/**
 * Moves the addresses of sound behind a place in the file, in a table of them; false where one does not fit. Writes
 * into the table.
 */
const shiftTable = ({ name, body }: Box, behind: number, shift: number): boolean => {
  const bytes = name === 'co64' ? 8 : 4
  if (body.length < 8 || 8 + body.readUInt32BE(4) * bytes > body.length) return false
  const end = 8 + body.readUInt32BE(4) * bytes
  for (let at = 8; at < end; at += bytes) {
    const address = name === 'co64' ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at)
    if (address < behind) continue
    if (name === 'co64') body.writeBigUInt64BE(BigInt(address + shift), at)
    else if (address + shift > 0xffff_ffff) return false
    else body.writeUInt32BE(address + shift, at)
  }
  return true
}

const shiftAddresses = (part: Buffer, behind: number, shift: number): boolean =>
  boxesIn(part)?.every((found) => {
    if (holders.has(found.name)) return shiftAddresses(found.body, behind, shift)
    return (found.name !== 'stco' && found.name !== 'co64') || shiftTable(found, behind, shift)
  }) ?? false

/**
 * An M4A or MP4 with a mark among the tags of its `moov`, as iTunes writes them; what tells where the sound lies
 * follows it (ISO/IEC 14496-12, 8.7.5). Not one in fragments, which tell that in more ways.
 */
export const markedMp4 = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const boxes = boxesIn(file)
  const [head, another] = boxes?.filter(({ name }) => name === 'moov') ?? []
  const parts = head === undefined ? undefined : boxesIn(head.body)
  if (boxes === undefined || head === undefined || parts === undefined || another !== undefined)
    return undefined
  if (boxes.some(({ name }) => fragmentBoxes.has(name))) return undefined
  const old = parts.find(({ name }) => name === 'udta')
  const userData = markedUserData(old?.body ?? Buffer.alloc(0), mark)
  if (userData === undefined) return undefined
  const moov = box('moov', ...parts.filter((part) => part !== old).map(({ bytes }) => bytes), userData)
  const shift = moov.length - (head.end - head.start)
  if (!shiftAddresses(moov.subarray(headBytes), head.end, shift)) return undefined
  return Buffer.concat([file.subarray(0, head.start), moov, file.subarray(head.end)])
}
