declare module '@echogarden/espeak-ng-emscripten' {
  /** Something that happens while a text is spoken; positions in the text count characters from 1. */
  export type EspeakEvent = {
    readonly type: string
    readonly text_position: number
    /** Milliseconds from the start of what is spoken. */
    readonly audio_position: number
    /** The phoneme of a `phoneme`, empty for a pause. */
    readonly id?: string | number
  }

  /** A synthesiser; pitch and range from 0 to 99 with 50 as usual, rate in words per minute. */
  export type EspeakWorker = {
    /** 0 when the voice is known. */
    set_voice(name: string): number
    set_pitch(pitch: number): void
    set_range(range: number): void
    set_rate(wordsPerMinute: number): void
    get_samplerate(): number
    /** Hands over what is spoken part by part, until the callback says true. */
    synthesize(
      text: string,
      take: (samples: Int16Array | undefined, events: readonly EspeakEvent[]) => boolean,
    ): void
    /** The phonemes of a text with `_` between them and blanks between words. */
    synthesize_ipa(text: string): { readonly ipa: string }
  }

  export type EspeakModule = {
    readonly eSpeakNGWorker: new () => EspeakWorker
    /** All of the module's memory. */
    readonly HEAPU8: Uint8Array
  }

  /**
   * What a module asks its caller for: with this, it does not read the file of languages and voices itself.
   */
  export type EspeakSettings = { readonly getPreloadedPackage: () => ArrayBuffer }

  export default function load(settings: EspeakSettings): Promise<EspeakModule>
}
