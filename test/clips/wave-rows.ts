import { behindTag, type ClipRow, row } from './row.ts'

/** A copy with other bytes at a position. */
const withBytes =
  (position: number, ...bytes: readonly number[]) =>
  (file: Buffer): Buffer => {
    const copy = Buffer.from(file)
    copy.set(bytes, position)
    return copy
  }

/** A copy in which four bytes at a distance from a word are other ones. */
const after =
  (word: string, distance: number, ...bytes: readonly number[]) =>
  (file: Buffer): Buffer =>
    withBytes(file.indexOf(word, 0, 'latin1') + distance, ...bytes)(file)

const unknown = [0xff, 0xff, 0xff, 0xff] as const
const wav = (codec: string, more = '') => `$FF -c:a ${codec} ${more} -f wav $OUT`

/** WAV, AIFF and the like: recorders and studios. */
export const waveRows: readonly ClipRow[] = [
  row('ZOOM0001.WAV', 'Zoom H4n', 'PCM in WAV', wav('pcm_s16le')),
  row(
    'ZOOM0002_TrLR.WAV',
    'Zoom H6, BWF',
    'PCM in WAV',
    wav('pcm_s24le', '-write_bext 1 -metadata description=Take'),
  ),
  row('DR0000_0001.wav', 'Tascam DR-40', 'PCM in WAV', wav('pcm_s24le', '-ac 2')),
  row('260102_0001.wav', 'Sony PCM-D10', 'PCM in WAV', wav('pcm_s24le', '-ar 96000')),
  row('Audio 1_01.wav', 'Pro Tools', 'PCM in WAV', wav('pcm_s24le', '-ac 2 -rf64 never')),
  row('Bounce.wav', 'Audacity, 32-bit float', 'PCM in WAV', wav('pcm_f32le')),
  row('double.wav', 'MATLAB', 'PCM in WAV', wav('pcm_f64le')),
  row('surround.wav', 'Nuendo, 5.1', 'PCM in WAV', wav('pcm_s16le', '-ac 6 -ar 8000')),
  row('Mix.wav', 'Reaper, RF64', 'PCM in RF64', wav('pcm_s16le', '-rf64 always')),
  row('old.wav', 'Windows 95', 'PCM in WAV', wav('pcm_u8', '-ar 11025')),
  row('32 bit.wav', 'Ableton Live', 'PCM in WAV', wav('pcm_s32le')),
  row('call.wav', 'Asterisk', 'µ-law in WAV', wav('pcm_mulaw', '-ar 8000')),
  row('hotline.wav', 'telephone systems', 'A-law in WAV', wav('pcm_alaw', '-ar 8000')),
  row('voicemail.wav', 'Asterisk, wav49', 'GSM in WAV', wav('libgsm_ms', '-ar 8000 -ac 1')),
  row('game.wav', 'game tools', 'MS ADPCM in WAV', wav('adpcm_ms')),
  row('dictaphone.wav', 'cheap recorders', 'IMA ADPCM in WAV', wav('adpcm_ima_wav')),
  row('radio.wav', 'broadcasters', 'MP3 in WAV', wav('libmp3lame', '-b:a 48k')),
  row('tape.wav', 'DTS CDs', 'AC-3 in WAV', wav('ac3', '-b:a 96k'), { refused: 'WAV/AC-3' }),
  row('pipe.wav', 'ffmpeg into a pipe', 'PCM in WAV', '$FF -f wav - > $OUT', {
    breaks: (file) => withBytes(4, ...unknown)(after('data', 4, ...unknown)(file)),
  }),
  row('sox pipe.wav', 'sox into a pipe', 'PCM in WAV', 'sox in.wav -t wav - > $OUT'),
  row('zero.wav', 'a recorder that was switched off', 'PCM in WAV', wav('pcm_s16le'), {
    breaks: withBytes(4, 0, 0, 0, 0),
  }),
  row('zeros.wav', 'a recorder that was switched off at once', 'PCM in WAV', wav('pcm_s16le'), {
    breaks: (file) => withBytes(4, 0, 0, 0, 0)(after('data', 4, 0, 0, 0, 0)(file)),
  }),
  row('big.wav', 'a recorder beyond its numbers', 'PCM in WAV', wav('pcm_s16le'), {
    breaks: withBytes(4, ...unknown),
  }),
  row('no bits.wav', 'programs that leave the bits out', 'PCM in WAV', wav('pcm_s16le'), {
    breaks: after('fmt ', 22, 0, 0),
  }),
  row('short.wav', 'a download that broke off', 'PCM in WAV', wav('pcm_s16le'), {
    breaks: (file) => file.subarray(0, 44 + Math.floor((file.length - 44) / 2)),
    lasts: (seconds) => seconds / 2,
  }),
  row('tagged.wav', 'taggers that know only MP3', 'PCM in WAV', wav('pcm_s16le', '-ar 8000'), {
    breaks: behindTag,
  }),
  row('sgi.wav', 'sox, for old workstations', 'PCM in RIFX', 'sox in.wav -B -t wav $OUT', {
    refused: 'RIFX',
  }),
  row('Mix.aif', 'Logic Pro', 'PCM in AIFF', '$FF -c:a pcm_s16be -f aiff $OUT'),
  row('Live set.aiff', 'Ableton Live', 'PCM in AIFF', '$FF -c:a pcm_s24be -f aiff $OUT'),
  row('Loop.aif', 'GarageBand', 'PCM in AIFF-C', '$FF -c:a pcm_s16le -f aiff $OUT'),
  row('Float.aifc', 'Pro Tools', 'PCM in AIFF-C', '$FF -c:a pcm_f32be -f aiff $OUT'),
  row('ulaw.aifc', 'NeXT', 'µ-law in AIFF-C', '$FF -c:a pcm_mulaw -ar 8000 -f aiff $OUT'),
  row('ima4.aifc', 'QuickTime', 'IMA ADPCM in AIFF-C', '$FF -c:a adpcm_ima_qt -f aiff $OUT', {
    refused: 'AIFF-C/ima4',
  }),
  row('sox.aiffc', 'sox', 'PCM in AIFF-C', 'sox in.wav -t aiffc $OUT'),
  row('Take.w64', 'Sound Forge', 'PCM in Wave64', '$FF -c:a pcm_s16le -f w64 $OUT', { refused: 'W64' }),
  row('Apple Loop.caf', 'Logic Pro', 'PCM in CAF', '$FF -c:a pcm_s16be -f caf $OUT', { refused: 'CAF' }),
  row('Audio Message.caf', 'iMessage', 'Opus in CAF', '$FF -c:a libopus -ar 48000 -f caf $OUT', {
    refused: 'CAF',
  }),
  row('alac.caf', 'macOS, afconvert', 'ALAC in CAF', '$FF -c:a alac -f caf $OUT', { refused: 'CAF' }),
  row('sun.au', 'Java, Audacity', 'PCM in AU', '$FF -f au $OUT', { refused: 'AU' }),
  row('speech.sph', 'speech corpora', 'PCM in NIST', 'sox in.wav -t sph $OUT', { refused: 'SPH' }),
  row('amiga.8svx', 'Amiga', 'PCM in 8SVX', 'sox in.wav -b 8 -t 8svx $OUT', { refused: '8SVX' }),
  row('blaster.voc', 'Sound Blaster', 'PCM in VOC', 'sox in.wav -t voc $OUT', { refused: 'VOC' }),
]
