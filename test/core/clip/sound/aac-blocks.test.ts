import { describe, expect, test } from 'vitest'
import { packetBlocks } from '../../../../src/core/clip/sound/aac-blocks.ts'
import { type AacSyntax, readerOf } from '../../../../src/core/clip/sound/aac-channels.ts'
import { aacBlock } from '../../../support/audio/clip-containers.ts'

/** How many blocks bytes have, and whether something else follows. */
const blocksOf = (bytes: Buffer, syntax: AacSyntax, end = bytes.length) => {
  const { blocks, isBroken, headAt } = packetBlocks(readerOf(bytes), [0, end], syntax)
  return { blocks, rest: isBroken ? 'broken' : headAt === undefined ? 'none' : 'a head' }
}

const [main, ssr, longTerm] = [
  { rateIndex: 4, kind: 1 },
  { rateIndex: 4, kind: 3 },
  { rateIndex: 4, kind: 4 },
] as const

/** Packets that FFmpeg made of tones, noise and clicks. */
const realPackets: readonly (readonly [name: string, syntax: AacSyntax, packet: string])[] = [
  [
    'a pair of short windows, with escapes and intensity against its phase',
    { rateIndex: 1, kind: 2 },
    [
      '21426cd55aaa95448da3e39ebc7dfec3d71b7ceaff0deedeb1022fe1657f2458957987ce822614585a89f227c89f',
      '227c9f08e00038',
    ].join(''),
  ],
  [
    'a channel with noise and many books, at 88.2 kHz',
    { rateIndex: 1, kind: 2 },
    [
      '00e03010c4dd3405c2c1d207bfebe2a954a5555412b379dfe7fff1fffcf3abe004848484e5f4979e79e79e79e79e',
      '79e79e79e79e54302684bb0b308f301faf46ddfb77d975975f6997',
    ].join(''),
  ],
  [
    'a pair with a middle channel, intensity and shaping, at 96 kHz',
    { rateIndex: 0, kind: 2 },
    [
      '2113cddffa627bff8fd7ffcfe925c912049cc6c2c7d543ef5a4d2d14c21e72fefedf7db899d3351a09bf82001323',
      '8009c0',
    ].join(''),
  ],
  [
    'a filled block with noise',
    { rateIndex: 0, kind: 2 },
    [
      'de02004c61766335392e33372e3130300001ec5f24b42c531e91802142a9fdc66667ffd8ffe9fff2cfb801818181',
      '818181818181818181818181818181818181a49a49a499d9e6926767692676769267679a498783df1f7372e038',
    ].join(''),
  ],
  [
    '5.1 with a channel of low sounds',
    { rateIndex: 3, kind: 2 },
    '011881b410a06d2304602340da4608c0c2300330c0ae4a66ae4e',
  ],
  [
    'a predicted pair of the kind Main',
    { rateIndex: 4, kind: 1 },
    [
      '207d17bf0007f64168a3a2b4af378d7f6fffb5bffbfff7baabdc9724958eb9200c29e3ab4e15a70bfa41e6ac8208',
      '4130612076f835927923f60b2d8ab372a5a67d865ab96944944944944cd34d34d34d34d34d34d34d34df769a69a6',
      '9a69a69a69a65bbcd48f508d422869109aa671f6e3c65ef8f813291539d3f978baa0040d7c52bf4f7045ea36cf86',
      'e03479fb7a33f5fb1a77cec7660eeaca37bd7b071321810940277e40e93cead856d2974c85f8be70c2c318c2c6c1',
      'af6171d23dca0aa1c0',
    ].join(''),
  ],
]

describe('a block ends where its encoder ended it', () => {
  test.each(realPackets)('%s', (_, syntax, packet) => {
    const block = Buffer.from(packet, 'hex')
    expect(blocksOf(block, syntax)).toEqual({ blocks: 1, rest: 'none' })
    expect(blocksOf(block.subarray(0, -1), syntax)).toEqual({ blocks: 0, rest: 'broken' })
    expect(blocksOf(Buffer.concat([block, block, aacBlock]), syntax)).toEqual({ blocks: 3, rest: 'none' })
  })

  test('which is elsewhere by the bands of another rate', () => {
    const others = realPackets.filter(([, syntax, packet]) => {
      const { blocks, rest } = blocksOf(Buffer.from(packet, 'hex'), { ...syntax, rateIndex: 11 })
      return blocks !== 1 || rest !== 'none'
    })
    expect(others.length).toBeGreaterThan(2)
  })
})

