import type { Patch, StruckPatch } from '../patch.ts'

const pianoPartials: StruckPatch['partials'] = Array.from({ length: 11 }, (_empty, index) => ({
  ratio: index + 1,
  level: 0.55 / (index + 1) ** 1.25,
  ring: 1 / (1 + 0.38 * index),
}))

const bars = (...partials: readonly (readonly [number, number, number])[]): StruckPatch['partials'] =>
  partials.map(([ratio, level, ring]) => ({ ratio, level, ring }))

/** Strings, bars and tines that are struck. */
export const keys = {
  piano: {
    kind: 'struck',
    partials: pianoPartials,
    ringSeconds: 5,
    dampSeconds: 0.28,
    stiffness: 0.0004,
    beatingCents: 0.9,
    knock: 0.12,
  },
  vibraphone: {
    kind: 'struck',
    partials: bars([1, 0.7, 1], [4, 0.18, 0.35], [10, 0.05, 0.12]),
    ringSeconds: 3.6,
    dampSeconds: 0.5,
    stiffness: 0,
    beatingCents: 0,
    knock: 0.03,
    insert: { tremoloHz: 4.6, tremoloDepth: 0.35 },
  },
  marimba: {
    kind: 'struck',
    partials: bars([1, 0.8, 1], [3.93, 0.25, 0.3], [9.6, 0.08, 0.1]),
    ringSeconds: 0.9,
    dampSeconds: 0.3,
    stiffness: 0,
    beatingCents: 0,
    knock: 0.1,
  },
  glockenspiel: {
    kind: 'struck',
    partials: bars([1, 0.6, 1], [2.76, 0.25, 0.6], [5.4, 0.12, 0.3]),
    ringSeconds: 2.5,
    dampSeconds: 0.8,
    stiffness: 0,
    beatingCents: 0,
    knock: 0.04,
  },
  steelDrum: {
    kind: 'struck',
    partials: bars([1, 0.6, 1], [2, 0.4, 0.6], [3.01, 0.25, 0.35], [4.2, 0.1, 0.2]),
    ringSeconds: 1.2,
    dampSeconds: 0.3,
    stiffness: 0,
    beatingCents: 6,
    knock: 0.08,
  },
  electricPiano: {
    kind: 'fm',
    ratio: 1,
    index: 1.3,
    indexDecay: 0.7,
    tineRatio: 14,
    tineLevel: 0.16,
    envelope: { attack: 0.003, decay: 4, sustain: 0.05, release: 0.25 },
    insert: { tremoloHz: 3.6, tremoloDepth: 0.3, cabinetHz: 5200, drive: 0.5 },
  },
  bell: {
    kind: 'fm',
    ratio: 3.5,
    index: 1.6,
    indexDecay: 0.9,
    tineRatio: 7,
    tineLevel: 0.08,
    envelope: { attack: 0.002, decay: 3, sustain: 0, release: 1.2 },
    insert: { wide: true },
  },
} as const satisfies Readonly<Record<string, Patch>>
