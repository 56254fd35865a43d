import { behindTag, type ClipRow, row } from './row.ts'

const opus = 'opusenc --quiet --bitrate 24 in.wav $OUT'
const webm = '$FF -c:a libopus -b:a 24k -ar 48000'
const vp8 = '$FILM -c:v libvpx -deadline realtime -b:v 20k -c:a libopus -b:a 24k -ar 48000'
const h264 = '$FILM -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 5'

/** An Ogg whose heads, in two pages, are followed by the second half of its sound. */
const fromMiddle = (file: Buffer): Buffer => {
  const starts: number[] = []
  for (let at = file.indexOf('OggS'); at !== -1; at = file.indexOf('OggS', at + 1)) starts.push(at)
  return Buffer.concat([file.subarray(0, starts[2]), file.subarray(starts[Math.floor(starts.length / 2)])])
}

/** Ogg, WebM and Matroska: chats, browsers and screen recorders. */
export const oggWebmRows: readonly ClipRow[] = [
  row(
    'PTT-20260102-WA0001.opus',
    'WhatsApp, voice message',
    'Opus in Ogg',
    'sox in.wav -r 16000 -c 1 in16.wav && opusenc --quiet --speech --bitrate 16 in16.wav $OUT',
  ),
  row('audio_2026-01-02.ogg', 'Telegram, voice message', 'Opus in Ogg', opus),
  row(
    'voice-message.ogg',
    'Discord, voice message',
    'Opus in Ogg',
    '$FF -c:a libopus -b:a 24k -ar 48000 -ac 1 -f ogg $OUT',
  ),
  row(
    '60 ms.opus',
    'Telegram, slow links',
    'Opus in Ogg',
    '$FF -c:a libopus -frame_duration 60 -b:a 16k -f ogg $OUT',
  ),
  row(
    '2.5 ms.opus',
    'live players',
    'Opus in Ogg',
    '$FF -c:a libopus -frame_duration 2.5 -application lowdelay -b:a 64k -f ogg $OUT',
  ),
  row(
    'stereo.opus',
    'opus-tools',
    'Opus in Ogg',
    'sox in.wav -c 2 in2.wav && opusenc --quiet --bitrate 32 in2.wav $OUT',
  ),
  row(
    'recording.ogg',
    'Firefox, MediaRecorder',
    'Opus in Ogg',
    '$FF -c:a libopus -b:a 24k -page_duration 20000 -f ogg $OUT',
  ),
  row('chained.ogg', 'a radio over two songs', 'Opus in Ogg', opus, {
    breaks: (file) => Buffer.concat([file, file]),
    lasts: (seconds) => 2 * seconds,
  }),
  row(
    'cut.ogg',
    'a recording that broke off',
    'Opus in Ogg',
    '$FF -c:a libopus -b:a 24k -page_duration 20000 -f ogg $OUT',
    {
      breaks: (file) => file.subarray(0, file.length / 2),
      lasts: (seconds) => seconds / 2,
    },
  ),
  row(
    'live.ogg',
    'a radio, recorded from its middle',
    'Opus in Ogg',
    '$FF -c:a libopus -b:a 24k -page_duration 20000 -f ogg $OUT',
    { breaks: fromMiddle, lasts: (seconds) => seconds / 2 },
  ),
  row('song.ogg', 'Audacity', 'Vorbis in Ogg', '$FF -c:a libvorbis -q:a 1 -f ogg $OUT'),
  row('game.oga', 'game tools', 'Vorbis in Ogg', '$FF -c:a libvorbis -q:a 3 -ac 2 -f ogg $OUT'),
  row('two songs.ogg', 'cat of two files', 'Vorbis in Ogg', '$FF -c:a libvorbis -q:a 1 -f ogg $OUT', {
    breaks: (file) => Buffer.concat([file, file]),
    lasts: (seconds) => 2 * seconds,
  }),
  row('tagged.ogg', 'taggers that know only MP3', 'Vorbis in Ogg', '$FF -c:a libvorbis -q:a 1 -f ogg $OUT', {
    breaks: behindTag,
  }),
  row('lossless.oga', 'FFmpeg', 'FLAC in Ogg', '$FF -c:a flac -f ogg $OUT'),
  row('mumble.spx', 'Mumble, old chats', 'Speex in Ogg', '$FF -c:a libspeex -ar 16000 -ac 1 -f ogg $OUT', {
    refused: 'Speex',
  }),
  row(
    'speech.ogg',
    'old dictation programs',
    'Speex in Ogg',
    '$FF -c:a libspeex -ar 8000 -ac 1 -f ogg $OUT',
    { refused: 'Speex' },
  ),
  row('film.ogv', 'Wikimedia', 'Vorbis in Ogg', '$FILM -c:v libtheora -c:a libvorbis -q:a 1 -f ogg $OUT'),
  row(
    'two codecs.ogg',
    'editors that keep two codecs',
    'Vorbis and Speex in Ogg',
    '$FF -map 0 -map 0 -c:a:0 libvorbis -q:a 1 -c:a:1 libspeex -ar:a:1 8000 -f ogg $OUT',
  ),
  row('recording.webm', 'Chrome, MediaRecorder', 'Opus in WebM', `${webm} -f webm -live 1 $OUT`),
  row('pipe.webm', 'a browser that streams', 'Opus in WebM', `${webm} -f webm - > $OUT`),
  row('audio.weba', 'Chrome, saved sound', 'Opus in WebM', `${webm} -f webm $OUT`),
  row('format 251.webm', 'YouTube', 'Opus in WebM', `${webm} -ac 2 -f webm -dash 1 $OUT`),
  row('vorbis.webm', 'old browsers', 'Vorbis in WebM', '$FF -c:a libvorbis -q:a 1 -f webm $OUT'),
  row('camera.webm', 'Chrome, camera', 'Opus in WebM', `${vp8} -f webm -live 1 $OUT`),
  row('screen.webm', 'GNOME, screen recording', 'Opus in WebM', `${vp8} -f webm $OUT`),
  row('2026-01-02 10-15-00.mkv', 'OBS', 'AAC in Matroska', `${h264} -c:a aac -b:a 48k -f matroska $OUT`),
  row(
    'two mics.mkv',
    'OBS, two tracks',
    'AAC in Matroska',
    `${h264} -map 0 -map 1 -map 1 -c:a aac -b:a 48k -f matroska $OUT`,
  ),
  row('pipe.mkv', 'ffmpeg into a pipe', 'AAC in Matroska', '$FF -c:a aac -b:a 48k -f matroska - > $OUT'),
  row('song.mka', 'MKVToolNix', 'MP3 in Matroska', '$FF -c:a libmp3lame -b:a 48k -f matroska $OUT'),
  row('lossless.mka', 'MKVToolNix', 'FLAC in Matroska', '$FF -c:a flac -f matroska $OUT'),
  row('pcm.mkv', 'FFmpeg', 'PCM in Matroska', '$FF -c:a pcm_s16le -f matroska $OUT'),
  row('disc.mkv', 'MakeMKV', 'AC-3 in Matroska', '$FF -c:a ac3 -b:a 96k -f matroska $OUT', {
    refused: 'AC3',
  }),
  row('opus.mka', 'MKVToolNix', 'Opus in Matroska', `${webm} -f matroska $OUT`),
  row(
    'two codecs.mka',
    'MKVToolNix, two codecs',
    'Opus and WavPack in Matroska',
    '$FF -map 0 -map 0 -c:a:0 libopus -b:a:0 24k -c:a:1 wavpack -f matroska $OUT',
  ),
  row('vorbis.mka', 'MKVToolNix', 'Vorbis in Matroska', '$FF -c:a libvorbis -q:a 1 -f matroska $OUT'),
  row('alac.mka', 'FFmpeg', 'ALAC in Matroska', '$FF -c:a alac -f matroska $OUT'),
  row('cut.webm', 'a recording that broke off', 'Opus in WebM', `${webm} -f webm -live 1 $OUT`, {
    breaks: (file) => file.subarray(0, file.length / 2),
    lasts: (seconds) => seconds / 2,
  }),
]
