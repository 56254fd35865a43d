import LibAVFactory from '@libav.js/variant-default'
import { resample } from '../../../studio/clips/resample.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'

/** Opus knows only this rate. */
const opusRate = 48_000

type LibAV = Awaited<ReturnType<typeof LibAVFactory.LibAV>>

/** FFmpeg, which has nothing in common with what the studio writes and reads its containers with. */
export const openFfmpeg = async (): Promise<LibAV> => await LibAVFactory.LibAV({ noworker: true })

const framesOf = (ffmpeg: LibAV, { left, right }: Stereo, frameLength: number) =>
  Array.from({ length: Math.ceil(left.length / frameLength) }, (_empty, number) => {
    const start = number * frameLength
    const length = Math.min(frameLength, left.length - start)
    const data = new Float32Array(2 * length)
    for (let index = 0; index < length; index += 1) {
      data[2 * index] = left[start + index] ?? 0
      data[2 * index + 1] = right[start + index] ?? 0
    }
    return {
      data,
      channel_layout: 3,
      format: ffmpeg.AV_SAMPLE_FMT_FLT,
      nb_samples: length,
      pts: start,
      ptshi: 0,
      sample_rate: opusRate,
    }
  })

/** Opus as FFmpeg writes it. */
export const encodeOpus = async (sound: Stereo, container: 'ogg' | 'webm'): Promise<Uint8Array> => {
  const ffmpeg = await openFfmpeg()
  const [left, right] = [sound.left, sound.right].map((side) => resample(side, sound.sampleRate, opusRate))
  if (left === undefined || right === undefined) throw new Error('a side is missing')
  const options = {
    sample_fmt: ffmpeg.AV_SAMPLE_FMT_FLT,
    sample_rate: opusRate,
    channel_layout: 3,
    channels: 2,
  }
  const [, context, frame, packet, frameLength] = await ffmpeg.ff_init_encoder('libopus', {
    ctx: { ...options, bit_rate: 128_000 },
    time_base: [1, opusRate],
  })
  const file = `sound.${container}`
  const [muxer, , output] = await ffmpeg.ff_init_muxer({ filename: file, open: true }, [
    [context, 1, opusRate],
  ])
  await ffmpeg.avformat_write_header(muxer, 0)
  const frames = framesOf(ffmpeg, { left, right, sampleRate: opusRate }, frameLength)
  const packets = await ffmpeg.ff_encode_multi(context, frame, packet, frames, true)
  await ffmpeg.ff_write_multi(muxer, packet, packets)
  await ffmpeg.av_write_trailer(muxer)
  await ffmpeg.ff_free_muxer(muxer, output)
  await ffmpeg.ff_free_encoder(context, frame, packet)
  return await ffmpeg.readFile(file)
}
