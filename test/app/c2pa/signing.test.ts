import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { type FoundManifest, readManifest } from '../../../src/app/c2pa/found-manifest.ts'
import { createC2paLibrary } from '../../../src/app/c2pa/library.ts'
import { manifestFormat } from '../../../src/app/c2pa/manifest.ts'
import { signedBytesMax, withManifests } from '../../../src/app/c2pa/signing.ts'
import { rewriteClip } from '../../../src/app/clip-rewrite.ts'
import { createMarkWriter, readMark, withMarks } from '../../../src/app/marking.ts'
import { type AiMark, digitalSources } from '../../../src/core/outcome.ts'
import { readFixture } from '../../clips/fixtures.ts'
import { encodeFlac } from '../../support/audio/clip-files.ts'
import { openFfmpeg } from '../../support/audio/opus-files.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createAuthority, type Issued, type KeyKind } from '../../support/service/authority.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'

const mark: AiMark = {
  job: 'b07x3f2akd7cabcdefghijklmnopq',
  model: 'v7-pro',
  source: 'trainedAlgorithmicMedia',
}
const root = createAuthority()
const signer = root.issue()
const library = createC2paLibrary()
const write = createMarkWriter()
const endsAtMs = Date.parse('2049-12-31T23:59:59Z')

interface Given {
  issued?: Issued
  chain?: string
  now?: () => number
  url?: string
}

/** Downloads a file of the audio service as a bot does that signs what it posts. */
const signing = (
  file: Uint8Array,
  { issued = signer, chain = root.cert, now = Date.now, url = 'https://cdn.example/1.mp3' }: Given = {},
) => {
  const log = createRecordingLog()
  const marked = withMarks(async () => new Uint8Array(file), write, log)
  const settings = { certificate: `${issued.cert}${chain}`, key: issued.key }
  const download = withManifests(marked, { settings, library, now, log })
  return { log, marked, download, read: (given = mark, max = 1e6) => download(url, max, given) }
}

const signed = async (file: Uint8Array, given?: Given) => Buffer.from(await signing(file, given).read())

const manifestIn = async (data: Uint8Array, anchors = root.cert): Promise<FoundManifest | undefined> => {
  const report = await library.read({ data, format: manifestFormat(data) ?? '' }, anchors)
  return report === undefined ? undefined : readManifest(report)
}

const fixture = (name: string): Buffer => readFixture({ name }) ?? Buffer.alloc(0)
const mp3 = fixture('song.mp3')
const wav = fixture('call.wav')
const silence = { left: new Float32Array(5000), right: new Float32Array(5000).fill(0.5), sampleRate: 44_100 }
const flac = Buffer.from(encodeFlac(silence))
const png = new Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').render().asPng()
/** One grey point: https://github.com/mathiasbynens/small/blob/main/jpeg.jpg */
const jpeg = Buffer.from(
  `ffd8ffe000104a46494600010101004800480000ffdb0043${'00'}${'ff'.repeat(64)}ffc2000b080001000101011100ffc400140001000000000000000000000000` +
    '00000003ffda00080101000000013fffd9',
  'hex',
)

/** First one of each way to keep a manifest in a file. */
const sounds = firstRows(3, [
  ['an MP3', mp3],
  ['a FLAC', flac],
  ['an M4A with its index behind the sound', fixture('Song.m4a')],
  ['a WAV', wav],
  ['an M4A with its index before the sound', fixture('audioclip-1767345300.mp4')],
])
const covers = firstRows(1, [
  ['a cover in PNG', png],
  ['a cover in JPEG', jpeg],
])

describe.each([...sounds, ...covers])('%s', (_, file) => {
  test('says who signed it, that it was made with AI, and by which job', async () => {
    expect(await manifestIn(await signed(file))).toEqual({
      isIntact: true,
      isTrusted: true,
      faults: [],
      signer: 'Signer (Harbour Records)',
      generator: expect.stringMatching(/^Tunesmith \d/),
      sources: ['http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'],
      job: mark.job,
    })
  })

  test('no longer holds once a byte of it is changed', async () => {
    const data = await signed(file)
    const at = data.lastIndexOf(file.subarray(-40, -20)) + 10
    data.writeUInt8(data.readUInt8(at) ^ 1, at)
    expect(await manifestIn(data)).toMatchObject({
      isIntact: false,
      isTrusted: false,
      faults: [expect.stringMatching(/^assertion\.(dataHash|bmffHash)\.mismatch$/)],
    })
  })
})

