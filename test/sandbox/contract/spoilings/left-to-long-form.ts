/**
 * Spoilings that need a result of their own, by one of the same kind that is always tried. Only the long form tries
 * these too.
 */
export const spoilingsLeftToLongForm: Readonly<Record<string, readonly string[]>> = {
  'lyrics is not heard (musicAiV2.lyrics)': [
    'title is not heard (musicAiV2.title)',
    'make_instrumental is not heard (musicAiV2.make_instrumental)',
    'lyrics_timestamps is not heard (musicAiV2.lyrics_timestamps)',
    'generate_album_cover is not heard (musicAiV1.generate_album_cover)',
    'output_length is not heard (batch.output_length)',
    'word_timestamps is not heard (transcribe.word_timestamps)',
    'remove_background is not heard (voiceChanger.remove_background.effect)',
    'gender is not heard (textToSpeech.gender.effect)',
    'voice_id is not heard (textToSpeech.voice_id.effect)',
  ],
  'make_instrumental is true unless given (musicAiV2.make_instrumental.default)': [
    'generate_album_cover is false unless given (musicAiV1.generate_album_cover.default)',
    'generate_album_cover is true unless given (musicAiV2.generate_album_cover.default)',
    'lyrics_timestamps is true unless given (musicAiV2.lyrics_timestamps.default)',
    'generate_album_cover is true unless given (batch.generate_album_cover.default)',
    'num_outputs is 1 unless given (inpaint.num_outputs.default)',
    'translate is true unless given (transcribe.translate.default)',
  ],
  'a text is too long (batch.prompt.281)': [
    'a text is too long (musicAiV1.prompt.1001)',
    'a text is too long (musicAiV2.prompt.1001)',
    'a text is too long (remix.lyrics.5000)',
    'a text is too long (inpaint.lyrics_section_to_replace.3000)',
  ],
  'a text is cut (promptToLyrics.prompt.1001)': [
    'a text is cut (remix.lyrics.5001)',
    'a text is cut (inpaint.lyrics_section_to_replace.3001)',
  ],
  '0 is 1 (batch.num_outputs.0)': [
    '1 is 2 (batch.num_outputs.1)',
    '3 is 2 (batch.num_outputs.3)',
    '3 is 2 (inpaint.num_outputs.3)',
  ],
  '13 is 12 (voiceChanger.pitch.13)': [
    '-13 is -12 (voiceChanger.pitch.-13)',
    '2 is 1 (voiceChanger.remove_background.2)',
  ],
  'pitch is turned round (voiceChanger.pitch.direction)': [
    'voices are three higher unasked (voiceChanger.default)',
    'noise is removed unasked (voiceChanger.default)',
  ],
  'flags may be any text (musicAiV2.vocal_only.invalid)': [
    'flags of the old endpoint may be any text (musicAiV1.make_instrumental.invalid)',
  ],
  'any model will do (musicAiV2.model.invalid)': ['any gender will do (remix.gender.other)'],
  'ranges are read as milliseconds (inpaint.effect)': [
    'painting begins too early (inpaint.replace_start_at.seconds)',
    'painting ends too late (inpaint.replace_end_at.seconds)',
  ],
  'a cut begins and ends too early (cutter.start_time.milliseconds)': [
    'times of a cut are read as seconds (cutter.end_time.milliseconds)',
  ],
  'a cut may be reversed (cutter.range.reversed)': ['a range may be reversed (inpaint.range.reversed)'],
  'a second file is too much for a cut (cutter.indexed.second)': [
    'a second reference is too much (mastering.indexed.second)',
  ],
  'gender comes before voice_id (textToSpeech.precedence.voice_id)': [
    'voice_id comes before a sample (textToSpeech.precedence.sample_audio_url)',
  ],
  'transcriptions do not call back (transcribe.webhook_url)': [
    'songs do not call back (musicAiV2.webhook_url)',
    'remixes do not call back (remix.webhook_url)',
  ],
}
