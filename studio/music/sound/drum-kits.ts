/** A sine that falls from one frequency to another; times in seconds. */
type ToneLayer = {
  readonly kind: 'tone'
  readonly fromHz: number
  readonly toHz: number
  readonly sweep: number
  readonly decay: number
  readonly gain: number
}

/** Noise between two frequencies; with several bursts it claps. */
type NoiseLayer = {
  readonly kind: 'noise'
  readonly lowHz: number
  readonly highHz: number
  readonly attack: number
  readonly decay: number
  readonly gain: number
  readonly bursts?: number
}

/** Six square waves that have nothing in common, as in the cymbals of drum machines. */
type MetalLayer = {
  readonly kind: 'metal'
  readonly highPassHz: number
  readonly decay: number
  readonly gain: number
}

export type DrumLayer = ToneLayer | NoiseLayer | MetalLayer

const tone = (fromHz: number, toHz: number, sweep: number, decay: number, gain: number): ToneLayer => ({
  kind: 'tone',
  fromHz,
  toHz,
  sweep,
  decay,
  gain,
})

const noise = (lowHz: number, highHz: number, decay: number, gain: number, attack = 0.001): NoiseLayer => ({
  kind: 'noise',
  lowHz,
  highHz,
  attack,
  decay,
  gain,
})

const metal = (highPassHz: number, decay: number, gain: number): MetalLayer => ({
  kind: 'metal',
  highPassHz,
  decay,
  gain,
})

const clap = (gain: number): readonly DrumLayer[] => [
  { ...noise(900, 3800, 0.13, gain), bursts: 4 },
  noise(1200, 6000, 0.16, gain * 0.25),
]

const acoustic = {
  kick: [tone(128, 52, 0.03, 0.26, 0.95), noise(1800, 5200, 0.012, 0.16)],
  snare: [tone(242, 186, 0.03, 0.13, 0.42), noise(1300, 9500, 0.16, 0.55), noise(220, 900, 0.07, 0.25)],
  clap: clap(0.8),
  rim: [tone(1720, 1650, 0.01, 0.03, 0.35), tone(480, 430, 0.01, 0.04, 0.3), noise(2500, 8000, 0.01, 0.2)],
  hat: [metal(7600, 0.045, 0.3), noise(8000, 15_000, 0.035, 0.22)],
  openHat: [metal(6800, 0.32, 0.3), noise(7500, 15_000, 0.26, 0.2)],
  ride: [metal(5200, 0.75, 0.16), tone(3350, 3340, 0.1, 0.35, 0.035), noise(6000, 14_000, 0.5, 0.08)],
  crash: [metal(4200, 1.5, 0.3), noise(3500, 14_000, 1.1, 0.4)],
  tomHigh: [tone(230, 150, 0.06, 0.26, 0.75), noise(400, 3000, 0.03, 0.16)],
  tomLow: [tone(150, 84, 0.07, 0.36, 0.85), noise(300, 2500, 0.03, 0.16)],
  shaker: [noise(5200, 12_500, 0.05, 0.4, 0.022)],
  tambourine: [metal(8200, 0.12, 0.24), noise(7000, 14_000, 0.1, 0.3, 0.004)],
  conga: [tone(268, 208, 0.02, 0.2, 0.6), noise(900, 3200, 0.018, 0.16)],
  bongo: [tone(430, 372, 0.015, 0.1, 0.5), noise(1500, 5000, 0.012, 0.15)],
  stomp: [tone(96, 58, 0.02, 0.16, 0.9), noise(150, 900, 0.05, 0.35)],
} as const satisfies Readonly<Record<string, readonly DrumLayer[]>>

export type DrumName = keyof typeof acoustic

/** How every drum of a kit is made. */
export type DrumKit = Readonly<Record<DrumName, readonly DrumLayer[]>>

/** The drum kits; those after the first say only in what they differ from it. */
export const drumKits = {
  acoustic,
  brushes: {
    ...acoustic,
    kick: [tone(104, 52, 0.03, 0.2, 0.7), noise(400, 1800, 0.012, 0.06)],
    snare: [noise(900, 7000, 0.13, 0.4, 0.02), tone(210, 190, 0.02, 0.06, 0.14)],
    hat: [noise(6500, 13_000, 0.04, 0.2, 0.004)],
  },
  machine: {
    ...acoustic,
    kick: [tone(238, 47, 0.032, 0.34, 1), noise(2500, 9000, 0.006, 0.22)],
    snare: [tone(240, 180, 0.02, 0.1, 0.4), noise(1000, 11_000, 0.17, 0.6)],
    clap: clap(1),
    hat: [metal(8800, 0.035, 0.36), noise(9000, 16_000, 0.03, 0.2)],
    openHat: [metal(8200, 0.24, 0.36), noise(8500, 16_000, 0.22, 0.22)],
  },
  deep: {
    ...acoustic,
    kick: [tone(150, 41, 0.045, 0.62, 1), noise(1500, 4000, 0.008, 0.12)],
    snare: [tone(230, 190, 0.02, 0.09, 0.35), noise(1500, 10_000, 0.14, 0.5)],
    clap: clap(0.95),
    hat: [metal(9200, 0.026, 0.34), noise(9500, 16_000, 0.02, 0.18)],
  },
  dusty: {
    ...acoustic,
    kick: [tone(118, 50, 0.035, 0.22, 0.9), noise(300, 1600, 0.018, 0.14)],
    snare: [tone(215, 176, 0.025, 0.09, 0.34), noise(900, 4800, 0.12, 0.5)],
    hat: [noise(5200, 9500, 0.035, 0.3)],
    openHat: [noise(4800, 9500, 0.16, 0.26)],
    rim: [tone(1250, 1200, 0.01, 0.035, 0.34), noise(1800, 5000, 0.012, 0.2)],
  },
  heavy: {
    ...acoustic,
    kick: [tone(165, 50, 0.02, 0.2, 1), noise(3000, 8500, 0.016, 0.42)],
    snare: [tone(255, 192, 0.03, 0.15, 0.55), noise(1100, 9500, 0.2, 0.75), noise(200, 800, 0.09, 0.35)],
  },
  chip: {
    ...acoustic,
    kick: [tone(320, 45, 0.03, 0.14, 0.9)],
    snare: [noise(1500, 12_000, 0.1, 0.6)],
    hat: [noise(9000, 16_000, 0.025, 0.34)],
    openHat: [noise(8000, 16_000, 0.1, 0.34)],
  },
} as const satisfies Readonly<Record<string, DrumKit>>

export type KitName = keyof typeof drumKits