describe.each(sounds)('%s', (_, file) => {
  test('keeps its tags and its sound', async () => {
    const data = await signed(file)
    expect(await readMark(data)).toMatchObject({ job: mark.job, model: mark.model })
    const folder = await mkdtemp(join(tmpdir(), 'tunesmith-signed-'))
    try {
      const [before, after] = [join(folder, 'before'), join(folder, 'after')]
      await writeFile(before, file)
      await writeFile(after, data)
      expect(await rewriteClip(after)).toEqual(await rewriteClip(before))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

/** What FFmpeg finds in a file. */
const packetsIn = async (file: Uint8Array): Promise<readonly Uint8Array[]> => {
  const ffmpeg = await openFfmpeg()
  await ffmpeg.writeFile('sound.flac', file)
  const [demuxer] = await ffmpeg.ff_init_demuxer_file('sound.flac')
  const [, { 0: packets = [] }] = await ffmpeg.ff_read_frame_multi(demuxer, await ffmpeg.av_packet_alloc())
  return packets.map(({ data }) => data)
}

test('FFmpeg finds the sound of a FLAC behind its manifest', async () => {
  const packets = await packetsIn(await signed(flac))
  expect(packets.length).toBeGreaterThan(0)
  expect(packets).toEqual(await packetsIn(flac))
})

test.each(digitalSources)('a file that is %s says so', async (source) => {
  const data = await signing(wav).read({ job: mark.job, source })
  expect(await manifestIn(data)).toMatchObject({ isIntact: true, sources: [expect.stringMatching(source)] })
})

const keyKinds: readonly KeyKind[] = ['ed25519', 'ps256', 'es256', 'es384', 'es512']

test.each(firstRows(2, keyKinds))('a key of kind %s signs', async (keyKind) => {
  const issued = root.issue({ keyKind, purposes: ['documentSigning'] })
  expect(await manifestIn(await signed(wav, { issued }))).toMatchObject({ isIntact: true, isTrusted: true })
})

test('the authorities between are sent along, but not the one that readers trust', async () => {
  const between = root.authority('Harbour Issuing')
  const issued = between.issue()
  const whole = await signed(wav, { issued, chain: between.cert + root.cert })
  expect(whole).toHaveLength((await signed(wav, { issued, chain: between.cert })).length)
  expect(await manifestIn(whole)).toMatchObject({ isTrusted: true })
  expect(await manifestIn(await signed(wav, { issued, chain: '' }))).toMatchObject({
    isIntact: true,
    isTrusted: false,
  })
})

test('nobody trusts another authority', async () => {
  const found = await manifestIn(await signed(wav), createAuthority('Elsewhere').cert)
  expect(found).toMatchObject({ isIntact: true, isTrusted: false, faults: [] })
})

test('the same file has the same manifest, and one that is signed twice has one', async () => {
  const labelOf = async (data: Uint8Array): Promise<unknown> => {
    const report = JSON.parse((await library.read({ data, format: 'audio/wav' })) ?? '{}')
    return Object.keys(report.manifests)
  }
  const once = await signed(wav)
  expect(await labelOf(once)).toEqual(await labelOf(await signed(wav)))
  const twice = await signed(once)
  expect(await labelOf(twice)).toHaveLength(1)
  expect(await manifestIn(twice)).toMatchObject({ isIntact: true })
})

describe('a file stays as its tags leave it', () => {
  test('without a mark', async () => {
    expect(Buffer.from(await signing(wav).download('', 1e6))).toEqual(wav)
  })

  test('where a signature would make it too large', async () => {
    const { log, marked, read } = signing(wav)
    const tagged = await marked('', 1e6, mark)
    expect(await read(mark, tagged.length + 100)).toEqual(tagged)
    expect(log.errors()).toEqual([])
  })

  test('if its kind has no manifest, which is told once for each kind', async () => {
    const ogg = fixture('song.ogg')
    const { log, marked, read } = signing(ogg, { url: 'https://cdn.example/1.OGG?key=1' })
    const tagged = await marked('', 1e6, mark)
    expect([await read(), await read()]).toEqual([tagged, tagged])
    const told = log.lines.filter(({ level }) => level === 'info')
    expect(told).toMatchObject([
      { message: 'files of this kind or size are not signed', details: { kind: 'ogg' } },
    ])
  })

  test.runIf(isLong)('if it is larger than what the library reads at once', async () => {
    const huge = Buffer.concat([mp3, Buffer.alloc(signedBytesMax)])
    const { read } = signing(huge)
    expect(await manifestIn(await read(mark, 1e9))).toBeUndefined()
  })

  test('if it is damaged, which is told with the job', async () => {
    const { log, marked, read } = signing(wav.subarray(0, 60))
    expect(await read()).toEqual(await marked('', 1e6, mark))
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        message: 'a file could not be signed',
        details: { error: expect.any(Error), job: mark.job },
      }),
    )
    expect(await manifestIn(await signed(wav))).toMatchObject({ isIntact: true })
  })

  test('once the certificate has expired, which is told once', async () => {
    const { log, read } = signing(wav, { now: () => endsAtMs })
    expect(await manifestIn(await read())).toBeUndefined()
    await read()
    expect(log.errors()).toEqual(['files are no longer signed, because C2PA_CERTIFICATE has expired'])
  })
})

test('what is no sound and no picture has no manifest', async () => {
  const aac = fixture('stereo.aac')
  const others = [
    Buffer.alloc(0),
    Buffer.from('ID3'),
    Buffer.from('MThd\0\0\0\x06'),
    aac,
    fixture('mumble.spx'),
  ]
  for (const file of others) expect(manifestFormat(file)).toBeUndefined()
})