/** The bytes of some bits, with zeros behind them. */
const bytesOf = (bits: string): Buffer => {
  const digits = bits.replaceAll(' ', '')
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

const zeros = (count: number): string => '0'.repeat(count)
const ones = (count: number): string => '1'.repeat(count)

// A block (ISO/IEC 14496-3, 4.4.2): elements of a kind, a tag and a body, and the end.
const end = '111'
/** A channel's head with its gain, and what follows its bands: no pulses, shaping or gain control. */
const [channel, gain, noTools] = ['000 0000', zeros(8), '000']
const noBands = '0 00 0 000000 0'
const silence = `${channel} ${gain} ${noBands} ${noTools}`
/** The windows of two bands without codes, behind their prediction. */
const twoBands = '0000 00010'
const lag = `${ones(11)} 111 11`

/** Every element and tool, as FFmpeg 5.1 reads it. */
const elements: readonly [name: string, bits: string, syntax?: AacSyntax][] = [
  ['a channel without bands', silence],
  ['a reserved bit', `${channel} ${gain} 1 00 0 000000 0 ${noTools}`],
  ['bands with codes', `${channel} ${gain} 0 00 0 000010 0 1011 00010 0 0 ${noTools} ${zeros(16)}`],
  ['a section without bands', `${channel} ${gain} 0 00 0 000001 0 1011 00000 0001 00001 0 ${noTools} 0`],
  ['noise', `${channel} ${gain} 0 00 0 000010 0 1101 00010 000000001 0 ${noTools}`],
  [
    'escapes',
    `${channel} ${gain} 0 00 0 000001 0 1011 00001 0 ${noTools} 00100 1 1 1110 1111111 0 0000 0000`,
  ],
  ['pulses', `${channel} ${gain} ${noBands} 1 10 000011 ${'00001 0001 '.repeat(3)} 0 0`],
  [
    'shaping',
    `${channel} ${gain} ${noBands} 0 1 10 1 000001 00101 1 1 ${ones(15)} 000011 00011 0 0 ${ones(12)} 0`,
  ],
  [
    'shaping of short windows',
    `${channel} ${gain} 0 10 0 0000 1111111 0 1 ${'1 1 0001 010 1 0 1111 1111 '.repeat(8)} 0`,
  ],
  ['gain control', `${channel} ${gain} ${noBands} 0 0 1 10 010 ${zeros(18)} 001 ${zeros(9)}`],
  [
    'gain control of a window that starts',
    `${channel} ${gain} 0 01 0 000000 0 001 01 010 ${zeros(16)} 011 ${zeros(18)}`,
  ],
  [
    'gain control of a window that stops',
    `${channel} ${gain} 0 11 0 000000 0 001 01 010 ${zeros(16)} 011 ${zeros(27)}`,
  ],
  [
    'gain control of short windows',
    `${channel} ${gain} 0 10 0 0000 0000000 001 01 ${`001 ${zeros(6)} `.repeat(8)}`,
  ],
  ['a pair with the same windows', `001 0000 1 ${noBands} 00 ${gain} ${noTools} ${gain} ${noTools}`],
  [
    'a pair with windows of their own',
    `001 0000 0 ${gain} ${noBands} ${noTools} ${gain} ${noBands} ${noTools}`,
  ],
  ['a coupling', `${silence} 010 0000 1 000 0 0000 0 0 00 ${gain} ${noBands} ${noTools}`],
  [
    'a coupling with gains',
    `${silence} 010 0000 0 001 1 0000 11 0 0000 0 0 00 ${gain} 0 00 0 000010 0 1101 00010 000000001 0 ${noTools} 0 0 0 1 0`,
  ],
  ['data', `100 0000 1 00000101 ${ones(40)} ${silence}`],
  ['data behind a whole byte', `${silence} 100 0000 1 00000101 000 ${zeros(40)}`],
  ['data at any bit', `${silence} 100 0000 0 00000101 ${ones(40)}`],
  ['much data', `100 0000 1 ${ones(8)} 00000001 ${ones(2048)} ${silence}`],
  [
    'channels and a comment',
    `101 0000 01 0100 0001 0000 0000 00 000 0000 000 0 0000 ${zeros(6)} 00000011 ${ones(24)} ${silence}`,
  ],
  ['filling', `110 0011 0000 ${ones(20)} ${silence}`],
  ['much filling', `110 1111 00000010 0000 ${ones(124)} ${silence}`],
  ['SBR', `${silence} 110 0011 1101 ${zeros(20)}`],
  ['dynamics', `${silence} 110 0010 1011 000 1 1010101 0 1 1110000`],
  [
    'dynamics of bands',
    `${silence} 110 1001 1011 1110 ${zeros(8)} 1111111 1 1111111 0 0001 0000 ${ones(32)} ${ones(8)}`,
  ],
  [
    'dynamics without many channels',
    `${silence} 110 1111 00001100 1011 01 ${ones(71)} 00 ${ones(8)} ${zeros(120)}`,
  ],
  [
    'prediction of the kind Main',
    `${channel} ${gain} 0 00 0 000010 1 1 00001 11 ${twoBands} ${noTools}`,
    main,
  ],
  ['the same without a reset', `${channel} ${gain} 0 00 0 000010 1 0 11 ${twoBands} ${noTools}`, main],
  [
    'a predicted pair of the kind Main',
    `001 0000 1 0 00 0 000010 1 0 11 01 11 ${gain} ${twoBands} ${noTools} ${gain} ${twoBands} ${noTools}`,
    main,
  ],
  [
    'prediction of the kind LTP',
    `${channel} ${gain} 0 00 0 000010 1 1 ${lag} ${twoBands} ${noTools}`,
    longTerm,
  ],
  ['no prediction of the kind LTP', `${channel} ${gain} 0 00 0 000010 1 0 ${twoBands} ${noTools}`, longTerm],
  [
    'a predicted pair of the kind LTP',
    `001 0000 1 0 00 0 000010 1 1 ${lag} 1 ${lag} 10 ${gain} ${twoBands} ${noTools} ${gain} ${twoBands} ${noTools}`,
    longTerm,
  ],
  ['prediction of the kind SSR', `${channel} ${gain} 0 00 0 000010 1 1 ${lag} ${twoBands} ${noTools}`, ssr],
]

const more = 10
const others = Buffer.alloc(more * aacBlock.length, aacBlock)
const lowComplexity: AacSyntax = { rateIndex: 4, kind: 2 }

describe('blocks behind one in the same packet are found, because decoders play them', () => {
  test.each<[string, string, AacSyntax?]>([...elements])('behind %s', (_, bits, syntax = lowComplexity) => {
    const first = bytesOf(`${bits} ${end}`)
    expect(blocksOf(first, syntax)).toEqual({ blocks: 1, rest: 'none' })
    expect(blocksOf(Buffer.concat([first, others]), syntax)).toEqual({ blocks: 1 + more, rest: 'none' })
  })

  test('but zeros are none', () => {
    expect(blocksOf(Buffer.concat([aacBlock, Buffer.alloc(100)]), lowComplexity)).toEqual({
      blocks: 1,
      rest: 'none',
    })
  })

  test('nor is an end without sound', () => {
    expect(blocksOf(Buffer.concat([Buffer.of(0xe0), others]), lowComplexity).blocks).toBe(more)
  })

  test('nor what follows in the next packet', () => {
    expect(blocksOf(others, lowComplexity, 8)).toEqual({ blocks: 2, rest: 'none' })
  })
})

describe('where decoders differ, the one counts that finds more blocks', () => {
  const block = bytesOf(`${silence} ${end}`)
  test.each<[string, Buffer]>([
    [
      'those who read on in what widens no channel yet',
      Buffer.concat([bytesOf(`110 1000 1101 ${silence} ${end} ${zeros(5)}`), block, block, block]),
    ],
    [
      'those who skip what widens no channel yet',
      Buffer.concat([bytesOf(`110 0011 1101 0110 ${ones(16)} ${silence} ${end}`), block, block, block]),
    ],
  ])('%s', (_, bytes) => {
    expect(blocksOf(bytes, lowComplexity).blocks).toBeGreaterThanOrEqual(4)
  })
})

describe('a broken block is said, and those before it count', () => {
  test.each<[string, string]>([
    [
      'more bands than there are',
      `${channel} ${gain} 0 00 0 111111 0 0000 11111 11111 00001 ${noTools} ${end}`,
    ],
    ['a book that is none', `${channel} ${gain} 0 00 0 000001 0 1100 00001 0 ${noTools} ${end}`],
    ['books of more bands than are used', `${channel} ${gain} 0 00 0 000001 0 0000 00010 ${noTools} ${end}`],
    [
      'an escape that is too long',
      `${channel} ${gain} 0 00 0 000001 0 1011 00001 0 ${noTools} 00100 11 1111111110 ${ones(13)} 0 0000 0000 ${end}`,
    ],
    ['more filling than there is', `${silence} 110 1111 11111111`],
    ['more data than there is', `${silence} 100 0000 1 11111111 11111111`],
    ['no end', `${channel} ${ones(8)} ${noBands} ${noTools} 000 0000 ${ones(8)}`],
  ])('%s', (_, bits) => {
    const bytes = Buffer.concat([aacBlock, aacBlock, bytesOf(bits)])
    expect(blocksOf(bytes, lowComplexity)).toEqual({ blocks: 2, rest: 'broken' })
  })

  test('as is the head of a frame in place of a block', () => {
    const bytes = Buffer.concat([aacBlock, Buffer.from('fff150800d7ffc', 'hex'), aacBlock])
    expect(blocksOf(bytes, lowComplexity)).toEqual({ blocks: 1, rest: 'a head' })
  })
})
