import { behindTag, type ClipRow, row } from './row.ts'

const brand = (name: string) => `$FF -c:a aac -b:a 48k -f mp4 -brand ${name} $OUT`
const aac = '$FF -c:a aac -b:a 48k'
const film = '$FILM -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 5 -c:a aac -b:a 48k'
const amr = 'sox in.wav -r 8000 -c 1 -t amr-nb in.amr && ffmpeg -v error -y -i in.amr -c copy'

/** A copy that breaks off within the description of its last fragment. */
const upToLastFragment = (file: Buffer): Buffer => file.subarray(0, file.lastIndexOf('trun') + 14)

/** Six channels with noise, which has large frames. */
const noises = Array.from({ length: 6 }, (_empty, index) => `random(${index})`).join('|')
const surround = `$FF -af "aeval=${noises}" -ac 6 -c:a aac -b:a 104k -f mp4 $OUT`
const twoTracks = '$FF -map 0 -map 0 -c:a aac -b:a 32k -f mov $OUT'

/** A copy with another word in place of the last one of its kind. */
const lastReplaced =
  (word: string, other: string) =>
  (file: Buffer): Buffer => {
    const copy = Buffer.from(file)
    copy.write(other, copy.lastIndexOf(word))
    return copy
  }

/** MP4 and QuickTime: phones, chats, browsers, cameras and studios. */
export const mp4Rows: readonly ClipRow[] = [
  row('New Recording 4.m4a', 'iPhone, Voice Memos', 'AAC in MP4', `${aac} -ar 48000 -ac 1 -f ipod $OUT`),
  row('Voice.m4a', 'iPhone, Voice Memos, lossless', 'ALAC in MP4', '$FF -c:a alac -f ipod $OUT'),
  row('IMG_2041.MOV', 'iPhone, camera', 'AAC in QuickTime', `${film} -f mov $OUT`),
  row('Voice 001.m4a', 'Samsung, Voice Recorder', 'AAC in MP4', brand('3gp4')),
  row('Voice 002.m4a', 'Android, MediaRecorder', 'AAC in MP4', brand('3gp5')),
  row('20260102_101500.m4a', 'Xiaomi, Recorder', 'AAC in MP4', brand('mp42')),
  row('Recording.3gp', 'Android 4, Sound Recorder', 'AAC in 3GP', `${aac} -f 3gp $OUT`),
  row('Memo.3g2', 'CDMA phones', 'AAC in 3GP', `${aac} -f 3g2 $OUT`),
  row('VID.3gp', 'Nokia, camera', 'AAC in 3GP', `${film} -f 3gp $OUT`),
  row('My voice.3gp', 'Android, AMR recorder', 'AMR in 3GP', `${amr} -f 3gp $OUT`, { refused: 'AMR' }),
  row('VID-20260102-WA0001.mp4', 'WhatsApp, film', 'AAC in MP4', `${film} -f mp4 $OUT`),
  row('audio_message.m4a', 'Telegram Desktop', 'AAC in MP4', `${aac} -ac 2 -f mp4 $OUT`),
  row(
    'audioclip-1767345300.mp4',
    'Facebook Messenger',
    'AAC in MP4',
    `${aac} -movflags +faststart -f mp4 $OUT`,
  ),
  row(
    'audio_message.mp4',
    'Slack, audio clip',
    'AAC in MP4',
    `${aac} -movflags frag_keyframe+empty_moov -f mp4 $OUT`,
  ),
  row(
    'recording.mp4',
    'Safari, MediaRecorder',
    'AAC in MP4',
    `${aac} -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 1000000 -f mp4 $OUT`,
  ),
  row(
    'live.m4a',
    'a recorder that keeps what it has',
    'AAC in MP4',
    `${aac} -movflags frag_keyframe -frag_duration 1000000 -f mp4 $OUT`,
  ),
  row(
    'chrome.mp4',
    'Chrome, MediaRecorder',
    'Opus in MP4',
    '$FF -c:a libopus -ar 48000 -movflags frag_keyframe+empty_moov -frag_duration 500000 -f mp4 $OUT',
  ),
  row(
    'screen.mp4',
    'Chrome, screen recording',
    'Opus in MP4',
    '$FILM -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 5 -c:a libopus -ar 48000 -movflags frag_keyframe+empty_moov -f mp4 $OUT',
  ),
  row('dash_audio.m4a', 'YouTube, format 140', 'AAC in MP4', `${aac} -movflags dash+global_sidx -f mp4 $OUT`),
  row('Recording (2).m4a', 'Windows, Sound Recorder', 'AAC in MP4', `${aac} -ar 44100 -ac 2 -f mp4 $OUT`),
  row(
    'Song.m4a',
    'iTunes, with a cover',
    'AAC in MP4',
    'ffmpeg -v error -y -f lavfi -i testsrc=s=300x300:d=1 -frames:v 1 in.png && $FF -i in.png -map 0:a -map 1:v -c:v copy -disposition:v attached_pic -c:a aac -b:a 48k -f ipod $OUT',
  ),
  row(
    'Audiobook.m4b',
    'audiobook makers, with chapters',
    'AAC in MP4',
    `printf ';FFMETADATA1\\n[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=0\\nEND=500\\ntitle=One\\n' > in.txt && $FF -i in.txt -map 0:a -map_metadata 1 -c:a aac -b:a 48k -f ipod $OUT`,
  ),
  row('Ringtone.m4r', 'GarageBand, ringtone', 'AAC in MP4', `${aac} -f ipod $OUT`),
  row('Clip.m4v', 'QuickTime Player', 'AAC in MP4', `${film} -f ipod $OUT`),
  row('GX010042.MP4', 'GoPro, camera', 'AAC in MP4', `${film} -ar 48000 -ac 2 -f mp4 $OUT`),
  row(
    '2026-01-02 10-15-00.mp4',
    'OBS, fragmented',
    'AAC in MP4',
    `${film} -movflags frag_keyframe+empty_moov -f mp4 $OUT`,
  ),
  row('Session.mov', 'QuickTime Player, sound', 'AAC in QuickTime', `${aac} -f mov $OUT`),
  row('Mixdown.mov', 'Premiere', 'PCM in QuickTime', '$FF -c:a pcm_s16le -f mov $OUT'),
  row('Mix 24.mov', 'Final Cut Pro', 'PCM in QuickTime', '$FF -c:a pcm_s24be -f mov $OUT'),
  row('Float.mov', 'Final Cut Pro, float', 'PCM in QuickTime', '$FF -c:a pcm_f32le -f mov $OUT'),
  row(
    'Edit.mov',
    'DaVinci Resolve, film',
    'PCM in QuickTime',
    '$FILM -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le -f mov $OUT',
  ),
  row('Old.mov', 'QuickTime 7', 'IMA ADPCM in QuickTime', '$FF -c:a adpcm_ima_qt -f mov $OUT', {
    refused: 'IMA4',
  }),
  row('Bounce.mov', 'Logic Pro', 'ALAC in QuickTime', '$FF -c:a alac -f mov $OUT'),
  row('track.mp4', 'Tidal', 'FLAC in MP4', '$FF -c:a flac -strict -2 -f mp4 $OUT'),
  row('podcast.mp4', 'some editors', 'MP3 in MP4', '$FF -c:a libmp3lame -ar 44100 -b:a 48k -f mp4 $OUT'),
  row('tv.mp4', 'television recorders', 'AC-3 in MP4', '$FF -c:a ac3 -b:a 96k -f mp4 $OUT', {
    refused: 'AC-3',
  }),
  row('stream.mp4', 'streaming services', 'E-AC-3 in MP4', '$FF -c:a eac3 -b:a 96k -f mp4 $OUT', {
    refused: 'E-AC-3',
  }),
  row(
    'two languages.mp4',
    'a film in two languages',
    'AAC in MP4',
    '$FILM -map 0 -map 1 -map 1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -b:a 32k -f mp4 $OUT',
  ),
  row(
    'two codecs.mov',
    'QuickTime 7, two codecs',
    'AAC and IMA ADPCM in QuickTime',
    '$FF -map 0 -map 0 -c:a:0 aac -b:a:0 32k -c:a:1 adpcm_ima_qt -f mov $OUT',
  ),
  row('IMG_4711.MOV', 'iPhone, camera, spatial sound', 'AAC in QuickTime', twoTracks, {
    breaks: lastReplaced('mp4a', 'apac'),
  }),
  row('film mix 5.1.m4a', 'studios, 5.1', 'AAC in MP4', surround),
  row('handler.m4a', 'programs with handlers of their own', 'AAC in MP4', `${aac} -f mp4 $OUT`, {
    breaks: lastReplaced('soun', 'data'),
  }),
  row('tagged.m4a', 'taggers that know only MP3', 'AAC in MP4', `${aac} -f mp4 $OUT`, { breaks: behindTag }),
  row('end tag.m4a', 'taggers of the last century', 'AAC in MP4', `${aac} -f mp4 $OUT`, {
    breaks: (file) => Buffer.concat([file, Buffer.alloc(128, 'TAGSong')]),
  }),
  row('VID_0001.mp4', 'cameras with a trailer of their own', 'AAC in MP4', `${aac} -f mp4 $OUT`, {
    breaks: (file) => Buffer.concat([file, Buffer.from('CAMERA\0\0trailer, version 1\0\0')]),
  }),
  row('upload.m4a', 'uploads that keep their boundary', 'AAC in MP4', `${aac} -f mp4 $OUT`, {
    breaks: (file) => Buffer.concat([file, Buffer.from('\r\n--boundary--')]),
  }),
  row('joined.m4a', 'cat of two files', 'AAC in MP4', `${aac} -f mp4 $OUT`, {
    breaks: (file) => Buffer.concat([file, file]),
  }),
  row(
    'cut live.m4a',
    'a recording that broke off',
    'AAC in MP4',
    `${aac} -movflags frag_keyframe+empty_moov -frag_duration 100000 -f mp4 $OUT`,
    { breaks: upToLastFragment },
  ),
  row('tail.m4a', 'a recorder that writes its head last', 'AAC in MP4', `${aac} -f mp4 $OUT`),
]
