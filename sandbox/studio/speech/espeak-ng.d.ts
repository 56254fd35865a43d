declare module '@echogarden/espeak-ng-emscripten' {
  /** A synthesiser; pitch and range from 0 to 99 with 50 as usual, rate in words per minute. */
  export type EspeakWorker = {
    /** 0 when the voice is known. */
    set_voice(name: string): number
    set_pitch(pitch: number): void
    set_range(range: number): void
    set_rate(wordsPerMinute: number): void
    get_samplerate(): number
    /** Hands over what is spoken part by part, until the callback says true. */
    synthesize(text: string, take: (samples: Int16Array | undefined) => boolean): void
  }

  export type EspeakModule = { readonly eSpeakNGWorker: new () => EspeakWorker }

  export default function load(): Promise<EspeakModule>
}
