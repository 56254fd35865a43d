import { mpegFrameAt } from '../sound/mpeg-frames.ts'

// FFmpeg guesses a file's format from its contents, and even the codec of 16-bit PCM. A wrong guess plays something else, of
// any length. These checks cover what it could find in bytes that the sender controls. A false alarm costs an honest file little.

/** How far FFmpeg looks. */
export const lookedAtBytes = 1024 * 1024

/** How long a frame is whose head is at a position; undefined if there is none. */
type BytesAt = (bytes: Buffer, position: number) => number | undefined

const dolbyRates: readonly number[] = [48_000, 44_100, 32_000]
const dolbyKilobits: readonly number[] = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
]

/** FFmpeg skips headers of this many bytes between AC-3 frames; they begin with these. */
const [dolbyHeadBytes, dolbyHead] = [16, Buffer.from('0110000000000000', 'hex')]

/** AC-3 and E-AC-3 (ETSI TS 102 366, 4.4.1 and E.1.3.1), whose bytes can be swapped in pairs. */
const dolbyBytes: BytesAt = (bytes, start) => {
  const hasHead =
    bytes[start] === dolbyHead[0] && bytes.subarray(start, start + dolbyHead.length).equals(dolbyHead)
  const at = hasHead ? start + dolbyHeadBytes : start
  const frame = dolbyFrame(bytes, at)
  return frame === undefined ? undefined : at - start + frame
}

const dolbyFrame: BytesAt = (bytes, at) => {
  const isSwapped = bytes[at] === 0x77 && bytes[at + 1] === 0x0b
  if (!isSwapped && (bytes[at] !== 0x0b || bytes[at + 1] !== 0x77)) return undefined
  const byteAt = (index: number): number => bytes[at + (isSwapped ? index ^ 1 : index)] ?? 0
  const [four, five] = [byteAt(4), byteAt(5)]
  if (five >>> 3 > 10) return (((byteAt(2) & 7) << 8) | byteAt(3)) * 2 + 2
  const [rate, kilobits] = [dolbyRates[four >>> 6], dolbyKilobits[(four & 0x3f) >>> 1]]
  if (rate === undefined || kilobits === undefined) return undefined
  return 2 * (Math.floor((kilobits * 96_000) / rate) + (rate === 44_100 ? four & 1 : 0))
}

/** AAC in ADTS and LATM (ISO/IEC 14496-3, 1.7.2 and 1.A.2.2). */
const aacBytes: BytesAt = (bytes, at) => {
  const [zero, one = 0] = [bytes[at], bytes[at + 1]]
  if (zero === 0x56 && one >>> 5 === 7) return (((one & 0x1f) << 8) | (bytes[at + 2] ?? 0)) + 3
  if (zero !== 0xff || (one & 0xf6) !== 0xf0) return undefined
  const [three = 0, four = 0, five = 0] = [bytes[at + 3], bytes[at + 4], bytes[at + 5]]
  const size = ((three & 3) << 11) | (four << 3) | (five >>> 5)
  return size < 7 ? undefined : size
}

/** Samples per second of MPEG-1, halved by each later version. */
const mpegRates: readonly number[] = [44_100, 48_000, 32_000]
const laterKilobits: readonly number[] = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]

/** MPEG audio of all layers, of which nobody writes the first. */
const mpegBytes: BytesAt = (bytes, at) => {
  if (bytes[at] !== 0xff) return undefined
  const known = mpegFrameAt(bytes, at)
  if (known !== undefined) return known.bytes
  const [one = 0, two = 0] = [bytes[at + 1], bytes[at + 2]]
  const [rate, code, version] = [mpegRates[(two >>> 2) & 3], two >>> 4, (one >>> 3) & 3]
  if ((one & 0xe6) !== 0xe6 || rate === undefined || code === 0 || code === 15 || version === 1)
    return undefined
  const kilobits = version === 3 ? code * 32 : (laterKilobits[code - 1] ?? 0)
  const halvings = version === 3 ? 0 : version === 2 ? 1 : 2
  return 4 * (Math.floor((12_000 * kilobits) / (rate >> halvings)) + ((two >>> 1) & 1))
}

/** Whether a row of at least this many frames begins before a position; their headers begin with one of these bytes. */
const hasRow = (
  bytes: Buffer,
  beginnings: readonly number[],
  bytesAt: BytesAt,
  least: number,
  before = bytes.length,
): boolean =>
  beginnings.some((beginning) => {
    let start = bytes.indexOf(beginning)
    for (; start !== -1 && start < before; start = bytes.indexOf(beginning, start + 1)) {
      let [at, count] = [start, 0]
      for (let size = bytesAt(bytes, at); size !== undefined && size > 0; size = bytesAt(bytes, at)) {
        at += size
        count += 1
        if (count === least) return true
      }
    }
    return false
  })

