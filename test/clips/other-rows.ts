import { behindTag, type ClipRow, row } from './row.ts'

const amr = 'sox in.wav -r 8000 -c 1 -t amr-nb $OUT'
const wma = '$FF -c:a wmav2 -b:a 48k -f asf $OUT'

/** Kinds that are refused by name, or by contents under another name. */
export const otherRows: readonly ClipRow[] = [
  row('band.wma', 'Windows Media Player', 'WMA in ASF', wma, { refused: 'WMA' }),
  row(
    'olympus.WMA',
    'Olympus recorders',
    'WMA in ASF',
    '$FF -c:a wmav1 -b:a 32k -ar 22050 -ac 1 -f asf $OUT',
    { refused: 'WMA' },
  ),
  row('renamed.mp3', 'a wrong name', 'WMA in ASF', wma, { refused: 'WMA' }),
  row('film.wmv', 'Windows Movie Maker', 'WMA in ASF', '$FILM -c:v wmv2 -c:a wmav2 -b:a 48k -f asf $OUT', {
    refused: 'WMA',
  }),
  row('memo.amr', 'Nokia, old Android', 'AMR in AMR', amr, { refused: 'AMR' }),
  row('voice.m4a', 'a wrong name', 'AMR in AMR', amr, { refused: 'AMR' }),
  row('lossless.wv', 'WavPack', 'WavPack in WavPack', '$FF -c:a wavpack -f wv $OUT', { refused: 'WavPack' }),
  row('lossless.tta', 'True Audio', 'TTA in TTA', '$FF -c:a tta -f tta $OUT', { refused: 'TTA' }),
  row('tagged.tta', 'taggers that know only MP3', 'TTA in TTA', '$FF -c:a tta -f tta $OUT', {
    breaks: behindTag,
    refused: 'TTA',
  }),
  row('real.rm', 'RealPlayer', 'AC-3 in RealMedia', '$FF -c:a ac3 -b:a 96k -f rm $OUT', {
    refused: 'RealMedia',
  }),
  row(
    'film.avi',
    'old cameras',
    'MP3 in AVI',
    '$FILM -c:v mjpeg -pix_fmt yuvj420p -c:a libmp3lame -b:a 48k -f avi $OUT',
    { refused: 'AVI' },
  ),
  row('flash.flv', 'Flash', 'MP3 in FLV', '$FF -c:a libmp3lame -ar 44100 -b:a 48k -f flv $OUT', {
    refused: 'FLV',
  }),
  row('raw.gsm', 'telephone systems', 'GSM in GSM', 'sox in.wav -r 8000 -c 1 -t gsm $OUT', {
    refused: 'GSM',
  }),
  row('dialogic.vox', 'telephone systems', 'ADPCM in VOX', 'sox in.wav -r 8000 -c 1 -t vox $OUT', {
    refused: 'VOX',
  }),
  row('raw.pcm', 'programs without a head', 'PCM in PCM', 'sox in.wav -t raw $OUT', { refused: 'PCM' }),
  row('bluetooth.sbc', 'Bluetooth tools', 'SBC in SBC', '$FF -c:a sbc -ar 16000 -f sbc $OUT', {
    refused: 'SBC',
  }),
  row(
    'tune.mid',
    'notation programs',
    'notes in MIDI',
    "printf 'MThd\\0\\0\\0\\6\\0\\0\\0\\1\\0\\140MTrk\\0\\0\\0\\4\\0\\377\\57\\0' > $OUT",
    { refused: 'MIDI' },
  ),
  row('mod.xm', 'trackers', 'notes in XM', "printf 'Extended Module: song' > $OUT", {
    refused: 'tracker',
  }),
  row('book.aax', 'Audible', 'encrypted AAC in AAX', '$FF -c:a aac -b:a 48k -f mp4 -brand "aax " $OUT', {
    refused: 'AAX',
  }),
  row('list.m3u8', 'players', 'addresses in playlist', "printf '#EXTM3U\\nsong.mp3\\n' > $OUT", {
    refused: 'playlist',
  }),
]
