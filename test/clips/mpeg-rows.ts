import { type ClipRow, row, tag } from './row.ts'

const lame = (options: string) => `lame --quiet ${options} in.wav $OUT`
const mp3 = '$FF -c:a libmp3lame'
const from = (position: number) => (file: Buffer) => file.subarray(position)

/** MP3, AAC in ADTS, FLAC and the like: players, shops, encoders. */
export const mpegRows: readonly ClipRow[] = [
  row('song.mp3', 'LAME, CBR', 'MP3 in MP3', lame('-b 64')),
  row('vbr.mp3', 'LAME, VBR', 'MP3 in MP3', lame('-V 6')),
  row('abr.mp3', 'LAME, ABR', 'MP3 in MP3', lame('--abr 64')),
  row('no count.mp3', 'LAME, VBR without a count', 'MP3 in MP3', lame('-V 6 -t')),
  row('loud.mp3', 'Audacity, 320 kbit/s', 'MP3 in MP3', lame('-b 320 --resample 48')),
  row('free.mp3', 'LAME, free format', 'MP3 in MP3', lame('--freeformat -b 300 --resample 48'), {
    refused: 'freeformat-MP3',
  }),
  row('low.mp3', 'dictaphones, MPEG-2.5', 'MP3 in MP3', lame('-b 8 --resample 8 -m m')),
  row('mpeg2.mp3', 'Sony ICD, MPEG-2', 'MP3 in MP3', lame('-b 32 --resample 22.05 -m m')),
  row('crc.mp3', 'broadcasters, with checksums', 'MP3 in MP3', lame('-b 64 -p')),
  row(
    'tagged.mp3',
    'iTunes, both tags',
    'MP3 in MP3',
    lame('-b 64 --add-id3v2 --id3v1-only --tt Song --ta Band'),
  ),
  row('cover.mp3', 'Bandcamp, a large cover', 'MP3 in MP3', lame('-b 64'), {
    breaks: (file) => Buffer.concat([tag(6000), file]),
  }),
  row('two tags.mp3', 'taggers that add to it', 'MP3 in MP3', lame('-b 64'), {
    breaks: (file) => Buffer.concat([tag(100), tag(200), file]),
  }),
  row(
    'ape tag.mp3',
    'foobar2000, APE tag',
    'MP3 in MP3',
    `${mp3} -b:a 64k -write_apetag 1 -id3v2_version 0 -metadata title=Song -f mp3 $OUT`,
  ),
  row('wrong tag.mp3', 'taggers that write a size of 0', 'MP3 in MP3', lame('-b 64'), {
    breaks: (file) => Buffer.concat([tag(300).fill(0, 6, 10).fill(1, 10), file]),
  }),
  row('icy.mp3', 'a radio, with its heads', 'MP3 in MP3', lame('-b 32 --resample 22.05 -m m'), {
    breaks: (file) => Buffer.concat([Buffer.alloc(5_000, 'icy-name: Radio '), file]),
  }),
  row('stream.mp3', 'a radio, recorded', 'MP3 in MP3', lame('-b 64 -t'), { breaks: from(701) }),
  row('cut.mp3', 'a download from its middle', 'MP3 in MP3', lame('-V 6 -t'), { breaks: from(1001) }),
  row('zeros.mp3', 'players that fill up', 'MP3 in MP3', lame('-b 64'), {
    breaks: (file) => Buffer.concat([Buffer.alloc(3000), file, Buffer.alloc(3000)]),
  }),
  row('joined.mp3', 'cat of two files', 'MP3 in MP3', lame('-b 64'), {
    breaks: (file) => Buffer.concat([file, file]),
    lasts: (seconds) => 2 * seconds,
  }),
  row('broken.mp3', 'a download that broke off', 'MP3 in MP3', lame('-b 64 -t'), {
    breaks: (file) => file.subarray(0, file.length / 2),
    lasts: (seconds) => seconds / 2,
  }),
  row('suno.mp3', 'FFmpeg, as web services make it', 'MP3 in MP3', `${mp3} -b:a 64k -f mp3 $OUT`),
  row('radio.mp2', 'broadcasters', 'MP2 in MP2', '$FF -c:a mp2 -b:a 96k -ac 1 -f mp2 $OUT'),
  row('layer2.mp3', 'a wrong name', 'MP2 in MP2', '$FF -c:a mp2 -b:a 96k -ac 1 -f mp2 $OUT'),
  row('signal.aac', 'Signal, Android', 'AAC in ADTS', '$FF -c:a aac -b:a 48k -f adts $OUT'),
  row('stereo.aac', 'Android, AAC recorder', 'AAC in ADTS', '$FF -c:a aac -b:a 64k -ac 2 -f adts $OUT'),
  row(
    'quad.aac',
    'recorders with four microphones',
    'AAC in ADTS',
    '$FF -af aformat=channel_layouts=quad -c:a aac -b:a 64k -f adts $OUT',
    { isUncounted: true },
  ),
  row('mid.aac', 'a radio, recorded', 'AAC in ADTS', '$FF -c:a aac -b:a 48k -f adts $OUT', {
    breaks: from(701),
  }),
  row(
    'tagged.aac',
    'a radio, with a tag',
    'AAC in ADTS',
    '$FF -c:a aac -b:a 48k -write_id3v2 1 -metadata title=Song -f adts $OUT',
  ),
  row('broken.aac', 'a recording that broke off', 'AAC in ADTS', '$FF -c:a aac -b:a 48k -f adts $OUT', {
    breaks: (file) => file.subarray(0, file.length / 2),
    lasts: (seconds) => seconds / 2,
  }),
  row('radio.latm', 'digital radio', 'AAC in LATM', '$FF -c:a aac -f latm $OUT', { refused: 'LATM' }),
  row('album.flac', 'FFmpeg', 'FLAC in FLAC', '$FF -c:a flac -f flac $OUT'),
  row('24 bit.flac', 'Bandcamp', 'FLAC in FLAC', '$FF -c:a flac -sample_fmt s32 -f flac $OUT'),
  row('hires.flac', 'Qobuz, 96 kHz', 'FLAC in FLAC', '$FF -c:a flac -ar 96000 -f flac $OUT'),
  row('pipe.flac', 'FLAC from a pipe', 'FLAC in FLAC', '$FF -c:a flac -f flac - > $OUT'),
  row('tagged.flac', 'taggers that write ID3', 'FLAC in FLAC', '$FF -c:a flac -f flac $OUT', {
    breaks: (file) => Buffer.concat([tag(300), file]),
  }),
  row('sound.ac3', 'DVDs', 'AC-3 in AC-3', '$FF -c:a ac3 -b:a 96k -f ac3 $OUT', { refused: 'AC-3' }),
  row('sound.eac3', 'streaming services', 'E-AC-3 in E-AC-3', '$FF -c:a eac3 -b:a 96k -f eac3 $OUT', {
    refused: 'E-AC-3',
  }),
  row('sound.dts', 'DVDs', 'DTS in DTS', '$FF -strict -2 -c:a dca -ar 48000 -ac 2 -f dts $OUT', {
    refused: 'DTS',
  }),
  row('capture.ts', 'television sticks', 'AAC in MPEG-TS', '$FF -c:a aac -b:a 48k -f mpegts $OUT', {
    refused: 'MPEG-TS',
  }),
  row(
    'camcorder.mts',
    'camcorders',
    'AC-3 in MPEG-TS',
    '$FILM -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a ac3 -b:a 96k -f mpegts $OUT',
    { refused: 'MPEG-TS' },
  ),
  row(
    'dvd.mpg',
    'DVD recorders',
    'MP2 in MPEG-PS',
    '$FILM -c:v mpeg1video -r 25 -c:a mp2 -b:a 96k -f mpeg $OUT',
    { refused: 'MPEG' },
  ),
]