/** A few frames are enough at the beginning; elsewhere FFmpeg wants many more. */
const [firstRow, laterRow, beginningBytes] = [3, 6, 4096]

/** Whether there are enough frames in a row for FFmpeg to believe in their format. */
const hasFrames = (bytes: Buffer, beginnings: readonly number[], bytesAt: BytesAt): boolean =>
  hasRow(bytes, beginnings, bytesAt, firstRow, beginningBytes) || hasRow(bytes, beginnings, bytesAt, laterRow)

const hasDolby = (bytes: Buffer): boolean => hasFrames(bytes, [0x0b, 0x77, 0x01], dolbyBytes)
const hasAac = (bytes: Buffer): boolean => hasFrames(bytes, [0xff, 0x56], aacBytes)

/** Counts a mark where what follows it fits, up to the number that matters. */
const countMarks = (
  bytes: Buffer,
  hex: string,
  most: number,
  fits: (at: number) => boolean = () => true,
): number => {
  const mark = Buffer.from(hex, 'hex')
  let count = 0
  for (let at = bytes.indexOf(mark); at !== -1 && count < most; at = bytes.indexOf(mark, at + 1))
    if (fits(at)) count += 1
  return count
}

/** Sync words of DTS with 16 bits, and with 14 bits and what follows; each in both byte orders (ETSI TS 102 114, 6.1.3.1). */
const dtsMarks: readonly (readonly [mark: string, mask: number, next: number])[] = [
  ['7ffe8001', 0, 0],
  ['fe7f0180', 0, 0],
  ['1fffe800', 0xfff0, 0x07f0],
  ['ff1f00e8', 0xf0ff, 0xf007],
]

const hasDts = (bytes: Buffer): boolean =>
  dtsMarks.some(([mark, mask, next]) => {
    // DTS consists of whole words, like PCM.
    const fits = (at: number): boolean =>
      at % 2 === 0 && (mask === 0 || (at + 6 <= bytes.length && (bytes.readUInt16BE(at + 4) & mask) === next))
    return countMarks(bytes, mark, 2, fits) === 2
  })

const hasOneOf = (bytes: Buffer, marks: readonly string[]): boolean =>
  marks.some((mark) => countMarks(bytes, mark, 1) === 1)

/** DTS-HD, TrueHD and MLP. */
const hasSoundMark = (bytes: Buffer): boolean =>
  hasDts(bytes) || hasOneOf(bytes, ['64582025', 'f8726fba', 'f8726fbb'])

/** S/PDIF (IEC 61937), in both orders. */
const hasBursts = (bytes: Buffer): boolean => hasOneOf(bytes, ['72f81f4e', 'f8724e1f'])

/** Films with sound: program streams (packs, headers and maps), NSV, NUT, MXF and Interplay MVE; and SDP. */
const filmMarks: readonly string[] = [
  '000001ba',
  '000001bb',
  '000001bc',
  '4e535673',
  '4e4d7a561f5f04ad',
  '060e2b34020501010d010201',
  '496e746572706c6179204d56452046696c65',
  '633d494e204950',
]
const dvMarks: readonly string[] = ['1f07003f', '1f0700bf']
/** Whether FFmpeg accepts what follows a packet's start code as a header of MPEG-2 or MPEG-1 (ISO/IEC 13818-1, 2.4.3.7). */
const isPacketHead = (bytes: Buffer, kindAt: number): boolean => {
  const flags = bytes[kindAt + 4] ?? 0
  const times = flags & 0xc0
  const fitsTimes = times === 0 || (times !== 0x40 && times >> 2 === ((bytes[kindAt + 6] ?? 0) & 0xf0))
  if (((bytes[kindAt + 3] ?? 0) & 0xc0) === 0x80 && fitsTimes) return true
  let at = kindAt + 3
  while (bytes[at] === 0xff) at += 1
  if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2
  const first = bytes[at] ?? 0
  const marked = (...distances: readonly number[]): boolean =>
    distances.every((distance) => ((bytes[at + distance] ?? 0) & 1) === 1)
  if ((first & 0xf0) === 0x20) return marked(0, 2, 4)
  return (first & 0xf0) === 0x30 ? marked(0, 2, 4, 5, 7, 9) : first === 0x0f
}

/** Packets of program streams; quiet MP3s contain some by coincidence. */
const [packetMark, packetKinds, packetsMin] = ['000001', [0xc0, 0xef], 5] as const

const hasFilmMark = (bytes: Buffer): boolean => {
  const isSound = (at: number): boolean => {
    const kind = bytes[at + 3] ?? 0
    return kind >= packetKinds[0] && kind <= packetKinds[1] && isPacketHead(bytes, at + 3)
  }
  return (
    hasOneOf(bytes, filmMarks) ||
    dvMarks.some((mark) => countMarks(bytes, mark, 2) === 2) ||
    countMarks(bytes, packetMark, packetsMin, isSound) === packetsMin
  )
}

