import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AiMark } from '../../core/outcome.ts'

const ascii = (data: Uint8Array, from: number, to: number): string =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1', from, to)

/** Where a file's own data begins: behind an ID3 tag, if it has one. https://id3.org/id3v2.4.0-structure */
const afterId3 = (data: Uint8Array): number => {
  if (ascii(data, 0, 3) !== 'ID3') return 0
  return 10 + data.subarray(6, 10).reduce((size, digit) => size * 128 + digit, 0)
}

/** The first bits of a frame of MP3; those of AAC have 0 for their layer. */
const isMpegFrame = ([first = 0, second = 0]: Uint8Array): boolean =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0

/** The media type of a file by its contents if it can carry a manifest, otherwise undefined, as for Ogg and WebM. */
export const manifestFormat = (data: Uint8Array): string | undefined => {
  const start = afterId3(data)
  if (ascii(data, start, start + 4) === 'fLaC') return 'audio/flac'
  if (isMpegFrame(data.subarray(start))) return 'audio/mpeg'
  if (ascii(data, 4, 8) === 'ftyp') return 'audio/mp4'
  if (ascii(data, 0, 4) === 'RIFF' && ascii(data, 8, 12) === 'WAVE') return 'audio/wav'
  if (ascii(data, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  return ascii(data, 0, 8) === '\x89PNG\r\n\x1a\n' ? 'image/png' : undefined
}

const program: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/** The label of our own assertion. */
export const jobAssertion = 'tunesmith.job'

/** An id of 16 bytes in the form of a random one: https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
const idFrom = (bytes: Uint8Array): string => {
  const id = Buffer.from(bytes)
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x40, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The manifest of a file: made with AI, how, by which job and model, and nothing about the member. The same file
 * and mark give the same manifest. https://opensource.contentauthenticity.org/docs/manifest/manifest-json-ref
 */
export const manifestOf = (data: Uint8Array, { job, model, source }: AiMark) => {
  const hash = createHash('sha256').update(job).update(data).digest()
  const softwareAgent = { name: 'Tunesmith', version: program.version }
  return {
    label: `urn:c2pa:${idFrom(hash.subarray(0, 16))}`,
    instance_id: `xmp:iid:${idFrom(hash.subarray(16))}`,
    claim_generator_info: [softwareAgent],
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: {
          actions: [
            {
              action: 'c2pa.created',
              digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${source}`,
              softwareAgent,
              ...(model !== undefined && { description: `Made with the model ${model}` }),
            },
          ],
        },
      },
      { label: jobAssertion, created: true, data: { job, ...(model !== undefined && { model }) } },
    ],
  }
}