/** Packet sizes of MPEG transport streams and their sync byte; this many out of ten are no coincidence. */
const transport = { steps: [188, 192, 204], mark: 0x47, window: 10, least: 5 } as const

const isTransport = (bytes: Buffer): boolean =>
  transport.steps.some((step) => {
    const counts = new Uint8Array(step)
    for (let at = 0; at < bytes.length; at += 1) {
      const left = bytes[at - transport.window * step] === transport.mark ? 1 : 0
      const count = (counts[at % step] ?? 0) - left + (bytes[at] === transport.mark ? 1 : 0)
      if (count >= transport.least) return true
      counts[at % step] = count
    }
    return false
  })

/** Raw GSM consists of frames of this size, which all begin with the same four bits. */
const gsm = { step: 33, mark: 0xd, least: 0.5 } as const

const isGsm = (bytes: Buffer): boolean => {
  let [frames, marked] = [0, 0]
  for (let at = 0; at < bytes.length; at += gsm.step) {
    frames += 1
    if ((bytes[at] ?? 0) >>> 4 === gsm.mark) marked += 1
  }
  return marked > frames * gsm.least
}

/** Frame sizes of narrowband and wideband AMR by type, and a bit that every header has (RFC 4867, 5.3). */
const amrFrames: readonly (readonly number[])[] = [
  [13, 14, 16, 18, 20, 21, 27, 32, 6],
  [18, 24, 33, 37, 41, 47, 51, 59, 61, 6],
]
const [amrBit, amrMin, amrShare] = [0x04, 100, 16] as const

/** Whether FFmpeg would take the file for raw AMR: it needs many frames in a row and few other bytes. */
const isAmr = (bytes: Buffer): boolean =>
  amrFrames.some((sizes) => {
    let [valid, invalid] = [0, 0]
    for (let at = 0; at < bytes.length; ) {
      const head = bytes[at] ?? 0
      const size = (head & amrBit) === 0 ? undefined : sizes[(head >>> 3) & 15]
      valid = size === undefined ? 0 : valid + 1
      if (size === undefined) invalid += 1
      if (valid > amrMin && valid > invalid * amrShare) return true
      at += size ?? 1
    }
    return false
  })

/** The bits that all headers of an MP3 share. FFmpeg gives up on an MP3 with more copies of its header in one frame. */
const [sharedBits, copiesMax] = [0xfffe_0ccf, 2]

const repeatsHeads = (frames: Buffer): boolean => {
  for (let at = 0; at + 4 <= frames.length; ) {
    const bytes = mpegFrameAt(frames, at)?.bytes
    if (bytes === undefined) return false
    const head = (frames.readUInt32BE(at) & sharedBits) >>> 0
    const end = Math.min(at + bytes, frames.length) - 4
    let copies = 0
    for (
      let next = frames.indexOf(0xff, at + 1);
      next !== -1 && next <= end;
      next = frames.indexOf(0xff, next + 1)
    )
      if ((frames.readUInt32BE(next) & sharedBits) >>> 0 === head) copies += 1
    if (copies >= copiesMax) return true
    at += bytes
  }
  return false
}

/**
 * Whether FFmpeg could take 16-bit PCM of so many bytes a second for coded sound; it looks for that in a WAV, in 32 packets
 * of up to a tenth of a second, until it has read five million bytes.
 */
export const looksCoded = (samples: Buffer, bytesPerSecond: number): boolean => {
  const packetBytes = 2 ** Math.ceil(Math.log2(bytesPerSecond / 10))
  const bytes = samples.subarray(
    0,
    Math.max(2 * lookedAtBytes, Math.min(32 * packetBytes, 5_000_000 + packetBytes)),
  )
  return hasSoundMark(bytes) || hasAac(bytes) || hasDolby(bytes) || hasFrames(bytes, [0xff], mpegBytes)
}

/** Whether FFmpeg could take PCM for S/PDIF; it looks for that at the start of any WAV. */
export const looksLikeBursts = (samples: Buffer): boolean => hasBursts(samples.subarray(0, lookedAtBytes))

/** Whether FFmpeg could take an MP3 for another format, by marks that it finds anywhere in a file. */
export const looksForeign = (mp3: Buffer): boolean => {
  const bytes = mp3.subarray(0, lookedAtBytes)
  return (
    hasSoundMark(bytes) ||
    hasBursts(bytes) ||
    hasFilmMark(bytes) ||
    isTransport(bytes) ||
    isGsm(bytes) ||
    isAmr(bytes) ||
    repeatsHeads(bytes) ||
    hasAac(bytes) ||
    hasDolby(bytes)
  )
}
